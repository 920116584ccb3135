//! Wishes for what is scarce: guests, letters and new connections.

use crate::scarce::Scarce;
use crate::{Client, Kind, Limits, TooMany};

impl Limits {
    /// Counts a new guest, or an account that a stranger registers: hardly anybody makes two.
    pub fn guest(&self, client: Client) -> Result<(), TooMany> {
        self.count_scarce(client, Kind::Guests, &self.of(client).guests)
    }

    /// Counts a way in that somebody begins or looks at who need not be new here: as many as guests, and more
    /// for neighbours, since the members of a school do so side by side.
    pub fn way_in(&self, client: Client) -> Result<(), TooMany> {
        self.count_scarce(client, Kind::Guests, &self.of(client).ways_in)
    }

    /// Counts something that players make now and then, such as a group, a bot, a report or the accounts of a
    /// class: as many as guests, and more for neighbours. Whoever comes as a guest near them takes nothing of
    /// it.
    pub fn rare_act(&self, client: Client) -> Result<(), TooMany> {
        self.count_scarce(client, Kind::Guests, &self.of(client).rare_acts)
    }

    /// Counts a new connection, whether it may stay or not.
    pub(crate) fn arrival(&self, client: Client) -> Result<(), TooMany> {
        self.count_scarce(client, Kind::Connections, &self.of(client).arrivals)
    }

    /// Counts a letter that a member has the server send to an address, which any text may stand for, to show
    /// whose that is. Anybody may have it sent to anybody, so there is a bound for all clients together.
    pub fn letter_to_verify(&self, client: Client, address: &str) -> Result<(), TooMany> {
        self.verifying(client, address, &self.of(client).letters)
    }

    /// The same for somebody who registers.
    pub fn letter_to_newcomer(&self, client: Client, address: &str) -> Result<(), TooMany> {
        self.verifying(client, address, &self.of(client).letters_to_newcomers)
    }

    /// Counts a wish for a letter that signs in. Most addresses may be nobody's, which nobody may learn:
    /// neither do they use up what all clients have together, nor is anybody refused because that is used up.
    pub fn letter_to_sign_in(&self, client: Client, address: &str) -> Result<(), TooMany> {
        self.letter(client, address, &self.of(client).letters)
    }

    /// Counts a letter that signs in and is about to leave, or says that for all clients together too many
    /// have left.
    pub fn sign_in_leaves(&self, client: Client) -> Result<(), TooMany> {
        self.note(client, Kind::AllLetters, self.letters_to_sign_in.room(&()))?;
        self.letters_to_sign_in.count((), &self.share);
        Ok(())
    }

    fn verifying(&self, client: Client, address: &str, scarce: &Scarce) -> Result<(), TooMany> {
        self.note(client, Kind::AllLetters, self.letters_to_verify.room(&()))?;
        self.letter(client, address, scarce)?;
        self.letters_to_verify.count((), &self.share);
        Ok(())
    }

    /// A letter that its address refuses takes nothing from a client and from the networks around it.
    fn letter(&self, client: Client, address: &str, scarce: &Scarce) -> Result<(), TooMany> {
        let address = address.to_owned();
        self.note(client, Kind::Letters, self.letters.room(&address))?;
        self.count_scarce(client, Kind::Letters, scarce)?;
        self.letters.count(address, &self.share);
        Ok(())
    }

    fn count_scarce(&self, client: Client, kind: Kind, scarce: &Scarce) -> Result<(), TooMany> {
        self.tidy_now_and_then();
        self.note(client, kind, scarce.count(client, &self.share))
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::num::NonZeroU32;
    use std::time::Duration;

    use super::*;
    use crate::Options;

    fn number(number: u32) -> NonZeroU32 {
        NonZeroU32::new(number).unwrap()
    }

    fn client(address: &str) -> Client {
        Client::new(address.parse().unwrap(), false)
    }

    /// The number of letters that are sent to addresses of which no two are the same, if each of these
    /// clients asks for thirty.
    fn letters(
        clients: impl Iterator<Item = Client>,
        send: &dyn Fn(Client, &str) -> Result<(), TooMany>,
    ) -> usize {
        let of_one = |(at, one): (usize, Client)| {
            (0..30).filter(|number| send(one, &format!("{at} {number}")).is_ok()).count()
        };
        clients.enumerate().map(of_one).sum()
    }

    #[test]
    fn guests_letters_and_arrivals_are_scarce_and_requests_are_not() {
        let options = Options { limit_loopback: true, ..Options::USUAL };
        let limits = Limits::new(&options);
        let clients = || (0..256).map(|number| client(&format!("2001:db8:1:{number:x}00::1")));
        let guests: usize = clients().map(|one| (0..20).filter(|_| limits.guest(one).is_ok()).count()).sum();
        // Meanwhile some more may come.
        assert!((25..75).contains(&guests), "{guests}");
        let ways_in: usize =
            clients().map(|one| (0..20).filter(|_| limits.way_in(one).is_ok()).count()).sum();
        assert!((320..1_000).contains(&ways_in), "{ways_in}");
        // Acts of players are nothing of that.
        let acts: usize = clients().map(|one| (0..20).filter(|_| limits.rare_act(one).is_ok()).count()).sum();
        assert!((320..1_000).contains(&acts), "{acts}");
        let to_newcomers = letters(clients(), &|one, address| limits.letter_to_newcomer(one, address));
        assert!((37..45).contains(&to_newcomers), "{to_newcomers}");
        // New players take nothing from members.
        let to_members = letters(clients(), &|one, address| limits.letter_to_sign_in(one, address));
        assert!((480..500).contains(&to_members), "{to_members}");
        for one in clients() {
            assert!((0..100).all(|_| limits.request(one).is_ok()));
        }
        let seen = [Kind::Guests, Kind::Letters, Kind::AllLetters, Kind::Requests]
            .map(|kind| limits.kept_out().in_all(kind) > 0);
        assert_eq!(seen, [true, true, false, false]);
    }

    #[test]
    fn connections_of_many_neighbours_arrive_no_faster_than_a_network_may() {
        let options = Options { requests_per_second: NonZeroU32::MIN, ..Options::USUAL };
        let limits = Limits::new(&options);
        let mut open = Vec::new();
        let mut refused = 0;
        // One of each, which is far from what one may: a hundred at once.
        for number in 0..4_000 {
            let one = client(&format!("2001:db8:1:{number:x}::1"));
            match limits.connection(one, 1_000, false) {
                Ok(ticket) => open.push(ticket),
                Err(_) => refused += 1,
            }
        }
        assert!(refused > 0 && open.len() >= 1_600, "{refused} of 4000 were refused");
        assert!(limits.connection(client("2001:db8:2::1"), 1_000, false).is_ok());
        // A proxy speaks for many, and is not counted so.
        assert!(limits.connection(client("2001:db8:1::1"), 1_000, true).is_ok());
    }

    #[test]
    fn a_letter_that_its_address_refuses_takes_nothing_from_the_client() {
        let limits = Limits::new(&Options::USUAL);
        let one = client("192.0.2.1");
        let asked = |address: &str| limits.letter_to_sign_in(one, address).is_ok();
        assert_eq!((0..100).filter(|_| asked("ann@example.org")).count(), 6);
        // The other letters that a client may ask for in an hour.
        assert_eq!((0..100).filter(|number| asked(&format!("{number}@example.org"))).count(), 24);
    }

    #[test]
    fn so_many_letters_leave_an_hour_for_all_clients_together() {
        let limits = Limits::new(&Options { letters_per_hour: number(3), ..Options::USUAL });
        let one = |last: u8| Client::new(IpAddr::from([192, 0, last, 1]), false);
        for last in 0..3 {
            limits.letter_to_verify(one(last), &last.to_string()).unwrap();
        }
        let retry_after = limits.letter_to_verify(one(3), "3").unwrap_err().retry_after;
        let wait = Duration::from_mins(19)..=Duration::from_mins(20);
        assert!(wait.contains(&retry_after), "{retry_after:?}");
        // It holds for those on this machine, too: the mail server is nobody's own.
        assert!(limits.letter_to_verify(Client::new(IpAddr::from([127, 0, 0, 1]), true), "near").is_err());
        // Letters of the other kind are others, and those that are asked for and do not leave take nothing
        // from anybody.
        for last in 0..10 {
            limits.letter_to_sign_in(one(last), &format!("nobody {last}")).unwrap();
        }
        let left = (0..10).filter(|last| limits.sign_in_leaves(one(*last)).is_ok()).count();
        assert_eq!(left, 3);
        limits.letter_to_sign_in(one(9), "whoever it is").unwrap();
        assert_eq!(limits.kept_out().in_all(Kind::AllLetters), 9);
        assert_eq!(limits.kept_out().in_all(Kind::Letters), 0);
    }
}
