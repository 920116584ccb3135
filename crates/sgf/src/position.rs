//! A line and a column.

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

/// Where a walk through a text stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Walk {
    pub(crate) position: Position,
    /// The character before, if it may be the first half of a line break.
    previous: char,
}

impl Walk {
    /// Before the first character.
    pub(crate) const START: Walk = Walk { position: Position { line: 1, column: 1 }, previous: '\0' };

    /// Goes behind a character.
    pub(crate) fn pass(&mut self, character: char) {
        match (self.previous, character) {
            // The second half of a line break.
            ('\r', '\n') | ('\n', '\r') => {
                self.previous = '\0';
                return;
            }
            (_, '\r' | '\n') => {
                self.position = Position { line: self.position.line + 1, column: 1 };
            }
            _ => self.position.column += 1,
        }
        self.previous = character;
    }
}

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
