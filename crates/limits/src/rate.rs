//! Limits by the second, the minute or the hour for each of those who are counted.

use std::hash::Hash;
use std::num::NonZeroU32;

use governor::clock::{Clock, DefaultClock, QuantaInstant};
use governor::{DefaultKeyedRateLimiter, NotUntil, Quota, RateLimiter};

use crate::TooMany;
use crate::share::{Share, UNDIVIDED};

/// A limit by the second, the minute or the hour.
///
/// Its buckets stay as they are when servers come or go, and what is counted takes more or less of them. So
/// nobody gains a full bucket by that, and a bucket that was full is a smaller one that is full.
#[derive(Debug)]
pub(crate) struct Rate<K: Hash + Eq + Clone> {
    limiter: DefaultKeyedRateLimiter<K>,
    /// The room of an empty bucket.
    size: u32,
    /// The highest price of one, so that the least limit lets one through in its time at least.
    dearest: u32,
}

impl<K: Hash + Eq + Clone> Rate<K> {
    /// A limit by the second, of which so many seconds' worth may come at once.
    pub(crate) fn per_second(limit: NonZeroU32, at_once: u32) -> Self {
        Self::new(limit, Quota::per_second, at_once)
    }

    /// A limit by the minute, all of which may come at once.
    pub(crate) fn per_minute(limit: NonZeroU32) -> Self {
        Self::new(limit, Quota::per_minute, 1)
    }

    /// A limit by the hour, all of which may come at once.
    pub(crate) fn per_hour(limit: NonZeroU32) -> Self {
        Self::new(limit, Quota::per_hour, 1)
    }

    fn new(limit: NonZeroU32, quota: fn(NonZeroU32) -> Quota, at_once: u32) -> Self {
        let dearest = of_factor(limit, UNDIVIDED);
        let size = of_factor(dearest, at_once);
        let limiter = RateLimiter::keyed(quota(dearest).allow_burst(size));
        Self { limiter, size: size.get(), dearest: dearest.get() }
    }

    /// Counts so many for a client or player. So many that even an empty bucket has no room for them count as
    /// a full one.
    pub(crate) fn count(&self, key: &K, count: NonZeroU32, share: &Share) -> Result<(), TooMany> {
        let each = share.cost().min(self.dearest);
        let cost = count.saturating_mul(NonZeroU32::new(each).unwrap_or(NonZeroU32::MIN));
        let cost = cost.min(NonZeroU32::new(self.size).unwrap_or(NonZeroU32::MIN));
        let outcome = self.limiter.check_key_n(key, cost).map_err(|_| TooMany::FOR_A_MOMENT)?;
        check(self.limiter.clock(), outcome)
    }

    /// The clock by which it counts.
    pub(crate) fn clock(&self) -> &DefaultClock {
        self.limiter.clock()
    }

    /// Forgets those who have not asked for anything in a while.
    pub(crate) fn tidy(&self) {
        self.limiter.retain_recent();
    }
}

/// The answer of a limiter, with the time after which it may be asked again.
pub(crate) fn check<T>(
    clock: &DefaultClock,
    outcome: Result<T, NotUntil<QuantaInstant>>,
) -> Result<(), TooMany> {
    outcome.map(|_| ()).map_err(|not_until| TooMany { retry_after: not_until.wait_time_from(clock.now()) })
}

/// A limit so many times as wide.
pub(crate) fn of_factor(limit: NonZeroU32, factor: u32) -> NonZeroU32 {
    limit.saturating_mul(NonZeroU32::MIN.saturating_add(factor.saturating_sub(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(number: u32) -> NonZeroU32 {
        NonZeroU32::new(number).unwrap()
    }

    /// The number that is let through at once. An hour's worth, so that the time of the test adds none.
    fn passes(rate: &Rate<u8>, share: &Share) -> u32 {
        u32::try_from((0..1_000).take_while(|_| rate.count(&1, number(1), share).is_ok()).count()).unwrap()
    }

    #[test]
    fn each_of_several_servers_lets_a_part_through() {
        for (servers, passed) in [(1, 12), (2, 12), (3, 8), (10, 2), (24, 1), (1_000, 1)] {
            let (rate, share) = (Rate::per_hour(number(12)), Share::default());
            share.set(servers);
            assert_eq!(passes(&rate, &share), passed, "{servers} servers");
        }
    }

    #[test]
    fn the_wait_is_longer_where_less_is_let_through() {
        let wait = |servers| {
            let (rate, share) = (Rate::per_hour(number(12)), Share::default());
            share.set(servers);
            passes(&rate, &share);
            let next = rate.count(&1, number(1), &share).unwrap_err().retry_after.as_secs();
            // Parts of a count that are left in the bucket shorten it.
            (next / 10 + 1) * 10
        };
        assert_eq!([1, 2, 3, 4, 12].map(wait), [300, 300, 450, 600, 1_800]);
    }

    #[test]
    fn a_bucket_shrinks_and_grows_with_what_is_in_it() {
        let (rate, share) = (Rate::per_hour(number(12)), Share::default());
        for _ in 0..6 {
            rate.count(&1, number(1), &share).unwrap();
        }
        // Half of it was left, and is half of a smaller one.
        share.set(3);
        rate.count(&1, number(2), &share).unwrap();
        share.set(1);
        assert_eq!(passes(&rate, &share), 3);
        // An empty one stays empty.
        for servers in [10, 1] {
            share.set(servers);
            assert_eq!(passes(&rate, &share), 0);
        }
        assert!(rate.count(&2, number(12), &share).is_ok(), "that is somebody else's");
    }

    #[test]
    fn one_of_any_size_is_let_through() {
        let (rate, share) = (Rate::per_hour(number(1_024)), Share::default());
        share.set(3);
        assert!(rate.count(&1, number(1_024), &share).is_ok());
        assert!(rate.count(&1, number(1), &share).is_err());
        share.set(u32::MAX);
        assert!(rate.count(&2, number(u32::MAX), &share).is_ok());
    }
}
