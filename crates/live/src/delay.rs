//! How far the spectators of a game are behind.

use tengen_game::{Event, Millis};
use tengen_store::GameRow;

/// How far the spectators of a game are behind, and from when on they see an event.
#[derive(Debug, Clone, Copy)]
pub struct Delay {
    /// In milliseconds; 0 if they see everything at once.
    millis: Millis,
    /// The number of the last event that they see at once all the same.
    at_once: u32,
}

impl Delay {
    /// That of a game.
    pub fn of(game: &GameRow) -> Self {
        // A new player at the board is no secret, unless that tells the end of the game before.
        Self { millis: game.settings.delay(), at_once: u32::from(game.rematch_of.is_none()) }
    }

    /// Whether spectators see an event at a moment. They do so from then on, and have seen all events before it.
    pub fn is_over(&self, event: &Event, now: Millis) -> bool {
        self.millis == 0 || event.seq <= self.at_once || self.until(event) <= now
    }

    /// The moment from which on spectators see an event, if it is not one that they see at once.
    pub fn until(&self, event: &Event) -> Millis {
        event.at + self.millis
    }
}
