//! Which games a bot plays.

use std::fmt;
use std::str::FromStr;

use clap::ValueEnum;
use tengen_game::{AbortReason, PlayerId};
use tengen_protocol::{SettingsShape, TimeSystemShape};
use tengen_rules::{BoardName, HalfPoints, Preset};

/// An hour for a move, or a day of main time, is correspondence.
const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;
/// The moves that count for the length of a game, as the server has it.
const MOVES: i64 = 60;

/// The conditions on a game.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// Sizes of boards.
    pub sizes: Vec<u8>,
    /// Rule systems; empty for all.
    pub rules: Vec<Preset>,
    /// Speeds; empty for all.
    pub speeds: Vec<Speed>,
    /// The least length of a game with a clock, in seconds for each player.
    pub min_time: Option<u32>,
    /// The greatest length.
    pub max_time: Option<u32>,
    /// Whether games with a handicap are played.
    pub handicap: bool,
    /// The least komi.
    pub min_komi: Option<HalfPoints>,
    /// The greatest.
    pub max_komi: Option<HalfPoints>,
    /// Whose games; empty for everybody's.
    pub from: Vec<PlayerId>,
    /// Whose games are not played in any case.
    pub not_from: Vec<PlayerId>,
}

/// How fast a game is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Speed {
    /// There is a clock, and the players stay at the board.
    Live,
    /// A move may take an hour, or there is a day of main time.
    Correspondence,
    /// There is no clock.
    Untimed,
}

/// Why a game is not played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misfit {
    /// Its board is no square grid, or not of a wanted size.
    Board,
    /// Its rules are not wanted, or are changed.
    Rules,
    /// It is too fast or too slow.
    Time,
    /// It has a handicap.
    Handicap,
    /// Its komi is too small or too large.
    Komi,
    /// Its creator is not wanted.
    Creator,
    /// It takes no bots.
    NoBots,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "the board",
            Self::Rules => "the rules",
            Self::Time => "the time",
            Self::Handicap => "the handicap",
            Self::Komi => "the komi",
            Self::Creator => "who offers it",
            Self::NoBots => "that it takes no bots",
        })
    }
}

impl Misfit {
    /// The reason that whoever offers the game is told.
    pub fn reason(self) -> AbortReason {
        match self {
            Self::Board => AbortReason::Board,
            Self::Rules => AbortReason::Rules,
            Self::Time => AbortReason::Time,
            Self::Handicap => AbortReason::Handicap,
            Self::Komi => AbortReason::Komi,
            Self::Creator => AbortReason::Player,
            Self::NoBots => AbortReason::NoBots,
        }
    }
}

impl Speed {
    /// The speed of games with this clock.
    pub fn of(clock: Option<TimeSystemShape>) -> Self {
        let (main, a_move) = match clock {
            None => return Self::Untimed,
            Some(TimeSystemShape::Absolute { main }) => (main, 0),
            Some(TimeSystemShape::Fischer { main, increment, .. }) => (main, increment),
            Some(TimeSystemShape::ByoYomi { main, period, .. }) => (main, period),
            Some(TimeSystemShape::Canadian { main, stones, period }) => {
                (main, period / i64::from(stones.max(1)))
            }
            Some(TimeSystemShape::Simple { period }) => (0, period),
        };
        if main >= DAY || a_move >= HOUR { Self::Correspondence } else { Self::Live }
    }
}

impl Wanted {
    /// Whether a game of this player with these settings is played.
    pub fn check(&self, creator: PlayerId, settings: &SettingsShape) -> Result<(), Misfit> {
        let size = match settings.board.name() {
            BoardName::Grid { width, height } if width == height => u8::try_from(width).unwrap_or(0),
            _ => return Err(Misfit::Board),
        };
        let rules = &settings.rules;
        let length = length(settings.clock);
        let seconds = |time: Option<u32>| time.map(|time| i64::from(time) * 1000);
        let too_short = length < seconds(self.min_time).unwrap_or(0);
        let too_long = seconds(self.max_time).is_some_and(|max| length > max);
        let clock = settings.clock.is_some();
        let komi = settings.komi.0;
        let is_komi_wanted =
            self.min_komi.is_none_or(|least| least <= komi) && self.max_komi.is_none_or(|most| komi <= most);
        if !self.sizes.contains(&size) {
            Err(Misfit::Board)
        } else if rules.custom || !(self.rules.is_empty() || self.rules.contains(&rules.preset.0)) {
            Err(Misfit::Rules)
        } else if !(self.speeds.is_empty() || self.speeds.contains(&Speed::of(settings.clock)))
            || clock && (too_short || too_long)
        {
            Err(Misfit::Time)
        } else if settings.handicap > 0 && !self.handicap {
            Err(Misfit::Handicap)
        } else if !is_komi_wanted {
            Err(Misfit::Komi)
        } else if !(self.from.is_empty() || self.from.contains(&creator)) || self.not_from.contains(&creator)
        {
            Err(Misfit::Creator)
        } else if settings.no_bots {
            // Also of a guest, whom the server does not know for a program.
            Err(Misfit::NoBots)
        } else {
            Ok(())
        }
    }
}

/// How long a game may take one player, in milliseconds.
fn length(clock: Option<TimeSystemShape>) -> i64 {
    match clock {
        None => 0,
        Some(TimeSystemShape::Absolute { main }) => main,
        Some(TimeSystemShape::Fischer { main, increment, .. }) => main + MOVES * increment,
        Some(TimeSystemShape::ByoYomi { main, period, .. }) => main + MOVES * period,
        Some(TimeSystemShape::Canadian { main, stones, period }) => {
            main + MOVES * period / i64::from(stones.max(1))
        }
        Some(TimeSystemShape::Simple { period }) => MOVES * period,
    }
}

/// A clock as an option says it: `none`, `absolute:600`, `fischer:300+5`, `byo-yomi:600+3x30`, `canadian:600+20/300`,
/// `simple:60`, all in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockWish(pub Option<TimeSystemShape>);

/// A text that is no clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("none, absolute:600, fischer:300+5, byo-yomi:600+3x30, canadian:600+20/300 or simple:60, in seconds")]
pub struct ClockWishError;

impl FromStr for ClockWish {
    type Err = ClockWishError;

    fn from_str(text: &str) -> Result<Self, ClockWishError> {
        if text == "none" {
            return Ok(Self(None));
        }
        let millis = |text: &str| {
            text.parse::<u32>().map(|seconds| i64::from(seconds) * 1000).map_err(|_| ClockWishError)
        };
        let count = |text: &str| text.parse::<u32>().map_err(|_| ClockWishError);
        let (system, numbers) = text.split_once(':').ok_or(ClockWishError)?;
        let (first, rest) = numbers.split_once('+').unwrap_or((numbers, ""));
        let pair = |sign| rest.split_once(sign).ok_or(ClockWishError);
        let system = match system {
            "absolute" if rest.is_empty() => TimeSystemShape::Absolute { main: millis(first)? },
            "simple" if rest.is_empty() => TimeSystemShape::Simple { period: millis(first)? },
            "fischer" => {
                let max = tengen_game::TimeSystem::MAX_MAIN;
                TimeSystemShape::Fischer { main: millis(first)?, increment: millis(rest)?, max }
            }
            "byo-yomi" => {
                let (periods, period) = pair('x')?;
                TimeSystemShape::ByoYomi {
                    main: millis(first)?,
                    periods: count(periods)?,
                    period: millis(period)?,
                }
            }
            "canadian" => {
                let (stones, period) = pair('/')?;
                TimeSystemShape::Canadian {
                    main: millis(first)?,
                    stones: count(stones)?,
                    period: millis(period)?,
                }
            }
            _ => return Err(ClockWishError),
        };
        Ok(Self(Some(system)))
    }
}

#[cfg(test)]
mod tests {
    use tengen_protocol::NewGame;

    use super::*;

    fn settings(json: &str) -> SettingsShape {
        let wish: NewGame = serde_json::from_str(json).unwrap();
        let creator = "8k2q4w7m1x9c3v5b".parse().unwrap();
        (&tengen_game::Settings::new(creator, (&wish).into()).unwrap()).into()
    }

    fn check(wanted: &Wanted, json: &str) -> Result<(), Misfit> {
        wanted.check("8k2q4w7m1x9c3v5b".parse().unwrap(), &settings(json))
    }

    #[test]
    fn games_fit_or_do_not() {
        let wanted = Wanted { sizes: vec![9, 19], ..Wanted::default() };
        assert_eq!(check(&wanted, "{}"), Ok(()));
        assert_eq!(check(&wanted, r#"{"board": {"width": 13, "height": 13}}"#), Err(Misfit::Board));
        assert_eq!(check(&wanted, r#"{"board": {"name": "torus 9x9"}}"#), Err(Misfit::Board));
        assert_eq!(
            check(&wanted, r#"{"rules": {"preset": "japanese", "scoring": "area"}}"#),
            Err(Misfit::Rules)
        );
        assert_eq!(check(&wanted, r#"{"handicap": 2}"#), Err(Misfit::Handicap));
        assert_eq!(check(&wanted, r#"{"no_bots": true}"#), Err(Misfit::NoBots));
        let others = Wanted { from: vec!["0000000000000000".parse().unwrap()], ..wanted.clone() };
        assert_eq!(check(&others, "{}"), Err(Misfit::Creator));
        let blocked = Wanted { not_from: vec!["8k2q4w7m1x9c3v5b".parse().unwrap()], ..wanted.clone() };
        assert_eq!(check(&blocked, "{}"), Err(Misfit::Creator));
        let (six, seven) = (Some(HalfPoints::points(6)), Some(HalfPoints::points(7)));
        let even = Wanted { min_komi: six, max_komi: seven, ..wanted.clone() };
        assert_eq!(check(&even, r#"{"komi": 6}"#), Ok(()));
        assert_eq!(check(&even, r#"{"komi": 7}"#), Ok(()));
        for komi in ["5.5", "7.5", "-6.5"] {
            assert_eq!(check(&even, &format!(r#"{{"komi": {komi}}}"#)), Err(Misfit::Komi), "{komi}");
        }
        let chinese = Wanted { rules: vec![Preset::Chinese], handicap: true, ..wanted };
        assert_eq!(check(&chinese, r#"{"rules": "chinese", "handicap": 2}"#), Ok(()));
        assert_eq!(check(&chinese, "{}"), Err(Misfit::Rules));
    }

    #[test]
    fn time_is_the_time_of_sixty_moves() {
        let live =
            Wanted { sizes: vec![19], speeds: vec![Speed::Live], max_time: Some(1200), ..Wanted::default() };
        let fischer = |main: u32| {
            format!(r#"{{"clock": {{"system": "fischer", "main": {main}, "increment": 10000}}}}"#)
        };
        assert_eq!(check(&live, &fischer(600_000)), Ok(()));
        assert_eq!(check(&live, &fischer(600_001)), Err(Misfit::Time));
        assert_eq!(check(&live, "{}"), Err(Misfit::Time));
        let slow = Wanted {
            sizes: vec![19],
            speeds: vec![Speed::Correspondence, Speed::Untimed],
            min_time: Some(60),
            ..Wanted::default()
        };
        assert_eq!(check(&slow, "{}"), Ok(()));
        assert_eq!(check(&slow, &fischer(600_000)), Err(Misfit::Time));
        assert_eq!(check(&slow, r#"{"clock": {"system": "simple", "period": 3600000}}"#), Ok(()));
    }

    #[test]
    fn clocks_are_read() {
        let clock = |text: &str| text.parse::<ClockWish>().map(|clock| clock.0);
        assert_eq!(clock("none"), Ok(None));
        assert_eq!(clock("simple:60"), Ok(Some(TimeSystemShape::Simple { period: 60_000 })));
        let byo_yomi = TimeSystemShape::ByoYomi { main: 600_000, periods: 3, period: 30_000 };
        assert_eq!(clock("byo-yomi:600+3x30"), Ok(Some(byo_yomi)));
        let canadian = TimeSystemShape::Canadian { main: 0, stones: 20, period: 300_000 };
        assert_eq!(clock("canadian:0+20/300"), Ok(Some(canadian)));
        for text in ["", "simple", "absolute:1+2", "fischer:300", "byo-yomi:1+2", "byo-yomi:600+x30"] {
            assert_eq!(clock(text), Err(ClockWishError), "{text}");
        }
    }
}
