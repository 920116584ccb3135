//! A position in an arena, and the moves there.

use super::arena::{Arena, Set, bits};
use crate::{ByColor, Color, SplitMix};

/// The stones in an arena, the side to move, and what forbids a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) stones: ByColor<Set>,
    pub(super) to_move: Color,
    /// The point where a stone was just taken that must not be taken back at once; empty if there is none.
    pub(super) ko: Set,
    /// How many moves have taken stones. As it only grows no state comes twice.
    pub(super) captures: u8,
}

/// Of so many points in one piece the opponent cannot make one eye, where no point has more neighbours than on a grid.
pub(super) const LARGE_EYE: u32 = 8;
/// In a corner that is so only if the chain has as many liberties elsewhere: with fewer the opponent wins three lines of three
/// without their inner point by a ko.
const LIBERTIES_FOR_A_CORNER: u32 = 2;

impl State {
    pub(super) fn empty(&self, arena: &Arena) -> Set {
        arena.all() & !(self.stones.black | self.stones.white)
    }

    /// The chain with these stones.
    pub(super) fn chain(&self, arena: &Arena, stone: Set, color: Color) -> Set {
        arena.connected(stone, self.stones[color])
    }

    /// The state after a pass.
    pub(super) fn pass(&self) -> State {
        State { to_move: self.to_move.opponent(), ko: 0, ..*self }
    }

    /// The state after a move on an empty point; none if it is suicide.
    pub(super) fn play(&self, arena: &Arena, at: Set) -> Option<State> {
        let (color, opponent) = (self.to_move, self.to_move.opponent());
        let mut next = State { to_move: opponent, ko: 0, ..*self };
        next.stones[color] |= at;
        let beside = arena.beside(at);
        let empty = self.empty(arena) & !at;
        let (mut taken, mut left) = (0, beside & self.stones[opponent]);
        while left != 0 {
            let chain = next.chain(arena, left & left.wrapping_neg(), opponent);
            if chain & arena.beside_wall[opponent] == 0 && arena.beside(chain) & empty == 0 {
                taken |= chain;
            }
            left &= !chain;
        }
        if taken != 0 {
            next.stones[opponent] &= !taken;
            next.captures += 1;
            let alone = beside & self.stones[color] == 0 && at & arena.beside_wall[color] == 0;
            if taken.is_power_of_two() && alone && beside & (empty | taken) == taken {
                next.ko = taken;
            }
            return Some(next);
        }
        let breathes = beside & empty != 0 || {
            let own = next.chain(arena, at, color);
            own & arena.beside_wall[color] != 0 || arena.beside(own) & empty != 0
        };
        breathes.then_some(next)
    }

    /// Whether a chain surrounds alone so many points, all of them empty, that there is room for two eyes.
    pub(super) fn has_large_eye(&self, arena: &Arena, chain: Set, color: Color) -> bool {
        let (own, others) = (self.stones[color], self.stones[color.opponent()]);
        let mut left = arena.beside(chain) & self.empty(arena);
        while left != 0 {
            let region = arena.connected(left & left.wrapping_neg(), arena.all() & !own);
            let is_closed = region & (others | arena.beside_wall[color.opponent()]) == 0;
            let is_alone = is_closed && arena.beside(region) & own & !chain == 0;
            if is_alone && region & arena.crowded == 0 && region.count_ones() >= LARGE_EYE {
                let elsewhere = arena.beside(chain) & self.empty(arena) & !region;
                if region & arena.corners == 0 || elsewhere.count_ones() >= LIBERTIES_FOR_A_CORNER {
                    return true;
                }
            }
            left &= !region;
        }
        false
    }

    /// Whether no moves of the opponent alone could take the stone (D. B. Benson's algorithm).
    pub(super) fn cannot_be_taken(&self, arena: &Arena, stone: Set, color: Color) -> bool {
        let (own, opponent) = (self.stones[color], color.opponent());
        let empty = self.empty(arena);
        let mut chains: Vec<Set> = Vec::new();
        let mut left = own;
        while left != 0 {
            let chain = arena.connected(left & left.wrapping_neg(), own);
            chains.push(chain);
            left &= !chain;
        }
        let mut eyes: Vec<Set> = Vec::new();
        left = arena.all() & !own;
        while left != 0 {
            let region = arena.connected(left & left.wrapping_neg(), arena.all() & !own);
            // What leads to a wall of the opponent goes on beyond the arena.
            if region & arena.beside_wall[opponent] == 0 {
                eyes.push(region);
            }
            left &= !region;
        }
        loop {
            let before = (chains.len(), eyes.len());
            chains.retain(|&chain| {
                let beside = arena.beside(chain);
                let vital = |&&eye: &&Set| eye & empty & !beside == 0 && eye & beside != 0;
                chain & arena.beside_wall[color] != 0 || eyes.iter().filter(vital).count() >= 2
            });
            let standing = chains.iter().fold(0, |all, chain| all | chain);
            eyes.retain(|&eye| arena.beside(eye) & own & !standing == 0);
            if before == (chains.len(), eyes.len()) {
                return standing & stone != 0;
            }
        }
    }

    /// A number for the state in a question. Two differ but by a chance of one in 2⁶⁴. It does not depend on which of
    /// the colours is which.
    pub(super) fn hash(&self, question: u64, defender: Color) -> u64 {
        let turn = u64::from(self.captures) << 1 | u64::from(self.to_move == defender);
        let sets = [self.stones[defender], self.stones[defender.opponent()], self.ko].map(halves);
        let parts = [turn].into_iter().chain(sets.into_iter().flatten());
        parts.fold(question, |hash, part| SplitMix::new(hash.rotate_left(32) ^ part).next_u64())
    }

    /// The states after each move that the rules allow here.
    pub(super) fn moves(&self, arena: &Arena, forbidden: Set) -> impl Iterator<Item = State> {
        bits(self.empty(arena) & !forbidden).filter_map(|bit| self.play(arena, 1 << bit))
    }
}

#[allow(clippy::cast_possible_truncation, reason = "each half has 64 bits")]
fn halves(set: Set) -> [u64; 2] {
    [set as u64, (set >> 64) as u64]
}
