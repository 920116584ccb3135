//! How many letters leave for all clients together.

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use crate::TooMany;
use crate::pace::{Pace, WHOLE};
use crate::share::Share;

const HOUR: Duration = Duration::from_hours(1);

/// The letters of one kind for all clients together.
#[derive(Debug)]
pub(crate) struct AllLetters {
    pause: Duration,
    left: Pace<()>,
}

impl AllLetters {
    /// So many an hour, all of which may leave at once.
    pub(crate) fn new(an_hour: NonZeroU32) -> Self {
        let pause = HOUR / an_hour.get();
        Self { pause, left: Pace::new(WHOLE, pause * (an_hour.get() - 1), HOUR) }
    }

    /// Whether another one may leave.
    pub(crate) fn room(&self) -> Result<(), TooMany> {
        let retry_after = self.left.rest(&(), Instant::now());
        if retry_after.is_zero() { Ok(()) } else { Err(TooMany { retry_after }) }
    }

    /// Counts one that leaves.
    pub(crate) fn count(&self, share: &Share) {
        self.left.worked((), self.pause, Instant::now(), share);
    }
}
