//! The end of a server in good order. It says that it is not ready, so that proxies lead new connections to others; then the sockets
//! and streams that are open are asked to come back elsewhere, one after the other; then it stops.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tengen_clock::Clock;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

/// How long proxies have to notice that the server is not ready, at most: they ask every second, and twice.
const NOTICE: Duration = Duration::from_secs(3);
/// The part of a short drain that they have.
const NOTICE_PART: u32 = 3;
/// How long somebody who was asked to go still counts as there, at most: a client comes back sooner.
const RETURN: Duration = Duration::from_secs(2);
/// The part of a short drain for that.
const RETURN_PART: u32 = 5;
/// The golden ratio's part of a whole of 2^64. Its multiples, without the wholes, are spread evenly however many they are.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// How a server is told to end.
#[derive(Debug, Clone, Default)]
pub struct Ending {
    /// Cancelled when the server is to drain, and to stop after that.
    pub asked: CancellationToken,
    /// Cancelled when the server is to stop at once.
    pub now: CancellationToken,
}

/// The drain of a server; cheap to clone.
#[derive(Debug, Clone)]
pub struct Drain {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    clock: Clock,
    length: Duration,
    ending: Ending,
    /// Cancelled when the drain begins. Then the times are known.
    begun: CancellationToken,
    times: OnceLock<Times>,
    guests: TaskTracker,
    /// How many have come so far.
    comers: AtomicU64,
}

/// The moments of a drain.
#[derive(Debug, Clone, Copy)]
struct Times {
    /// From here on guests are asked to go,
    first: Instant,
    /// up to here.
    last: Instant,
    /// The server stops.
    end: Instant,
}

/// An open socket or stream, until this is dropped.
#[derive(Debug)]
pub struct Guest {
    drain: Drain,
    number: u64,
    came_at: Instant,
    _token: TaskTrackerToken,
}

impl Drain {
    /// A drain of this length, by this clock, which begins when it is asked for. Without a length the server stops at once.
    pub fn new(clock: Clock, length: Duration, ending: Ending) -> Self {
        let (begun, times, guests) = (CancellationToken::new(), OnceLock::new(), TaskTracker::new());
        Self {
            inner: Arc::new(Inner { clock, length, ending, begun, times, guests, comers: AtomicU64::new(0) }),
        }
    }

    /// A token that is cancelled when the drain begins.
    pub fn begun(&self) -> CancellationToken {
        self.inner.begun.clone()
    }

    /// Whether the server drains.
    pub fn has_begun(&self) -> bool {
        self.inner.begun.is_cancelled()
    }

    /// Counts a socket or stream, which has to ask when it should go.
    pub fn guest(&self) -> Guest {
        Guest {
            number: self.inner.comers.fetch_add(1, Ordering::Relaxed),
            came_at: self.inner.clock.instant(),
            _token: self.inner.guests.token(),
            drain: self.clone(),
        }
    }

    /// Waits until the server is told to end, lets its guests go, and has it stop.
    pub async fn run(self) {
        let Ending { asked, now } = &self.inner.ending;
        let empty = async {
            asked.cancelled().await;
            self.let_all_go().await;
        };
        tokio::select! {
            () = empty => now.cancel(),
            () = now.cancelled() => {}
        }
    }

    async fn let_all_go(&self) {
        let Inner { clock, length, begun, guests, .. } = &*self.inner;
        if length.is_zero() {
            return;
        }
        let began = clock.instant();
        let end = began + *length;
        let first = began + NOTICE.min(*length / NOTICE_PART);
        let times = *self.inner.times.get_or_init(|| Times { first, last: end - self.time_to_return(), end });
        tracing::info!(seconds = length.as_secs(), "the server drains: others take new connections");
        begun.cancel();
        clock.sleep_until(times.first).await;
        guests.close();
        tokio::select! {
            () = guests.wait() => tracing::info!("all sockets and streams have gone"),
            () = clock.sleep_until(times.end) => tracing::info!(left = guests.len(), "the drain is over"),
        }
    }

    fn time_to_return(&self) -> Duration {
        RETURN.min(self.inner.length / RETURN_PART)
    }
}

impl Guest {
    /// Waits until the guest should go: in a drain each has a moment of its own. Whoever comes while the server drains goes as well,
    /// in what is left of the time.
    pub async fn asked_to_go(&self) {
        let Inner { clock, begun, times, .. } = &*self.drain.inner;
        begun.cancelled().await;
        // They are known before the drain begins.
        let Some(times) = times.get() else { return };
        let first = times.first.max(self.came_at);
        let left = times.last.saturating_duration_since(first);
        clock.sleep_until(first + part(left, self.number)).await;
    }

    /// Stays for as long as somebody who was asked to go may take to come back elsewhere, but not longer than the server.
    pub async fn comes_back(&self) {
        let Inner { clock, ending, .. } = &*self.drain.inner;
        tokio::select! {
            () = clock.sleep(self.drain.time_to_return()) => {}
            () = ending.now.cancelled() => {}
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

    #[tokio::test]
    async fn guests_go_one_after_the_other_after_a_pause_and_the_server_stops_when_the_last_has_gone() {
        let (clock, hands) = Clock::by_hand(0);
        let ending = Ending::default();
        let drain = Drain::new(clock.clone(), 10 * SECOND, ending.clone());
        let began = clock.instant();
        let guests: Vec<_> = (0..50)
            .map(|_| {
                let (guest, clock) = (drain.guest(), clock.clone());
                tokio::spawn(async move {
                    guest.asked_to_go().await;
                    clock.since(began)
                })
            })
            .collect();
        let runs = tokio::spawn(drain.clone().run());
        ending.asked.cancel();
        drain.begun().cancelled().await;
        assert!(drain.has_begun() && !ending.now.is_cancelled());
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        hands.pass(9 * SECOND).await;
        let mut went = Vec::new();
        for guest in guests {
            went.push(guest.await.unwrap());
        }
        went.sort_unstable();
        assert!(went[0] >= 3 * SECOND && went[49] <= 8 * SECOND, "{went:?}");
        assert!(went.windows(2).all(|pair| pair[1] <= pair[0] + SECOND / 2), "{went:?}");
        runs.await.unwrap();
        assert!(ending.now.is_cancelled());
        assert!(clock.since(began) < 10 * SECOND);
    }

    #[tokio::test]
    async fn without_a_length_the_server_stops_at_once() {
        let (clock, _hands) = Clock::by_hand(0);
        let ending = Ending::default();
        let drain = Drain::new(clock, Duration::ZERO, ending.clone());
        let guest = drain.guest();
        ending.asked.cancel();
        drain.clone().run().await;
        assert!(ending.now.is_cancelled() && !drain.has_begun());
        drop(guest);
    }
}
