//! Why a file can't be shown, and where it is wrong.

use std::fmt;

use serde_json::json;
use tengen_protocol::record::RefusedGame;
use tengen_protocol::{Problem, ProblemCode};
use tengen_sgf::go::Misfit;
use tengen_sgf::{ParseError, Position};

/// A file that is no record of Go, or too much of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// The stable name of the reason; `docs/check.md` lists those it shares with `tengen check`, `docs/protocol.md` the others.
    pub reason: &'static str,
    /// Where: a line and a character in it, both from 1.
    pub position: Position,
    /// The reason for people, in English.
    pub detail: String,
}

impl Unreadable {
    pub(crate) fn new(reason: &'static str, position: Option<Position>, detail: impl Into<String>) -> Self {
        let start = Position { line: 1, column: 1 };
        Self { reason, position: position.unwrap_or(start), detail: detail.into() }
    }
}

impl Unreadable {
    /// Whether it is about a file as a whole, and not about one game in it: limits hold for all games together.
    pub(crate) fn is_of_file(&self) -> bool {
        self.reason.starts_with("too_many_")
    }

    /// The game that can't be read, by its number in the file, from 1.
    pub(crate) fn of_game(self, game: u32) -> RefusedGame {
        let Position { line, column } = self.position;
        let number = |count| u32::try_from(count).unwrap_or(u32::MAX);
        let (line, column) = (number(line), number(column));
        RefusedGame { game, line, column, reason: self.reason.to_owned(), detail: self.detail }
    }
}

impl From<ParseError> for Unreadable {
    fn from(error: ParseError) -> Self {
        Self::new(error.code(), Some(error.position), error.kind.to_string())
    }
}

impl From<Misfit> for Unreadable {
    fn from(misfit: Misfit) -> Self {
        Self::new(misfit.code(), misfit.position, misfit.kind.to_string())
    }
}

impl From<&Unreadable> for Problem {
    fn from(error: &Unreadable) -> Self {
        ProblemCode::UnreadableRecord.with(json!({
            "line": error.position.line,
            "column": error.position.column,
            "reason": error.reason,
            "detail": error.detail,
        }))
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.position, self.detail)
    }
}

impl std::error::Error for Unreadable {}
