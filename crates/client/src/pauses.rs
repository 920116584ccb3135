//! Growing pauses.

use std::time::Duration;

use backon::ExponentialBuilder;

/// The longest pause.
pub(crate) const LONGEST: Duration = Duration::from_secs(15);

/// The pauses between attempts: each twice as long as the last, up to [`LONGEST`], and without an end. Chance decides half
/// of a pause, so that the clients of a server do not all come back in the same moment: `backon` adds to a delay at
/// most as much again, so the delays below are halves.
pub(crate) const PAUSES: ExponentialBuilder = ExponentialBuilder::new()
    .with_min_delay(Duration::from_millis(125))
    .with_max_delay(Duration::from_millis(7_500))
    .with_factor(2.0)
    .with_jitter()
    .without_max_times();

#[cfg(test)]
mod tests {
    use backon::BackoffBuilder as _;

    use super::*;

    #[test]
    fn pauses_grow_to_a_bound() {
        let mut pauses = PAUSES.build();
        let mut expected = Duration::from_millis(250);
        for _ in 0..20 {
            let pause = pauses.next().unwrap();
            assert!(expected / 2 <= pause && pause <= expected, "{pause:?} of {expected:?}");
            expected = (expected * 2).min(LONGEST);
        }
    }
}
