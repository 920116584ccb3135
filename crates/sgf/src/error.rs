//! The fault of a text that is no collection of game trees, and its place.

use std::error::Error;
use std::fmt;

use crate::places::Walk;

/// A place in the decoded text. Lines end with LF, CR, or both in either order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1: characters of Unicode, not bytes.
    pub column: usize,
}

impl Position {
    /// The place of a byte in a text. One that lies beyond the text is taken for its end.
    pub fn of(text: &str, offset: usize) -> Position {
        let mut walk = Walk::START;
        for (_, character) in text.char_indices().take_while(|(at, _)| *at < offset) {
            walk.pass(character);
        }
        walk.position
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

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
            Self::NoGame => "no game begins here: there is no \"(\" with a node or a property behind it",
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_four_ways() {
        for (text, offset, line, column) in [
            ("", 0, 1, 1),
            ("ab", 1, 1, 2),
            ("a\nb", 2, 2, 1),
            ("a\r\nb", 3, 2, 1),
            ("a\n\rb", 3, 2, 1),
            ("a\rb", 2, 2, 1),
            ("a\n\nb", 3, 3, 1),
            ("a\r\n\r\nb", 5, 3, 1),
            ("棋b", 3, 1, 2),
            ("ab", 9, 1, 3),
        ] {
            assert_eq!(Position::of(text, offset), Position { line, column }, "{text:?} {offset}");
        }
    }
}
