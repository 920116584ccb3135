//! The server's time, the only one that counts.
//!
//! A [`Clock`] is handed to every part of the server for which time passes: games, presence, outages, deadlines, delayed
//! games, tokens, and the looks that the server takes by itself. There is no other clock to ask, so a test that sets its
//! clock [by hand](Hands) waits for nothing. The limits on input and output, and on the requests of one client, are no time
//! of the server: they go by the time of the runtime.
//!
//! ```
//! use std::time::Duration;
//!
//! use tengen_clock::Clock;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! let (clock, hands) = Clock::by_hand(1_790_000_000_000);
//! let began = clock.instant();
//! hands.pass(Duration::from_secs(3_600)).await;
//! assert_eq!((clock.now(), clock.since(began)), (1_790_003_600_000, Duration::from_secs(3_600)));
//! # }
//! ```

mod by_hand;
mod steady;

use std::fmt::{self, Debug, Formatter};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tengen_game::Millis;
use tokio::time::{Instant, Interval, MissedTickBehavior};

pub use by_hand::Hands;
use by_hand::{Dial, HandTicks};
use steady::{Steady, millis};

/// A clock; cheap to clone. All clones tell the same time.
#[derive(Clone)]
pub struct Clock(Arc<Source>);

enum Source {
    /// The time goes on as the monotonic clock does, so that whoever thinks while the system's clock is set neither loses
    /// nor gains by that. It comes back to the system's clock little by little.
    System {
        began: Instant,
        steady: Mutex<Steady>,
    },
    ByHand(Arc<Dial>),
}

/// The time was over before the work was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it took too long")]
pub struct Late;

impl Clock {
    /// The clock of a running server. It begins at the time of the system's clock.
    pub fn system() -> Self {
        Self(Arc::new(Source::System {
            began: Instant::now(),
            steady: Mutex::new(Steady::from(system_time())),
        }))
    }

    /// A clock that stands still at this time, in milliseconds since 1970-01-01T00:00Z, until its hands are moved.
    pub fn by_hand(at: Millis) -> (Self, Hands) {
        let dial = Arc::new(Dial::new(at));
        (Self(Arc::new(Source::ByHand(Arc::clone(&dial)))), Hands::new(dial))
    }

    /// The time: milliseconds since 1970-01-01T00:00Z. It goes back only where the system's clock was far off.
    pub fn now(&self) -> Millis {
        match &*self.0 {
            Source::System { began, steady } => {
                // Both are only read under the lock, so that no reading is older than the one before it. The numbers are
                // whole even if a holder panicked.
                let mut steady = steady.lock().unwrap_or_else(PoisonError::into_inner);
                steady.read(began.elapsed(), system_time())
            }
            Source::ByHand(dial) => dial.now(),
        }
    }

    /// How far the time has leapt since the start, in milliseconds, because the system's clock was far off: all leaps together, those
    /// included that are in the answers of [`now`](Self::now) so far. A clock that is set by hand does not leap.
    pub fn leapt(&self) -> Millis {
        match &*self.0 {
            Source::System { steady, .. } => steady.lock().unwrap_or_else(PoisonError::into_inner).leapt(),
            Source::ByHand(_) => 0,
        }
    }

    /// Whether the time is that of the day, and not what a test has set by hand.
    pub fn tells_the_day(&self) -> bool {
        matches!(&*self.0, Source::System { .. })
    }

    /// The same moment on a scale that never goes back, for what this process alone measures.
    pub fn instant(&self) -> Instant {
        match &*self.0 {
            Source::System { .. } => Instant::now(),
            Source::ByHand(dial) => dial.instant(),
        }
    }

    /// How much time has passed since a moment.
    pub fn since(&self, moment: Instant) -> Duration {
        self.instant().saturating_duration_since(moment)
    }

    /// How much time is left until a time in milliseconds since 1970-01-01T00:00Z.
    pub fn until(&self, at: Millis) -> Duration {
        Duration::from_millis(u64::try_from(at.saturating_sub(self.now())).unwrap_or(0))
    }

    /// The moment of a time in milliseconds since 1970-01-01T00:00Z, on the scale of [`instant`](Self::instant).
    pub fn instant_at(&self, at: Millis) -> Instant {
        match &*self.0 {
            Source::System { .. } => self.instant() + self.until(at),
            Source::ByHand(dial) => dial.instant_at(at),
        }
    }

    /// Waits until this much time has passed.
    pub async fn sleep(&self, time: Duration) {
        match &*self.0 {
            Source::System { .. } => tokio::time::sleep(time).await,
            Source::ByHand(dial) => dial.sleep_until(dial.after(time)).await,
        }
    }

    /// Waits until a moment.
    pub async fn sleep_until(&self, moment: Instant) {
        match &*self.0 {
            Source::System { .. } => tokio::time::sleep_until(moment).await,
            Source::ByHand(dial) => dial.sleep_until(moment).await,
        }
    }

    /// The outcome of some work, unless it is not there at a moment.
    ///
    /// # Errors
    ///
    /// When the moment comes first. The work is dropped then.
    pub async fn timeout_at<T>(&self, moment: Instant, work: impl Future<Output = T>) -> Result<T, Late> {
        match &*self.0 {
            Source::System { .. } => tokio::time::timeout_at(moment, work).await.map_err(|_| Late),
            Source::ByHand(dial) => tokio::select! {
                biased;
                outcome = work => Ok(outcome),
                () = dial.sleep_until(moment) => Err(Late),
            },
        }
    }

    /// Ticks that are so far apart; the first one comes at once.
    pub fn ticks(&self, period: Duration) -> Ticks {
        Ticks(match &*self.0 {
            Source::System { .. } => Kind::System(interval(period)),
            Source::ByHand(dial) => Kind::ByHand(HandTicks::new(Arc::clone(dial), period)),
        })
    }
}

impl Debug for Clock {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "Clock({})", self.now())
    }
}

/// Ticks of a [`Clock`]. One that is taken late puts the next ones off.
#[derive(Debug)]
pub struct Ticks(Kind);

#[derive(Debug)]
enum Kind {
    System(Interval),
    ByHand(HandTicks),
}

impl Ticks {
    /// Waits for the next tick. If the wait is broken off, the tick is still there.
    pub async fn tick(&mut self) {
        match &mut self.0 {
            Kind::System(interval) => _ = interval.tick().await,
            Kind::ByHand(ticks) => ticks.tick().await,
        }
    }

    /// Has the next tick come a whole period from now.
    pub fn reset(&mut self) {
        match &mut self.0 {
            Kind::System(interval) => interval.reset(),
            Kind::ByHand(ticks) => ticks.reset(),
        }
    }

    /// Has the next tick come now.
    pub fn reset_immediately(&mut self) {
        match &mut self.0 {
            Kind::System(interval) => interval.reset_immediately(),
            Kind::ByHand(ticks) => ticks.reset_immediately(),
        }
    }
}

fn interval(period: Duration) -> Interval {
    let mut interval = tokio::time::interval(period);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    interval
}

/// The time of the system's clock. No other part of the server reads it.
#[allow(clippy::disallowed_methods, reason = "this is the clock")]
fn system_time() -> Millis {
    millis(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_time_never_goes_back() {
        let clock = Clock::system();
        let mut last = clock.now();
        for _ in 0..1_000 {
            let next = clock.now();
            assert!(next >= last);
            last = next;
        }
    }
}
