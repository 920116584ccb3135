//! The fault of a text that is no collection of game trees, and its place.

use std::error::Error;
use std::fmt;

use crate::Position;

/// Why a text can't be read at all. Whatever else is wrong with it is forgiven, see [`WarningKind`](crate::WarningKind).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SyntaxError {
    /// No game begins in the whole text.
    NoGame,
    /// More bytes than [`Limits::bytes`](crate::Limits::bytes).
    TooLarge,
    /// More nodes than [`Limits::nodes`](crate::Limits::nodes).
    TooManyNodes,
    /// More properties than [`Limits::properties`](crate::Limits::properties).
    TooManyProperties,
    /// More values than [`Limits::values`](crate::Limits::values).
    TooManyValues,
}

impl SyntaxError {
    /// The stable name.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NoGame => "no_game",
            Self::TooLarge => "too_large",
            Self::TooManyNodes => "too_many_nodes",
            Self::TooManyProperties => "too_many_properties",
            Self::TooManyValues => "too_many_values",
        }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoGame => "no game begins here: there is no \"(\" with a node or a property behind it, and no node at the beginning",
            Self::TooLarge => "the text is too large",
            Self::TooManyNodes => "too many nodes",
            Self::TooManyProperties => "too many properties",
            Self::TooManyValues => "too many values",
        })
    }
}

/// A text that is no collection of game trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseError {
    /// The fault.
    pub kind: SyntaxError,
    /// Where.
    pub position: Position,
}

impl ParseError {
    /// The stable name of the fault.
    pub const fn code(&self) -> &'static str {
        self.kind.code()
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.position, self.kind)
    }
}

impl Error for ParseError {}
