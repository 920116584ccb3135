//! Why a file can't be shown, and where it is wrong.

use std::fmt;

use serde_json::json;
use tengen_formats::ReadError;
use tengen_protocol::records::RefusedGame;
use tengen_protocol::{ProblemCode, Refused};
use tengen_sgf::go::Misfit;
use tengen_sgf::{ParseError, Position};

/// A file that is no record of Go, or too much of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// The stable name of the reason; `docs/check.md` lists those it shares with `tengen check`,
    /// `docs/protocol.md` the others.
    pub reason: &'static str,
    /// Where: a line and a character in it, both from 1.
    pub position: Position,
    /// The reason for people, in English.
    pub detail: String,
    /// Whether it is about a file as a whole, and not about one game in it: limits hold for all games
    /// together.
    is_of_file: bool,
}

impl Unreadable {
    /// A fault of one game.
    pub(crate) fn new(reason: &'static str, position: Option<Position>, detail: impl Into<String>) -> Self {
        let start = Position { line: 1, column: 1 };
        Self { reason, position: position.unwrap_or(start), detail: detail.into(), is_of_file: false }
    }

    /// A fault that keeps all games of a file out.
    pub(crate) fn of_file(
        reason: &'static str,
        position: Option<Position>,
        detail: impl Into<String>,
    ) -> Self {
        Self { is_of_file: true, ..Self::new(reason, position, detail) }
    }

    /// Whether it keeps all games of its file out.
    pub(crate) fn is_of_file(&self) -> bool {
        self.is_of_file
    }

    /// The game that can't be read, by its number in the file, from 1.
    pub(crate) fn of_game(self, game: u32) -> RefusedGame {
        let (line, column) = line_and_column(self.position);
        RefusedGame { game, line, column, reason: self.reason.to_owned(), detail: self.detail }
    }
}

/// A place as it travels. No file that is read has more lines or columns.
pub(crate) fn line_and_column(Position { line, column }: Position) -> (u32, u32) {
    let number = |count| u32::try_from(count).unwrap_or(u32::MAX);
    (number(line), number(column))
}

impl From<ParseError> for Unreadable {
    fn from(error: ParseError) -> Self {
        Self::of_file(error.code(), Some(error.position), error.kind.to_string())
    }
}

impl From<ReadError> for Unreadable {
    fn from(error: ReadError) -> Self {
        Self::of_file(error.code, Some(error.position), error.reason)
    }
}

impl From<Misfit> for Unreadable {
    fn from(misfit: Misfit) -> Self {
        Self::new(misfit.code(), misfit.position, misfit.kind.to_string())
    }
}

impl From<&Unreadable> for Refused {
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
