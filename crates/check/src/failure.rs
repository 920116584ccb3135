//! Why a record can't be checked at all.

use std::error::Error;
use std::fmt;

use serde::Serialize;
use tengen_records::Unreadable;
use tengen_sgf::Position;
use tengen_sgf::go::Misfit;

/// A record that can't be read, or that says something impossible about the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The stable name of the reason; see `docs/check.md`.
    pub code: &'static str,
    /// Where in the file, if it is at one place.
    pub position: Option<Position>,
    /// The reason for people, in English.
    pub message: String,
}

impl Failure {
    /// A failure at no place in particular.
    pub fn new(code: &'static str, message: impl Into<String>) -> Failure {
        Failure { code, position: None, message: message.into() }
    }

    /// The failure as it is printed.
    pub fn shape(&self) -> ErrorShape<'_> {
        ErrorShape {
            code: self.code,
            line: self.position.map(|position| position.line),
            column: self.position.map(|position| position.column),
            message: &self.message,
        }
    }
}

impl From<Unreadable> for Failure {
    fn from(error: Unreadable) -> Self {
        Failure { code: error.reason, position: Some(error.position), message: error.detail }
    }
}

impl From<Misfit> for Failure {
    fn from(misfit: Misfit) -> Self {
        Failure { code: misfit.code(), position: misfit.position, message: misfit.kind.to_string() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position {
            Some(position) => write!(f, "{position}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl Error for Failure {}

/// The JSON of a failure: `line` and `column` count from 1 and are null where no place in the file is at fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ErrorShape<'a> {
    /// The stable name.
    pub code: &'a str,
    /// The line.
    pub line: Option<usize>,
    /// The character in the line.
    pub column: Option<usize>,
    /// The reason for people.
    pub message: &'a str,
}
