//! Lines and columns of many places in one text.

use crate::Position;
use crate::position::Walk;

/// How many bytes lie between two places that are known beforehand.
const APART: usize = 4096;

/// The positions of some places in a text, from which all others are near. A text of very many games has a place for each of their
/// faults, and would otherwise be walked through for each.
#[derive(Debug, Clone)]
pub(crate) struct Places {
    /// Bytes at the beginning of a character, each with its position and the half of a line break before it.
    known: Vec<(usize, Walk)>,
}

impl Places {
    pub(crate) fn of(text: &str) -> Places {
        let mut walk = Walk::START;
        let mut known = vec![(0, walk)];
        let mut next = APART;
        for (at, character) in text.char_indices() {
            if at >= next {
                known.push((at, walk));
                next = at + APART;
            }
            walk.pass(character);
        }
        Places { known }
    }

    /// The place of a byte in the text. One that lies beyond the text is taken for its end.
    pub(crate) fn position(&self, text: &str, offset: usize) -> Position {
        let before = self.known.partition_point(|(at, _)| *at <= offset);
        let (start, mut walk) = self.known.get(before.saturating_sub(1)).copied().unwrap_or((0, Walk::START));
        let rest = text.get(start..).unwrap_or("");
        for (_, character) in rest.char_indices().take_while(|(at, _)| start + at < offset) {
            walk.pass(character);
        }
        walk.position
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_a_walk_through_the_text() {
        let text = "棋\r\nab\n\rc\r".repeat(2_000);
        let places = Places::of(&text);
        for offset in (0..=text.len() + 1).filter(|at| at % 97 < 20) {
            assert_eq!(places.position(&text, offset), Position::of(&text, offset), "{offset}");
        }
    }
}
