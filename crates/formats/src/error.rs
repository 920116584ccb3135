//! Why a file can't be read.

use std::fmt;

use tengen_sgf::{EncodingError, ParseError, Position, SyntaxError};

/// A file that is no record in any of the formats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    /// The stable name of the reason, as those of SGF.
    pub code: &'static str,
    /// Where in the decoded text.
    pub position: Position,
    /// The reason without the place, for people, in English.
    pub reason: String,
}

impl ReadError {
    pub(crate) fn new(code: &'static str, position: Position, reason: impl Into<String>) -> ReadError {
        ReadError { code, position, reason: reason.into() }
    }

    pub(crate) fn syntax(error: SyntaxError, position: Position) -> ReadError {
        ReadError::new(error.code(), position, error.to_string())
    }
}

impl From<ParseError> for ReadError {
    fn from(error: ParseError) -> Self {
        ReadError::syntax(error.kind, error.position)
    }
}

impl From<EncodingError> for ReadError {
    fn from(error: EncodingError) -> Self {
        ReadError::new(EncodingError::CODE, error.position, error.reason())
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.position, self.reason)
    }
}

impl std::error::Error for ReadError {}
