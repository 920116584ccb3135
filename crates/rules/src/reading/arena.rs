//! The part of a board in which a chain is attacked, small enough to be read out.

use crate::surface::Surface;
use crate::{Board, ByColor, Color, Point};

/// Points of an arena: the first point is the lowest bit.
pub(super) type Set = u128;

/// How many points an arena may have: a bit for each.
const MAX_POINTS: usize = 128;

/// Connected points between walls. A wall is a chain of either colour that is taken to be safe whatever happens in the
/// arena. So a chain in the arena that touches a wall of its own colour is safe as well.
pub(super) struct Arena {
    /// For each point of the arena its neighbours in the arena.
    pub(super) neighbours: Vec<Set>,
    /// The points next to a wall of each colour.
    pub(super) beside_wall: ByColor<Set>,
    /// The points in a corner of the board, with two neighbours at most.
    pub(super) corners: Set,
    /// The points with more neighbours than a grid has.
    pub(super) crowded: Set,
    /// The stones in the arena.
    pub(super) stones: ByColor<Set>,
    /// The stone in question.
    pub(super) target: Set,
    /// The colour of that stone.
    pub(super) defender: Color,
    /// A stone of each wall that is only taken to be safe, and not `immortal`.
    pub(super) walls: Vec<Point>,
}

impl Arena {
    /// The arena of the chain at `target`: all that can be reached from it without crossing a wall. A wall with no
    /// liberty elsewhere could be taken in the arena, so it belongs to it, unless it is `immortal`. None if there are
    /// too many points, or more empty ones than `room`.
    pub(super) fn around<S: Surface>(
        board: &Board<S>,
        target: Point,
        walls: &[bool],
        immortal: &[bool],
        room: usize,
        sturdy: usize,
    ) -> Option<Arena> {
        let defender = board.get(target)?;
        let surface = board.surface();
        let mut inside = vec![false; surface.size()];
        let mut points = board.chain(target);
        for point in &points {
            inside[point.index()] = true;
        }
        let (mut reached, mut empty) = (0, 0);
        loop {
            while let Some(&point) = points.get(reached) {
                reached += 1;
                empty += usize::from(board.get(point).is_none());
                if empty > room || points.len() > MAX_POINTS {
                    return None;
                }
                for &neighbour in surface.neighbours(point) {
                    if !inside[neighbour.index()] && !walls[neighbour.index()] {
                        inside[neighbour.index()] = true;
                        points.push(neighbour);
                    }
                }
            }
            let before = points.len();
            for chain in walls_beside(board, &points, &inside) {
                let lives_elsewhere = immortal[chain.index()]
                    || board.liberties(chain).iter().filter(|at| !inside[at.index()]).count() >= sturdy;
                if !lives_elsewhere {
                    for stone in board.chain(chain) {
                        inside[stone.index()] = true;
                        points.push(stone);
                    }
                }
            }
            if points.len() == before {
                break;
            }
        }
        if points.len() > MAX_POINTS {
            return None;
        }
        let mut taken_to_be_safe = walls_beside(board, &points, &inside);
        taken_to_be_safe.retain(|wall| !immortal[wall.index()]);
        points.sort_unstable();
        let mut bits = vec![0; surface.size()];
        for (bit, point) in points.iter().enumerate() {
            bits[point.index()] = 1 << bit;
        }
        let mut arena = Arena {
            neighbours: Vec::with_capacity(points.len()),
            beside_wall: ByColor::default(),
            corners: 0,
            crowded: 0,
            stones: ByColor::default(),
            target: bits[target.index()],
            defender,
            walls: taken_to_be_safe,
        };
        for point in &points {
            let bit = bits[point.index()];
            if let Some(color) = board.get(*point) {
                arena.stones[color] |= bit;
            }
            match surface.neighbours(*point).len() {
                0..=2 => arena.corners |= bit,
                3..=4 => {}
                _ => arena.crowded |= bit,
            }
            let mut neighbours = 0;
            for &neighbour in surface.neighbours(*point) {
                if inside[neighbour.index()] {
                    neighbours |= bits[neighbour.index()];
                } else if let Some(color) = board.get(neighbour) {
                    arena.beside_wall[color] |= bit;
                }
            }
            arena.neighbours.push(neighbours);
        }
        Some(arena)
    }

    /// How many points it has.
    pub(super) fn size(&self) -> usize {
        self.neighbours.len()
    }

    /// All its points.
    pub(super) fn all(&self) -> Set {
        Set::MAX >> (MAX_POINTS - self.neighbours.len())
    }

    /// The points next to any of these, and some of these perhaps.
    pub(super) fn beside(&self, set: Set) -> Set {
        bits(set).fold(0, |beside, bit| beside | self.neighbours[bit])
    }

    /// All points of `within` that are connected with `from`, which lies in it.
    pub(super) fn connected(&self, from: Set, within: Set) -> Set {
        let (mut all, mut new) = (from, from);
        while new != 0 {
            new = self.beside(new) & within & !all;
            all |= new;
        }
        all
    }
}

/// The chains next to these points that do not belong to them.
fn walls_beside<S: Surface>(board: &Board<S>, points: &[Point], inside: &[bool]) -> Vec<Point> {
    let beside = points.iter().flat_map(|&point| board.surface().neighbours(point));
    let mut walls: Vec<Point> =
        beside.filter(|at| !inside[at.index()]).filter_map(|&at| board.representative(at)).collect();
    walls.sort_unstable();
    walls.dedup();
    walls
}

/// The numbers of the points of a set.
pub(super) fn bits(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}
