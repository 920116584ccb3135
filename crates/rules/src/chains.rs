//! Chains of stones, kept up to date move by move.

use crate::Point;

/// What is known of one chain. It is stored at the chain's head, one of its stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chain {
    /// The exclusive or of its stones' keys, so that the hash after a capture is known without walking the chain.
    pub(crate) hash: u64,
    /// How many pairs of a stone and an empty neighbour there are. A liberty counts once for each stone next to it,
    /// which makes the number easy to maintain; it is zero exactly when there is no liberty.
    pub(crate) pseudo_liberties: u32,
    /// How many stones it has.
    pub(crate) size: u32,
}

/// The chains of a board. Stones of a chain are linked in a circle, so that two chains are joined by exchanging two
/// links; each stone knows its chain's head.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Chains {
    heads: Vec<Point>,
    links: Vec<Point>,
    /// Indexed by head.
    records: Vec<Chain>,
}

impl Clone for Chains {
    fn clone(&self) -> Self {
        Self { heads: self.heads.clone(), links: self.links.clone(), records: self.records.clone() }
    }

    // Random playouts start from the same board again and again; this keeps their memory.
    fn clone_from(&mut self, source: &Self) {
        self.heads.clone_from(&source.heads);
        self.links.clone_from(&source.links);
        self.records.clone_from(&source.records);
    }
}

impl Chains {
    pub(crate) fn new(points: usize) -> Chains {
        let alone: Vec<Point> = (0..points).map(Point::at).collect();
        Chains { heads: alone.clone(), links: alone, records: vec![Chain::default(); points] }
    }

    /// The head of the chain that the stone at `stone` belongs to.
    #[inline]
    pub(crate) fn head(&self, stone: Point) -> Point {
        self.heads[stone.index()]
    }

    /// The chain that the stone at `stone` belongs to.
    #[inline]
    pub(crate) fn of(&self, stone: Point) -> &Chain {
        &self.records[self.head(stone).index()]
    }

    #[inline]
    pub(crate) fn of_mut(&mut self, stone: Point) -> &mut Chain {
        let head = self.head(stone);
        &mut self.records[head.index()]
    }

    /// The stone after `stone` in its chain's circle.
    #[inline]
    pub(crate) fn link(&self, stone: Point) -> Point {
        self.links[stone.index()]
    }

    /// Makes a chain of one stone.
    #[inline]
    pub(crate) fn start(&mut self, stone: Point, hash: u64) {
        self.heads[stone.index()] = stone;
        self.links[stone.index()] = stone;
        self.records[stone.index()] = Chain { hash, pseudo_liberties: 0, size: 1 };
    }

    /// Joins the chains of two stones, if they are not one already.
    #[inline]
    pub(crate) fn join(&mut self, one: Point, other: Point) {
        let (one, other) = (self.head(one), self.head(other));
        if one == other {
            return;
        }
        // Only the smaller chain's stones learn a new head, so that a stone changes it a few times in a game.
        let (kept, lost) = if self.records[one.index()].size >= self.records[other.index()].size {
            (one, other)
        } else {
            (other, one)
        };
        let joined = self.records[lost.index()];
        let chain = &mut self.records[kept.index()];
        chain.hash ^= joined.hash;
        chain.pseudo_liberties += joined.pseudo_liberties;
        chain.size += joined.size;
        let mut stone = lost;
        loop {
            self.heads[stone.index()] = kept;
            stone = self.link(stone);
            if stone == lost {
                break;
            }
        }
        self.links.swap(kept.index(), lost.index());
    }
}
