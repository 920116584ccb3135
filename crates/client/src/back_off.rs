//! Growing pauses.

use std::time::Duration;

use crate::command_ids::random;

const SHORTEST: Duration = Duration::from_millis(250);
const LONGEST: Duration = Duration::from_secs(15);

/// How long to wait before the next attempt: twice as long each time, up to a bound, and shortened by lot to as little
/// as half, so that all clients of a server do not come back in the same moment.
#[derive(Debug)]
pub(crate) struct BackOff(Duration);

impl BackOff {
    pub(crate) fn new() -> Self {
        Self(SHORTEST)
    }

    /// The next pause.
    pub(crate) fn pause(&mut self) -> Duration {
        let longest = self.0;
        self.0 = (longest * 2).min(LONGEST);
        let thousandth = longest / 2000;
        longest / 2 + thousandth * u32::try_from(random() % 1000).unwrap_or_default()
    }

    /// The connection was good for a while.
    pub(crate) fn reset(&mut self) {
        *self = Self::new();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_a_bound() {
        let mut back_off = BackOff::new();
        let mut expected = SHORTEST;
        for _ in 0..20 {
            let pause = back_off.pause();
            assert!(expected / 2 <= pause && pause <= expected, "{pause:?} of {expected:?}");
            expected = (expected * 2).min(LONGEST);
        }
        back_off.reset();
        assert!(back_off.pause() <= SHORTEST);
    }
}
