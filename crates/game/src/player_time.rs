//! One player's time, and the effect of a move on it.

use crate::{Millis, TimeSystem};

/// A player's time. Fields that a system has no use for are 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PlayerTime {
    /// Main time left.
    pub main: Millis,
    /// The rest of the running period, which is whole until main time is first used up.
    pub period: Millis,
    /// Byo-yomi periods left, the running one among them.
    pub periods: u32,
    /// Canadian stones still to be played in the running period.
    pub stones: u32,
}

/// The flag has fallen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("time is up")]
pub struct TimeUp;

impl PlayerTime {
    /// The time at the beginning of a game.
    pub fn new(system: &TimeSystem) -> Self {
        let main = system.main();
        match *system {
            TimeSystem::Absolute { .. } | TimeSystem::Fischer { .. } => Self { main, ..Self::default() },
            TimeSystem::ByoYomi { periods, period, .. } => Self { main, period, periods, stones: 0 },
            TimeSystem::Canadian { stones, period, .. } => Self { main, period, periods: 0, stones },
            TimeSystem::Simple { period } => Self { main, period, ..Self::default() },
        }
    }

    /// The time that the player may think until the flag falls.
    pub fn left(&self, system: &TimeSystem) -> Millis {
        match *system {
            TimeSystem::ByoYomi { period, .. } => {
                self.main + self.period + Millis::from(self.periods.saturating_sub(1)) * period
            }
            _ => self.main + self.period,
        }
    }

    /// The time that is left after so much thinking, without a move. A period lasts through its last
    /// millisecond: a player who thinks for exactly thirty seconds of a period of thirty loses nothing.
    ///
    /// # Errors
    ///
    /// When the player has thought for longer than there was time.
    pub fn think(self, system: &TimeSystem, elapsed: Millis) -> Result<Self, TimeUp> {
        let over = elapsed.max(0) - self.main;
        if over <= 0 {
            return Ok(Self { main: -over, ..self });
        }
        let overtime = Self { main: 0, ..self };
        if over <= self.period {
            return Ok(Self { period: self.period - over, ..overtime });
        }
        let TimeSystem::ByoYomi { period, .. } = *system else { return Err(TimeUp) };
        let beyond = over - self.period;
        // The running period is used up, and so is each that was begun but the last.
        let used = 1 + (beyond - 1) / period;
        let used = u32::try_from(used).map_err(|_| TimeUp)?;
        if used >= self.periods {
            return Err(TimeUp);
        }
        let spent_in_last = beyond - Millis::from(used - 1) * period;
        Ok(Self { period: period - spent_in_last, periods: self.periods - used, ..overtime })
    }

    /// The time after the move that ends the thinking.
    #[must_use]
    pub fn moved(self, system: &TimeSystem) -> Self {
        match *system {
            TimeSystem::Absolute { .. } => self,
            TimeSystem::Fischer { increment, max, .. } => {
                // A player who was given more than that keeps it.
                Self { main: self.main.max((self.main + increment).min(max)), ..self }
            }
            TimeSystem::ByoYomi { period, .. } | TimeSystem::Simple { period } => Self { period, ..self },
            TimeSystem::Canadian { .. } if self.main > 0 => self,
            TimeSystem::Canadian { stones, period, .. } => match self.stones {
                0 | 1 => Self { period, stones, ..self },
                left => Self { stones: left - 1, ..self },
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYO_YOMI: TimeSystem = TimeSystem::ByoYomi { main: 60_000, periods: 3, period: 30_000 };
    const CANADIAN: TimeSystem = TimeSystem::Canadian { main: 60_000, stones: 3, period: 90_000 };

    /// Thinks for each of these times and moves after each; answers main, period, periods, stones.
    fn after(system: TimeSystem, thoughts: &[Millis]) -> Option<(Millis, Millis, u32, u32)> {
        let mut time = PlayerTime::new(&system);
        for thought in thoughts {
            time = time.think(&system, *thought).ok()?.moved(&system);
        }
        Some((time.main, time.period, time.periods, time.stones))
    }

    #[test]
    fn absolute() {
        let system = TimeSystem::Absolute { main: 10_000 };
        assert_eq!(after(system, &[4_000, 5_999]), Some((1, 0, 0, 0)));
        assert_eq!(after(system, &[4_000, 6_000]), Some((0, 0, 0, 0)), "the last millisecond counts");
        assert_eq!(after(system, &[4_000, 6_001]), None);
    }

    #[test]
    fn fischer() {
        let system = TimeSystem::Fischer { main: 10_000, increment: 5_000, max: 12_000 };
        assert_eq!(after(system, &[6_000]), Some((9_000, 0, 0, 0)));
        assert_eq!(after(system, &[1_000]), Some((12_000, 0, 0, 0)), "no more than the maximum");
        assert_eq!(after(system, &[10_000]), Some((5_000, 0, 0, 0)));
        assert_eq!(after(system, &[10_001]), None, "the increment comes after the move");
        let given = PlayerTime { main: 20_000, ..PlayerTime::new(&system) };
        assert_eq!(given.moved(&system).main, 20_000);
    }

    #[test]
    fn byo_yomi() {
        assert_eq!(after(BYO_YOMI, &[59_000]), Some((1_000, 30_000, 3, 0)));
        assert_eq!(after(BYO_YOMI, &[60_000]), Some((0, 30_000, 3, 0)));
        // Ten seconds into the first period cost nothing, nor do the whole thirty.
        assert_eq!(after(BYO_YOMI, &[70_000, 30_000, 29_999]), Some((0, 30_000, 3, 0)));
        // A millisecond more uses a period up.
        assert_eq!(after(BYO_YOMI, &[60_000, 30_001]), Some((0, 30_000, 2, 0)));
        assert_eq!(after(BYO_YOMI, &[60_000, 60_000]), Some((0, 30_000, 2, 0)));
        assert_eq!(after(BYO_YOMI, &[60_000, 60_001]), Some((0, 30_000, 1, 0)));
        assert_eq!(after(BYO_YOMI, &[60_000, 90_000]), Some((0, 30_000, 1, 0)));
        assert_eq!(after(BYO_YOMI, &[60_000, 90_001]), None);
        // From main time through two periods in one thought.
        assert_eq!(after(BYO_YOMI, &[60_000 + 61_000]), Some((0, 30_000, 1, 0)));
        assert_eq!(after(BYO_YOMI, &[60_000, 60_001, 30_001]), None);
    }

    #[test]
    fn byo_yomi_without_a_move_keeps_what_is_left_of_the_period() {
        let time = PlayerTime::new(&BYO_YOMI).think(&BYO_YOMI, 60_000 + 30_000 + 10_000).unwrap();
        assert_eq!((time.main, time.period, time.periods), (0, 20_000, 2));
        assert_eq!(time.left(&BYO_YOMI), 50_000);
        let time = time.think(&BYO_YOMI, 20_000).unwrap();
        assert_eq!((time.period, time.periods), (0, 2));
        assert_eq!(time.think(&BYO_YOMI, 1).unwrap(), PlayerTime { period: 29_999, periods: 1, ..time });
    }

    #[test]
    fn canadian() {
        assert_eq!(
            after(CANADIAN, &[60_000]),
            Some((0, 90_000, 0, 2)),
            "overtime begins with main time gone"
        );
        assert_eq!(after(CANADIAN, &[70_000, 10_000]), Some((0, 70_000, 0, 1)));
        assert_eq!(after(CANADIAN, &[70_000, 10_000, 70_000]), Some((0, 90_000, 0, 3)));
        assert_eq!(after(CANADIAN, &[70_000, 10_000, 70_001]), None);
        let from_the_start = TimeSystem::Canadian { main: 0, stones: 2, period: 10_000 };
        assert_eq!(after(from_the_start, &[0, 10_000]), Some((0, 10_000, 0, 2)));
    }

    #[test]
    fn simple() {
        let system = TimeSystem::Simple { period: 30_000 };
        assert_eq!(after(system, &[30_000, 1, 30_000]), Some((0, 30_000, 0, 0)));
        assert_eq!(after(system, &[30_001]), None);
    }

    #[test]
    fn left_is_what_may_be_thought_away() {
        for system in [BYO_YOMI, CANADIAN, TimeSystem::Simple { period: 5_000 }] {
            let time = PlayerTime::new(&system);
            let left = time.left(&system);
            assert!(time.think(&system, left).is_ok());
            assert_eq!(time.think(&system, left + 1), Err(TimeUp));
        }
    }
}
