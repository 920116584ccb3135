//! Chains that count as one.

use crate::Point;

/// Which chains are joined. A chain is named by one of its points.
#[derive(Clone)]
pub(super) struct Joined(Vec<Point>);

impl Joined {
    /// Every chain of a board with so many points by itself.
    pub(super) fn new(size: usize) -> Joined {
        Joined((0..size).map(Point::at).collect())
    }

    /// The name of all chains that are joined with this one.
    pub(super) fn root(&self, chain: Point) -> Point {
        let mut root = chain;
        while self.0[root.index()] != root {
            root = self.0[root.index()];
        }
        root
    }

    pub(super) fn join(&mut self, one: Point, other: Point) {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one.index()] = other;
    }

    pub(super) fn join_all(&mut self, chains: &[Point]) {
        for pair in chains.windows(2) {
            self.join(pair[0], pair[1]);
        }
    }

    /// These chains by the names of the groups to which they are joined, each once and in order.
    pub(super) fn roots(&self, chains: impl Iterator<Item = Point>) -> Vec<Point> {
        let mut roots: Vec<Point> = chains.map(|chain| self.root(chain)).collect();
        roots.sort_unstable();
        roots.dedup();
        roots
    }
}
