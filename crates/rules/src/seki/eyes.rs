//! Whether a group has two eyes.

use super::eye_space;
use super::joined::Joined;
use super::links::chains_at;
use crate::regions::Regions;
use crate::surface::Surface;
use crate::{Board, Color, Point};

/// How many points of a group's own territory are filled at the same time to connect its chains.
const MAX_CONNECTIONS: usize = 4;

/// How many ways to fill points are tried at most. Groups whose eyes depend on filled points have a handful. For each
/// number of points either all ways to fill so many are tried or none, so that the answer is the same for a mirrored
/// board.
const MAX_WAYS: usize = 1000;

/// A territory as an eye of the chains around it.
pub(super) struct Space<'a> {
    points: &'a [Point],
    /// The chains around it, those joined as one.
    pub(super) around: Vec<Point>,
    /// One eye, or two where there is room for them.
    eyes: u32,
}

/// One colour's stones, with their links.
pub(super) struct Stones<'a, S: Surface> {
    /// The board with its dead stones.
    pub(super) board: &'a Board<S>,
    /// The board without them.
    pub(super) living: &'a Board<S>,
    pub(super) color: Color,
    /// The chains that have links.
    pub(super) linked: Joined,
}

/// The rest of a space.
struct Eye {
    around: Vec<Point>,
    eyes: u32,
    whole: bool,
}

impl<S: Surface> Stones<'_, S> {
    pub(super) fn space<'p>(&self, points: &'p [Point]) -> Space<'p> {
        let around = self.around(points, &[], &self.linked);
        Space { points, around, eyes: self.eyes(points) }
    }

    /// Whether some chain keeps two eyes in these spaces, after any few connections inside them.
    pub(super) fn have_two_eyes(&self, spaces: &[&Space<'_>]) -> bool {
        if self.keep_two_eyes(spaces, &[]) {
            return true;
        }
        let connections: Vec<Point> = spaces
            .iter()
            .flat_map(|space| space.points.iter().copied())
            .filter(|&point| {
                self.board.get(point).is_none()
                    && chains_at(self.living, self.color, point, &self.linked).len() > 1
            })
            .collect();
        let (mut ways, mut tried) = (1, 0);
        for count in 1..=MAX_CONNECTIONS {
            ways = ways * (connections.len() + 1).saturating_sub(count) / count;
            tried += ways;
            if tried > MAX_WAYS {
                return false;
            }
            if self.keep_with(spaces, &connections, count, &mut Vec::new()) {
                return true;
            }
        }
        false
    }

    /// Whether some chain keeps two eyes with `count` more of the connections.
    fn keep_with(
        &self,
        spaces: &[&Space<'_>],
        from: &[Point],
        count: usize,
        filled: &mut Vec<Point>,
    ) -> bool {
        if count == 0 {
            return self.keep_two_eyes(spaces, filled);
        }
        from.iter().enumerate().any(|(index, &point)| {
            filled.push(point);
            let keeps = self.keep_with(spaces, &from[index + 1..], count - 1, filled);
            filled.pop();
            keeps
        })
    }

    /// Whether some chain keeps two eyes when the owner has filled these points.
    ///
    /// A chain with fewer than two eyes may be taken one day (a false eye is between such chains), and then the spaces
    /// that it helped to surround are eyes no longer. This is Benson's idea (see
    /// [`unconditionally_alive`](crate::unconditionally_alive)) for an owner who answers threats.
    pub(super) fn keep_two_eyes(&self, spaces: &[&Space<'_>], filled: &[Point]) -> bool {
        let surface = self.living.surface();
        let mut joined = self.linked.clone();
        for &point in filled {
            for stone in surface.neighbours(point).iter().filter_map(|&at| self.stone(at, filled)) {
                joined.join(point, stone);
            }
        }
        let mut eyes: Vec<Eye> = Vec::new();
        for space in spaces {
            if !space.points.iter().any(|point| filled.contains(point)) {
                // A stone on dame stands next to territory where points that are nobody's part the two.
                let is_beside = |point: &&Point| {
                    surface.neighbours(**point).iter().any(|neighbour| space.points.contains(neighbour))
                };
                let beside = filled.iter().filter(is_beside);
                let around = joined.roots(space.around.iter().chain(beside).copied());
                eyes.push(Eye { around, eyes: space.eyes, whole: true });
                continue;
            }
            let mut left = vec![false; surface.size()];
            for point in space.points.iter().filter(|point| !filled.contains(point)) {
                left[point.index()] = true;
            }
            eyes.extend(Regions::of(surface, |point| left[point.index()]).map(|part| Eye {
                around: self.around(&part, filled, &joined),
                eyes: self.eyes(&part),
                whole: true,
            }));
        }
        keep_two(surface.size(), &mut eyes)
    }

    /// A name for the chain of a stone of this colour: its representative, or the point itself if it is filled.
    fn stone(&self, point: Point, filled: &[Point]) -> Option<Point> {
        if filled.contains(&point) {
            return Some(point);
        }
        self.living.representative(point).filter(|_| self.living.get(point) == Some(self.color))
    }

    /// The chains next to these points.
    fn around(&self, points: &[Point], filled: &[Point], joined: &Joined) -> Vec<Point> {
        let neighbours = points.iter().flat_map(|&point| self.living.surface().neighbours(point));
        joined.roots(neighbours.filter_map(|&neighbour| self.stone(neighbour, filled)))
    }

    fn eyes(&self, points: &[Point]) -> u32 {
        if eye_space::has_two_eyes(self.board, points) { 2 } else { 1 }
    }
}

/// Whether a chain still has two eyes at the end, when again and again the chains with fewer, and the eyes beside them,
/// were dropped. Chains are named by points of a board of that size.
fn keep_two(size: usize, eyes: &mut [Eye]) -> bool {
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
