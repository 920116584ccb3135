//! Pauses: the clock stands still, within a player's budget or for the time that the staff has ruled, and
//! nothing comes back that was spent.

use tengen_rules::Color;

use crate::Millis;
use crate::time_system::PAUSES_EACH;

/// A game that stands still.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pause {
    /// The player who has paused it; nobody if it was the server's staff.
    pub color: Option<Color>,
    /// Since when.
    pub since: Millis,
    /// When the budget is used up, or the time of the staff's ruling is over, and the clock runs again.
    pub until: Millis,
}

/// The pauses that a player has left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PauseBudget {
    /// The time in all.
    pub millis: Millis,
    /// The number of pauses.
    pub times: u8,
}

impl PauseBudget {
    pub(crate) fn new(millis: Millis) -> Self {
        Self { millis, times: if millis > 0 { PAUSES_EACH } else { 0 } }
    }

    pub(crate) fn spend(&mut self, millis: Millis) {
        self.millis = (self.millis - millis).max(0);
    }

    pub(crate) fn is_empty(self) -> bool {
        self.millis == 0 || self.times == 0
    }
}
