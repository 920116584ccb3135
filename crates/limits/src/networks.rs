//! Budgets of clients that the networks around them share.
//!
//! Networks of IPv6 are cheap: whoever has one of 48 bits has 65,536 clients. So what a client uses up counts
//! for the networks around it, too, which have some times as much together ([`Widths`]). What a school needs
//! every second, such as requests and moves, counts for the client alone.
//!
//! One rule holds for all of it: what is refused takes nothing, neither from the client nor from any network
//! around it, whichever of them has no more. So a client can't use up what its neighbours have by what it is
//! refused, and they can't use up what it has itself.

use std::time::{Duration, Instant};

use crate::client::{Network, Size};
use crate::pace::{Pace, WHOLE_SLACK, Wish};
use crate::share::Share;
use crate::{Client, TooMany};

/// The use of these budgets, of each client for its household and for the networks around it.
#[derive(Debug)]
pub(crate) struct Networks {
    pace: Pace<Network>,
    widths: Widths,
}

/// The budget of all clients of a network together.
#[derive(Debug, Clone, Copy)]
struct Width {
    /// In the long run, in percent of what a household has.
    lasting: u32,
    /// The part of it that may be had at once, in percent: 100 leave a network that has so many times as much
    /// as many times what a household may have at once.
    at_once: u32,
}

/// The budgets of the networks around a household.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Widths {
    v4_of_24: Width,
    v6_of_56: Width,
    v6_of_48: Width,
}

impl Width {
    const HOUSEHOLD: Self = Self::times(1);

    const fn times(times: u32) -> Self {
        Self { lasting: times * 100, at_once: WHOLE_SLACK }
    }
}

impl Widths {
    /// For what the people of a school or an office do side by side.
    pub(crate) const WIDE: Self =
        Self { v4_of_24: Width::times(16), v6_of_56: Width::times(4), v6_of_48: Width::times(16) };
    /// For what strangers do and hardly anybody does twice, which is to come as a guest or to register:
    /// whoever has one household's network of IPv6 mostly has a whole /56 or /48, and that must not make a
    /// crowd of one person. A few neighbours come at once, and more of them little by little. The phones of a
    /// carrier, which have a /64 each out of one /48, wait for each other here, and nowhere else. A /24 of
    /// IPv4 has very many people behind each address.
    pub(crate) const NARROW: Self = Self {
        v4_of_24: Width::times(16),
        v6_of_56: Width { lasting: 150, at_once: 80 },
        v6_of_48: Width { lasting: 250, at_once: 50 },
    };

    fn of(self, network: Network) -> Width {
        match network.size {
            Size::Household => Width::HOUSEHOLD,
            Size::V4Of24 => self.v4_of_24,
            Size::V6Of56 => self.v6_of_56,
            Size::V6Of48 => self.v6_of_48,
        }
    }
}

impl Width {
    /// The share of a household's time in the budget of a network of this width.
    fn share_of(self, time: Duration) -> Duration {
        time.saturating_mul(100) / self.lasting
    }
}

impl Networks {
    /// Each household has so many thousandths of all time, but for what may be had at once by one that has
    /// rested. Nobody rests for longer than the last of these. A network around it has as much more of the
    /// first two as its width says.
    pub(crate) fn new(per_mille: u32, at_once: Duration, longest: Duration, widths: Widths) -> Self {
        Self { pace: Pace::new(per_mille, at_once, longest), widths }
    }

    /// Takes so much, if the client and all networks around it have it now.
    pub(crate) fn take(
        &self,
        client: Client,
        time: Duration,
        now: Instant,
        share: &Share,
    ) -> Result<(), TooMany> {
        let wish = |whose| {
            let width = self.widths.of(whose);
            Wish { whose, time: width.share_of(time), at_once: width.at_once }
        };
        let wishes: Vec<_> = of_all(client).map(wish).collect();
        self.pace.take(&wishes, now, share).map_err(|retry_after| TooMany { retry_after })
    }

    /// The wait of a client before work that is counted afterwards, because of itself or of a network around
    /// it.
    pub(crate) fn rest(&self, client: Client, now: Instant) -> Duration {
        let rest = |network| self.pace.rest_with(&network, self.widths.of(network).at_once, now);
        of_all(client).map(rest).max().unwrap_or_default()
    }

    /// Counts what was used up already and can't be refused any more. Of a household that has to rest itself
    /// by now the neighbours have enough: more of it counts for itself alone.
    pub(crate) fn used(&self, client: Client, time: Duration, now: Instant, share: &Share) {
        if self.pace.rest(&client.household(), now).is_zero() {
            for around in client.around() {
                let time = self.widths.of(around).share_of(time);
                self.pace.worked(around, time, now, share);
            }
        }
        self.pace.worked(client.household(), time, now, share);
    }

    /// Forgets those who have rested from everything.
    pub(crate) fn tidy(&self, now: Instant) {
        self.pace.tidy(now);
    }
}

/// The network of a household, and those around it.
pub(crate) fn of_all(client: Client) -> impl Iterator<Item = Network> {
    std::iter::once(client.household()).chain(client.around())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pace::WHOLE;

    const EACH: Duration = Duration::from_secs(1);
    /// The budget of a household at once.
    const AT_ONCE: u32 = 5;

    fn networks() -> Networks {
        Networks::new(WHOLE, AT_ONCE * EACH, Duration::from_mins(1), Widths::WIDE)
    }

    fn client(address: &str) -> Client {
        Client::new(address.parse().unwrap(), false)
    }

    /// The number of times that a client takes until it is refused.
    fn taken(networks: &Networks, address: &str, now: Instant) -> u32 {
        let once = || networks.take(client(address), EACH, now, &Share::default());
        (0..1_000).take_while(|_| once().is_ok()).map(|_| 1).sum()
    }

    #[test]
    fn whoever_is_refused_takes_nothing_from_the_neighbours() {
        let (networks, now) = (networks(), Instant::now());
        for _ in 0..10 {
            assert_eq!(taken(&networks, "2001:db8:1:2::1", now) % AT_ONCE, 0);
        }
        assert_eq!(taken(&networks, "2001:db8:1:3::1", now), AT_ONCE);
    }

    #[test]
    fn whoever_is_refused_for_the_sake_of_a_network_keeps_what_is_its_own() {
        for (neighbours, most) in [
            // Of one /56, and of one /48.
            ((0..256).map(|number| format!("2001:db8:1:2{number:02x}::1")).collect::<Vec<_>>(), 4),
            ((0..256).map(|number| format!("2001:db8:1:{number:x}00::1")).collect(), 16),
            ((0..256).map(|number| format!("192.0.2.{number}")).collect(), 16),
        ] {
            let (networks, now) = (networks(), Instant::now());
            let [others @ .., one] = neighbours.as_slice() else { panic!("there are neighbours") };
            let in_all: u32 = others.iter().map(|other| taken(&networks, other, now)).sum();
            assert_eq!(in_all, most * AT_ONCE);
            assert_eq!(taken(&networks, one, now), 0, "{one} is refused with its neighbours");
            // As soon as the widest network has a little again, all that the client has is there: it has paid
            // for nothing.
            assert_eq!(networks.pace.rest(&client(one).household(), now), Duration::ZERO);
            let later = now + AT_ONCE * EACH;
            assert_eq!(taken(&networks, one, later), AT_ONCE);
            // Neither has one network paid for what the other has refused.
            let in_all: u32 = others.iter().map(|other| taken(&networks, other, later)).sum();
            assert_eq!(in_all, (most - 1) * AT_ONCE);
        }
    }

    #[test]
    fn of_what_hardly_anybody_does_twice_neighbours_have_little_at_once_and_more_in_time() {
        const OF_ONE: u32 = 20;
        let whole = OF_ONE * EACH;
        for (prefix, at_once, in_time) in [("2001:db8:1:2", 24, 30), ("2001:db8:1:", 25, 50)] {
            let networks = Networks::new(WHOLE, whole, Duration::from_mins(1), Widths::NARROW);
            let start = Instant::now();
            // Each comes from a household of its own.
            let come = |number: u32, now| {
                let address = if prefix.ends_with(':') {
                    format!("{prefix}{:x}::1", 256 * number)
                } else {
                    format!("{prefix}{number:02x}::1")
                };
                networks.take(client(&address), EACH, now, &Share::default()).is_ok()
            };
            assert_eq!((0..30).filter(|number| come(*number, start)).count(), at_once, "{prefix}");
            // As long as a household takes until it has all of it again.
            let came = (1..=20 * 4).filter(|step| come(30 + step, start + EACH / 4 * *step)).count();
            assert_eq!(came, in_time, "{prefix}");
            assert!(networks.take(client("2001:db8:9::1"), EACH, start, &Share::default()).is_ok());
        }
    }

    #[test]
    fn at_one_of_several_servers_there_is_a_part_of_it() {
        let (networks, now, share) = (networks(), Instant::now(), Share::default());
        share.set(5);
        let once = || networks.take(client("2001:db8:1:2::1"), EACH, now, &share);
        assert_eq!((0..10).filter(|_| once().is_ok()).count(), 2);
        // However many there are, each lets one through.
        share.set(u32::MAX);
        assert!(networks.take(client("2001:db8:2:2::1"), EACH, now, &share).is_ok());
    }

    #[test]
    fn what_counts_afterwards_counts_for_wider_networks_less() {
        let (networks, now, alone) = (networks(), Instant::now(), Share::default());
        let rest = |address: &str| networks.rest(client(address), now);
        networks.used(client("2001:db8:1:200::1"), 30 * EACH, now, &alone);
        // Thirty seconds are a quarter of that for a /56, and a sixteenth for a /48.
        assert_eq!(rest("2001:db8:1:200::2"), 25 * EACH);
        assert_eq!(rest("2001:db8:1:201::1"), EACH * 5 / 2);
        assert_eq!(rest("2001:db8:1:300::1"), Duration::ZERO);
        networks.used(client("2001:db8:1:300::1"), 80 * EACH, now, &alone);
        assert_eq!(rest("2001:db8:1:400::1"), EACH * 15 / 8);
        // Those of whom enough is known are no longer their neighbours' matter.
        for _ in 0..100 {
            networks.used(client("2001:db8:1:300::1"), 80 * EACH, now, &alone);
        }
        assert_eq!(rest("2001:db8:1:400::1"), EACH * 15 / 8);
        assert_eq!(rest("2001:db8:2:1::1"), Duration::ZERO);
    }
}
