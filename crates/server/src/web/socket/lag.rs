//! How far away a client is, by the server's own pings.

use std::time::Duration;

use axum::body::Bytes;
use tengen_game::Millis;
use tokio::time::Instant;

/// The measured round trip of one socket. The client has no say in it beyond answering late, which the game's quota
/// makes worthless.
#[derive(Debug, Default)]
pub(super) struct Lag {
    /// The ping that is under way: its number, and when it left.
    asked: Option<(u64, Instant)>,
    number: u64,
    /// The round trip, smoothed.
    measured: Option<Duration>,
}

/// How much the newest measurement counts.
const NEWEST: f64 = 0.3;

impl Lag {
    /// The payload of the next ping.
    pub(in crate::web) fn ask(&mut self, now: Instant) -> Bytes {
        self.number += 1;
        self.asked = Some((self.number, now));
        Bytes::copy_from_slice(&self.number.to_be_bytes())
    }

    /// Takes note of an answer. One that was not asked for says nothing.
    pub(in crate::web) fn answered(&mut self, payload: &[u8], now: Instant) {
        if let Some((number, left)) = self.asked
            && payload == number.to_be_bytes()
        {
            self.asked = None;
            let trip = now.saturating_duration_since(left);
            let smoothed = |before: Duration| before.mul_f64(1.0 - NEWEST) + trip.mul_f64(NEWEST);
            self.measured = Some(self.measured.map_or(trip, smoothed));
        }
    }

    /// The round trip in milliseconds; 0 as long as nothing was measured.
    pub(in crate::web) fn millis(&self) -> Millis {
        Millis::try_from(self.measured.unwrap_or_default().as_millis()).unwrap_or(Millis::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_measured_and_inventions_are_not() {
        let start = Instant::now();
        let after = |millis| start + Duration::from_millis(millis);
        let mut lag = Lag::default();
        let first = lag.ask(start);
        lag.answered(b"hello", after(10));
        lag.answered(&2_u64.to_be_bytes(), after(10));
        assert_eq!(lag.millis(), 0);
        lag.answered(&first, after(100));
        assert_eq!(lag.millis(), 100);
        lag.answered(&first, after(5_000));
        assert_eq!(lag.millis(), 100, "an answer counts once");
        let second = lag.ask(after(10_000));
        lag.answered(&second, after(10_200));
        assert_eq!(lag.millis(), 130);
    }
}
