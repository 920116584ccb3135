//! Coordinates as players say them.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::MAX_SIDE;

/// The letters of the columns. There is no I: it is too easily read as J.
const LETTERS: &[u8; MAX_SIDE] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// A coordinate such as `Q16`: a letter for the column from the left, without I, and a number for the row from the
/// bottom, as in GTP and most books. A vertex alone does not know whether it is on a board; see
/// [`Topology::point`](crate::Topology::point).
///
/// ```
/// use tengen_rules::Vertex;
///
/// let vertex: Vertex = "q16".parse()?;
/// assert_eq!((vertex.column(), vertex.row()), (15, 16));
/// assert_eq!(vertex.to_string(), "Q16");
/// assert!("I5".parse::<Vertex>().is_err());
/// # Ok::<(), tengen_rules::VertexError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vertex {
    column: u8,
    row: u8,
}

impl Vertex {
    /// The bottom left corner, which every board has.
    pub(crate) const LOWEST: Vertex = Vertex { column: 0, row: 1 };

    /// The vertex in that column (0 to 24 from the left) and row (1 to 25 from the bottom).
    pub fn new(column: u8, row: u8) -> Option<Vertex> {
        (usize::from(column) < MAX_SIDE && (1..=MAX_SIDE).contains(&usize::from(row)))
            .then_some(Vertex { column, row })
    }

    /// The column, from 0 at the left.
    pub const fn column(self) -> u8 {
        self.column
    }

    /// The row, from 1 at the bottom.
    pub const fn row(self) -> u8 {
        self.row
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = LETTERS.get(usize::from(self.column)).map_or('?', |&letter| char::from(letter));
        f.pad(&format!("{letter}{}", self.row))
    }
}

impl FromStr for Vertex {
    type Err = VertexError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (&letter, digits) = text.as_bytes().split_first().ok_or(VertexError)?;
        let letter = letter.to_ascii_uppercase();
        let column = LETTERS.iter().position(|&known| known == letter).ok_or(VertexError)?;
        // One spelling for each vertex: no sign, no leading zero.
        let row = match digits {
            [ones @ b'1'..=b'9'] => ones - b'0',
            [tens @ b'1'..=b'2', ones @ b'0'..=b'9'] => (tens - b'0') * 10 + (ones - b'0'),
            _ => return Err(VertexError),
        };
        u8::try_from(column).ok().and_then(|column| Vertex::new(column, row)).ok_or(VertexError)
    }
}

/// The text is no vertex: it wants a letter A to Z without I, then a number from 1 to 25.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VertexError;

impl fmt::Display for VertexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a vertex: a letter A to Z without I, then a number from 1 to 25")
    }
}

impl Error for VertexError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vertex_round_trips_in_either_case() {
        for column in 0..25 {
            for row in 1..=25 {
                let vertex = Vertex::new(column, row).unwrap();
                assert_eq!(vertex.to_string().parse(), Ok(vertex));
                assert_eq!(vertex.to_string().to_lowercase().parse(), Ok(vertex));
            }
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "", "A", "1", "I5", "i5", "A0", "A01", "A26", "A+1", "A-1", "A1 ", " A1", "AA1", "A1A", "pass",
            "é4", "A١",
        ] {
            assert_eq!(text.parse::<Vertex>(), Err(VertexError), "{text:?}");
        }
        assert_eq!(Vertex::new(25, 1), None);
        assert_eq!(Vertex::new(0, 0), None);
        assert_eq!(Vertex::new(0, 26), None);
    }
}
