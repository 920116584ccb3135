//! Limits of letters by the hour: of those to one address, and of those of all clients together.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use crate::TooMany;
use crate::pace::{Pace, WHOLE};
use crate::share::Share;

const HOUR: Duration = Duration::from_hours(1);

/// The letters of one kind, by whatever they are counted for.
#[derive(Debug)]
pub(crate) struct Letters<K> {
    pause: Duration,
    left: Pace<K>,
}

impl<K: Hash + Eq> Letters<K> {
    /// A limit by the hour, all of which may leave at once.
    pub(crate) fn new(an_hour: NonZeroU32) -> Self {
        let pause = HOUR / an_hour.get();
        Self { pause, left: Pace::new(WHOLE, pause * (an_hour.get() - 1), HOUR) }
    }

    /// Whether another one may leave.
    pub(crate) fn room(&self, whose: &K) -> Result<(), TooMany> {
        let retry_after = self.left.rest(whose, Instant::now());
        if retry_after.is_zero() { Ok(()) } else { Err(TooMany { retry_after }) }
    }

    /// Counts one that leaves.
    pub(crate) fn count(&self, whose: K, share: &Share) {
        self.left.worked(whose, self.pause, Instant::now(), share);
    }

    /// Forgets those for whom all may leave again.
    pub(crate) fn tidy(&self) {
        self.left.tidy(Instant::now());
    }
}
