//! How fast long work is done for each client.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The work of one client has one part in so many of a processor's time,
const PART: u32 = 8;
/// but for so much of it, which may be done at once.
const AT_ONCE: Duration = Duration::from_secs(1);

/// From when on work may be done again for each client that had some.
#[derive(Debug, Default)]
pub(super) struct Pace(Mutex<HashMap<IpAddr, Instant>>);

impl Pace {
    /// How long the work of a client has to wait.
    pub(super) fn rest(&self, network: IpAddr, now: Instant) -> Duration {
        let times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        times.get(&network).map_or(Duration::ZERO, |time| time.saturating_duration_since(now))
    }

    /// Counts the time that work took. What is done already can't be refused, so it makes the next rest longer.
    pub(super) fn worked(&self, network: IpAddr, time: Duration, now: Instant) {
        let mut times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let rested = now.checked_sub(AT_ONCE * PART).unwrap_or(now);
        let from = times.entry(network).or_insert(rested);
        *from = (*from).max(rested) + time * PART;
    }

    /// Forgets clients that have rested.
    pub(super) fn tidy(&self, now: Instant) {
        let mut times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        times.retain(|_, time| *time > now);
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const ONE: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
    const OTHER: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 2));

    #[test]
    fn who_lets_work_long_rests_eight_times_as_long() {
        let (pace, start) = (Pace::default(), Instant::now() + Duration::from_mins(1));
        let second = Duration::from_secs(1);
        assert_eq!(pace.rest(ONE, start), Duration::ZERO);
        pace.worked(ONE, second, start);
        assert_eq!(pace.rest(ONE, start), Duration::ZERO);
        pace.worked(ONE, second, start);
        pace.worked(ONE, second, start);
        assert_eq!(pace.rest(ONE, start), 16 * second);
        assert_eq!(pace.rest(OTHER, start), Duration::ZERO);
        assert_eq!(pace.rest(ONE, start + 15 * second), second);
        pace.tidy(start + 15 * second);
        assert_eq!(pace.rest(ONE, start + 15 * second), second);
        pace.tidy(start + 16 * second);
        assert!(pace.0.lock().unwrap().is_empty());
    }
}
