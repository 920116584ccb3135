//! The ends of games.

use std::fmt;

use tengen_rules::{Color, HalfPoints};

/// The result of a game. Prints in the form that records use: `B+3.5`, `W+R` (resignation), `W+T` (time),
/// `W+F` (absence), `B+` (a decision of the server's staff, which is no score), `0` for a draw, `Void`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameResult {
    /// The winner; nobody in a draw or a game without result.
    pub winner: Option<Color>,
    /// The reason that decided it.
    pub by: ResultBy,
    /// By how many points, 0 or more, if the score decided.
    pub margin: Option<HalfPoints>,
}

/// A reason that decides a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultBy {
    /// Points.
    Score,
    /// The loser gave up.
    Resignation,
    /// A long cycle under rules that end it so.
    NoResult,
    /// Called off.
    Abort,
    /// The loser's time was up.
    Time,
    /// The loser had left.
    Absence,
    /// The server's staff decided.
    Adjudication,
}

impl ResultBy {
    /// The name in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Resignation => "resignation",
            Self::NoResult => "no_result",
            Self::Abort => "abort",
            Self::Time => "time",
            Self::Absence => "absence",
            Self::Adjudication => "adjudication",
        }
    }
}

impl GameResult {
    pub(crate) fn lost(loser: Color, by: ResultBy) -> Self {
        Self { winner: Some(loser.opponent()), by, margin: None }
    }

    pub(crate) fn without_winner(by: ResultBy) -> Self {
        Self { winner: None, by, margin: None }
    }

    /// The result of a scored game, where `winner` is whom the rules name, also in a tie.
    pub(crate) fn score(winner: Option<Color>, black_less_white: HalfPoints) -> Self {
        let margin = if black_less_white < HalfPoints::new(0) { -black_less_white } else { black_less_white };
        Self { winner, by: ResultBy::Score, margin: Some(margin) }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = match (self.by, self.winner) {
            (ResultBy::NoResult | ResultBy::Abort, _) | (ResultBy::Adjudication, None) => {
                return f.write_str("Void");
            }
            (_, None) => return f.write_str("0"),
            (_, Some(Color::Black)) => "B",
            (_, Some(Color::White)) => "W",
        };
        match (self.by, self.margin) {
            (ResultBy::Time, _) => write!(f, "{winner}+T"),
            (ResultBy::Absence, _) => write!(f, "{winner}+F"),
            (ResultBy::Adjudication, _) => write!(f, "{winner}+"),
            (_, Some(margin)) => write!(f, "{winner}+{margin}"),
            (_, None) => write!(f, "{winner}+R"),
        }
    }
}
