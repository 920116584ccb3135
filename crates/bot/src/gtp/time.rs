//! Time, as engines are told of it.

use std::time::Duration;

use tengen_protocol::{PlayerTimeShape, TimeSystemShape};
use tengen_rules::Color;

/// Which commands for time an engine lists.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a command that is listed or not")]
pub struct TimeCommands {
    /// `time_settings`, of the protocol itself: Canadian time.
    pub settings: bool,
    /// `kgs-time_settings`: byo-yomi as well.
    pub kgs: bool,
    /// `kata-time_settings`: Fischer as well.
    pub kata: bool,
    /// `time_left`.
    pub left: bool,
}

impl TimeCommands {
    /// The command that tells how time is measured, if the engine has one. What it has no words for comes as close as
    /// Canadian time can; `time_left` tells the truth before each move.
    pub fn settings(self, system: &TimeSystemShape) -> Option<String> {
        let canadian = |main, period, stones| {
            self.settings.then(|| format!("time_settings {} {} {stones}", seconds(main), seconds(period)))
        };
        match *system {
            TimeSystemShape::Fischer { main, increment, .. } if self.kata => {
                Some(format!("kata-time_settings fischer {} {}", seconds(main), seconds(increment)))
            }
            TimeSystemShape::Absolute { main } | TimeSystemShape::Fischer { main, .. } => {
                canadian(main, 0, 0)
            }
            TimeSystemShape::ByoYomi { main, periods, period } if self.kgs => {
                Some(format!("kgs-time_settings byoyomi {} {} {periods}", seconds(main), seconds(period)))
            }
            TimeSystemShape::ByoYomi { main, period, .. } => canadian(main, period, 1),
            TimeSystemShape::Canadian { main, stones, period } => canadian(main, period, stones),
            TimeSystemShape::Simple { period } => canadian(0, period, 1),
        }
    }

    /// The command that tells an engine that was told of a clock before that there is none any more, if it has one.
    pub fn no_clock(self) -> Option<String> {
        if self.kgs {
            Some("kgs-time_settings none".to_owned())
        } else if self.kata {
            Some("kata-time_settings none".to_owned())
        } else {
            // Time for no stone is no limit, as the protocol has it.
            self.settings.then(|| "time_settings 0 1 0".to_owned())
        }
    }

    /// The command that tells a player's time left, if the engine has it.
    pub fn left(self, system: &TimeSystemShape, color: Color, time: PlayerTimeShape) -> Option<String> {
        let (left, stones) = match system {
            _ if time.main >= 1000 => (time.main, 0),
            TimeSystemShape::Absolute { .. } | TimeSystemShape::Fischer { .. } => (time.main, 0),
            TimeSystemShape::ByoYomi { .. } => (time.period, if self.kgs { time.periods } else { 1 }),
            TimeSystemShape::Canadian { .. } => (time.period, time.stones),
            TimeSystemShape::Simple { .. } => (time.period, 1),
        };
        self.left.then(|| format!("time_left {color} {} {stones}", seconds(left)))
    }
}

/// How much time an engine is told of at most, in milliseconds: one that used more would be taken for one that hangs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MostTime {
    main: i64,
    a_move: i64,
}

impl MostTime {
    /// For an engine that may think about a move for so long. In games by days it has the whole of the main time for one move, as it were;
    /// in live games it is trusted to spread it.
    pub fn within(patience: Duration, by_days: bool) -> Self {
        // A tenth is for its answer.
        let a_move = i64::try_from(patience.as_millis()).unwrap_or(i64::MAX) / 10 * 9;
        Self { main: if by_days { a_move } else { i64::MAX }, a_move }
    }

    /// The way in which time is measured, with no more of it than that.
    pub fn of_system(self, system: TimeSystemShape) -> TimeSystemShape {
        let main_of = |main: i64| main.min(self.main);
        match system {
            // By days it would have to spread that over the whole game.
            TimeSystemShape::Absolute { main } if self.main < i64::MAX => {
                TimeSystemShape::Simple { period: main_of(main) }
            }
            TimeSystemShape::Absolute { main } => TimeSystemShape::Absolute { main },
            TimeSystemShape::Fischer { main, increment, max } => {
                TimeSystemShape::Fischer { main: main_of(main), increment: increment.min(self.a_move), max }
            }
            TimeSystemShape::ByoYomi { main, periods, period } => {
                TimeSystemShape::ByoYomi { main: main_of(main), periods, period: period.min(self.a_move) }
            }
            TimeSystemShape::Canadian { main, stones, period } => TimeSystemShape::Canadian {
                main: main_of(main),
                stones,
                period: period.min(self.of_stones(stones)),
            },
            TimeSystemShape::Simple { period } => TimeSystemShape::Simple { period: period.min(self.a_move) },
        }
    }

    /// A player's time left, with no more of it than that, by the way in which the engine was told that time is measured.
    pub fn of_player(self, told: Option<TimeSystemShape>, time: PlayerTimeShape) -> PlayerTimeShape {
        let PlayerTimeShape { main, period, periods, stones } = time;
        if matches!(told, Some(TimeSystemShape::Simple { .. })) && period == 0 {
            return PlayerTimeShape { main: 0, period: main.min(self.a_move), periods, stones };
        }
        let (main, period) = (main.min(self.main), period.min(self.of_stones(stones)));
        PlayerTimeShape { main, period, periods, stones }
    }

    fn of_stones(self, stones: u32) -> i64 {
        self.a_move.saturating_mul(i64::from(stones.max(1)))
    }
}

/// How many seconds a player has in all for the next move.
pub fn seconds_left(time: PlayerTimeShape) -> u64 {
    let periods = i64::from(time.periods.saturating_sub(1));
    // Whole periods other than the running one are at least as long as what is left of that.
    let millis = time.main.saturating_add(time.period.saturating_mul(periods.saturating_add(1)));
    u64::try_from(millis / 1000).unwrap_or(0)
}

fn seconds(millis: i64) -> i64 {
    millis.max(0) / 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: TimeCommands = TimeCommands { settings: true, kgs: true, kata: true, left: true };
    const PLAIN: TimeCommands = TimeCommands { settings: true, kgs: false, kata: false, left: true };
    const BYO_YOMI: TimeSystemShape = TimeSystemShape::ByoYomi { main: 600_000, periods: 3, period: 30_500 };

    #[test]
    fn engines_are_told_in_their_own_words() {
        let text = |commands: TimeCommands, system| commands.settings(&system).unwrap_or_default();
        assert_eq!(text(ALL, BYO_YOMI), "kgs-time_settings byoyomi 600 30 3");
        assert_eq!(text(PLAIN, BYO_YOMI), "time_settings 600 30 1");
        let fischer = TimeSystemShape::Fischer { main: 300_000, increment: 5_000, max: 600_000 };
        assert_eq!(text(ALL, fischer), "kata-time_settings fischer 300 5");
        assert_eq!(text(PLAIN, fischer), "time_settings 300 0 0");
        assert_eq!(text(PLAIN, TimeSystemShape::Simple { period: 60_000 }), "time_settings 0 60 1");
        let canadian = TimeSystemShape::Canadian { main: 0, stones: 20, period: 300_000 };
        assert_eq!(text(ALL, canadian), "time_settings 0 300 20");
        assert_eq!(text(TimeCommands::default(), BYO_YOMI), "");
        let no_clock = |commands: TimeCommands| commands.no_clock().unwrap_or_default();
        assert_eq!(no_clock(ALL), "kgs-time_settings none");
        assert_eq!(no_clock(TimeCommands { kgs: false, ..ALL }), "kata-time_settings none");
        assert_eq!(
            (no_clock(PLAIN).as_str(), no_clock(TimeCommands::default()).as_str()),
            ("time_settings 0 1 0", "")
        );
    }

    #[test]
    fn no_engine_is_told_of_more_time_than_it_has() {
        let minute = |by_days| MostTime::within(Duration::from_mins(1), by_days);
        let canadian = |main, period| TimeSystemShape::Canadian { main, stones: 2, period };
        let day = 86_400_000;
        assert_eq!(minute(true).of_system(canadian(day, day)), canadian(54_000, 108_000));
        assert_eq!(minute(false).of_system(canadian(day, 7_000)), canadian(day, 7_000));
        let simple = |period| TimeSystemShape::Simple { period };
        assert_eq!(minute(true).of_system(simple(day)), simple(54_000));
        let left = |main, period| PlayerTimeShape { main, period, periods: 1, stones: 0 };
        assert_eq!(minute(true).of_player(Some(BYO_YOMI), left(day, day)), left(54_000, 54_000));
        assert_eq!(minute(false).of_player(Some(BYO_YOMI), left(day, 30_000)), left(day, 30_000));
        let absolute = TimeSystemShape::Absolute { main: day };
        assert_eq!(minute(false).of_system(absolute), absolute);
        assert_eq!(minute(true).of_system(absolute), simple(54_000));
        assert_eq!(minute(true).of_player(Some(simple(54_000)), left(day, 0)), left(0, 54_000));
        assert_eq!(ALL.left(&simple(54_000), Color::Black, left(0, 54_000)).unwrap(), "time_left black 54 1");
    }

    #[test]
    fn what_is_left() {
        let main = PlayerTimeShape { main: 61_900, period: 30_000, periods: 3, stones: 0 };
        assert_eq!(ALL.left(&BYO_YOMI, Color::Black, main).unwrap(), "time_left black 61 0");
        let periods = PlayerTimeShape { main: 0, period: 12_000, periods: 2, stones: 0 };
        assert_eq!(ALL.left(&BYO_YOMI, Color::White, periods).unwrap(), "time_left white 12 2");
        assert_eq!(PLAIN.left(&BYO_YOMI, Color::White, periods).unwrap(), "time_left white 12 1");
        assert_eq!((seconds_left(main), seconds_left(periods)), (151, 24));
        assert_eq!(TimeCommands::default().left(&BYO_YOMI, Color::White, periods), None);
    }
}
