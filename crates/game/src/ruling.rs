//! The rulings of the server's staff: a game is decided by them, or stands still for a while.
//!
//! The member of the staff is no part of the game: these events have no actor. A pause of the staff is for
//! the games by days of a player who may not play for some days. No player's budget pays for it, and every
//! time that runs in the game stands still until it is over, to the millisecond.

use tengen_rules::Color;

use crate::event::Outcome;
use crate::time_system::DAY;
use crate::{Event, EventKind, GameResult, Millis, Pace, Pause, Phase, Refusal, ResultBy, State};

/// The longest pause of the staff, from the moment of the ruling: a week, in milliseconds. A later end is cut
/// to it.
pub const STAFF_PAUSE_MOST: Millis = 7 * DAY;

/// A ruling of the staff in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ruling {
    /// The game is over: this colour has won, or there is no result.
    Adjudicate(Option<Color>),
    /// The game stands still.
    Pause {
        /// Until when.
        until: Millis,
    },
    /// The pause of the staff is over before its time.
    Unpause,
}

impl Ruling {
    /// A name for logs and traces.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Adjudicate(_) => "adjudicate",
            Self::Pause { .. } => "pause",
            Self::Unpause => "unpause",
        }
    }
}

impl State {
    /// The event to which a ruling of the staff leads at this moment, or the reason for which it is refused.
    /// Changes nothing.
    ///
    /// A pause of the staff ends that of a player, and one that ends later takes the place of one of the
    /// staff that lasts.
    ///
    /// # Errors
    ///
    /// The first of these [refusals](Refusal) that applies:
    ///
    /// - `WrongPhase`, before play and after the end.
    /// - `Paused`, when a pause of the staff lasts that ends no sooner.
    /// - `NotPaused`, when no pause of the staff is to be ended.
    /// - `TimeIsUp`, when the flag of a player is about to fall: nothing is saved by a pause then.
    /// - `NothingToPause`, in a game which both play at one sitting or that began without a clock, and when
    ///   the pause would be over before it begins.
    pub fn rule(&self, ruling: Ruling, at: Millis) -> Result<Event, Refusal> {
        // Clocks of machines step back; the log of a game does not.
        let at = at.max(self.at);
        if !matches!(self.phase, Phase::Playing | Phase::Scoring) {
            return Err(Refusal::WrongPhase(self.phase));
        }
        let (kind, result) = match ruling {
            Ruling::Adjudicate(winner) => {
                let result = GameResult { winner, by: ResultBy::Adjudication, margin: None };
                (EventKind::Adjudicated, Some(result))
            }
            Ruling::Pause { until } => self.decide_staff_pause(until, at)?,
            Ruling::Unpause => {
                self.staff_pause().ok_or(Refusal::NotPaused)?;
                (EventKind::Unpaused { color: None }, None)
            }
        };
        Ok(Event { seq: self.seq + 1, at, actor: None, command: None, kind, result })
    }

    fn decide_staff_pause(&self, until: Millis, at: Millis) -> Result<Outcome, Refusal> {
        let until = until.min(at.saturating_add(STAFF_PAUSE_MOST));
        if self.staff_pause().is_some_and(|pause| until <= pause.until) {
            return Err(Refusal::Paused);
        }
        self.in_time(at)?;
        if self.settings.patience().pace != Pace::Correspondence || until <= at {
            return Err(Refusal::NothingToPause);
        }
        Ok((EventKind::Paused { color: None, until: Some(until) }, None))
    }

    /// The pause, if it is one of the staff.
    pub(crate) fn staff_pause(&self) -> Option<&Pause> {
        self.pause.as_ref().filter(|pause| pause.color.is_none())
    }

    /// When the times of the game go on: now, or after the pause of the staff.
    pub(crate) fn time_goes_on_at(&self, at: Millis) -> Millis {
        self.staff_pause().map_or(at, |pause| pause.until)
    }

    /// Stops all times of the game. The deadlines show the moments at which they come if the pause lasts to
    /// its end.
    pub(crate) fn begin_staff_pause(&mut self, at: Millis, until: Millis) {
        let (since, goes_on) = match self.pause {
            Some(Pause { color: None, since, until }) => (since, until),
            Some(Pause { color: Some(color), since, .. }) => {
                self.pauses_left[color].spend(at - since);
                (at, at)
            }
            None => (at, at),
        };
        if let Some(clock) = &mut self.clock {
            clock.stop(at);
        }
        self.pause = Some(Pause { color: None, since, until });
        self.put_deadlines_off(until - goes_on);
    }

    /// Lets all times of the game go on from where they stood, whenever the pause was meant to end.
    pub(crate) fn end_staff_pause(&mut self, until: Millis, at: Millis) {
        self.put_deadlines_off(at - until);
    }

    /// Moves the deadlines that are no player's time.
    fn put_deadlines_off(&mut self, millis: Millis) {
        self.first_move_by = self.first_move_by.saturating_add(millis);
        if let Some(agreement) = &mut self.agreement {
            agreement.deadline = agreement.deadline.saturating_add(millis);
        }
    }
}
