//! The system's clock without its steps.

use std::time::Duration;

use tengen_game::Millis;

/// By what part of the time that passes the server's time comes nearer to the system's: more than clocks drift, and a
/// tenth of a second in a minute and a half of thinking.
const APPROACH: i64 = 1_000;

/// A difference in milliseconds that is no step of a clock that is being kept right: the machine slept, or its clock was far
/// off. The server's time then goes along, and the silence counts as an outage.
const LEAP: Millis = 12_000;

/// A duration in whole milliseconds.
pub(super) fn millis(time: Duration) -> Millis {
    Millis::try_from(time.as_millis()).unwrap_or(Millis::MAX)
}

/// A time that passes evenly.
#[derive(Debug)]
pub(super) struct Steady {
    /// The correction to the time that has passed, in thousandths of a millisecond.
    offset: i64,
    /// The time that had passed at the last reading, in milliseconds.
    passed: Millis,
    /// How far the time has leapt, in milliseconds; less than 0 if that was back.
    leapt: Millis,
}

impl From<Millis> for Steady {
    /// Begins at this time.
    fn from(system: Millis) -> Self {
        Self { offset: system.saturating_mul(APPROACH), passed: 0, leapt: 0 }
    }
}

impl Steady {
    /// The time after so much has passed by the monotonic clock since the beginning, while the system's clock says this.
    pub(super) fn read(&mut self, passed: Duration, system: Millis) -> Millis {
        let passed = millis(passed);
        let wanted = (system - passed).saturating_mul(APPROACH);
        let nearer = (passed - self.passed).max(0);
        let apart = wanted.saturating_sub(self.offset);
        if apart.abs() >= LEAP * APPROACH {
            self.offset = wanted;
            self.leapt += apart / APPROACH;
        } else {
            self.offset += apart.clamp(-nearer, nearer);
        }
        self.passed = passed;
        passed + self.offset / APPROACH
    }

    /// How far the time has leapt since the beginning, in milliseconds: all leaps together.
    pub(super) fn leapt(&self) -> Millis {
        self.leapt
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A day in 2026.
    const BEGAN: Millis = 1_790_000_000_000;

    fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_step_of_the_systems_clock_is_taken_from_nobody_and_given_to_nobody() {
        for step in [8_000, -8_000, 500, -11_999] {
            let mut steady = Steady::from(BEGAN);
            assert_eq!(steady.read(secs(10), BEGAN + 10_000), BEGAN + 10_000);
            // Somebody thinks for thirty seconds, and meanwhile the clock is set.
            let (mut last, began) = (BEGAN + 10_000, BEGAN + 10_000);
            for second in 11..=40 {
                let now = steady.read(secs(second), BEGAN + second.cast_signed() * 1_000 + step);
                assert!((999..=1_001).contains(&(now - last)), "{step}: {now} after {last}");
                last = now;
            }
            assert!((last - began - 30_000).abs() <= 30, "{step}: {}", last - began);
        }
    }

    #[test]
    fn the_systems_clock_is_reached_again() {
        let mut steady = Steady::from(BEGAN);
        let (mut second, mut apart) = (0_i64, 8_000);
        while apart != 0 {
            second += 60;
            let system = BEGAN + second * 1_000 + 8_000;
            let now = steady.read(secs(second.cast_unsigned()), system);
            assert!((1..=60).contains(&(apart - (system - now))), "{second}");
            apart = system - now;
        }
        // Eight seconds take as many thousand.
        assert_eq!(second, 8_040);
    }

    #[test]
    fn after_a_sleep_the_time_is_the_systems() {
        for leap in [LEAP, 3_600_000, -3_600_000] {
            let mut steady = Steady::from(BEGAN);
            assert_eq!(steady.read(secs(1), BEGAN + 1_000 + leap), BEGAN + 1_000 + leap);
            assert_eq!(steady.read(secs(2), BEGAN + 2_000 + leap), BEGAN + 2_000 + leap);
            assert_eq!(steady.leapt(), leap);
            assert_eq!(steady.read(secs(3), BEGAN + 3_000), BEGAN + 3_000);
            assert_eq!(steady.leapt(), 0);
        }
    }
}
