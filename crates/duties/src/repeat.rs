//! Doing something again and again.

use std::time::Duration;

use tengen_clock::{Clock, Ticks};
use tokio_util::sync::CancellationToken;

/// The moments at which a duty does something, until the server stops.
///
/// ```
/// # use std::time::Duration;
/// # use tengen_clock::Clock;
/// # use tengen_duties::Repeat;
/// # use tokio_util::sync::CancellationToken;
/// # async fn look(clock: &Clock, stop: &CancellationToken) {
/// let mut looks = Repeat::every(Duration::from_secs(1), clock, stop);
/// while looks.tick().await {
///     // Look.
/// }
/// # }
/// ```
#[derive(Debug)]
pub struct Repeat {
    ticks: Ticks,
    stop: CancellationToken,
}

impl Repeat {
    /// Moments that are so far apart, the first one now. One that is taken late puts the next ones off.
    pub fn every(period: Duration, clock: &Clock, stop: &CancellationToken) -> Self {
        Self { ticks: clock.ticks(period), stop: stop.clone() }
    }

    /// The same, the first one after a period.
    pub fn after(period: Duration, clock: &Clock, stop: &CancellationToken) -> Self {
        let mut repeat = Self::every(period, clock, stop);
        repeat.ticks.reset();
        repeat
    }

    /// Waits for the next moment. False when the server stops. If the wait is broken off, the moment is still there.
    pub async fn tick(&mut self) -> bool {
        tokio::select! {
            () = self.ticks.tick() => true,
            () = self.stop.cancelled() => false,
        }
    }

    /// Has the next moment come now.
    pub fn at_once(&mut self) {
        self.ticks.reset_immediately();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[tokio::test]
    async fn moments_come_until_the_stop() {
        let ((clock, hands), stop) = (Clock::by_hand(0), CancellationToken::new());
        let mut repeat = Repeat::every(SECOND, &clock, &stop);
        assert_eq!(repeat.tick().now_or_never(), Some(true));
        assert_eq!(repeat.tick().now_or_never(), None);
        repeat.at_once();
        assert_eq!(repeat.tick().now_or_never(), Some(true));
        assert_eq!(repeat.tick().now_or_never(), None);
        stop.cancel();
        assert_eq!(repeat.tick().now_or_never(), Some(false));
        drop(hands);
    }

    #[tokio::test]
    async fn the_first_moment_may_be_later() {
        let ((clock, _hands), stop) = (Clock::by_hand(0), CancellationToken::new());
        let mut repeat = Repeat::after(SECOND, &clock, &stop);
        assert_eq!(repeat.tick().now_or_never(), None);
    }
}
