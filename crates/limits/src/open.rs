//! Things that clients have open at the same moment: connections, sockets, answers, games that are followed,
//! and long work.

use crate::by_distance::LOOPBACK;
use crate::{Client, Kind, Limits, PlaceTicket, Ticket, TooMany};

/// The connections for each socket or stream.
const CONNECTIONS_FOR_EACH: u32 = 2;
/// The most long work of one client at once, answers that are being sent included.
const WORK: u32 = 8;

/// The totals of what all clients have open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Open {
    /// Sockets and streams.
    pub staying: u64,
    /// Connections, those of sockets and streams included.
    pub connections: u64,
    /// Requests that are being answered.
    pub answers: u64,
    /// The bytes of answers that lie in the server.
    pub unsent_bytes: u64,
    /// Games that are followed, each as often as it is.
    pub followed: u64,
}

impl Limits {
    /// Counts an open socket or stream until the ticket is dropped.
    pub fn stay(&self, client: Client) -> Result<Ticket, TooMany> {
        let most = self.share.of(self.of(client).connections.into());
        self.note(client, Kind::Sockets, self.staying.admit(client, 1, most))
    }

    /// Counts a new connection, and that it is open until the ticket is dropped. Each socket begins as one,
    /// and browsers open some more. No address has more than its share of the places, but those on this
    /// machine; and a proxy, by which many come, has that share.
    pub fn connection(&self, client: Client, share: u32, proxied: bool) -> Result<Ticket, TooMany> {
        let most = self.of(client).connections.saturating_mul(CONNECTIONS_FOR_EACH);
        let most = match (proxied, client.near) {
            (true, _) => share,
            (false, true) => self.part_of(most),
            (false, false) => self.part_of(most.min(share)),
        };
        if !proxied {
            self.arrival(client)?;
        }
        self.note(client, Kind::Connections, self.connected.admit(client, 1, most.into()))
    }

    /// Counts a request that is being answered until the ticket is dropped. Without a proxy each has a
    /// connection of its own, and there are as many of those. A client that leaves very much unread is
    /// answered nothing more for now.
    pub fn answer(&self, client: Client) -> Result<Ticket, TooMany> {
        if self.unsent.of(client) >= self.share.of(self.of(client).unsent) {
            return self.note(client, Kind::Unread, Err(TooMany::FOR_A_MOMENT));
        }
        let most = self.of(client).connections.saturating_mul(CONNECTIONS_FOR_EACH);
        self.note(client, Kind::Answers, self.answering.admit(client, 1, self.share.of(most.into())))
    }

    /// Counts the bytes of an answer until the ticket is dropped.
    pub fn unsent(&self, client: Client, bytes: u64) -> Result<Ticket, TooMany> {
        let most = self.share.of(self.of(client).unsent);
        self.note(client, Kind::Unread, self.unsent.admit(client, bytes, most))
    }

    /// Counts a piece of an answer that is being sent already, whatever there is beside it.
    pub fn unsent_piece(&self, client: Client, bytes: u64) -> Ticket {
        self.unsent.add(client, bytes)
    }

    /// Counts a game that is followed until the ticket is dropped. The error says how many may be.
    pub fn follow(&self, client: Client) -> Result<Ticket, u32> {
        let most = self.part_of(self.of(client).subscriptions);
        let outcome = self.following.admit(client, 1, most.into());
        self.note(client, Kind::Subscriptions, outcome).map_err(|_| most)
    }

    /// Counts work that takes long until the ticket is dropped.
    pub fn work(&self, client: Client) -> Result<Ticket, TooMany> {
        let most = if client.near { WORK * LOOPBACK } else { WORK };
        self.note(client, Kind::Work, self.working.admit(client, 1, self.share.of(most.into())))
    }

    /// Counts a piece of the greatest work, whose answer is in memory as a whole until it is sent, until the
    /// ticket is dropped. There are few places for all.
    pub fn greatest_work(&self, client: Client) -> Result<PlaceTicket, TooMany> {
        self.note(client, Kind::Work, self.greatest.take(client, &self.share))
    }

    /// Counts a great file that a client sends until the ticket is dropped. Each is in memory as a whole, and
    /// there are few places for all.
    pub fn upload(&self, client: Client) -> Result<PlaceTicket, TooMany> {
        self.note(client, Kind::Work, self.uploading.take(client, &self.share))
    }

    /// The totals of all clients at the moment.
    pub fn open(&self) -> Open {
        Open {
            staying: self.staying.all(),
            connections: self.connected.all(),
            answers: self.answering.all(),
            unsent_bytes: self.unsent.all(),
            followed: self.following.all(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;
    use crate::Options;

    #[test]
    fn the_greatest_work_of_one_client_leaves_places() {
        let limits = Limits::new(&Options::USUAL);
        let client = |address: Ipv4Addr| limits.client(address.into(), false);
        let one = client(Ipv4Addr::new(192, 0, 2, 1));
        let tickets: Vec<_> = (0..WORK).filter_map(|_| limits.greatest_work(one).ok()).collect();
        assert_eq!(tickets.len(), 2);
        // Neither other work nor files on their way are held up by that.
        assert!(limits.work(one).is_ok() && limits.upload(one).is_ok());
        assert!(limits.greatest_work(client(Ipv4Addr::new(198, 51, 100, 1))).is_ok());
    }

    #[test]
    fn one_client_sends_two_great_files_at_once() {
        let limits = Limits::new(&Options::USUAL);
        let client = |address: Ipv4Addr| limits.client(address.into(), false);
        let [one, other] = [1, 2].map(|host| client(Ipv4Addr::new(192, 0, 2, host)));
        let tickets = [1, 2].map(|_| limits.upload(one).unwrap());
        assert!(limits.upload(one).is_err());
        assert!(limits.upload(other).is_ok() && limits.upload(client(Ipv4Addr::LOCALHOST)).is_ok());
        drop(tickets);
        assert!(limits.upload(one).is_ok());
    }
}
