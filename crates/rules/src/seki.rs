//! Groups that have two eyes, and those that live only in seki.

use crate::{Board, ByColor, Color, Point};

/// A connected set of points without living stones, surrounded by one colour.
pub(crate) struct Territory {
    pub(crate) owner: Color,
    pub(crate) points: Vec<Point>,
}

/// What the tax needs to know about groups.
pub(crate) struct Groups {
    /// For each territory, whether the group it belongs to lives only in seki.
    pub(crate) in_seki: Vec<bool>,
    /// How many groups with two eyes each colour has.
    pub(crate) with_two_eyes: ByColor<usize>,
}

/// A territory with the chains around it.
struct Eye {
    around: Vec<Point>,
    /// One, or two where the space is large enough to be split.
    eyes: u32,
    whole: bool,
}

/// Finds the groups, the chains joined by territory of their own colour, and whether each has two eyes.
///
/// It has if some of its chains can rely on two eyes each: a chain that cannot may be taken one day (a false eye is
/// between such chains), and then the spaces it helped to surround are eyes no longer. This is Benson's idea applied
/// to the end of a game, where the owner would answer a threat: a space that could be split in two counts as both.
///
/// A colour that is alone on the board is never in seki, as there is nobody to be in seki with.
pub(crate) fn groups(board: &Board, is_dead: &[bool], territories: &[Territory]) -> Groups {
    let mut in_seki = vec![false; territories.len()];
    let with_two_eyes = ByColor::from_fn(|color| {
        let own: Vec<usize> =
            (0..territories.len()).filter(|&index| territories[index].owner == color).collect();
        let mut eyes: Vec<Eye> = own.iter().map(|&index| eye(board, is_dead, &territories[index])).collect();
        let standing = standing(board.topology().size(), &mut eyes);
        let mut joined = Joined::new(board.topology().size());
        for eye in &eyes {
            for pair in eye.around.windows(2) {
                joined.join(pair[0], pair[1]);
            }
        }
        let mut group_stands = vec![false; standing.len()];
        for chain in eyes.iter().flat_map(|eye| &eye.around) {
            if standing[chain.index()] {
                group_stands[joined.root(*chain).index()] = true;
            }
        }
        let alone = !has_living(board, is_dead, color.opponent());
        for (&territory, eye) in own.iter().zip(&eyes) {
            let stands = eye.around.first().is_some_and(|&chain| group_stands[joined.root(chain).index()]);
            in_seki[territory] = !stands && !alone;
        }
        group_stands.into_iter().filter(|&stands| stands).count()
    });
    Groups { in_seki, with_two_eyes }
}

fn has_living(board: &Board, is_dead: &[bool], color: Color) -> bool {
    board.topology().points().any(|point| board.get(point) == Some(color) && !is_dead[point.index()])
}

/// Which chains keep two eyes, by representative, after those that do not and their eyes were dropped again and
/// again.
fn standing(size: usize, eyes: &mut [Eye]) -> Vec<bool> {
    let mut count = vec![0u32; size];
    for eye in &*eyes {
        for chain in &eye.around {
            count[chain.index()] += eye.eyes;
        }
    }
    loop {
        let mut changed = false;
        for eye in eyes.iter_mut().filter(|eye| eye.whole) {
            if eye.around.iter().any(|chain| count[chain.index()] < 2) {
                eye.whole = false;
                changed = true;
                for chain in &eye.around {
                    count[chain.index()] -= eye.eyes;
                }
            }
        }
        if !changed {
            return count.into_iter().map(|eyes| eyes >= 2).collect();
        }
    }
}

fn eye(board: &Board, is_dead: &[bool], territory: &Territory) -> Eye {
    let mut around: Vec<Point> = territory
        .points
        .iter()
        .flat_map(|&point| board.topology().neighbours(point))
        .filter(|neighbour| !is_dead[neighbour.index()])
        .filter_map(|&neighbour| board.representative(neighbour))
        .collect();
    around.sort_unstable();
    around.dedup();
    let eyes = if can_be_split(board, territory) { 2 } else { 1 };
    Eye { around, eyes, whole: true }
}

/// Whether there are two empty points that are not next to each other and would not be joined by a dead chain
/// either, which has to be taken first: room for two eyes.
fn can_be_split(board: &Board, territory: &Territory) -> bool {
    let empty: Vec<(Point, Vec<Point>)> = territory
        .points
        .iter()
        .filter(|&&point| board.get(point).is_none())
        .map(|&point| (point, dead_chains_next_to(board, territory, point)))
        .collect();
    empty.iter().enumerate().any(|(index, (one, chains))| {
        empty[index + 1..].iter().any(|(other, other_chains)| {
            !board.topology().neighbours(*one).contains(other)
                && !chains.iter().any(|chain| other_chains.contains(chain))
        })
    })
}

/// The chains in this territory, all of them dead, next to a point.
fn dead_chains_next_to(board: &Board, territory: &Territory, point: Point) -> Vec<Point> {
    board
        .topology()
        .neighbours(point)
        .iter()
        .filter(|neighbour| board.get(**neighbour) == Some(territory.owner.opponent()))
        .filter_map(|&neighbour| board.representative(neighbour))
        .collect()
}

/// Chains joined into groups.
struct Joined(Vec<Point>);

impl Joined {
    fn new(size: usize) -> Joined {
        Joined((0..size).map(Point::at).collect())
    }

    fn root(&self, chain: Point) -> Point {
        let mut root = chain;
        while self.0[root.index()] != root {
            root = self.0[root.index()];
        }
        root
    }

    fn join(&mut self, one: Point, other: Point) {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one.index()] = other;
    }
}
