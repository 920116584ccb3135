//! The time that a room waits: for the next request, and for the database after a failure.

use std::time::Duration;

use tengen_clock::Clock;
use tokio::time::Instant;

/// How long a room without subscribers waits for the next request before it closes.
const IDLE: Duration = Duration::from_mins(1);
/// How long a room waits after the database failed, before it lets time pass again.
const AGAIN: Duration = Duration::from_secs(1);

/// How long a room has been of no use, and how long it holds still.
pub(super) struct Timer {
    clock: Clock,
    used_at: Instant,
    visits: Visits,
    /// The room lets no time pass before this moment, because the database was away.
    not_before: Option<Instant>,
}

/// The visits to the game since its room was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Visits {
    None,
    /// Only the watch over deadlines. Then there is nothing to wait for: when ten thousand games come due at once, ten
    /// thousand rooms would.
    Watch,
    /// Somebody else.
    Guest,
}

impl Timer {
    /// A room that opens now.
    pub(super) fn new(clock: Clock) -> Self {
        Self { used_at: clock.instant(), clock, visits: Visits::None, not_before: None }
    }

    /// Takes note of a request.
    pub(super) fn used(&mut self) {
        self.used_at = self.clock.instant();
    }

    /// Takes note of somebody who visits the game.
    pub(super) fn visited(&mut self) {
        self.visits = Visits::Guest;
    }

    /// Takes note of a look at the game that is no visit.
    pub(super) fn looked_at(&mut self) {
        if self.visits == Visits::None {
            self.visits = Visits::Watch;
        }
    }

    /// Takes note that a visitor was turned away, so that there is nobody to wait for.
    pub(super) fn turned_away(&mut self) {
        self.visits = Visits::Watch;
    }

    /// Until when the room waits for the next request.
    pub(super) fn idle_at(&self) -> Instant {
        if self.visits == Visits::Watch { self.used_at } else { self.used_at + IDLE }
    }

    /// Until when the room lets no time pass, if it holds still.
    pub(super) fn held_until(&self) -> Option<Instant> {
        self.not_before
    }

    /// Lets no time pass for a moment, and then reads the log again if that is needed.
    pub(super) fn try_again_later(&mut self) {
        self.not_before = Some(self.clock.instant() + AGAIN);
    }

    /// Lets time pass again.
    pub(super) fn go_on(&mut self) {
        self.not_before = None;
    }
}
