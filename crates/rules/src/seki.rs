//! Groups that have two eyes, and those that live only in seki.

use crate::regions::Regions;
use crate::surface::Surface;
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

/// How many points are filled at the same time to connect a group's chains.
const MAX_CONNECTIONS: usize = 4;

/// In how many ways at most; groups whose eyes depend on it have a handful. All ways to fill so many points are tried
/// or none, so that the answer is the same for a mirrored board.
const MAX_WAYS: usize = 1000;

/// Finds the groups, the chains joined by territory of their own colour, and whether each has two eyes.
///
/// It has if some of its chains can rely on two eyes each: a chain that cannot may be taken one day (a false eye is
/// between such chains), and then the spaces it helped to surround are eyes no longer. This is Benson's idea (see
/// [`unconditionally_alive`](crate::unconditionally_alive)) applied to the end of a game, where the owner would answer
/// a threat: a space that could be split in two counts as both, and the owner may connect chains by filling points of
/// the group's own territory, at the price of those points.
///
/// A colour that is alone on the board is never in seki, as there is nobody to be in seki with.
pub(crate) fn groups<S: Surface>(board: &Board<S>, is_dead: &[bool], territories: &[Territory]) -> Groups {
    let mut in_seki = vec![false; territories.len()];
    let with_two_eyes = ByColor::from_fn(|color| {
        let alone = !has_living(board, is_dead, color.opponent());
        let mut standing = 0;
        for group in group_territories(board, is_dead, territories, color) {
            let spaces: Vec<&[Point]> = group.iter().map(|&index| &territories[index].points[..]).collect();
            if (Group { board, is_dead, color, spaces }).has_two_eyes() {
                standing += 1;
            } else if !alone {
                for index in group {
                    in_seki[index] = true;
                }
            }
        }
        standing
    });
    Groups { in_seki, with_two_eyes }
}

fn has_living<S: Surface>(board: &Board<S>, is_dead: &[bool], color: Color) -> bool {
    board.surface().points().any(|point| board.get(point) == Some(color) && !is_dead[point.index()])
}

/// The territories of one colour, those of each group together.
fn group_territories<S: Surface>(
    board: &Board<S>,
    is_dead: &[bool],
    territories: &[Territory],
    color: Color,
) -> Vec<Vec<usize>> {
    let mut joined = Joined::new(board.surface().size());
    let mut own: Vec<(usize, Point)> = Vec::new();
    for (index, territory) in territories.iter().enumerate().filter(|(_, territory)| territory.owner == color)
    {
        let around = chains_around(board, is_dead, &territory.points);
        let Some(&first) = around.first() else { continue };
        for &chain in &around {
            joined.join(first, chain);
        }
        own.push((index, first));
    }
    let mut groups: Vec<(Point, Vec<usize>)> = Vec::new();
    for (index, chain) in own {
        let root = joined.root(chain);
        match groups.iter_mut().find(|(other, _)| *other == root) {
            Some((_, group)) => group.push(index),
            None => groups.push((root, vec![index])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// The living chains next to these points, by representative.
fn chains_around<S: Surface>(board: &Board<S>, is_dead: &[bool], points: &[Point]) -> Vec<Point> {
    let mut around: Vec<Point> = points
        .iter()
        .flat_map(|&point| board.surface().neighbours(point))
        .filter(|neighbour| !is_dead[neighbour.index()])
        .filter_map(|&neighbour| board.representative(neighbour))
        .collect();
    around.sort_unstable();
    around.dedup();
    around
}

/// One group: a colour and its spaces, with the chains around them.
struct Group<'a, S: Surface> {
    board: &'a Board<S>,
    is_dead: &'a [bool],
    color: Color,
    spaces: Vec<&'a [Point]>,
}

/// A space with the chains around it.
struct Eye {
    around: Vec<Point>,
    /// One, or two where the space is large enough to be split.
    eyes: u32,
    whole: bool,
}

impl<S: Surface> Group<'_, S> {
    /// Whether some chain keeps two eyes, after any few connections.
    fn has_two_eyes(&self) -> bool {
        if self.stands(&[]) {
            return true;
        }
        let connections: Vec<Point> = self
            .spaces
            .iter()
            .flat_map(|space| space.iter().copied())
            .filter(|&point| {
                self.board.get(point).is_none() && chains_around(self.board, self.is_dead, &[point]).len() > 1
            })
            .collect();
        let (mut ways, mut tried) = (1, 0);
        for count in 1..=MAX_CONNECTIONS {
            ways = ways * (connections.len() + 1).saturating_sub(count) / count;
            tried += ways;
            if tried > MAX_WAYS {
                return false;
            }
            if self.stands_with(&connections, count, &mut Vec::new()) {
                return true;
            }
        }
        false
    }

    /// Whether the group stands with `count` more of the connections.
    fn stands_with(&self, from: &[Point], count: usize, filled: &mut Vec<Point>) -> bool {
        if count == 0 {
            return self.stands(filled);
        }
        from.iter().enumerate().any(|(index, &point)| {
            filled.push(point);
            let stands = self.stands_with(&from[index + 1..], count - 1, filled);
            filled.pop();
            stands
        })
    }

    /// Whether some chain keeps two eyes when the owner has filled these points.
    fn stands(&self, filled: &[Point]) -> bool {
        let surface = self.board.surface();
        let mut joined = Joined::new(surface.size());
        for &point in filled {
            for &neighbour in surface.neighbours(point) {
                if let Some(stone) = self.stone(neighbour, filled) {
                    joined.join(point, stone);
                }
            }
        }
        let mut eyes: Vec<Eye> = Vec::new();
        for space in &self.spaces {
            // Most of the time nothing is filled here, and the space is as it was.
            if !space.iter().any(|point| filled.contains(point)) {
                eyes.push(self.eye(space, filled, &joined));
                continue;
            }
            let mut left = vec![false; surface.size()];
            for point in space.iter().filter(|point| !filled.contains(point)) {
                left[point.index()] = true;
            }
            let parts = Regions::of(surface, |point| left[point.index()]);
            eyes.extend(parts.map(|part| self.eye(&part, filled, &joined)));
        }
        keep_two_eyes(surface.size(), &mut eyes)
    }

    /// A name for the chain of the group's stone at a point: its representative, or the point itself if it is one of
    /// those filled.
    fn stone(&self, point: Point, filled: &[Point]) -> Option<Point> {
        if filled.contains(&point) {
            return Some(point);
        }
        let living = self.board.get(point) == Some(self.color) && !self.is_dead[point.index()];
        self.board.representative(point).filter(|_| living)
    }

    fn eye(&self, points: &[Point], filled: &[Point], joined: &Joined) -> Eye {
        let mut around: Vec<Point> = points
            .iter()
            .flat_map(|&point| self.board.surface().neighbours(point))
            .filter_map(|&neighbour| self.stone(neighbour, filled))
            .map(|chain| joined.root(chain))
            .collect();
        around.sort_unstable();
        around.dedup();
        let eyes = if self.can_be_split(points) { 2 } else { 1 };
        Eye { around, eyes, whole: true }
    }

    /// Whether there are two empty points that are not next to each other and would not be joined by a dead chain
    /// either, which has to be taken first: room for two eyes.
    fn can_be_split(&self, points: &[Point]) -> bool {
        let empty: Vec<(Point, Vec<Point>)> = points
            .iter()
            .filter(|&&point| self.board.get(point).is_none())
            .map(|&point| (point, self.dead_chains_next_to(point)))
            .collect();
        empty.iter().enumerate().any(|(index, (one, chains))| {
            empty[index + 1..].iter().any(|(other, other_chains)| {
                !self.board.surface().neighbours(*one).contains(other)
                    && !chains.iter().any(|chain| other_chains.contains(chain))
            })
        })
    }

    fn dead_chains_next_to(&self, point: Point) -> Vec<Point> {
        self.board
            .surface()
            .neighbours(point)
            .iter()
            .filter(|neighbour| self.is_dead[neighbour.index()])
            .filter_map(|&neighbour| self.board.representative(neighbour))
            .collect()
    }
}

/// Whether a chain keeps two eyes after those that have fewer and the eyes around which they stand were dropped again
/// and again. Chains are named by points of a board of that size.
fn keep_two_eyes(size: usize, eyes: &mut [Eye]) -> bool {
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
            return count.into_iter().any(|eyes| eyes >= 2);
        }
    }
}

/// Chains joined into one.
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
