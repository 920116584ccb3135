//! The fault of a text that is no collection of game trees, and its place.

use std::error::Error;
use std::fmt;

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
        let mut position = Position { line: 1, column: 1 };
        let mut previous = '\0';
        for (at, character) in text.char_indices() {
            if at >= offset {
                break;
            }
            match (previous, character) {
                // The second half of a line break.
                ('\r', '\n') | ('\n', '\r') => {
                    previous = '\0';
                    continue;
                }
                (_, '\r' | '\n') => position = Position { line: position.line + 1, column: 1 },
                _ => position.column += 1,
            }
            previous = character;
        }
        position
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// The kinds of mistakes in the form of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SyntaxError {
    /// There is no `(;` in the whole text.
    NoGame,
    /// A `(` without a node of its own.
    EmptyTree,
    /// The text ends before a `)`; the place is that of the innermost `(`.
    UnclosedTree,
    /// The text ends inside a value; the place is that of its `[`.
    UnclosedValue,
    /// A node or property after a variation: variations come last in a tree.
    AfterVariation,
    /// A property before the first `;` of its tree.
    PropertyOutsideNode,
    /// A name that no `[` follows.
    PropertyWithoutValue,
    /// A name without a capital letter, which is all that counts.
    EmptyName,
    /// A `[` that no name precedes.
    ValueWithoutProperty,
    /// Something else that has no place between properties.
    UnexpectedCharacter,
    /// More text after the last game.
    TextAfterGame,
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
            Self::EmptyTree => "empty_tree",
            Self::UnclosedTree => "unclosed_tree",
            Self::UnclosedValue => "unclosed_value",
            Self::AfterVariation => "after_variation",
            Self::PropertyOutsideNode => "property_outside_node",
            Self::PropertyWithoutValue => "property_without_value",
            Self::EmptyName => "empty_name",
            Self::ValueWithoutProperty => "value_without_property",
            Self::UnexpectedCharacter => "unexpected_character",
            Self::TextAfterGame => "text_after_game",
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
            Self::NoGame => "no game begins here: there is no \"(;\"",
            Self::EmptyTree => "this \"(\" has no node",
            Self::UnclosedTree => "this \"(\" is never closed",
            Self::UnclosedValue => "this \"[\" is never closed",
            Self::AfterVariation => "a node or property after a variation",
            Self::PropertyOutsideNode => "a property before the first \";\" of its tree",
            Self::PropertyWithoutValue => "a property without a value",
            Self::EmptyName => "a property's name without a capital letter",
            Self::ValueWithoutProperty => "a value without a property",
            Self::UnexpectedCharacter => "a character that belongs nowhere",
            Self::TextAfterGame => "text after the end of the game",
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
