//! How much of a processor's time, or of anything else that is counted afterwards, each of those has who are counted.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::share::{Share, UNDIVIDED};

/// A whole processor, as the parts of it are counted.
pub(crate) const WHOLE: u32 = 1_000;

/// From when on work may be done again for each client that had some.
#[derive(Debug)]
pub(crate) struct Pace<K> {
    per_mille: u32,
    at_once: Duration,
    longest: Duration,
    times: Mutex<HashMap<K, Instant>>,
}

impl<K: Hash + Eq> Pace<K> {
    /// The work of each client has so many thousandths of one processor's time, but for what may be done at once by one that
    /// has rested. Nobody rests for longer than the last of these.
    pub(crate) fn new(per_mille: u32, at_once: Duration, longest: Duration) -> Self {
        Self { per_mille: per_mille.max(1), at_once, longest, times: Mutex::default() }
    }

    /// How long it is until the work of so much time may be done again.
    fn of_work(&self, time: Duration) -> Duration {
        time.saturating_mul(WHOLE) / self.per_mille
    }

    /// How long the work of a client has to wait.
    pub(crate) fn rest(&self, whose: &K, now: Instant) -> Duration {
        let times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        times.get(whose).map_or(Duration::ZERO, |time| time.saturating_duration_since(now))
    }

    /// Counts the time that work took. What is done already can't be refused, so it makes the next rest longer. At one of several servers
    /// a part of the work may be done, by the second as well as at once.
    pub(crate) fn worked(&self, whose: K, time: Duration, now: Instant, share: &Share) {
        let time = time.saturating_mul(share.cost()) / UNDIVIDED;
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        let rested = now.checked_sub(self.of_work(self.at_once)).unwrap_or(now);
        let from = times.entry(whose).or_insert(rested);
        *from = ((*from).max(rested) + self.of_work(time)).min(now + self.longest);
    }

    /// Forgets clients that have rested.
    pub(crate) fn tidy(&self, now: Instant) {
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        times.retain(|_, time| *time > now);
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    const ONE: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
    const OTHER: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 2));

    #[test]
    fn whoever_has_a_fifth_rests_five_times_as_long() {
        let (second, alone) = (Duration::from_secs(1), Share::default());
        let (pace, start) = (Pace::new(200, second, 20 * second), Instant::now() + Duration::from_mins(1));
        assert_eq!(pace.rest(&ONE, start), Duration::ZERO);
        pace.worked(ONE, second, start, &alone);
        assert_eq!(pace.rest(&ONE, start), Duration::ZERO);
        pace.worked(ONE, second, start, &alone);
        pace.worked(ONE, second, start, &alone);
        assert_eq!(pace.rest(&ONE, start), 10 * second);
        assert_eq!(pace.rest(&OTHER, start), Duration::ZERO);
        assert_eq!(pace.rest(&ONE, start + 9 * second), second);
        pace.tidy(start + 9 * second);
        assert_eq!(pace.rest(&ONE, start + 9 * second), second);
        pace.tidy(start + 10 * second);
        assert!(pace.times.lock().unwrap().is_empty());
        pace.worked(ONE, 60 * second, start, &alone);
        assert_eq!(pace.rest(&ONE, start), 20 * second);
    }

    #[test]
    fn at_one_of_several_servers_everybody_rests_longer() {
        let (second, share) = (Duration::from_secs(1), Share::default());
        let start = Instant::now() + Duration::from_mins(1);
        let pace = Pace::new(200, 3 * second, 60 * second);
        share.set(3);
        // Two thirds of what may be had at once elsewhere.
        pace.worked(ONE, 2 * second, start, &share);
        assert_eq!(pace.rest(&ONE, start), Duration::ZERO);
        pace.worked(ONE, 2 * second, start, &share);
        assert_eq!(pace.rest(&ONE, start), 15 * second);
        // It is what work takes from now on that changes.
        share.set(1);
        assert_eq!(pace.rest(&ONE, start), 15 * second);
        pace.worked(ONE, 2 * second, start, &share);
        assert_eq!(pace.rest(&ONE, start), 25 * second);
    }
}
