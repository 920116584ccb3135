//! Any arrangement of stones, legal or not.

use std::error::Error;
use std::fmt;

use crate::{Color, Point, Topology};

/// Stones on points, as they were set up: nothing is known about liberties. A [`Board`](crate::Board) is an arrangement
/// in which every chain has a liberty.
///
/// ```
/// use tengen_rules::{Stones, Topology};
///
/// let board = Topology::grid(3, 2)?;
/// let stones = Stones::parse(&board, "BW.
///                                     W..")?;
/// assert_eq!(stones.to_string(), "BW.W..");
/// assert!(stones.check_liberties(&board).is_err(), "the black stone has none");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stones {
    points: Vec<Option<Color>>,
}

impl Stones {
    /// No stones.
    pub fn empty(topology: &Topology) -> Stones {
        Stones { points: vec![None; topology.size()] }
    }

    pub(crate) fn from_points(points: Vec<Option<Color>>) -> Stones {
        Stones { points }
    }

    /// Reads a diagram: `.`, `B` and `W` row by row from the top left, as many as the board has points. White space
    /// is ignored.
    pub fn parse(topology: &Topology, rows: &str) -> Result<Stones, StonesError> {
        let mut points = Vec::with_capacity(topology.size());
        for character in rows.chars().filter(|character| !character.is_whitespace()) {
            points.push(match character {
                '.' => None,
                'B' => Some(Color::Black),
                'W' => Some(Color::White),
                other => return Err(StonesError::Character(other)),
            });
        }
        if points.len() == topology.size() {
            Ok(Stones { points })
        } else {
            Err(StonesError::Length { expected: topology.size(), found: points.len() })
        }
    }

    /// How many points the board has.
    pub fn size(&self) -> usize {
        self.points.len()
    }

    /// The stone on a point, if there is one.
    pub fn get(&self, point: Point) -> Option<Color> {
        self.points.get(point.index()).copied().flatten()
    }

    /// Puts a stone on a point or takes it off. Does nothing beyond the board.
    pub fn set(&mut self, point: Point, stone: Option<Color>) {
        if let Some(place) = self.points.get_mut(point.index()) {
            *place = stone;
        }
    }

    /// Each point's stone, row by row from the top left.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<Color>> + '_ {
        self.points.iter().copied()
    }

    /// One character of `.BW` for each point, row by row from the top left, without separators.
    pub fn to_rows_string(&self) -> String {
        let mut rows = String::with_capacity(self.points.len());
        rows.extend(self.points.iter().map(|stone| match stone {
            None => '.',
            Some(Color::Black) => 'B',
            Some(Color::White) => 'W',
        }));
        rows
    }

    /// Whether every chain has a liberty, so that the arrangement could stand in a game.
    pub fn check_liberties(&self, topology: &Topology) -> Result<(), NoLiberties> {
        let mut seen = vec![false; self.points.len()];
        let mut chain = Vec::new();
        for start in topology.points() {
            let Some(color) = self.get(start) else { continue };
            if seen[start.index()] {
                continue;
            }
            seen[start.index()] = true;
            chain.clear();
            chain.push(start);
            let mut free = false;
            let mut next = 0;
            while let Some(&stone) = chain.get(next) {
                next += 1;
                for &neighbour in topology.neighbours(stone) {
                    match self.get(neighbour) {
                        None => free = true,
                        Some(other) if other == color && !seen[neighbour.index()] => {
                            seen[neighbour.index()] = true;
                            chain.push(neighbour);
                        }
                        Some(_) => {}
                    }
                }
            }
            if !free {
                return Err(NoLiberties { stone: start });
            }
        }
        Ok(())
    }
}

impl fmt::Display for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_rows_string())
    }
}

/// A diagram that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StonesError {
    /// A character other than `.`, `B`, `W` and white space.
    Character(char),
    /// Too few or too many points for the board.
    Length {
        /// How many points the board has.
        expected: usize,
        /// How many the diagram has.
        found: usize,
    },
}

impl fmt::Display for StonesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StonesError::Character(character) => write!(f, "{character:?} is not one of . B W"),
            StonesError::Length { expected, found } => write!(f, "{found} points for a board of {expected}"),
        }
    }
}

impl Error for StonesError {}

/// A chain without a liberty, which no game leaves on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoLiberties {
    /// One stone of the chain: the first from the top left.
    pub stone: Point,
}

impl fmt::Display for NoLiberties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the chain at point {} has no liberty", self.stone.index())
    }
}

impl Error for NoLiberties {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagrams_round_trip() {
        let grid = Topology::grid(3, 2).unwrap();
        let stones = Stones::parse(&grid, "B.W\n ..B ").unwrap();
        assert_eq!(stones.to_rows_string(), "B.W..B");
        assert_eq!(Stones::parse(&grid, &stones.to_string()), Ok(stones));
    }

    #[test]
    fn other_diagrams_are_refused() {
        let grid = Topology::grid(2, 1).unwrap();
        assert_eq!(Stones::parse(&grid, "b."), Err(StonesError::Character('b')));
        assert_eq!(Stones::parse(&grid, "B"), Err(StonesError::Length { expected: 2, found: 1 }));
        assert_eq!(Stones::parse(&grid, "B.."), Err(StonesError::Length { expected: 2, found: 3 }));
    }

    #[test]
    fn chains_without_liberties_are_found() {
        let grid = Topology::grid(2, 2).unwrap();
        for (rows, stone) in
            [("BW..", None), ("BWW.", Some(0)), ("BBBB", Some(0)), ("WBB.", Some(0)), ("....", None)]
        {
            let stones = Stones::parse(&grid, rows).unwrap();
            let expected = stone.map_or(Ok(()), |index| Err(NoLiberties { stone: Point::at(index) }));
            assert_eq!(stones.check_liberties(&grid), expected, "{rows}");
        }
    }
}
