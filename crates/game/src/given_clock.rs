//! The clock that a game without one gets, so that nobody waits for a move for ever.

use crate::actor::Actor;
use crate::event::Outcome;
use crate::time_system::MINUTE;
use crate::{Clock, EventKind, Millis, Patience, Phase, Refusal, State, TimeSystem};

/// The time without a move in a game without a clock, in milliseconds, after which either player may give it
/// one.
pub const NO_MOVE_BEFORE_CLOCK: Millis = 15 * MINUTE;

impl Clock {
    /// The clock of a game that began without one: so much for each move.
    pub(crate) fn given(patience: &Patience) -> Self {
        Self::new(TimeSystem::Simple { period: patience.resumed })
    }
}

impl State {
    /// From when on either player may give the game a clock. `None` if the game has a clock, or if it is not
    /// in play.
    ///
    /// The wait begins anew with each change of the position. Time without a server does not count.
    pub fn clock_givable_at(&self) -> Option<Millis> {
        let without = self.phase == Phase::Playing && self.clock.is_none();
        without.then(|| self.moved_at.saturating_add(NO_MOVE_BEFORE_CLOCK))
    }

    /// Gives a game without a clock one. Either player may, on either's turn.
    pub(crate) fn decide_give_clock(&self, actor: Actor, at: Millis) -> Result<Outcome, Refusal> {
        let color = self.seat(actor)?;
        if self.phase != Phase::Playing {
            return Err(Refusal::WrongPhase(self.phase));
        }
        let givable_at = self.clock_givable_at().ok_or(Refusal::HasClock)?;
        if at < givable_at {
            return Err(Refusal::ClockTooSoon { givable_at });
        }
        Ok((EventKind::ClockGiven { color }, None))
    }
}
