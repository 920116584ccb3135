//! Coordinates as SGF writes them.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::{Point, Topology};

/// A point as SGF writes it: two letters, the column from the left, then the row from the top, `a` to `z` and on with
/// `A` to `Z`. Like every vertex it may lie beyond the board; see [`SgfVertex::on`].
///
/// ```
/// use tengen_rules::{SgfVertex, Topology};
///
/// let board = Topology::grid(19, 19)?;
/// let vertex: SgfVertex = "pd".parse()?;
/// let point = vertex.on(&board).ok_or("off the board")?;
/// assert_eq!(board.vertex(point).to_string(), "Q16");
/// assert_eq!(SgfVertex::of(&board, point).to_string(), "pd");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SgfVertex {
    column: u8,
    row: u8,
}

/// How many letters there are.
const LETTERS: u8 = 52;

/// The longest side of a board on which `tt` is a pass.
const LONGEST_WITH_TT: usize = 19;

impl SgfVertex {
    /// The vertex in that column from the left and that row from the top, 0 to 51 each.
    pub fn new(column: usize, row: usize) -> Option<SgfVertex> {
        let [column, row] =
            [column, row].map(|place| u8::try_from(place).ok().filter(|&place| place < LETTERS));
        Some(SgfVertex { column: column?, row: row? })
    }

    /// How SGF writes a point of this board, which is laid out in rows even where it is no grid.
    pub fn of(topology: &Topology, point: Point) -> SgfVertex {
        let (column, row) = topology.column_row_from_top(point);
        // No board has as many columns or rows as there are letters.
        SgfVertex::new(column, row).unwrap_or(SgfVertex { column: 0, row: 0 })
    }

    /// The column from the left, from 0.
    pub const fn column(self) -> usize {
        self.column as usize
    }

    /// The row from the top, from 0.
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// The point there, or `None` if the board does not reach so far.
    pub fn on(self, topology: &Topology) -> Option<Point> {
        let index = self.row() * topology.width() + self.column();
        topology.point_at_index(index).filter(|_| self.column() < topology.width())
    }

    /// Whether a move there is a pass: SGF of before 1997 writes `tt` for one on boards of up to 19 by 19 points. On
    /// larger boards it is a point like any other.
    pub fn is_pass(self, width: usize, height: usize) -> bool {
        (self.column, self.row) == (19, 19) && width.max(height) <= LONGEST_WITH_TT
    }
}

fn letter(place: u8) -> char {
    char::from(if place < 26 { b'a' + place } else { b'A' + (place - 26) })
}

fn place(letter: u8) -> Result<u8, SgfVertexError> {
    match letter {
        b'a'..=b'z' => Ok(letter - b'a'),
        b'A'..=b'Z' => Ok(letter - b'A' + 26),
        _ => Err(SgfVertexError),
    }
}

impl fmt::Display for SgfVertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&[self.column, self.row].map(letter).iter().collect::<String>())
    }
}

impl FromStr for SgfVertex {
    type Err = SgfVertexError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match *text.as_bytes() {
            [column, row] => Ok(SgfVertex { column: place(column)?, row: place(row)? }),
            _ => Err(SgfVertexError),
        }
    }
}

/// A text that is not two letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SgfVertexError;

impl fmt::Display for SgfVertexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a point of SGF: two letters")
    }
}

impl Error for SgfVertexError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BoardName;

    #[test]
    fn every_vertex_round_trips() {
        for column in 0..52 {
            for row in 0..52 {
                let vertex = SgfVertex::new(column, row).unwrap();
                assert_eq!(vertex.to_string().parse(), Ok(vertex));
                assert_eq!((vertex.column(), vertex.row()), (column, row));
            }
        }
        assert_eq!(SgfVertex::new(52, 0), None);
        assert_eq!("aA".parse(), Ok(SgfVertex { column: 0, row: 26 }));
    }

    #[test]
    fn every_point_round_trips() {
        for name in BoardName::EXAMPLES {
            let board = name.topology().unwrap();
            for point in board.points() {
                assert_eq!(SgfVertex::of(&board, point).on(&board), Some(point));
            }
        }
        let grid = Topology::grid(19, 9).unwrap();
        for beyond in ["ta", "aj", "ZZ"] {
            assert_eq!(beyond.parse::<SgfVertex>().unwrap().on(&grid), None, "{beyond}");
        }
    }

    #[test]
    fn tt_is_a_pass_on_boards_that_do_not_reach_it() {
        let tt: SgfVertex = "tt".parse().unwrap();
        for (width, height, pass) in [(9, 9, true), (19, 19, true), (20, 20, false), (20, 9, false)] {
            assert_eq!(tt.is_pass(width, height), pass, "{width}x{height}");
        }
        assert!(!"ts".parse::<SgfVertex>().unwrap().is_pass(9, 9));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "a", "abc", "a ", " aa", "é", "1a", "Q16", "pass"] {
            assert_eq!(text.parse::<SgfVertex>(), Err(SgfVertexError), "{text:?}");
        }
    }
}
