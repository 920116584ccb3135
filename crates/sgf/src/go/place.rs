//! Points as records write them.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// A point as two letters: the column from the left, then the row from the top, `a` to `z` and on with `A` to `Z`. It
/// may lie beyond the board.
///
/// ```
/// use tengen_sgf::go::Place;
///
/// let place: Place = "pd".parse()?;
/// assert_eq!((place.column(), place.row()), (15, 3));
/// assert_eq!(place.to_string(), "pd");
/// # Ok::<(), tengen_sgf::go::PlaceError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    column: u8,
    row: u8,
}

impl Place {
    /// What older files write for a pass on boards of up to 19 lines, where it is no point.
    pub(crate) const PASS: Place = Place { column: 19, row: 19 };

    /// The point in that column from the left and that row from the top, 0 to 51 each.
    pub fn new(column: usize, row: usize) -> Option<Place> {
        let [column, row] = [column, row].map(|index| u8::try_from(index).ok().filter(|index| *index < 52));
        Some(Place { column: column?, row: row? })
    }

    /// The column from the left, from 0.
    pub const fn column(self) -> usize {
        self.column as usize
    }

    /// The row from the top, from 0.
    pub const fn row(self) -> usize {
        self.row as usize
    }
}

fn letter(index: u8) -> char {
    char::from(if index < 26 { b'a' + index } else { b'A' + (index - 26) })
}

fn index(letter: u8) -> Result<u8, PlaceError> {
    match letter {
        b'a'..=b'z' => Ok(letter - b'a'),
        b'A'..=b'Z' => Ok(letter - b'A' + 26),
        _ => Err(PlaceError),
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", letter(self.column), letter(self.row))
    }
}

impl FromStr for Place {
    type Err = PlaceError;

    fn from_str(text: &str) -> Result<Self, PlaceError> {
        match *text.as_bytes() {
            [column, row] => Ok(Place { column: index(column)?, row: index(row)? }),
            _ => Err(PlaceError),
        }
    }
}

/// A text that is not two letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlaceError;

impl fmt::Display for PlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a point: two letters")
    }
}

impl Error for PlaceError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_round_trips() {
        for column in 0..52 {
            for row in 0..52 {
                let place = Place::new(column, row).unwrap();
                assert_eq!(place.to_string().parse(), Ok(place));
                assert_eq!((place.column(), place.row()), (column, row));
            }
        }
        assert_eq!(Place::new(52, 0), None);
        assert_eq!("tt".parse(), Ok(Place::PASS));
        assert_eq!("aA".parse(), Ok(Place { column: 0, row: 26 }));
        for text in ["", "a", "aaa", "a1", "Q16", "é", " aa"] {
            assert_eq!(text.parse::<Place>(), Err(PlaceError), "{text:?}");
        }
    }
}
