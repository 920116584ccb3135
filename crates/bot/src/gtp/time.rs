//! Time, as engines are told of it.

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
