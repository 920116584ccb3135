//! The time of players: the systems of the clock, and the limits that follow from their speed.

use std::fmt;

use crate::Millis;

/// A second, in milliseconds.
pub(crate) const SECOND: Millis = 1_000;
/// A minute, in milliseconds.
pub(crate) const MINUTE: Millis = 60 * SECOND;
/// An hour, in milliseconds.
pub(crate) const HOUR: Millis = 60 * MINUTE;
/// A day, in milliseconds.
pub(crate) const DAY: Millis = 24 * HOUR;

/// The way in which each player's time is measured. All times are milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TimeSystem {
    /// A time for the whole game.
    Absolute {
        /// Main time.
        main: Millis,
    },
    /// Main time that grows by an increment with each move.
    Fischer {
        /// Main time.
        main: Millis,
        /// The time that a move adds.
        increment: Millis,
        /// Beyond this, moves add nothing.
        max: Millis,
    },
    /// After main time, periods: a move within the period costs nothing, a longer one uses periods up.
    ByoYomi {
        /// Main time.
        main: Millis,
        /// The number of periods.
        periods: u32,
        /// The length of each.
        period: Millis,
    },
    /// After main time, so many stones in each period.
    Canadian {
        /// Main time.
        main: Millis,
        /// The stones to be played in a period; passes count, too.
        stones: u32,
        /// The length of a period.
        period: Millis,
    },
    /// A time for each move.
    Simple {
        /// The time of a move.
        period: Millis,
    },
}

/// Why a clock can't be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{field} must be from {min} to {max}")]
pub struct TimeSystemError {
    /// The field that is wrong.
    pub field: &'static str,
    /// The least it may be.
    pub min: Millis,
    /// The most it may be.
    pub max: Millis,
}

/// The speed of a game, as far as patience depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pace {
    /// Both players sit at the board.
    Live,
    /// A move has an hour or days: players come and go.
    Correspondence,
    /// No clock.
    Untimed,
}

impl TimeSystem {
    /// The longest main time.
    pub const MAX_MAIN: Millis = 100 * DAY;
    /// The longest period or increment.
    pub const MAX_PERIOD: Millis = 30 * DAY;
    /// The shortest period.
    pub const MIN_PERIOD: Millis = SECOND;
    /// The shortest main time of a system that has nothing else, in milliseconds.
    pub const MIN_MAIN: Millis = SECOND;
    /// The most periods, and the most stones in one.
    pub const MAX_COUNT: u32 = 100;

    /// The name in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Absolute { .. } => "absolute",
            Self::Fischer { .. } => "fischer",
            Self::ByoYomi { .. } => "byo-yomi",
            Self::Canadian { .. } => "canadian",
            Self::Simple { .. } => "simple",
        }
    }

    /// Whether a game can be played with it.
    ///
    /// # Errors
    ///
    /// Names the first field that is out of its range.
    pub fn check(&self) -> Result<(), TimeSystemError> {
        let within = |field, value: Millis, min, max| {
            if (min..=max).contains(&value) { Ok(()) } else { Err(TimeSystemError { field, min, max }) }
        };
        let main_from = |min, main| within("main", main, min, Self::MAX_MAIN);
        let period = |period| within("period", period, Self::MIN_PERIOD, Self::MAX_PERIOD);
        let count = |field, count| within(field, Millis::from(count), 1, Millis::from(Self::MAX_COUNT));
        match *self {
            Self::Absolute { main } => main_from(Self::MIN_MAIN, main),
            Self::Fischer { main, increment, max } => {
                main_from(Self::MIN_MAIN, main)?;
                within("increment", increment, 1, Self::MAX_PERIOD)?;
                within("max", max, main, Self::MAX_MAIN)
            }
            Self::ByoYomi { main, periods, period: length } => {
                main_from(0, main)?;
                count("periods", periods)?;
                period(length)
            }
            Self::Canadian { main, stones, period: length } => {
                main_from(0, main)?;
                count("stones", stones)?;
                period(length)
            }
            Self::Simple { period: length } => period(length),
        }
    }

    /// Time before overtime.
    pub fn main(&self) -> Millis {
        match *self {
            Self::Absolute { main }
            | Self::Fischer { main, .. }
            | Self::ByoYomi { main, .. }
            | Self::Canadian { main, .. } => main,
            Self::Simple { .. } => 0,
        }
    }

    /// The longest time that each single move may take for ever, main time set aside.
    fn per_move(&self) -> Millis {
        match *self {
            Self::Absolute { .. } => 0,
            Self::Fischer { increment, .. } => increment,
            Self::ByoYomi { period, .. } | Self::Simple { period } => period,
            Self::Canadian { stones, period, .. } => period / Millis::from(stones.max(1)),
        }
    }

    fn pace(&self) -> Pace {
        if self.per_move() >= HOUR || self.main() >= DAY { Pace::Correspondence } else { Pace::Live }
    }
}

/// Overtime as records name it in SGF's `OT`; empty where there is none.
impl fmt::Display for TimeSystem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |millis: Millis| {
            let text = format!("{}.{:03}", millis / 1_000, millis % 1_000);
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        };
        match *self {
            Self::Absolute { .. } => Ok(()),
            Self::Fischer { increment, max: Self::MAX_MAIN, .. } => {
                write!(f, "{} fischer", seconds(increment))
            }
            Self::Fischer { increment, max, .. } => {
                write!(f, "{} fischer, at most {}", seconds(increment), seconds(max))
            }
            Self::ByoYomi { periods, period, .. } => write!(f, "{periods}x{} byo-yomi", seconds(period)),
            Self::Canadian { stones, period, .. } => write!(f, "{stones}/{} canadian", seconds(period)),
            Self::Simple { period } => write!(f, "{} simple", seconds(period)),
        }
    }
}

/// The patience of a game: how long it waits for each thing, in milliseconds. All of it follows from the
/// game's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// The speed of the game.
    pub pace: Pace,
    /// For each player's first move.
    pub first_move: Millis,
    /// For agreement on dead stones.
    pub scoring: Millis,
    /// The least each clock shows when play resumes, and what a game without a clock gets for each move, once
    /// it gets one.
    pub resumed: Millis,
    /// For the return of a player whose last connection is gone, before the opponent may claim the game.
    /// `None` where players may come and go.
    pub absence: Option<Millis>,
    /// The time that each player may pause in all.
    pub pauses: Millis,
}

/// The time for which an open game waits for an opponent.
pub(crate) const OPEN_GAME_WAITS: Millis = 7 * DAY;
/// The pauses of each player.
pub const PAUSES_EACH: u8 = 5;
/// The least time that each proposal of dead stones leaves the opponent to look at it.
pub const LOOK_AT_PROPOSAL: Millis = 30 * SECOND;

impl Patience {
    /// The patience of a game with this clock.
    pub fn of(clock: Option<&TimeSystem>) -> Self {
        let pace = clock.map_or(Pace::Untimed, TimeSystem::pace);
        match (pace, clock) {
            (Pace::Live, Some(clock)) => {
                // A game of sixty moves for each player takes about so long.
                let estimate = clock.main() + 60 * clock.per_move();
                Self {
                    pace,
                    first_move: (estimate / 10).clamp(30 * SECOND, 5 * MINUTE),
                    scoring: 5 * MINUTE,
                    resumed: 5 * MINUTE,
                    absence: Some((estimate / 20).clamp(30 * SECOND, 5 * MINUTE)),
                    pauses: (estimate / 2).clamp(MINUTE, 10 * MINUTE),
                }
            }
            (Pace::Correspondence, _) => Self {
                pace,
                first_move: 3 * DAY,
                scoring: 3 * DAY,
                resumed: 3 * DAY,
                absence: None,
                pauses: 14 * DAY,
            },
            _ => Self {
                pace,
                first_move: 7 * DAY,
                scoring: 3 * DAY,
                resumed: 3 * DAY,
                absence: Some(15 * MINUTE),
                pauses: 0,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_field_has_its_range() {
        let fault = |system: TimeSystem| system.check().err().map(|error| error.field);
        assert_eq!(fault(TimeSystem::Absolute { main: 999 }), Some("main"));
        assert_eq!(fault(TimeSystem::Absolute { main: SECOND }), None);
        assert_eq!(fault(TimeSystem::Absolute { main: 100 * DAY + 1 }), Some("main"));
        assert_eq!(fault(TimeSystem::Fischer { main: 5_000, increment: 0, max: 9_000 }), Some("increment"));
        assert_eq!(fault(TimeSystem::Fischer { main: 5_000, increment: 1, max: 4_999 }), Some("max"));
        assert_eq!(fault(TimeSystem::ByoYomi { main: 0, periods: 0, period: SECOND }), Some("periods"));
        assert_eq!(fault(TimeSystem::ByoYomi { main: 0, periods: 1, period: 999 }), Some("period"));
        assert_eq!(fault(TimeSystem::ByoYomi { main: -1, periods: 1, period: SECOND }), Some("main"));
        assert_eq!(fault(TimeSystem::Canadian { main: 0, stones: 101, period: SECOND }), Some("stones"));
        assert_eq!(fault(TimeSystem::Simple { period: 30 * DAY }), None);
        assert_eq!(fault(TimeSystem::Simple { period: 30 * DAY + 1 }), Some("period"));
    }

    #[test]
    fn patience_grows_with_the_clock() {
        let absence = |clock: TimeSystem| Patience::of(Some(&clock)).absence;
        assert_eq!(absence(TimeSystem::Absolute { main: MINUTE }), Some(30 * SECOND));
        let club = TimeSystem::ByoYomi { main: 30 * MINUTE, periods: 3, period: 30 * SECOND };
        assert_eq!(absence(club), Some(3 * MINUTE));
        assert_eq!(absence(TimeSystem::Simple { period: DAY }), None);
        assert_eq!(Patience::of(None).absence, Some(15 * MINUTE));
        assert_eq!(Patience::of(Some(&TimeSystem::Simple { period: HOUR })).pace, Pace::Correspondence);
        assert_eq!(Patience::of(Some(&TimeSystem::Absolute { main: DAY })).pace, Pace::Correspondence);
        assert_eq!(Patience::of(Some(&club)).pace, Pace::Live);
    }

    #[test]
    fn overtime_prints_as_records_have_it() {
        assert_eq!(TimeSystem::ByoYomi { main: 0, periods: 5, period: 30_000 }.to_string(), "5x30 byo-yomi");
        assert_eq!(
            TimeSystem::Canadian { main: 0, stones: 25, period: 600_000 }.to_string(),
            "25/600 canadian"
        );
        let fischer = |max| TimeSystem::Fischer { main: 1, increment: 2_500, max };
        assert_eq!(fischer(TimeSystem::MAX_MAIN).to_string(), "2.5 fischer");
        assert_eq!(fischer(90 * DAY).to_string(), "2.5 fischer, at most 7776000");
        assert_eq!(TimeSystem::Absolute { main: 1 }.to_string(), "");
    }
}
