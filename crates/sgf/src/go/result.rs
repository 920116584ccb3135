//! How a game ended, as its record says.

use std::fmt;

use tengen_rules::{Color, HalfPoints};

/// A result. Prints as `RE` has it: `B+3.5`, `W+R`, `W+T`, `B+F`, `W+`, `0`, `Void`, `?`.
///
/// ```
/// use tengen_rules::Color;
/// use tengen_sgf::go::{RecordedResult, WonBy};
///
/// let result: RecordedResult = "W+Resign".parse()?;
/// assert_eq!(result, RecordedResult::Win { winner: Color::White, by: WonBy::Resignation });
/// assert_eq!(result.to_string(), "W+R");
/// # Ok::<(), tengen_sgf::go::ResultError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RecordedResult {
    /// Somebody won.
    Win {
        /// Who.
        winner: Color,
        /// How.
        by: WonBy,
    },
    /// Nobody won.
    Draw,
    /// The game has no result.
    Void,
    /// The record does not know.
    Unknown,
}

/// How a game was won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WonBy {
    /// By points, zero or more.
    Score(HalfPoints),
    /// The loser gave up.
    Resignation,
    /// The loser's time ran out.
    Time,
    /// The loser broke a rule or did not come.
    Forfeit,
    /// The record does not say.
    Unknown,
}

impl fmt::Display for RecordedResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (winner, by) = match *self {
            RecordedResult::Draw => return f.write_str("0"),
            RecordedResult::Void => return f.write_str("Void"),
            RecordedResult::Unknown => return f.write_str("?"),
            RecordedResult::Win { winner: Color::Black, by } => ("B", by),
            RecordedResult::Win { winner: Color::White, by } => ("W", by),
        };
        match by {
            WonBy::Score(margin) => write!(f, "{winner}+{margin}"),
            WonBy::Resignation => write!(f, "{winner}+R"),
            WonBy::Time => write!(f, "{winner}+T"),
            WonBy::Forfeit => write!(f, "{winner}+F"),
            WonBy::Unknown => write!(f, "{winner}+"),
        }
    }
}
