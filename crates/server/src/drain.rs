//! The end of a server in good order. It says that it is not ready, so that proxies lead new connections to others; then the sockets
//! and streams that are open are asked to come back elsewhere, one after the other; then it stops.

use std::sync::Arc;
use std::time::Duration;

use tengen_clock::Clock;
use tokio_util::sync::CancellationToken;

use crate::guests::{Departure, Guests, NOTICE, RETURN};

/// The part of a short drain in which proxies have to notice it.
const NOTICE_PART: u32 = 3;
/// The part of a short drain that a client has to come back.
const RETURN_PART: u32 = 5;

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
    /// Cancelled when the drain begins.
    begun: CancellationToken,
    guests: Guests,
}

impl Drain {
    /// A drain of this length, by this clock, which begins when it is asked for. Without a length the server stops at once.
    pub fn new(clock: Clock, length: Duration, ending: Ending, guests: Guests) -> Self {
        Self { inner: Arc::new(Inner { clock, length, ending, begun: CancellationToken::new(), guests }) }
    }

    /// A token that is cancelled when the drain begins.
    pub fn begun(&self) -> CancellationToken {
        self.inner.begun.clone()
    }

    /// Whether the server drains.
    pub fn has_begun(&self) -> bool {
        self.inner.begun.is_cancelled()
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
        let (first, end) = (began + NOTICE.min(*length / NOTICE_PART), began + *length);
        let time_to_return = RETURN.min(*length / RETURN_PART);
        tracing::info!(seconds = length.as_secs(), "the server drains: others take new connections");
        begun.cancel();
        guests.ask_to_go(Some(Departure {
            first,
            last: end - time_to_return,
            comers_too: true,
            time_to_return,
        }));
        clock.sleep_until(first).await;
        tokio::select! {
            () = guests.gone() => tracing::info!("all sockets and streams have gone"),
            () = clock.sleep_until(end) => tracing::info!(left = guests.count(), "the drain is over"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[tokio::test]
    async fn guests_go_one_after_the_other_after_a_pause_and_the_server_stops_when_the_last_has_gone() {
        let (clock, hands) = Clock::by_hand(0);
        let ending = Ending::default();
        let guests = Guests::new(clock.clone(), ending.now.clone());
        let drain = Drain::new(clock.clone(), 10 * SECOND, ending.clone(), guests.clone());
        let began = clock.instant();
        let leaving: Vec<_> = (0..50)
            .map(|_| {
                let (guest, clock) = (guests.come(), clock.clone());
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
        for guest in leaving {
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
        let guests = Guests::new(clock.clone(), ending.now.clone());
        let drain = Drain::new(clock, Duration::ZERO, ending.clone(), guests.clone());
        let guest = guests.come();
        ending.asked.cancel();
        drain.clone().run().await;
        assert!(ending.now.is_cancelled() && !drain.has_begun());
        drop(guest);
    }
}
