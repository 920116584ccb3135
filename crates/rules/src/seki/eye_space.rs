//! How many eyes there are in a space.

use crate::surface::Surface;
use crate::{Board, Point};

/// From this size on a space has room for two eyes with any dead stones in it.
const LARGE: usize = 8;

/// Whether the owner of a space gets two eyes in it by playing there first. The stones in it are dead; everything
/// around it is taken as one chain that cannot be captured.
///
/// The opponent answers each move or passes. The owner makes no more moves than there are points.
pub(super) fn has_two_eyes<S: Surface>(board: &Board<S>, points: &[Point]) -> bool {
    if points.len() >= LARGE || points.len() < 3 {
        return points.len() >= LARGE;
    }
    let bit = |point: &Point| points.iter().position(|other| other == point).map_or(0, |index| 1 << index);
    let around =
        |point: &Point| board.surface().neighbours(*point).iter().map(bit).fold(0, |all, bit| all | bit);
    let space = Space { points: points.len(), around: points.iter().map(around).collect() };
    let dead =
        points.iter().filter(|point| board.get(**point).is_some()).map(bit).fold(0, |all, bit| all | bit);
    space.owner_lives(Stones { own: 0, dead }, points.len())
}

/// A set of the points of a space, a bit for each.
type Points = u16;

/// The points of a space and which of them are neighbours.
struct Space {
    points: usize,
    around: Vec<Points>,
}

/// The stones in a space: the owner's, and the opponent's.
#[derive(Clone, Copy)]
struct Stones {
    own: Points,
    dead: Points,
}

impl Space {
    /// Whether the owner, to move, gets two eyes within so many moves.
    fn owner_lives(&self, stones: Stones, moves: usize) -> bool {
        moves > 0
            && self.empty(stones).any(|point| {
                self.after_owner(stones, point).is_some_and(|stones| {
                    self.is_split(stones)
                        || (self.owner_lives(stones, moves - 1)
                            && self.after_opponent(stones).all(|stones| self.owner_lives(stones, moves - 1)))
                })
            })
    }

    /// Whether the owner's stones leave two parts or more.
    fn is_split(&self, stones: Stones) -> bool {
        let left = self.all() & !stones.own;
        left != 0 && self.reached(left & left.wrapping_neg(), left) != left
    }

    /// The stones after the owner's move, if it may be played: something has to stay empty.
    fn after_owner(&self, stones: Stones, point: Points) -> Option<Stones> {
        let own = stones.own | point;
        let mut left = stones.dead;
        let mut dead = 0;
        while left != 0 {
            let chain = self.reached(left & left.wrapping_neg(), stones.dead);
            left &= !chain;
            if self.beside(chain) & !(own | stones.dead) != 0 {
                dead |= chain;
            }
        }
        (own | dead != self.all()).then_some(Stones { own, dead })
    }

    /// The stones after each move of the opponent.
    fn after_opponent(&self, stones: Stones) -> impl Iterator<Item = Stones> {
        self.empty(stones).filter_map(move |point| {
            let dead = stones.dead | point;
            let full = dead | stones.own == self.all();
            let has_liberty = self.beside(self.reached(point, dead)) & !(dead | stones.own) != 0;
            (full || has_liberty).then_some(Stones { dead, ..stones })
        })
    }

    fn empty(&self, stones: Stones) -> impl Iterator<Item = Points> {
        (0..self.points).map(|index| 1 << index).filter(move |point| (stones.own | stones.dead) & point == 0)
    }

    fn all(&self) -> Points {
        (1 << self.points) - 1
    }

    /// The points next to some of these.
    fn beside(&self, points: Points) -> Points {
        let around = self.around.iter().enumerate().filter(|(index, _)| points >> index & 1 == 1);
        around.fold(0, |all, (_, beside)| all | beside)
    }

    /// All points that can be reached from some over points that belong.
    fn reached(&self, from: Points, belongs: Points) -> Points {
        let mut reached = from;
        loop {
            let more = (reached | self.beside(reached)) & belongs;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }
}
