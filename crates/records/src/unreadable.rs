//! Why a file can't be shown, and where it is wrong.

use std::fmt;

use serde_json::json;
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
