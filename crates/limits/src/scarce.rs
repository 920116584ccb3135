//! Limits of what is scarce: guests, letters and new connections.
//!
//! Networks of IPv6 are cheap: whoever has one of 48 bits has 65,536 clients. So what a client asks for counts for the networks around it as
//! well, which have some times as much together. What a school needs every second, such as requests and moves, counts for the client alone.

use std::net::IpAddr;
use std::num::NonZeroU32;

use crate::client::{Around, WIDEST};
use crate::rate::{Rate, of_factor};
use crate::share::Share;
use crate::{Client, TooMany};

/// A limit of each client, and of the networks around it.
#[derive(Debug)]
pub(crate) struct Scarce {
    own: Rate<IpAddr>,
    /// As wide as for the widest of them; of the others each takes more.
    around: Rate<Around>,
}

impl Scarce {
    /// So many a second, of which so many seconds' worth may come at once.
    pub(crate) fn per_second(limit: NonZeroU32, at_once: u32) -> Self {
        let around = Rate::per_second(of_factor(limit, WIDEST), at_once);
        Self { own: Rate::per_second(limit, at_once), around }
    }

    /// So many a minute, all of which may come at once.
    pub(crate) fn per_minute(limit: NonZeroU32) -> Self {
        Self { own: Rate::per_minute(limit), around: Rate::per_minute(of_factor(limit, WIDEST)) }
    }

    /// So many an hour, all of which may come at once.
    pub(crate) fn per_hour(limit: NonZeroU32) -> Self {
        Self { own: Rate::per_hour(limit), around: Rate::per_hour(of_factor(limit, WIDEST)) }
    }

    /// Counts one. What is refused to a client takes nothing from the networks around it, so a single one can't use up what its neighbours have.
    pub(crate) fn count(&self, client: Client, share: &Share) -> Result<(), TooMany> {
        self.own.count(&client.network, NonZeroU32::MIN, share)?;
        for around in client.around() {
            self.around.count(&around, of_factor(NonZeroU32::MIN, WIDEST / around.times), share)?;
        }
        Ok(())
    }

    /// Forgets those who have not asked for anything in a while.
    pub(crate) fn tidy(&self) {
        self.own.tidy();
        self.around.tidy();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EACH: u32 = 5;

    fn number(number: u32) -> NonZeroU32 {
        NonZeroU32::new(number).unwrap()
    }

    fn client(address: &str) -> Client {
        Client::new(address.parse().unwrap(), false)
    }

    /// How many are let through to so many clients, each of which asks until it is refused.
    fn let_through(scarce: &Scarce, clients: impl Iterator<Item = String>, share: &Share) -> usize {
        let of_one = |address: String| {
            let client = client(&address);
            (0..1_000).take_while(|_| scarce.count(client, share).is_ok()).count()
        };
        clients.map(of_one).sum()
    }

    #[test]
    fn a_household_has_what_it_has_and_networks_around_it_some_times_as_much() {
        let (alone, each) = (Share::default(), usize::try_from(EACH).unwrap());
        let scarce = || Scarce::per_hour(number(EACH));
        let one = || (0..2).map(|number| format!("2001:db8:1:2::{number}"));
        assert_eq!(let_through(&scarce(), one(), &alone), each);
        let neighbours = || (0..256).map(|number| format!("2001:db8:1:2{number:02x}::1"));
        assert_eq!(let_through(&scarce(), neighbours(), &alone), 4 * each);
        let all = || (0..256).map(|number| format!("2001:db8:1:{number:x}00::1"));
        assert_eq!(let_through(&scarce(), all(), &alone), 16 * each);
        let office = || (0..256).map(|number| format!("192.0.2.{number}"));
        assert_eq!(let_through(&scarce(), office(), &alone), 16 * each);
        let apart = || (0..256).map(|number| format!("2001:db8:{number:x}:1::1"));
        assert_eq!(let_through(&scarce(), apart(), &alone), 256 * each);
        // At one of several servers each has a part of it.
        let share = Share::default();
        share.set(5);
        assert_eq!(let_through(&scarce(), one(), &share), 2);
        assert_eq!(let_through(&scarce(), neighbours(), &share), 8);
        assert_eq!(let_through(&scarce(), all(), &share), 32);
    }

    #[test]
    fn whoever_is_refused_takes_nothing_from_the_neighbours() {
        let (scarce, alone) = (Scarce::per_hour(number(EACH)), Share::default());
        for _ in 0..1_000 {
            let _ = scarce.count(client("2001:db8:1:2::1"), &alone);
        }
        assert_eq!(let_through(&scarce, ["2001:db8:1:3::1".to_owned()].into_iter(), &alone), 5);
    }
}
