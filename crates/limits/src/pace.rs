//! Budgets of a processor's time, or of anything else that comes back with time, for each of those who are
//! counted.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::share::{Share, UNDIVIDED};

/// A whole processor, as the parts of it are counted.
pub(crate) const WHOLE: u32 = 1_000;
/// All that may be done at once, in percent of it.
pub(crate) const WHOLE_SLACK: u32 = 100;

/// When each client that had some will have rested from all of it.
#[derive(Debug)]
pub(crate) struct Pace<K> {
    per_mille: u32,
    /// The rest after all that may be done at once.
    slack: Duration,
    longest: Duration,
    times: Mutex<HashMap<K, Instant>>,
}

/// Time that somebody wishes to take.
#[derive(Debug, Clone)]
pub(crate) struct Wish<K> {
    pub(crate) whose: K,
    pub(crate) time: Duration,
    /// The share of this one in what may be done at once, in percent.
    pub(crate) at_once: u32,
}

impl<K: Hash + Eq> Pace<K> {
    /// The work of each client has so many thousandths of one processor's time, but for what may be done at
    /// once by one that has rested. Nobody rests for longer than the last of these.
    pub(crate) fn new(per_mille: u32, at_once: Duration, longest: Duration) -> Self {
        let per_mille = per_mille.max(1);
        Self { per_mille, slack: of_work(at_once, per_mille), longest, times: Mutex::default() }
    }

    /// The wait before the work of a client.
    pub(crate) fn rest(&self, whose: &K, now: Instant) -> Duration {
        self.rest_with(whose, WHOLE_SLACK, now)
    }

    /// The same for a client that has so many percent of what may be done at once.
    pub(crate) fn rest_with(&self, whose: &K, at_once: u32, now: Instant) -> Duration {
        let times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        let free = now + self.slack_of(at_once);
        times.get(whose).map_or(Duration::ZERO, |time| time.saturating_duration_since(free))
    }

    /// Counts the time that work took. Work that is done already can't be refused, so it makes the next rest
    /// longer. At one of several servers a part of the work may be done, by the second as well as at once.
    pub(crate) fn worked(&self, whose: K, time: Duration, now: Instant, share: &Share) {
        let rest = self.rest_from(time, share);
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        let until = times.entry(whose).or_insert(now);
        *until = ((*until).max(now) + rest).min(now + self.slack + self.longest);
    }

    /// Takes so much time from each of these, if each has as much now, and otherwise nothing from any: then
    /// it says when they have. So much that nobody ever has it at once, or that it takes longer than the
    /// longest rest, counts as what there is.
    pub(crate) fn take(&self, wishes: &[Wish<K>], now: Instant, share: &Share) -> Result<(), Duration>
    where
        K: Clone,
    {
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        let until = |wish: &Wish<K>| {
            let from = times.get(&wish.whose).map_or(now, |time| (*time).max(now));
            from + self.rest_from(wish.time, share).min(self.longest).min(self.slack_of(wish.at_once))
        };
        let ends: Vec<Instant> = wishes.iter().map(until).collect();
        let left = |(wish, end): (&Wish<K>, &Instant)| {
            end.saturating_duration_since(now + self.slack_of(wish.at_once))
        };
        let rest = wishes.iter().zip(&ends).map(left).max().unwrap_or_default();
        if !rest.is_zero() {
            return Err(rest);
        }
        times.extend(wishes.iter().map(|wish| wish.whose.clone()).zip(ends));
        Ok(())
    }

    /// The rest after so many percent of what may be done at once.
    fn slack_of(&self, at_once: u32) -> Duration {
        self.slack.saturating_mul(at_once) / WHOLE_SLACK
    }

    /// The rest after work of so much time, at one of so many servers.
    fn rest_from(&self, time: Duration, share: &Share) -> Duration {
        of_work(time.saturating_mul(share.cost()) / UNDIVIDED, self.per_mille)
    }

    /// Forgets clients that have rested from everything.
    pub(crate) fn tidy(&self, now: Instant) {
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        times.retain(|_, time| *time > now);
    }
}

/// The time until the same work may be done again, if it has so many thousandths of a processor.
fn of_work(time: Duration, per_mille: u32) -> Duration {
    time.saturating_mul(WHOLE) / per_mille
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
        pace.worked(ONE, 60 * second, start, &alone);
        assert_eq!(pace.rest(&ONE, start), 20 * second);
    }

    #[test]
    fn nobody_is_forgotten_before_all_may_be_done_at_once_again() {
        let (second, alone) = (Duration::from_secs(1), Share::default());
        let (pace, start) = (Pace::new(200, second, 20 * second), Instant::now() + Duration::from_mins(1));
        pace.worked(ONE, second, start, &alone);
        pace.worked(OTHER, second / 2, start, &alone);
        for moment in [start, start + 4 * second] {
            pace.tidy(moment);
            assert_eq!(pace.rest(&ONE, moment), Duration::ZERO);
        }
        // A fifth of four seconds is had again, and a second at once would be one fifth too much.
        pace.worked(ONE, second, start + 4 * second, &alone);
        assert_eq!(pace.rest(&ONE, start + 4 * second), second);
        assert_eq!(pace.times.lock().unwrap().len(), 1, "the other one has rested from everything");
        pace.tidy(start + 10 * second);
        assert!(pace.times.lock().unwrap().is_empty());
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
