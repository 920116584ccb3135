//! Why a player calls a game off, or declines one.

use std::fmt;
use std::str::FromStr;

/// Why a player calls a game off, or declines one, as far as it is told. Programs that play tell it, so that
/// whoever has offered a game knows what to offer instead.
///
/// ```
/// use tengen_game::AbortReason;
///
/// assert_eq!("busy".parse(), Ok(AbortReason::Busy));
/// assert_eq!(AbortReason::NoMove.to_string(), "no_move");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AbortReason {
    /// There is no place for another game now.
    Busy,
    /// As many games with this opponent go on as there may be.
    TooManyGames,
    /// The board is not played on.
    Board,
    /// The rules are not played.
    Rules,
    /// Games so fast, or so slow, are not played.
    Time,
    /// Games with a handicap are not played.
    Handicap,
    /// The komi is not played.
    Komi,
    /// Games are played with others only.
    Player,
    /// The game takes no bots, and this is one.
    NoBots,
    /// The opponent has made no first move.
    NoMove,
}

/// A word that is no reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no reason to call a game off")]
pub struct AbortReasonError;

impl AbortReason {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Busy,
        Self::TooManyGames,
        Self::Board,
        Self::Rules,
        Self::Time,
        Self::Handicap,
        Self::Komi,
        Self::Player,
        Self::NoBots,
        Self::NoMove,
    ];

    /// The name in JSON and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Busy => "busy",
            Self::TooManyGames => "too_many_games",
            Self::Board => "board",
            Self::Rules => "rules",
            Self::Time => "time",
            Self::Handicap => "handicap",
            Self::Komi => "komi",
            Self::Player => "player",
            Self::NoBots => "no_bots",
            Self::NoMove => "no_move",
        }
    }
}

impl fmt::Display for AbortReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for AbortReason {
    type Err = AbortReasonError;

    fn from_str(text: &str) -> Result<Self, AbortReasonError> {
        Self::ALL.into_iter().find(|reason| reason.name() == text).ok_or(AbortReasonError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back() {
        for reason in AbortReason::ALL {
            assert_eq!(reason.to_string().parse(), Ok(reason));
        }
        assert_eq!("".parse::<AbortReason>(), Err(AbortReasonError));
    }
}
