//! Lists of moves as text.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::{FormalVertex, Move, Topology, Vertex};

/// One turn of a [`MoveList`]: a coordinate or a pass, without a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ListedMove {
    /// A stone there.
    Play(Vertex),
    /// No stone.
    Pass,
}

impl fmt::Display for ListedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ListedMove::Play(vertex) => FormalVertex::from(vertex).fmt(f),
            ListedMove::Pass => f.pad("pass"),
        }
    }
}

/// The moves of a game as the article of the complete formal rules writes them (section "Recording a game"): each with
/// its number, counted from 1.
///
/// A list has no board. [`MoveList::moves_on`] places it on one, [`MoveList::of`] takes it from one.
///
/// ```
/// use tengen_rules::{MoveList, ListedMove};
///
/// let list: MoveList = "1 (2 3) 2 (15 15) 3 pass".parse()?;
/// assert_eq!(list.moves().len(), 3);
/// assert_eq!(list.moves()[2], ListedMove::Pass);
/// assert_eq!(list.to_string(), "1 (2 3) 2 (15 15) 3 pass");
/// # Ok::<(), tengen_rules::MoveListError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct MoveList {
    moves: Vec<ListedMove>,
}

impl MoveList {
    /// The list of these moves.
    pub fn new(moves: Vec<ListedMove>) -> MoveList {
        MoveList { moves }
    }

    /// The list of moves on a board.
    pub fn of(topology: &Topology, moves: impl IntoIterator<Item = Move>) -> MoveList {
        let named = moves.into_iter().map(|turn| match turn {
            Move::Play(point) => ListedMove::Play(topology.vertex(point)),
            Move::Pass => ListedMove::Pass,
        });
        MoveList { moves: named.collect() }
    }

    /// The moves in their order.
    pub fn moves(&self) -> &[ListedMove] {
        &self.moves
    }

    /// The moves on a board, as far as they are on it: then the number of the first that is not, counted from 1.
    pub fn moves_on(&self, topology: &Topology) -> Result<Vec<Move>, MoveListError> {
        let placed = self.moves.iter().enumerate().map(|(index, turn)| match *turn {
            ListedMove::Pass => Ok(Move::Pass),
            ListedMove::Play(vertex) => {
                topology.point(vertex).map(Move::Play).ok_or(MoveListError::OffBoard { number: index + 1 })
            }
        });
        placed.collect()
    }
}

impl fmt::Display for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, turn) in self.moves.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}{} {turn}", index + 1)?;
        }
        Ok(())
    }
}

impl FromStr for MoveList {
    type Err = MoveListError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut moves = Vec::new();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let number = moves.len() + 1;
            let after = rest.strip_prefix(&number.to_string()).ok_or(MoveListError::Number { number })?;
            let after = match after.strip_prefix(|next: char| next.is_whitespace() || next == '(') {
                // A move may follow its number at once.
                Some(_) => after.trim_start(),
                None => return Err(MoveListError::Number { number }),
            };
            let unreadable = MoveListError::Move { number };
            let end = if after.starts_with('(') {
                after.find(')').map(|end| end + 1).ok_or(unreadable)?
            } else {
                after.find(char::is_whitespace).unwrap_or(after.len())
            };
            let (turn, next) = after.split_at(end);
            moves.push(match turn {
                "pass" => ListedMove::Pass,
                point => {
                    let point: FormalVertex = point.parse().map_err(|_| unreadable)?;
                    ListedMove::Play(point.into())
                }
            });
            rest = next.trim_start();
        }
        Ok(MoveList { moves })
    }
}

/// A list of moves that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveListError {
    /// This number should stand here, for moves are counted from 1.
    Number {
        /// The number that is missing.
        number: usize,
    },
    /// The move of this number is neither `(x y)` nor `pass`.
    Move {
        /// The move's number.
        number: usize,
    },
    /// The move of this number is not on the board.
    OffBoard {
        /// The move's number.
        number: usize,
    },
}

impl fmt::Display for MoveListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveListError::Number { number } => write!(f, "the number {number} is missing before a move"),
            MoveListError::Move { number } => write!(f, "move {number} is neither (x y) nor pass"),
            MoveListError::OffBoard { number } => write!(f, "move {number} is not on the board"),
        }
    }
}

impl Error for MoveListError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_round_trip() {
        for text in ["", "1 pass", "1 (2 3) 2 (15 15) 3 pass", "1 pass 2 pass 3 (0 0)"] {
            let list: MoveList = text.parse().unwrap();
            assert_eq!(list.to_string(), text);
        }
        let spread: MoveList = "\n1 ( 2 3 )\n 2(15 15)3 pass ".parse().unwrap();
        assert_eq!(spread.to_string(), "1 (2 3) 2 (15 15) 3 pass");
        let many = MoveList::new(vec![ListedMove::Pass; 120]);
        assert_eq!(many.to_string().parse(), Ok(many));
    }

    #[test]
    fn lists_have_a_place_on_boards() {
        let grid = Topology::grid(9, 9).unwrap();
        let list: MoveList = "1 (2 3) 2 pass 3 (8 8)".parse().unwrap();
        let moves = list.moves_on(&grid).unwrap();
        assert_eq!(MoveList::of(&grid, moves), list);
        let off: MoveList = "1 pass 2 (9 0)".parse().unwrap();
        assert_eq!(off.moves_on(&grid), Err(MoveListError::OffBoard { number: 2 }));
    }

    #[test]
    fn other_texts_are_refused() {
        for (text, error) in [
            ("(2 3)", MoveListError::Number { number: 1 }),
            ("2 pass", MoveListError::Number { number: 1 }),
            ("1pass", MoveListError::Number { number: 1 }),
            ("1 pass 3 pass", MoveListError::Number { number: 2 }),
            ("1 pass 22 pass", MoveListError::Number { number: 2 }),
            ("1 C4", MoveListError::Move { number: 1 }),
            ("1", MoveListError::Number { number: 1 }),
            ("1 ", MoveListError::Move { number: 1 }),
            ("1 (2 3", MoveListError::Move { number: 1 }),
            ("1 passes", MoveListError::Move { number: 1 }),
            ("1 (2 25)", MoveListError::Move { number: 1 }),
        ] {
            assert_eq!(text.parse::<MoveList>(), Err(error), "{text:?}");
        }
    }
}
