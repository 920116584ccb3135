//! The letters that wait, in the order in which they are due.

use std::collections::BTreeMap;

use backon::ExponentialBackoff;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::Instant;

use crate::letter::Written;

/// A letter that waits.
pub(crate) struct Waiting {
    /// The letter.
    pub letter: Written,
    /// When it is given up.
    pub until: Instant,
    /// The pauses after its attempts.
    pub pauses: ExponentialBackoff,
    /// Its place among those that may wait at a time.
    #[allow(dead_code, reason = "it is given back when the letter goes")]
    pub place: OwnedSemaphorePermit,
}

/// The letters that wait. Those of one moment are due in the order in which they came.
#[derive(Default)]
pub(crate) struct Queue {
    letters: BTreeMap<Due, Waiting>,
    next: u64,
}

/// When a letter is due, and its number.
pub(crate) type Due = (Instant, u64);

impl Queue {
    /// Lets a letter wait until a moment.
    pub(crate) fn put(&mut self, due: Instant, letter: Waiting) {
        self.letters.insert((due, self.next), letter);
        self.next += 1;
    }

    /// The letter that is due first.
    pub(crate) fn first(&self) -> Option<(Due, &Waiting)> {
        self.letters.first_key_value().map(|(due, letter)| (*due, letter))
    }

    /// Takes a letter out.
    pub(crate) fn take(&mut self, due: Due) -> Option<Waiting> {
        self.letters.remove(&due)
    }

    /// Takes out the letters that have waited too long.
    pub(crate) fn give_up(&mut self, now: Instant) -> Vec<Waiting> {
        self.letters.extract_if(.., |_, letter| letter.until <= now).map(|(_, letter)| letter).collect()
    }

    /// Makes all letters due now.
    pub(crate) fn hurry(&mut self, now: Instant) {
        for (_, letter) in std::mem::take(&mut self.letters) {
            self.put(now, letter);
        }
    }

    /// Takes out all letters.
    pub(crate) fn clear(&mut self) -> Vec<Waiting> {
        std::mem::take(&mut self.letters).into_values().collect()
    }
}
