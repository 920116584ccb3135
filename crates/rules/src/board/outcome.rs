//! The outcome of a stone before it is played.

use super::Board;
use crate::chains::code;
use crate::surface::Surface;
use crate::zobrist::key;
use crate::{Color, Point};

/// The outcome of a stone put on an empty point; see [`Board::outcome`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The hash of the position after it.
    pub hash: u64,
    /// How many of the opponent's stones it takes.
    pub captures: usize,
    /// How many of one's own stones it takes, itself included: zero unless it is suicide.
    pub suicide: usize,
}

impl<S: Surface> Board<S> {
    /// Whether a stone of that colour on that empty point would have no liberty and take none of the opponent's, so
    /// that it would be taken off itself.
    pub fn is_suicide(&self, point: Point, color: Color) -> bool {
        self.surface.contains(point)
            && self.chains.cell(point).code() == 0
            && self.around(point, color).0 == 0
            && self.is_crowded_suicide(point, color)
    }

    /// Whether that point is empty and has no empty neighbour.
    #[inline]
    pub(crate) fn is_crowded(&self, point: Point) -> bool {
        let cell = self.chains.cell(point);
        cell.code() == 0 && cell.empty_around() == 0
    }

    /// The same as [`Board::is_suicide`] for a point that is known to be crowded.
    #[inline]
    pub(crate) fn is_crowded_suicide(&self, point: Point, color: Color) -> bool {
        let around = self.surface.around(point);
        for &neighbour in around {
            let cell = self.chains.cell(neighbour);
            let own = cell.code() == code(color);
            if !own && cell.code() != code(color.opponent()) {
                continue;
            }
            // The stone takes an opponent's chain, or joins one of its own that has a liberty left. Most chains have
            // more pseudo-liberties than there can be links to one point.
            let last_liberty = self.chains.with_head(cell.head).pseudo_liberties as usize <= around.len()
                && self.is_last_liberty(neighbour, point);
            if own != last_liberty {
                return false;
            }
        }
        true
    }

    /// The outcome of a stone of that colour on that point, without changing anything and without allocating;
    /// `None` unless the point is empty and on the board.
    #[inline]
    pub fn outcome(&self, at: Point, color: Color) -> Option<Outcome> {
        if !self.surface.contains(at) {
            return None;
        }
        let cell = self.chains.cell(at);
        if cell.code() != 0 {
            return None;
        }
        let hash = self.hash ^ key(at, color);
        let free = cell.empty_around() > 0;
        if free && cell.stones_around(color.opponent()) == 0 {
            return Some(Outcome { hash, captures: 0, suicide: 0 });
        }
        Some(self.crowded_outcome(at, color, hash, free))
    }

    /// The outcome on a point with opponents around it, or with stones on all its neighbours.
    fn crowded_outcome(&self, at: Point, color: Color, hash: u64, mut free: bool) -> Outcome {
        let mut outcome = Outcome { hash, captures: 0, suicide: 0 };
        let (mut own_hash, mut own_size) = (0, 0);
        let around = self.surface.around(at);
        for (index, &neighbour) in around.iter().enumerate() {
            let cell = self.chains.cell(neighbour);
            let Some(other) = cell.color() else { continue };
            let chain = self.chains.with_head(cell.head);
            if chain.pseudo_liberties as usize > around.len() {
                free |= other == color;
                continue;
            }
            let seen = around[..index].iter().any(|&earlier| self.chains.cell(earlier).head == cell.head);
            if seen {
                continue;
            }
            let last_liberty = self.is_last_liberty(neighbour, at);
            if other == color {
                free |= !last_liberty;
                own_hash ^= chain.hash;
                own_size += chain.size as usize;
            } else if last_liberty {
                outcome.captures += chain.size as usize;
                outcome.hash ^= chain.hash;
            }
        }
        if !free && outcome.captures == 0 {
            outcome = Outcome { hash: self.hash ^ own_hash, captures: 0, suicide: own_size + 1 };
        }
        outcome
    }

    /// Whether the chain of the stone at `stone` has no liberty but the empty point `at`, next to it.
    #[inline]
    pub(crate) fn is_last_liberty(&self, stone: Point, at: Point) -> bool {
        let head = self.chains.cell(stone).head;
        let liberties = self.chains.with_head(head).pseudo_liberties as usize;
        let around = self.surface.around(at);
        // All its pseudo-liberties are links to this point. Most chains have more than there can be.
        liberties <= around.len()
            && liberties == around.iter().filter(|&&other| self.chains.cell(other).head == head).count()
    }

    /// The stones that would be taken off if a stone of that colour came to that empty point, sorted: the opponent's,
    /// or in suicide the chain of the new stone, with that stone itself.
    pub fn captured_by(&self, at: Point, color: Color) -> Vec<Point> {
        let mut captured = Vec::new();
        let Some(outcome) = self.outcome(at, color) else { return captured };
        if outcome.captures == 0 && outcome.suicide == 0 {
            return captured;
        }
        let taken = if outcome.captures > 0 { color.opponent() } else { color };
        for &neighbour in self.surface.neighbours(at) {
            if self.get(neighbour) == Some(taken)
                && !captured.contains(&neighbour)
                && (taken == color || self.is_last_liberty(neighbour, at))
            {
                captured.extend(self.chain(neighbour));
            }
        }
        if outcome.suicide > 0 {
            captured.push(at);
        }
        captured.sort_unstable();
        captured
    }
}
