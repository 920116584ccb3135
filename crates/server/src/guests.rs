//! The sockets and streams that are open at this server, and the moment at which each of them is asked to come back to another one.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tengen_clock::Clock;
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

/// How long proxies have to notice that the server is not ready: they ask every second, and twice.
pub const NOTICE: Duration = Duration::from_secs(3);
/// How long somebody who was asked to go still counts as there, at most: a client comes back sooner.
pub const RETURN: Duration = Duration::from_secs(2);
/// The golden ratio's part of a whole of 2^64. Its multiples, without the wholes, are spread evenly however many they are.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// All guests; cheap to clone.
#[derive(Debug, Clone)]
pub struct Guests {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    clock: Clock,
    /// When they go; nothing if they may stay.
    departure: watch::Sender<Option<Departure>>,
    /// Cancelled when the server stops.
    stop: CancellationToken,
    tracker: TaskTracker,
    /// How many have come so far.
    comers: AtomicU64,
}

/// The time in which guests are asked to go, each at a moment of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Departure {
    /// From here on they are asked,
    pub first: Instant,
    /// up to here.
    pub last: Instant,
    /// Whether those who come after the first moment go as well, in what is left of the time.
    pub comers_too: bool,
    /// How long somebody who was asked to go still counts as there.
    pub time_to_return: Duration,
}

/// An open socket or stream, until this is dropped.
#[derive(Debug)]
pub struct Guest {
    guests: Guests,
    number: u64,
    came_at: Instant,
    _token: TaskTrackerToken,
}

impl Guests {
    /// Nobody yet. The server stops when `stop` is cancelled.
    pub fn new(clock: Clock, stop: CancellationToken) -> Self {
        let (departure, tracker) = (watch::Sender::new(None), TaskTracker::new());
        Self { inner: Arc::new(Inner { clock, departure, stop, tracker, comers: AtomicU64::new(0) }) }
    }

    /// Counts a socket or stream, which has to ask when it should go.
    pub fn come(&self) -> Guest {
        Guest {
            number: self.inner.comers.fetch_add(1, Ordering::Relaxed),
            came_at: self.inner.clock.instant(),
            _token: self.inner.tracker.token(),
            guests: self.clone(),
        }
    }

    /// Asks the guests to go, or lets those stay that have not gone yet.
    pub fn ask_to_go(&self, departure: Option<Departure>) {
        self.inner.departure.send_replace(departure);
    }

    /// Whether they are asked to go.
    pub fn are_asked_to_go(&self) -> bool {
        self.inner.departure.borrow().is_some()
    }

    /// Waits until none is left.
    pub async fn gone(&self) {
        self.inner.tracker.close();
        self.inner.tracker.wait().await;
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.inner.tracker.len()
    }
}

impl Guest {
    /// Waits until the guest should go.
    pub async fn asked_to_go(&self) {
        let Inner { clock, departure, .. } = &*self.guests.inner;
        let mut departure = departure.subscribe();
        loop {
            let moment = departure.borrow_and_update().as_ref().and_then(|departure| self.moment(departure));
            let goes = async {
                match moment {
                    Some(moment) => clock.sleep_until(moment).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = goes => return,
                // The sender is there as long as the guests are.
                _ = departure.changed() => {}
            }
        }
    }

    /// When the guest goes, if it has to: the time is shared out evenly.
    fn moment(&self, departure: &Departure) -> Option<Instant> {
        let Departure { first, last, comers_too, .. } = *departure;
        if self.came_at > first && !comers_too {
            return None;
        }
        let first = first.max(self.came_at);
        Some(first + part(last.saturating_duration_since(first), self.number))
    }

    /// Stays for as long as somebody who was asked to go may take to come back elsewhere, but not longer than the server.
    pub async fn comes_back(&self) {
        let Inner { clock, departure, stop, .. } = &*self.guests.inner;
        let time = departure.borrow().map_or(RETURN, |departure| departure.time_to_return);
        tokio::select! {
            () = clock.sleep(time) => {}
            () = stop.cancelled() => {}
        }
    }
}

/// The part of a time after which the guest of this number goes.
fn part(time: Duration, number: u64) -> Duration {
    let part = u128::from(number.wrapping_mul(STEP));
    let nanos = (time.as_nanos() * part) >> u64::BITS;
    Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use tokio::task::JoinHandle;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn any_number_of_guests_is_spread_evenly() {
        for (from, count) in [(0_u64, 10_u64), (777, 100), (u64::MAX / 3, 10_000)] {
            let mut in_tenth = [0_u64; 10];
            for number in from..from + count {
                let at = part(10 * SECOND, number);
                in_tenth[usize::try_from(at.as_secs()).unwrap()] += 1;
            }
            let even = count / 10;
            assert!(
                in_tenth.iter().all(|some| some.abs_diff(even) <= 2),
                "{count} from {from}: {in_tenth:?}"
            );
        }
    }

    /// A guest that goes as soon as it should.
    fn obedient(guests: &Guests) -> JoinHandle<()> {
        let guest = guests.come();
        tokio::spawn(async move { guest.asked_to_go().await })
    }

    async fn settle() {
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn those_who_come_later_stay_unless_they_go_too() {
        for comers_too in [false, true] {
            let (clock, hands) = Clock::by_hand(0);
            let guests = Guests::new(clock.clone(), CancellationToken::new());
            let before = obedient(&guests);
            let first = clock.instant() + SECOND;
            let last = first + 5 * SECOND;
            guests.ask_to_go(Some(Departure { first, last, comers_too, time_to_return: RETURN }));
            settle().await;
            hands.pass(2 * SECOND).await;
            let after = obedient(&guests);
            settle().await;
            hands.pass(10 * SECOND).await;
            before.await.unwrap();
            settle().await;
            assert_eq!((after.is_finished(), guests.count()), (comers_too, usize::from(!comers_too)));
            after.abort();
        }
    }

    #[tokio::test]
    async fn those_who_have_not_gone_may_stay_when_all_is_well_again() {
        let (clock, hands) = Clock::by_hand(0);
        let guests = Guests::new(clock.clone(), CancellationToken::new());
        let stays: Vec<_> = (0..10).map(|_| obedient(&guests)).collect();
        let first = clock.instant() + SECOND;
        let departure =
            Departure { first, last: first + 10 * SECOND, comers_too: false, time_to_return: RETURN };
        guests.ask_to_go(Some(departure));
        settle().await;
        hands.pass(6 * SECOND).await;
        settle().await;
        assert!(guests.are_asked_to_go());
        guests.ask_to_go(None);
        assert!(!guests.are_asked_to_go());
        settle().await;
        hands.pass(60 * SECOND).await;
        settle().await;
        let left = stays.iter().filter(|guest| !guest.is_finished()).count();
        assert!((3..=7).contains(&left), "{left} of 10 are still there");
        assert_eq!(guests.count(), left);
        stays.iter().for_each(JoinHandle::abort);
    }
}
