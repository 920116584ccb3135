//! A search for the fate of a chain: depth-first, by proof numbers.

use super::arena::{Arena, Set};
use super::state::State;
use crate::Color;

/// How many moves of a line may take stones. After more the stone in question counts as one that is not taken.
pub(super) const MAX_CAPTURES: u8 = 8;

/// The number of what cannot be proved.
const NEVER: u32 = 1 << 30;

/// Who may take back a stone at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kos {
    /// Nobody: there are no threats elsewhere.
    Fought,
    /// One side, as if it had a threat each time.
    WonBy(Color),
}

/// How far it is from the proof that the stone is taken, and from the proof that it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    taken: u32,
    stays: u32,
}

const TAKEN: Numbers = Numbers { taken: 0, stays: NEVER };
const STAYS: Numbers = Numbers { taken: NEVER, stays: 0 };

/// Memory for what searches have found.
pub(super) struct Found {
    slots: Vec<(u64, Numbers)>,
    /// The number of the question. What was found for one is nothing to another.
    question: u64,
}

/// A power of two.
const SLOTS: usize = 1 << 15;

/// How many neighbouring slots are tried.
const PROBES: usize = 4;

impl Default for Found {
    fn default() -> Self {
        Found { slots: vec![(0, Numbers { taken: 1, stays: 1 }); SLOTS], question: 0 }
    }
}

impl Found {
    #[allow(clippy::cast_possible_truncation, reason = "only the lowest bits matter")]
    fn slot(hash: u64, probe: usize) -> usize {
        (hash as usize).wrapping_add(probe) % SLOTS
    }

    fn get(&self, hash: u64) -> Option<Numbers> {
        let mut slots = (0..PROBES).map(|probe| self.slots[Self::slot(hash, probe)]);
        slots.find(|slot| slot.0 == hash).map(|slot| slot.1)
    }

    fn set(&mut self, hash: u64, numbers: Numbers) {
        let own = (0..PROBES).find(|&probe| self.slots[Self::slot(hash, probe)].0 == hash);
        let probe = own.unwrap_or_else(|| Self::slot(hash.rotate_left(16), 0) % PROBES);
        self.slots[Self::slot(hash, probe)] = (hash, numbers);
    }
}

/// One question about an arena.
pub(super) struct Search<'a> {
    arena: &'a Arena,
    kos: Kos,
    found: &'a mut Found,
    /// How many more states it may look into.
    left: &'a mut usize,
    /// Whether it has met a ko.
    pub(super) met_ko: bool,
}

impl<'a> Search<'a> {
    pub(super) fn new(arena: &'a Arena, kos: Kos, found: &'a mut Found, left: &'a mut usize) -> Self {
        found.question += 1;
        Search { arena, kos, found, left, met_ko: false }
    }

    /// Whether the chain is taken if that side moves first; nothing if the answer was not found.
    pub(super) fn is_taken(&mut self, first: Color) -> Option<bool> {
        let state = State { stones: self.arena.stones, to_move: first, ko: 0, captures: 0 };
        let mut numbers = self.numbers(&state);
        while numbers.taken != 0 && numbers.stays != 0 && *self.left > 0 {
            numbers = self.look(&state, Numbers { taken: NEVER, stays: NEVER });
        }
        match numbers {
            Numbers { taken: 0, .. } => Some(true),
            Numbers { stays: 0, .. } => Some(false),
            _ => None,
        }
    }

    fn key(&self, state: &State) -> u64 {
        state.hash(self.found.question, self.arena.defender)
    }

    /// What is known of a state, or a guess.
    fn numbers(&mut self, state: &State) -> Numbers {
        let Arena { target, defender, .. } = *self.arena;
        if state.stones[defender] & target == 0 {
            return TAKEN;
        }
        if let Some(known) = self.found.get(self.key(state)) {
            return known;
        }
        let chain = state.chain(self.arena, target, defender);
        if chain & self.arena.beside_wall[defender] != 0 || state.captures > MAX_CAPTURES {
            return STAYS;
        }
        if state.to_move != defender
            && (state.has_large_eye(self.arena, chain, defender)
                || state.cannot_be_taken(self.arena, target, defender))
        {
            let key = self.key(state);
            self.found.set(key, STAYS);
            return STAYS;
        }
        let liberties = (self.arena.beside(chain) & state.empty(self.arena)).count_ones();
        Numbers { taken: liberties.max(1), stays: 1 }
    }

    /// The point that ko forbids.
    fn forbidden(&self, state: &State) -> Set {
        if self.kos == Kos::WonBy(state.to_move) { 0 } else { state.ko }
    }

    /// The states to which a move or a pass leads.
    fn next(&mut self, state: &State) -> Vec<State> {
        let forbidden = self.forbidden(state);
        self.met_ko |= state.ko != 0;
        let mut next: Vec<State> = state.moves(self.arena, forbidden).collect();
        // A chain is not lost if the stone that takes it is taken back at once, with as many stones or more in all.
        let Arena { target, defender, .. } = *self.arena;
        let (before, opponent) = (state.stones[defender], defender.opponent());
        next.retain(|after| {
            let taken = before & !after.stones[defender];
            let played = after.stones[opponent] & !state.stones[opponent];
            taken & target == 0
                || !after.moves(self.arena, after.ko).any(|answer| {
                    let lost = after.stones[opponent] & !answer.stones[opponent];
                    lost & played != 0 && lost.count_ones() >= taken.count_ones()
                })
        });
        // The attacker gains nothing by a pass but that ko forbids no move any more.
        if state.to_move == self.arena.defender || forbidden != 0 {
            next.push(state.pass());
        }
        next
    }

    /// Looks into a state until its numbers reach the limits.
    fn look(&mut self, state: &State, limits: Numbers) -> Numbers {
        *self.left = self.left.saturating_sub(1);
        let attacks = state.to_move != self.arena.defender;
        let next = self.next(state);
        let hash = self.key(state);
        loop {
            let mut best: Option<(usize, Numbers)> = None;
            let (mut second, mut most, mut open) = (NEVER, 0, 0);
            let own = |numbers: Numbers| if attacks { numbers.taken } else { numbers.stays };
            let others = |numbers: Numbers| if attacks { numbers.stays } else { numbers.taken };
            let mut won = false;
            for (index, child) in next.iter().enumerate() {
                let numbers = self.numbers(child);
                if own(numbers) == 0 {
                    won = true;
                    break;
                }
                if others(numbers) == 0 {
                    continue;
                }
                open += 1;
                most = most.max(others(numbers));
                match best {
                    Some((_, known)) if own(known) <= own(numbers) => second = second.min(own(numbers)),
                    _ => {
                        second = best.map_or(NEVER, |(_, known)| own(known));
                        best = Some((index, numbers));
                    }
                }
            }
            let made = |own: u32, others: u32| {
                if attacks {
                    Numbers { taken: own, stays: others }
                } else {
                    Numbers { taken: others, stays: own }
                }
            };
            let numbers = match best {
                _ if won => made(0, NEVER),
                None => made(NEVER, 0),
                Some((_, numbers)) => made(own(numbers), (most + open - 1).min(NEVER - 1)),
            };
            let reached = numbers.taken >= limits.taken || numbers.stays >= limits.stays;
            let Some((index, _)) = best.filter(|_| !won && !reached && *self.left > 0) else {
                self.found.set(hash, numbers);
                return numbers;
            };
            let own_limit = own(limits).min(second.saturating_add(1));
            let others_limit = others(limits).saturating_sub(open - 1);
            self.look(&next[index], made(own_limit, others_limit));
        }
    }
}
