//! Limits of what is scarce: guests, letters and new connections.

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use crate::networks::{Networks, Widths};
use crate::pace::WHOLE;
use crate::share::Share;
use crate::{Client, TooMany};

/// A limit of each client, and of the networks around it.
#[derive(Debug)]
pub(crate) struct Scarce {
    /// The time after which a client may have one more.
    each: Duration,
    left: Networks,
}

impl Scarce {
    /// A limit by the second, of which so many seconds' worth may come at once. The people of a school do it
    /// side by side.
    pub(crate) fn per_second(limit: NonZeroU32, at_once: u32) -> Self {
        Self::new(limit, Duration::from_secs(1), at_once, Widths::WIDE)
    }

    /// A limit by the minute, all of which may come at once.
    pub(crate) fn per_minute(limit: NonZeroU32, widths: Widths) -> Self {
        Self::new(limit, Duration::from_mins(1), 1, widths)
    }

    /// A limit by the hour, all of which may come at once.
    pub(crate) fn per_hour(limit: NonZeroU32, widths: Widths) -> Self {
        Self::new(limit, Duration::from_hours(1), 1, widths)
    }

    /// A limit by some time, of which so many times' worth may come at once. However many servers there are,
    /// each lets one through in that time.
    fn new(limit: NonZeroU32, time: Duration, at_once: u32, widths: Widths) -> Self {
        Self { each: time / limit.get(), left: Networks::new(WHOLE, time * at_once.max(1), time, widths) }
    }

    /// Counts one.
    pub(crate) fn count(&self, client: Client, share: &Share) -> Result<(), TooMany> {
        self.count_at(client, Instant::now(), share)
    }

    /// Counts one that comes at this moment.
    fn count_at(&self, client: Client, now: Instant, share: &Share) -> Result<(), TooMany> {
        self.left.take(client, self.each, now, share)
    }

    /// Forgets those who have not asked for anything in a while.
    pub(crate) fn tidy(&self) {
        self.left.tidy(Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EACH: u32 = 8;

    fn number(number: u32) -> NonZeroU32 {
        NonZeroU32::new(number).unwrap()
    }

    fn client(address: &str) -> Client {
        Client::new(address.parse().unwrap(), false)
    }

    /// The number that is let through in one moment to so many clients, each of which asks until it is
    /// refused.
    fn let_through(scarce: &Scarce, clients: impl Iterator<Item = String>, share: &Share) -> usize {
        let now = Instant::now();
        let of_one = |address: String| {
            let client = client(&address);
            (0..1_000).take_while(|_| scarce.count_at(client, now, share).is_ok()).count()
        };
        clients.map(of_one).sum()
    }

    #[test]
    fn a_household_has_what_it_has_and_networks_around_it_more() {
        let (alone, each) = (Share::default(), usize::try_from(EACH).unwrap());
        let scarce = || Scarce::per_hour(number(EACH), Widths::NARROW);
        let one = || (0..2).map(|number| format!("2001:db8:1:2::{number}"));
        assert_eq!(let_through(&scarce(), one(), &alone), each);
        let neighbours = || (0..256).map(|number| format!("2001:db8:1:2{number:02x}::1"));
        assert_eq!(let_through(&scarce(), neighbours(), &alone), 9);
        let all = || (0..256).map(|number| format!("2001:db8:1:{number:x}00::1"));
        assert_eq!(let_through(&scarce(), all(), &alone), 10);
        let office = || (0..256).map(|number| format!("192.0.2.{number}"));
        assert_eq!(let_through(&scarce(), office(), &alone), 16 * each);
        let apart = || (0..256).map(|number| format!("2001:db8:{number:x}:1::1"));
        assert_eq!(let_through(&scarce(), apart(), &alone), 256 * each);
        // At one of several servers each has a part of it.
        let share = Share::default();
        share.set(5);
        assert_eq!(let_through(&scarce(), one(), &share), 3);
        assert_eq!(let_through(&scarce(), neighbours(), &share), 3);
        assert_eq!(let_through(&scarce(), all(), &share), 4);
        assert_eq!(let_through(&scarce(), office(), &share), 51);
    }

    #[test]
    fn connections_of_neighbours_arrive_side_by_side() {
        let scarce = || Scarce::per_second(number(EACH), 100);
        let neighbours = |step: u32| (0..256).map(move |number| format!("2001:db8:1:{:x}::1", step * number));
        for (step, times) in [(1, 4), (256, 16)] {
            let arrived = let_through(&scarce(), neighbours(step), &Share::default());
            assert_eq!(arrived, usize::try_from(EACH * 100 * times).unwrap());
        }
    }
}
