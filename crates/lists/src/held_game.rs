//! A game that goes on and keeps its positions to itself.

use std::collections::HashSet;

use tengen_game::{Event, Millis, Trail};
use tengen_live::Delay;
use tengen_rules::{Color, KeyedStones, PositionKey, Stones, Symmetries, Topology};
use tengen_store::GameRow;

/// From so many moves on each position is withheld, on boards of any size.
const ALWAYS_FROM: usize = 20;

/// A game whose players may have no estimates, as far as spectators have seen it and it was followed.
#[derive(Debug)]
pub(crate) struct HeldGame {
    trail: Trail,
    /// How far spectators are behind.
    delay: Delay,
    /// The number of the last event that was taken up.
    seq: u32,
    /// After how many moves the first position comes that is withheld.
    from: usize,
    /// The positions that the game has gone through, those that were taken back among them.
    keys: HashSet<PositionKey>,
}

impl HeldGame {
    /// A game before its first event. `None` if it withholds nothing.
    pub(crate) fn new(game: &GameRow) -> Option<Self> {
        let settings = &game.settings;
        // Whoever has both seats keeps nothing from an opponent.
        if settings.aids().estimate || settings.local() {
            return None;
        }
        let from = settings.topology().size().div_ceil(10).min(ALWAYS_FROM);
        // A game that begins in a position is as far on as that has stones or moves. That position itself was everybody's before, and others may
        // begin there, too.
        let from = match settings.beginning() {
            None => from,
            Some(beginning) => {
                let stones = beginning.game().board().stones();
                from.saturating_sub(beginning.moves().len().max(stones.iter().flatten().count())).max(1)
            }
        };
        let (trail, delay) = (Trail::new(settings), Delay::of(game));
        Some(Self { trail, delay, seq: 0, from, keys: HashSet::new() })
    }

    /// The number of the last event that was taken up.
    pub(crate) fn seq(&self) -> u32 {
        self.seq
    }

    /// Takes up the events that come next, as far as spectators see them by now. Answers when they see the next one, if there is one.
    pub(crate) fn follow(
        &mut self,
        events: &[Event],
        topology: &Topology,
        symmetries: &Symmetries,
        now: Millis,
    ) -> Option<Millis> {
        let mut keyed = KeyedStones::new(topology, symmetries);
        for event in events {
            if !self.delay.is_over(event, now) {
                return Some(self.delay.until(event));
            }
            self.trail.apply(event);
            self.seq = event.seq;
            // A pass may be the first move after which positions are withheld.
            if event.is_move() && self.trail.moves() >= self.from {
                keyed.show(self.trail.stones());
                self.keys.insert(key(&keyed));
            }
        }
        None
    }

    /// Whether the game has gone through one of these positions.
    pub(crate) fn holds(&self, keys: &[PositionKey]) -> bool {
        keys.iter().any(|key| self.keys.contains(key))
    }
}

/// The keys under which games hold a position, whoever is to move in it.
pub(crate) fn keys(stones: &Stones, topology: &Topology, symmetries: &Symmetries) -> [PositionKey; 2] {
    let mut keyed = KeyedStones::new(topology, symmetries);
    keyed.show(stones);
    // A position with the colours exchanged has the key of the other player's turn.
    [key(&keyed), keyed.position(Color::White).key]
}

/// The key under which a game holds its position, whoever is to move.
fn key(stones: &KeyedStones<'_>) -> PositionKey {
    stones.position(Color::Black).key
}
