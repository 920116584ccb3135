//! Coordinates as SGF writes them.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::{MAX_SIDE, Move, Topology};

/// A move as SGF writes it: two letters `a` to `y` for the column from the left and the row from the top, or a pass.
///
/// Nothing at all is a pass. `tt` is one, too, on boards of up to 19x19 points, for SGF of before 1997 writes it so;
/// on larger boards it is a point like any other. Only the board knows, so that is decided by [`SgfVertex::on`].
///
/// ```
/// use tengen_rules::{Move, SgfVertex, Topology};
///
/// let board = Topology::grid(19, 19)?;
/// let vertex: SgfVertex = "pd".parse()?;
/// let point = board.point("Q16".parse()?).ok_or("off the board")?;
/// assert_eq!(vertex.on(&board), Some(Move::Play(point)));
/// assert_eq!("tt".parse::<SgfVertex>()?.on(&board), Some(Move::Pass));
/// assert_eq!(SgfVertex::of(&board, Move::Play(point)).to_string(), "pd");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SgfVertex {
    /// The column from the left and the row from the top, both from 0.
    At(u8, u8),
    /// No stone.
    Pass,
}

/// The longest side of a board on which `tt` is a pass.
const LONGEST_WITH_TT: usize = 19;

/// The row and column that `t` stands for.
const T: u8 = 19;

impl SgfVertex {
    /// What it means on this board; `None` if it lies outside.
    pub fn on(self, topology: &Topology) -> Option<Move> {
        let SgfVertex::At(column, row) = self else { return Some(Move::Pass) };
        let (width, height) = (topology.width(), topology.height());
        if (column, row) == (T, T) && width.max(height) <= LONGEST_WITH_TT {
            return Some(Move::Pass);
        }
        let (column, row) = (usize::from(column), usize::from(row));
        if column >= width {
            return None;
        }
        topology.point_at_index(row * width + column).map(Move::Play)
    }

    /// How SGF writes a move on this board.
    pub fn of(topology: &Topology, turn: Move) -> SgfVertex {
        let Move::Play(point) = turn else { return SgfVertex::Pass };
        let (column, row) = topology.column_row_from_top(point);
        match (u8::try_from(column), u8::try_from(row)) {
            (Ok(column), Ok(row)) => SgfVertex::At(column, row),
            _ => SgfVertex::Pass,
        }
    }
}

impl fmt::Display for SgfVertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SgfVertex::At(column, row) => {
                let letters = [column, row].map(|place| char::from(b'a'.saturating_add(place)));
                f.pad(&letters.iter().collect::<String>())
            }
            SgfVertex::Pass => Ok(()),
        }
    }
}

impl FromStr for SgfVertex {
    type Err = SgfVertexError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let place = |letter: u8| {
            let place = letter.checked_sub(b'a').filter(|&place| usize::from(place) < MAX_SIDE);
            place.ok_or(SgfVertexError)
        };
        match text.as_bytes() {
            [] => Ok(SgfVertex::Pass),
            &[column, row] => Ok(SgfVertex::At(place(column)?, place(row)?)),
            _ => Err(SgfVertexError),
        }
    }
}

/// The text is no move of SGF: it wants two letters `a` to `y`, or nothing for a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SgfVertexError;

impl fmt::Display for SgfVertexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a move of SGF: two letters a to y, or nothing for a pass")
    }
}

impl Error for SgfVertexError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_round_trips() {
        for (width, height) in [(19, 19), (25, 25), (1, 1), (20, 3)] {
            let grid = Topology::grid(width, height).unwrap();
            for turn in grid.points().map(Move::Play).chain([Move::Pass]) {
                let vertex = SgfVertex::of(&grid, turn);
                assert_eq!(vertex.to_string().parse(), Ok(vertex));
                assert_eq!(vertex.on(&grid), Some(turn));
            }
        }
    }

    #[test]
    fn tt_is_a_pass_on_boards_that_do_not_reach_it() {
        let tt: SgfVertex = "tt".parse().unwrap();
        for (width, height, pass) in [(9, 9, true), (19, 19, true), (20, 20, false), (20, 9, false)] {
            let grid = Topology::grid(width, height).unwrap();
            assert_eq!(tt.on(&grid) == Some(Move::Pass), pass, "{width}x{height}");
        }
        assert_eq!(SgfVertex::At(19, 3).on(&Topology::grid(19, 19).unwrap()), None);
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["a", "abc", "PD", "az", "za", "a ", "é", "1a", "pass"] {
            assert_eq!(text.parse::<SgfVertex>(), Err(SgfVertexError), "{text:?}");
        }
    }
}
