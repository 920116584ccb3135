//! Looks through lists: those of one client take turns, and their time is counted to it.
//!
//! The threads of a database do this work, so nobody can count their time on a processor. A look counts from
//! its turn to its end instead, but for the time in which it waited for others, and of each client one goes
//! on at a time: so many as may wait never hold more than one connection to the database. It counts for the
//! networks around the client, too, so that nobody has more of the database by having many of them.
//!
//! Looks have a share of their own, so that whoever exports or lets the computer think still sees lists.
//! Other work on lists, such as exports, takes the same turns ([`Limits::turn_among_lists`]).

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::OwnedSemaphorePermit;
use tokio::time::sleep;

use crate::by_distance::LOOPBACK;
use crate::limits::LOOKS_IN_ALL;
use crate::{Client, Kind, Limits, Ticket, TooMany};

/// The most looks of one client that wait, the one at work included.
const LOOKS: u32 = 64;
/// The longest rest before the next look. A client that would have to rest longer is told to come again.
const LONG_REST: Duration = Duration::from_secs(3);
/// A page looks at so few rows that most of a look that takes longer was the wait for a busy machine. Of that
/// a part is paid which leaves whoever looks without a pause as much of a processor as one client has in all,
/// and no more.
const LONG_LOOK: Duration = Duration::from_millis(50);

/// A look that goes on until this is dropped.
#[derive(Debug)]
pub struct Look {
    limits: Arc<Limits>,
    client: Client,
    began: Instant,
    waited: Duration,
    failed: bool,
    turn: ListTurn,
    _place: Ticket,
}

/// The place of a client among its looks, from which it begins one when its turn has come. It has rested from
/// what it has looked at before.
#[derive(Debug)]
pub struct LookPlace {
    limits: Arc<Limits>,
    client: Client,
    place: Ticket,
}

/// The turn of a client among all that it has the server look through, until this is dropped. Nobody on this
/// machine takes turns.
#[derive(Debug)]
pub struct ListTurn(Option<OwnedSemaphorePermit>);

impl LookPlace {
    /// Begins the look in the turn of its client.
    pub fn begin(self, turn: ListTurn) -> Look {
        let Self { limits, client, place } = self;
        Look {
            limits,
            client,
            began: Instant::now(),
            waited: Duration::ZERO,
            failed: false,
            turn,
            _place: place,
        }
    }
}

impl Look {
    /// Notes the part of its time in which it has waited for others. Nobody pays for that.
    pub fn waited(&mut self, time: Duration) {
        self.waited = time;
    }

    /// The database has failed. Nobody pays for a long wait for it.
    pub fn failed(&mut self) {
        self.failed = true;
    }

    /// The price of this look.
    fn price(&self) -> Duration {
        let time = self.began.elapsed().saturating_sub(self.waited);
        let usual = time.min(LONG_LOOK);
        if self.failed { usual } else { usual + time.saturating_sub(usual) / LOOKS_IN_ALL }
    }
}

impl Drop for Look {
    fn drop(&mut self) {
        let (limits, time) = (&self.limits, self.price());
        // First, so that whoever comes next knows of it.
        if !self.client.is_near() {
            limits.look_time.used(self.client, time, Instant::now(), &limits.share);
        }
        drop(self.turn.0.take());
    }
}

impl Limits {
    /// Waits until a client may look through lists for a page. Whoever has looked for too long, or has too
    /// many looks that wait, is told when to come again. Those on this machine take no turns.
    pub async fn look(self: &Arc<Self>, client: Client) -> Result<Look, TooMany> {
        let place = self.place_to_look(client).await?;
        Ok(place.begin(self.turn_among_lists(client).await))
    }

    /// The same but for the turn: a place for whoever waits for something else besides.
    pub async fn place_to_look(self: &Arc<Self>, client: Client) -> Result<LookPlace, TooMany> {
        let most = if client.is_near() { LOOKS * LOOPBACK } else { LOOKS };
        let place = self.looking.admit(client, 1, self.share.of(most.into()));
        let place = self.note(client, Kind::Work, place)?;
        let rest = self.look_time.rest(client, Instant::now());
        if rest > LONG_REST {
            return self.note(client, Kind::Work, Err(TooMany { retry_after: rest }));
        }
        sleep(rest).await;
        Ok(LookPlace { limits: Arc::clone(self), client, place })
    }

    /// Waits until nothing else looks through lists for a client. Whoever takes this turn has a bounded place
    /// elsewhere, and counts the time that it takes.
    pub async fn turn_among_lists(&self, client: Client) -> ListTurn {
        ListTurn(if client.is_near() { None } else { self.looks.turn(client.network()).await })
    }

    /// The same turn, if nothing looks through lists for the client now, or waits for that.
    pub fn turn_among_lists_now(&self, client: Client) -> Option<ListTurn> {
        if client.is_near() {
            return Some(ListTurn(None));
        }
        self.looks.turn_now(client.network()).map(|turn| ListTurn(Some(turn)))
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use tokio::time::timeout;

    use super::*;
    use crate::Options;

    const BARELY: Duration = Duration::from_millis(20);

    fn client(number: u8) -> Client {
        Client::new(IpAddr::V4(Ipv4Addr::new(192, 0, 2, number)), false)
    }

    fn limits() -> Arc<Limits> {
        Arc::new(Limits::new(&Options::USUAL))
    }

    #[tokio::test]
    async fn of_one_client_a_look_goes_on_at_a_time() {
        let limits = limits();
        let first = limits.look(client(1)).await.unwrap();
        assert!(timeout(BARELY, limits.look(client(1))).await.is_err());
        drop(limits.look(client(2)).await.unwrap());
        drop(first);
        drop(limits.look(client(1)).await.unwrap());
        limits.tidy();
        assert!(limits.looks.is_empty());
    }

    #[tokio::test]
    async fn more_looks_than_may_wait_are_refused() {
        let limits = limits();
        let first = limits.look(client(1)).await.unwrap();
        let mut waiting: Vec<_> = (1..LOOKS).map(|_| Box::pin(limits.look(client(1)))).collect();
        for look in &mut waiting {
            assert!(timeout(Duration::ZERO, look).await.is_err());
        }
        assert_eq!(limits.look(client(1)).await.unwrap_err(), TooMany::FOR_A_MOMENT);
        // A client that goes leaves the place to others.
        waiting.pop();
        assert!(timeout(BARELY, limits.look(client(1))).await.is_err());
        drop(first);
    }

    #[tokio::test]
    async fn the_time_of_a_look_is_counted_to_its_client() {
        let limits = limits();
        let looked = |look: &mut Look| {
            look.began = Instant::now().checked_sub(LONG_LOOK).unwrap();
        };
        // Half a second at once, and then each page that takes its time has to be waited for.
        for _ in 0..11 {
            looked(&mut limits.look(client(1)).await.unwrap());
        }
        let rest = limits.look_time.rest(client(1), Instant::now());
        assert!(rest > Duration::ZERO && rest <= LONG_REST, "{rest:?}");
        assert!(timeout(BARELY, limits.look(client(1))).await.is_err());
        // So much that it takes minutes to rest from it.
        limits.look_time.used(client(1), 100 * LONG_LOOK, Instant::now(), &limits.share);
        assert!(limits.look(client(1)).await.unwrap_err().retry_after > LONG_REST);
        // Long work is another matter.
        assert_eq!(limits.rest(client(1)), Duration::ZERO);
        limits.worked(client(2), Duration::from_secs(5));
        drop(limits.look(client(2)).await.unwrap());
    }

    #[tokio::test]
    async fn a_long_look_is_paid_for_but_for_its_waits() {
        let limits = limits();
        let mut look = limits.look(client(1)).await.unwrap();
        let long = 100 * LONG_LOOK;
        look.began = Instant::now().checked_sub(long).unwrap();
        let paid = look.price();
        // Whoever looks again and again for so long rests four times as long from each of them, as from all
        // else that takes a processor.
        let share = Options::USUAL.processor_percent_per_address;
        let all = paid * 1_000 / share;
        assert!(all >= long * 100 / share && all < long * 110 / share + Duration::from_secs(5), "{all:?}");
        look.waited(long.saturating_sub(LONG_LOOK));
        assert!(look.price() < 2 * LONG_LOOK);
        look.waited(Duration::ZERO);
        look.failed();
        assert_eq!(look.price(), LONG_LOOK);
    }

    #[tokio::test]
    async fn whatever_looks_through_lists_for_a_client_takes_the_same_turns() {
        let limits = limits();
        let export = limits.turn_among_lists(client(1)).await;
        assert!(timeout(BARELY, limits.look(client(1))).await.is_err());
        drop(limits.look(client(2)).await.unwrap());
        drop(export);
        let look = limits.look(client(1)).await.unwrap();
        assert!(timeout(BARELY, limits.turn_among_lists(client(1))).await.is_err());
        assert!(limits.turn_among_lists_now(client(1)).is_none());
        drop(look);
        drop(limits.turn_among_lists(client(1)).await);
        assert!(limits.turn_among_lists_now(client(1)).is_some());
    }

    #[tokio::test]
    async fn the_time_of_looks_counts_for_the_networks_around_as_well() {
        let limits = limits();
        let neighbour = |number: u32| {
            Client::new(format!("2001:db8:1:{number:x}00::1").parse::<IpAddr>().unwrap(), false)
        };
        // Each looks for as long as it may at once, and rests from nothing itself.
        let (now, mut looked) = (Instant::now(), 0);
        let looks = |number| limits.look_time.used(neighbour(number), 10 * LONG_LOOK, now, &limits.share);
        while looked < 100 && limits.look_time.rest(neighbour(looked), now).is_zero() {
            looks(looked);
            looked += 1;
        }
        assert_eq!(looked, 17, "a /48 has sixteen times as much as a household");
        (looked..100).for_each(looks);
        let refused = limits.look(neighbour(200)).await.unwrap_err();
        assert!(refused.retry_after > LONG_REST);
        assert_eq!(limits.kept_out().in_all(Kind::Work), 1);
        drop(limits.look(client(1)).await.unwrap());
    }

    #[tokio::test]
    async fn nobody_on_this_machine_waits() {
        let limits = limits();
        let near = Client::new(IpAddr::V4(Ipv4Addr::LOCALHOST), true);
        let looks = [limits.look(near).await.unwrap(), limits.look(near).await.unwrap()];
        drop(looks);
        assert_eq!(limits.rest(near), Duration::ZERO);
    }
}
