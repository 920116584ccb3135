//! Limits of wrong guesses at passwords and codes.
//!
//! Guessing is slowed down: an account rests for minutes at most, and only for strangers. A device on which
//! its member has signed in before has a budget of its own, so that strangers who guess at an account don't
//! keep its member out there. On a new device the member may have to wait among them, or comes in by a link:
//! from a device that is at home, or by mail. Right passwords cost nothing, for a school may sign in behind
//! one address within a minute.

use std::hash::Hash;
use std::time::{Duration, Instant};

use crate::Client;
use crate::client::Network;
use crate::networks::{Networks, Widths};
use crate::pace::{Pace, WHOLE};
use crate::share::Share;

/// The budget of whatever guesses are counted for: so many at once, then one after each pause, and never a
/// rest longer than that.
struct Budget {
    at_once: u32,
    pause: Duration,
    longest: Duration,
}

const ADDRESS: Budget =
    Budget { at_once: 30, pause: Duration::from_secs(10), longest: Duration::from_mins(10) };
const ACCOUNT: Budget =
    Budget { at_once: 10, pause: Duration::from_secs(30), longest: Duration::from_mins(5) };
const DEVICE: Budget =
    Budget { at_once: 10, pause: Duration::from_secs(20), longest: Duration::from_mins(5) };
/// Short codes of cards, from everybody together: whoever guesses one guesses at all cards at once, from as
/// many addresses as one has. So many at once are the slips of some classes, and the 28,800 of a day
/// afterwards are a 38-millionth of all codes.
const CODES: Budget = Budget { at_once: 300, pause: Duration::from_secs(3), longest: Duration::from_mins(5) };
/// Of these a network around an address has a third: whoever has one of these alone keeps no others out.
const CODES_AROUND: Budget =
    Budget { at_once: 100, pause: Duration::from_secs(9), longest: Duration::from_mins(5) };

/// A password or a code that is to be looked at.
#[derive(Debug, Clone, Copy)]
pub struct Guess<'g> {
    /// The account, by any text that stands for it alone; also if there is no such account.
    pub account: &'g str,
    /// The device, by any text that stands for it alone, if the member has signed in on it before.
    pub device: Option<&'g str>,
}

/// The guesses of late.
#[derive(Debug)]
pub(crate) struct Guesses {
    addresses: Networks,
    accounts: Pace<String>,
    devices: Pace<(String, String)>,
    codes: Pace<()>,
    /// Slips are usual where codes are typed: they keep neither passwords nor the pictures of cards out.
    codes_of_addresses: Pace<Network>,
    codes_around: Pace<Network>,
}

impl Default for Guesses {
    fn default() -> Self {
        Self {
            addresses: ADDRESS.networks(),
            accounts: ACCOUNT.pace(),
            devices: DEVICE.pace(),
            codes: CODES.pace(),
            codes_of_addresses: ADDRESS.pace(),
            codes_around: CODES_AROUND.pace(),
        }
    }
}

impl Budget {
    /// A guess works on a whole processor, as long as its pause.
    fn pace<K: Hash + Eq>(&self) -> Pace<K> {
        Pace::new(WHOLE, self.pause * self.at_once, self.longest)
    }

    /// The same for households and the networks around them.
    fn networks(&self) -> Networks {
        Networks::new(WHOLE, self.pause * self.at_once, self.longest, Widths::WIDE)
    }
}

impl Guesses {
    /// The wait before the guess.
    pub(crate) fn rest(&self, client: Client, guess: Guess<'_>, now: Instant) -> Duration {
        let own = match guess.device {
            Some(device) => self.devices.rest(&(guess.account.to_owned(), device.to_owned()), now),
            None => self.accounts.rest(&guess.account.to_owned(), now),
        };
        self.rest_of_address(client, now).max(own)
    }

    /// The wait before a guess at a short code.
    pub(crate) fn rest_of_code(&self, client: Client, now: Instant) -> Duration {
        let of_all = self.codes.rest(&(), now);
        if client.is_near() {
            return of_all;
        }
        let of_address = self.codes_of_addresses.rest(&client.household(), now);
        let around = client.around().map(|network| self.codes_around.rest(&network, now)).max();
        of_all.max(of_address).max(around.unwrap_or_default())
    }

    fn rest_of_address(&self, client: Client, now: Instant) -> Duration {
        if client.is_near() { Duration::ZERO } else { self.addresses.rest(client, now) }
    }

    /// Forgets those who have rested.
    pub(crate) fn tidy(&self, now: Instant) {
        self.addresses.tidy(now);
        self.accounts.tidy(now);
        self.devices.tidy(now);
        self.codes.tidy(now);
        self.codes_of_addresses.tidy(now);
        self.codes_around.tidy(now);
    }
}

impl Guesses {
    /// Counts a wrong guess.
    pub(crate) fn wrong(&self, client: Client, guess: Guess<'_>, now: Instant, share: &Share) {
        self.wrong_of_address(client, now, share);
        match guess.device {
            Some(device) => {
                let device = (guess.account.to_owned(), device.to_owned());
                self.devices.worked(device, DEVICE.pause, now, share);
            }
            None => self.accounts.worked(guess.account.to_owned(), ACCOUNT.pause, now, share),
        }
    }

    /// Counts a wrong short code.
    pub(crate) fn wrong_code(&self, client: Client, now: Instant, share: &Share) {
        self.codes.worked((), CODES.pause, now, share);
        if client.is_near() {
            return;
        }
        // As of all that counts afterwards: of a household that has to rest by now its neighbours have
        // enough.
        if self.codes_of_addresses.rest(&client.household(), now).is_zero() {
            for network in client.around() {
                self.codes_around.worked(network, CODES_AROUND.pause, now, share);
            }
        }
        self.codes_of_addresses.worked(client.household(), ADDRESS.pause, now, share);
    }

    fn wrong_of_address(&self, client: Client, now: Instant, share: &Share) {
        if !client.is_near() {
            self.addresses.used(client, ADDRESS.pause, now, share);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    fn client(number: u8) -> Client {
        Client::new(IpAddr::V4(Ipv4Addr::new(192, 0, 2, number)), false)
    }

    /// The number of wrong guesses that are looked at, one after the other.
    fn wrong(guesses: &Guesses, client: Client, guess: Guess<'_>, now: Instant) -> u32 {
        let mut count = 0;
        while count < 1_000 && guesses.rest(client, guess, now).is_zero() {
            guesses.wrong(client, guess, now, &Share::default());
            count += 1;
        }
        count
    }

    /// A moment with a past.
    fn start() -> Instant {
        Instant::now() + Duration::from_hours(1)
    }

    #[test]
    fn strangers_who_guess_at_an_account_slow_each_other_down_and_not_its_member() {
        let (guesses, now) = (Guesses::default(), start());
        let (stranger, member) =
            (Guess { account: "ann", device: None }, Guess { account: "ann", device: Some("d") });
        let guessed: u32 = (0..100).map(|number| wrong(&guesses, client(number), stranger, now)).sum();
        assert_eq!(guessed, ACCOUNT.at_once + 1);
        assert_eq!(guesses.rest(client(200), stranger, now), ACCOUNT.pause);
        assert_eq!(wrong(&guesses, client(200), stranger, now + ACCOUNT.pause), 1);
        assert_eq!(wrong(&guesses, client(200), member, now), DEVICE.at_once + 1);
        // The guesses of a device count for nobody else.
        assert!(guesses.rest(client(200), Guess { account: "ben", device: Some("d") }, now).is_zero());
    }

    #[test]
    fn an_address_that_guesses_at_many_accounts_is_slowed_down() {
        let (guesses, now) = (Guesses::default(), start());
        let guessed: u32 = (0..100)
            .map(|number| {
                wrong(&guesses, client(1), Guess { account: &format!("{number}"), device: None }, now)
            })
            .sum();
        assert_eq!(guessed, ADDRESS.at_once + 1);
        let other = Guess { account: "of another", device: None };
        assert!(
            guesses.rest(client(2), other, now).is_zero() && !guesses.rest(client(1), other, now).is_zero()
        );
        let near = Client::new(IpAddr::V4(Ipv4Addr::LOCALHOST), true);
        assert!(guesses.rest(near, other, now).is_zero());
    }

    /// The number of wrong short codes that are looked at, one after the other.
    fn tried(guesses: &Guesses, client: Client, now: Instant) -> usize {
        let once = || {
            let may = guesses.rest_of_code(client, now).is_zero();
            if may {
                guesses.wrong_code(client, now, &Share::default());
            }
            may
        };
        (0..1_000).take_while(|_| once()).count()
    }

    #[test]
    fn a_network_around_an_address_has_a_third_of_the_short_codes_of_all() {
        let client = |address: &str| Client::new(address.parse().unwrap(), false);
        for (neighbours, other) in [
            ((0..99).map(|number| format!("192.0.2.{number}")).collect::<Vec<_>>(), "192.0.3.1"),
            ((0..99).map(|number| format!("2001:db8:1:2{number:02}::1")).collect(), "2001:db8:2:200::1"),
            ((10..99).map(|number| format!("2001:db8:1:{number}00::1")).collect(), "2001:db8:2:200::1"),
        ] {
            let (guesses, now) = (Guesses::default(), start());
            let all: usize = neighbours.iter().map(|neighbour| tried(&guesses, client(neighbour), now)).sum();
            assert_eq!(all, CODES_AROUND.at_once as usize + 1);
            // Also for ever after: each third place of the budget of all is theirs.
            let later = now + CODES_AROUND.pause;
            let again: usize =
                neighbours.iter().map(|neighbour| tried(&guesses, client(neighbour), later)).sum();
            assert_eq!(again, 1);
            assert_eq!(tried(&guesses, client(other), later), ADDRESS.at_once as usize + 1);
        }
        assert_eq!(CODES_AROUND.at_once * 3, CODES.at_once);
        assert_eq!(CODES_AROUND.pause, CODES.pause * 3);
    }

    #[test]
    fn wrong_short_codes_keep_no_passwords_and_pictures_out() {
        let (guesses, now) = (Guesses::default(), start());
        assert_eq!(tried(&guesses, client(1), now), ADDRESS.at_once as usize + 1);
        let guess = Guess { account: "the secret of a card", device: None };
        assert_eq!(guesses.rest(client(1), guess, now), Duration::ZERO);
        assert_eq!(guesses.rest_of_code(client(1), now), ADDRESS.pause);
    }

    #[test]
    fn short_codes_are_guessed_by_all_addresses_together() {
        let (guesses, now) = (Guesses::default(), start());
        let tried = |client, now| tried(&guesses, client, now);
        let far = |number: u8| Client::new(IpAddr::V4(Ipv4Addr::new(number, 0, 2, 1)), false);
        let most = ADDRESS.at_once as usize + 1;
        assert_eq!(tried(far(1), now), most);
        // Another address has its own budget, as long as there is any.
        let all: usize = (2..100).map(|number| tried(far(number), now)).sum();
        assert_eq!(most + all, CODES.at_once as usize + 1);
        let near = Client::new(IpAddr::V4(Ipv4Addr::LOCALHOST), true);
        assert_eq!((guesses.rest_of_code(near, now), tried(near, now + CODES.pause)), (CODES.pause, 1));
        // Passwords and cards wait for their address alone.
        assert!(guesses.rest(far(200), Guess { account: "ann", device: None }, now).is_zero());
        guesses.tidy(now);
        assert!(!guesses.rest_of_code(near, now + CODES.pause).is_zero());
    }

    #[test]
    fn networks_around_an_address_are_slowed_down_later_and_less() {
        let guessed = |clients: &dyn Fn(u32) -> String| -> u32 {
            let (guesses, now) = (Guesses::default(), start());
            let all = (0..100).map(|number| {
                let client = Client::new(clients(number).parse().unwrap(), false);
                wrong(&guesses, client, Guess { account: &format!("{number}"), device: Some("d") }, now)
            });
            all.sum()
        };
        // A hundred clients guess at an account each, as often as a device may.
        let (each, of_address) = (DEVICE.at_once + 1, ADDRESS.at_once);
        assert_eq!(guessed(&|number| format!("2001:db8:{number:x}::1")), 100 * each);
        assert_eq!(guessed(&|_| "2001:db8:1:1::1".to_owned()), of_address + 1);
        assert_eq!(guessed(&|number| format!("2001:db8:1:1{number:02x}::1")), 4 * of_address + 1);
        assert_eq!(guessed(&|number| format!("2001:db8:1:{number:x}00::1")), 16 * of_address + 1);
        assert_eq!(guessed(&|number| format!("192.0.2.{number}")), 16 * of_address + 1);
    }

    #[test]
    fn nobody_rests_for_longer_than_the_longest_rest_and_nothing_is_kept_for_ever() {
        let (guesses, now) = (Guesses::default(), start());
        let guess = Guess { account: "ann", device: None };
        for _ in 0..10_000 {
            guesses.wrong(client(1), guess, now, &Share::default());
        }
        assert_eq!(guesses.rest(client(2), guess, now), ACCOUNT.longest);
        assert_eq!(guesses.rest(client(1), guess, now), ADDRESS.longest);
        // As long as one has less than all at once, that is known.
        guesses.tidy(now + ADDRESS.longest);
        assert!(!guesses.rest(client(1), guess, now).is_zero());
        guesses.tidy(now + ADDRESS.longest + ADDRESS.at_once * ADDRESS.pause);
        assert!(guesses.rest(client(1), guess, now).is_zero());
    }
}
