//! Whole games as text.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::{FormalVertex, Move, Topology, Vertex};

/// One turn of a [`Record`]: a coordinate or a pass, without a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordMove {
    /// A stone there.
    Play(Vertex),
    /// No stone.
    Pass,
}

impl fmt::Display for RecordMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            RecordMove::Play(vertex) => FormalVertex::from(vertex).fmt(f),
            RecordMove::Pass => f.pad("pass"),
        }
    }
}

/// The moves of a game as the article of the complete formal rules writes them (section "Recording a game"): each with
/// its number, counted from 1.
///
/// A record has no board. [`Record::moves_on`] places it on one, [`Record::of`] takes it from one.
///
/// ```
/// use tengen_rules::{Record, RecordMove};
///
/// let record: Record = "1 (2 3) 2 (15 15) 3 pass".parse()?;
/// assert_eq!(record.moves().len(), 3);
/// assert_eq!(record.moves()[2], RecordMove::Pass);
/// assert_eq!(record.to_string(), "1 (2 3) 2 (15 15) 3 pass");
/// # Ok::<(), tengen_rules::RecordError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Record {
    moves: Vec<RecordMove>,
}

impl Record {
    /// The record of these moves.
    pub fn new(moves: Vec<RecordMove>) -> Record {
        Record { moves }
    }

    /// The record of moves on a board.
    pub fn of(topology: &Topology, moves: impl IntoIterator<Item = Move>) -> Record {
        let named = moves.into_iter().map(|turn| match turn {
            Move::Play(point) => RecordMove::Play(topology.vertex(point)),
            Move::Pass => RecordMove::Pass,
        });
        Record { moves: named.collect() }
    }

    /// The moves in their order.
    pub fn moves(&self) -> &[RecordMove] {
        &self.moves
    }

    /// The moves on a board, as far as they are on it: then the number of the first that is not, counted from 1.
    pub fn moves_on(&self, topology: &Topology) -> Result<Vec<Move>, RecordError> {
        let placed = self.moves.iter().enumerate().map(|(index, turn)| match *turn {
            RecordMove::Pass => Ok(Move::Pass),
            RecordMove::Play(vertex) => {
                topology.point(vertex).map(Move::Play).ok_or(RecordError::OffBoard { number: index + 1 })
            }
        });
        placed.collect()
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, turn) in self.moves.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}{} {turn}", index + 1)?;
        }
        Ok(())
    }
}

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut moves = Vec::new();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let number = moves.len() + 1;
            let after = rest.strip_prefix(&number.to_string()).ok_or(RecordError::Number { number })?;
            let after = match after.strip_prefix(|next: char| next.is_whitespace() || next == '(') {
                // A move may follow its number at once.
                Some(_) => after.trim_start(),
                None => return Err(RecordError::Number { number }),
            };
            let unreadable = RecordError::Move { number };
            let end = if after.starts_with('(') {
                after.find(')').map(|end| end + 1).ok_or(unreadable)?
            } else {
                after.find(char::is_whitespace).unwrap_or(after.len())
            };
            let (turn, next) = after.split_at(end);
            moves.push(match turn {
                "pass" => RecordMove::Pass,
                point => {
                    let point: FormalVertex = point.parse().map_err(|_| unreadable)?;
                    RecordMove::Play(point.into())
                }
            });
            rest = next.trim_start();
        }
        Ok(Record { moves })
    }
}

/// A record that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordError {
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

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Number { number } => write!(f, "the number {number} is missing before a move"),
            RecordError::Move { number } => write!(f, "move {number} is neither (x y) nor pass"),
            RecordError::OffBoard { number } => write!(f, "move {number} is not on the board"),
        }
    }
}

impl Error for RecordError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_round_trip() {
        for text in ["", "1 pass", "1 (2 3) 2 (15 15) 3 pass", "1 pass 2 pass 3 (0 0)"] {
            let record: Record = text.parse().unwrap();
            assert_eq!(record.to_string(), text);
        }
        let spread: Record = "\n1 ( 2 3 )\n 2(15 15)3 pass ".parse().unwrap();
        assert_eq!(spread.to_string(), "1 (2 3) 2 (15 15) 3 pass");
        let many = Record::new(vec![RecordMove::Pass; 120]);
        assert_eq!(many.to_string().parse(), Ok(many));
    }

    #[test]
    fn records_have_a_place_on_boards() {
        let grid = Topology::grid(9, 9).unwrap();
        let record: Record = "1 (2 3) 2 pass 3 (8 8)".parse().unwrap();
        let moves = record.moves_on(&grid).unwrap();
        assert_eq!(Record::of(&grid, moves), record);
        let off: Record = "1 pass 2 (9 0)".parse().unwrap();
        assert_eq!(off.moves_on(&grid), Err(RecordError::OffBoard { number: 2 }));
    }

    #[test]
    fn other_texts_are_refused() {
        for (text, error) in [
            ("(2 3)", RecordError::Number { number: 1 }),
            ("2 pass", RecordError::Number { number: 1 }),
            ("1pass", RecordError::Number { number: 1 }),
            ("1 pass 3 pass", RecordError::Number { number: 2 }),
            ("1 pass 22 pass", RecordError::Number { number: 2 }),
            ("1 C4", RecordError::Move { number: 1 }),
            ("1", RecordError::Number { number: 1 }),
            ("1 ", RecordError::Move { number: 1 }),
            ("1 (2 3", RecordError::Move { number: 1 }),
            ("1 passes", RecordError::Move { number: 1 }),
            ("1 (2 25)", RecordError::Move { number: 1 }),
        ] {
            assert_eq!(text.parse::<Record>(), Err(error), "{text:?}");
        }
    }
}
