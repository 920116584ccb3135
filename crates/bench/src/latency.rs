//! Durations in their order.

use std::time::Duration;

/// Durations that were measured.
#[derive(Debug, Clone, Default)]
pub(crate) struct Latencies(Vec<Duration>);

impl Latencies {
    /// Sorts them.
    pub(crate) fn new(mut measured: Vec<Duration>) -> Self {
        measured.sort_unstable();
        Self(measured)
    }

    /// The duration that so many percent of all do not exceed, in milliseconds; 0 if nothing was measured.
    pub(crate) fn millis(&self, percent: usize) -> f64 {
        let index = self.0.len() * percent / 100;
        let found = self.0.get(index.min(self.0.len().saturating_sub(1)));
        found.map_or(0.0, |duration| duration.as_secs_f64() * 1_000.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_the_sorted_durations() {
        let latencies = Latencies::new((1..=100).rev().map(Duration::from_millis).collect());
        assert!((latencies.millis(50) - 51.0).abs() < 1e-9);
        assert!((latencies.millis(100) - 100.0).abs() < 1e-9);
        assert!(Latencies::default().millis(50).abs() < 1e-9);
    }
}
