//! Who won a finished game, as queries and the table have it.

use tengen_game::{GameResult, ResultBy};
use tengen_rules::Color;

/// Who won a finished game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Winner {
    /// A player.
    Player(Color),
    /// Nobody: the scores were equal.
    Jigo,
    /// Nobody: the game was called off, or has no result.
    None,
}

impl Winner {
    /// All there are.
    pub const ALL: [Self; 4] =
        [Self::Player(Color::Black), Self::Player(Color::White), Self::Jigo, Self::None];

    /// Who won by a result.
    pub fn of(result: &GameResult) -> Self {
        match (result.winner, result.by) {
            (Some(color), _) => Self::Player(color),
            (None, ResultBy::Score) => Self::Jigo,
            (None, _) => Self::None,
        }
    }

    /// The word for it, in queries and in the table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player(color) => color.name(),
            Self::Jigo => "jigo",
            Self::None => "none",
        }
    }
}
