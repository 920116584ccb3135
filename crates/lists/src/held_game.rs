//! A game that goes on and keeps its positions to itself.

use std::collections::VecDeque;

use tengen_fence::{Path, Sought};
use tengen_game::{Event, EventKind, Millis, Trail};
use tengen_live::Delay;
use tengen_rules::{Move, Topology};
use tengen_store::GameRow;

/// A game whose players may have no estimates, as far as it was followed.
#[derive(Debug)]
pub(crate) struct HeldGame {
    trail: Trail,
    path: Path,
    /// How far spectators are behind.
    delay: Delay,
    /// The steps of the path that spectators have seen.
    seen: usize,
    /// From when on they see more, and how many steps then.
    unseen: VecDeque<(Millis, usize)>,
    /// Whether only those know of it who have its address.
    is_private: bool,
    /// The number of the last event that was taken up.
    seq: u32,
}

impl HeldGame {
    /// A game before its first event. `None` if it withholds nothing.
    pub(crate) fn new(game: &GameRow) -> Option<Self> {
        let settings = &game.settings;
        // Whoever has both seats keeps nothing from an opponent.
        if settings.aids().estimate || settings.local() {
            return None;
        }
        let trail = Trail::new(settings);
        let first = trail.stones().clone();
        let path = match settings.beginning() {
            None => Path::new(first),
            Some(beginning) => {
                let set = beginning.moves().iter().filter(|(_, made)| *made != Move::Pass).count();
                Path::begun_in(first, set)
            }
        };
        Some(Self {
            trail,
            path,
            delay: Delay::of(game),
            seen: 0,
            unseen: VecDeque::new(),
            is_private: settings.private(),
            seq: 0,
        })
    }

    /// The number of the last event that was taken up.
    pub(crate) fn seq(&self) -> u32 {
        self.seq
    }

    /// Whether only those know of it who have its address.
    pub(crate) fn is_private(&self) -> bool {
        self.is_private
    }

    /// Takes up the events that come next.
    pub(crate) fn follow(&mut self, events: &[Event], now: Millis) {
        for event in events {
            self.trail.apply(event);
            self.seq = event.seq;
            if event.is_move() {
                self.path.note(self.trail.stones(), Some(self.trail.stones_set()));
            } else if matches!(event.kind, EventKind::UndoAccepted { .. }) {
                // The position was there before.
                self.path.note(self.trail.stones(), None);
            } else {
                continue;
            }
            if self.delay.is_over(event, now) {
                self.seen = self.path.steps();
                // Whoever sees this event has seen all before it.
                self.unseen.clear();
            } else {
                self.unseen.push_back((self.delay.until(event), self.path.steps()));
            }
        }
    }

    /// Whether everybody is refused a position: the game was in it, or near it, as far as spectators see it now.
    pub(crate) fn is_near(&mut self, sought: &Sought, board: &Topology, now: Millis) -> bool {
        while let Some((_, seen)) = self.unseen.pop_front_if(|(until, _)| *until <= now) {
            self.seen = seen;
        }
        self.path.is_near(sought, board, self.seen)
    }

    /// Whether its own players are refused a position, who see all of the game.
    pub(crate) fn is_near_or_like(&self, sought: &Sought, board: &Topology) -> bool {
        self.path.is_like(sought, board) || self.path.is_near(sought, board, self.path.steps())
    }
}
