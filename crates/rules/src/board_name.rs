//! Boards by name.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::MAX_SIDE;

/// A board that has a name. A game stores the name of its board, and the page asks for the board by its name. The same
/// name always makes the same board, point by point. Some names have no board: `hexagon 15` can be written, but is
/// larger than any board, and [`BoardName::check`] refuses it.
///
/// ```
/// use tengen_rules::BoardName;
///
/// let name: BoardName = "cylinder 13x9".parse()?;
/// assert_eq!(name, BoardName::Cylinder { width: 13, height: 9 });
/// let board = name.topology()?;
/// assert_eq!(board.name(), Some(name));
/// assert_eq!(board.vertex(board.neighbours(board.point("A5".parse()?).ok_or("off")?)[2]).to_string(), "N5");
/// assert_eq!("petersen".parse::<BoardName>()?.topology()?.size(), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoardName {
    /// `grid 19x19`: columns and rows, 1 to 25 each.
    Grid {
        /// The number of columns.
        width: usize,
        /// The number of rows.
        height: usize,
    },
    /// `cylinder 13x9`: a grid whose left and right edges are joined.
    Cylinder {
        /// The number of columns.
        width: usize,
        /// The number of rows.
        height: usize,
    },
    /// `roll 13x9`: a grid whose upper and lower edges are joined, a cylinder that lies on its side.
    Roll {
        /// The number of columns.
        width: usize,
        /// The number of rows.
        height: usize,
    },
    /// `torus 9x9`: a grid with both pairs of edges joined.
    Torus {
        /// The number of columns.
        width: usize,
        /// The number of rows.
        height: usize,
    },
    /// `hexagon 5`: a hexagon of triangles with so many points on each side, 1 to 14. Points inside have six
    /// neighbours.
    Hexagon(usize),
    /// `triangle 9`: a triangle of triangles with so many points on each side, 1 to 34.
    Triangle(usize),
    /// `honeycomb 4`: the corners of hexagonal cells, so many rings of them, 1 to 10. Points inside have three
    /// neighbours.
    Honeycomb(usize),
    /// `petersen`: the Petersen graph, 10 points with three neighbours each.
    Petersen,
    /// `dodecahedron`: the 20 corners of a dodecahedron, with three neighbours each.
    Dodecahedron,
}

/// The longest side of each figure that keeps within the most points of a board.
const MAX_HEXAGON: usize = 14;
const MAX_TRIANGLE: usize = 34;
const MAX_HONEYCOMB: usize = 10;

impl BoardName {
    /// One example of each kind, for pickers and tests.
    pub const EXAMPLES: [BoardName; 9] = [
        BoardName::Grid { width: 19, height: 19 },
        BoardName::Cylinder { width: 13, height: 9 },
        BoardName::Roll { width: 9, height: 13 },
        BoardName::Torus { width: 9, height: 9 },
        BoardName::Hexagon(5),
        BoardName::Triangle(9),
        BoardName::Honeycomb(4),
        BoardName::Petersen,
        BoardName::Dodecahedron,
    ];

    /// Whether the sides are such that there is a board.
    pub const fn check(self) -> Result<(), BoardNameError> {
        let (side, other, max) = match self {
            BoardName::Grid { width, height }
            | BoardName::Cylinder { width, height }
            | BoardName::Roll { width, height }
            | BoardName::Torus { width, height } => (width, height, MAX_SIDE),
            BoardName::Hexagon(side) => (side, side, MAX_HEXAGON),
            BoardName::Triangle(side) => (side, side, MAX_TRIANGLE),
            BoardName::Honeycomb(rings) => (rings, rings, MAX_HONEYCOMB),
            BoardName::Petersen | BoardName::Dodecahedron => return Ok(()),
        };
        if side >= 1 && side <= max && other >= 1 && other <= max {
            Ok(())
        } else {
            Err(BoardNameError::Side { max })
        }
    }

    const fn kind(self) -> &'static str {
        match self {
            BoardName::Grid { .. } => "grid",
            BoardName::Cylinder { .. } => "cylinder",
            BoardName::Roll { .. } => "roll",
            BoardName::Torus { .. } => "torus",
            BoardName::Hexagon(_) => "hexagon",
            BoardName::Triangle(_) => "triangle",
            BoardName::Honeycomb(_) => "honeycomb",
            BoardName::Petersen => "petersen",
            BoardName::Dodecahedron => "dodecahedron",
        }
    }
}

impl fmt::Display for BoardName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind();
        match *self {
            BoardName::Grid { width, height }
            | BoardName::Cylinder { width, height }
            | BoardName::Roll { width, height }
            | BoardName::Torus { width, height } => f.pad(&format!("{kind} {width}x{height}")),
            BoardName::Hexagon(side) | BoardName::Triangle(side) | BoardName::Honeycomb(side) => {
                f.pad(&format!("{kind} {side}"))
            }
            BoardName::Petersen | BoardName::Dodecahedron => f.pad(kind),
        }
    }
}

impl FromStr for BoardName {
    type Err = BoardNameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (kind, size) = text.split_once(' ').unwrap_or((text, ""));
        let sides = || {
            let (width, height) = size.split_once('x').ok_or(BoardNameError::Unknown)?;
            Ok((number(width)?, number(height)?))
        };
        match kind {
            "grid" => sides().map(|(width, height)| BoardName::Grid { width, height }),
            "cylinder" => sides().map(|(width, height)| BoardName::Cylinder { width, height }),
            "roll" => sides().map(|(width, height)| BoardName::Roll { width, height }),
            "torus" => sides().map(|(width, height)| BoardName::Torus { width, height }),
            "hexagon" => number(size).map(BoardName::Hexagon),
            "triangle" => number(size).map(BoardName::Triangle),
            "honeycomb" => number(size).map(BoardName::Honeycomb),
            _ if text == "petersen" => Ok(BoardName::Petersen),
            _ if text == "dodecahedron" => Ok(BoardName::Dodecahedron),
            _ => Err(BoardNameError::Unknown),
        }
    }
}

/// One spelling for each number: digits, no zero in front.
fn number(text: &str) -> Result<usize, BoardNameError> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| plain).ok_or(BoardNameError::Unknown)
}

/// There is no board of that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardNameError {
    /// The text is not a name with sides as that kind of board has them.
    Unknown,
    /// A side is zero or too long.
    Side {
        /// The longest side of such a board.
        max: usize,
    },
}

impl fmt::Display for BoardNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardNameError::Unknown => {
                f.write_str("not the name of a board, such as `grid 19x19` or `petersen`")
            }
            BoardNameError::Side { max } => write!(f, "a side of this board is 1 to {max} long"),
        }
    }
}

impl Error for BoardNameError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        let texts = BoardName::EXAMPLES.map(|name| name.to_string());
        assert_eq!(
            texts,
            [
                "grid 19x19",
                "cylinder 13x9",
                "roll 9x13",
                "torus 9x9",
                "hexagon 5",
                "triangle 9",
                "honeycomb 4",
                "petersen",
                "dodecahedron"
            ]
        );
        for name in BoardName::EXAMPLES {
            assert_eq!(name.to_string().parse(), Ok(name));
            assert_eq!(name.topology().unwrap().name(), Some(name));
        }
    }

    #[test]
    fn other_names_are_refused() {
        for text in [
            "",
            "grid",
            "grid 9",
            "grid 9x",
            "grid 09x9",
            "grid  9x9",
            "grid +9x9",
            "hexagon",
            "hexagon 5x5",
            "petersen 1",
            "petersen ",
            "Torus 9x9",
            "klein 9x9",
            "hexagon 99999999999999999999999",
        ] {
            assert_eq!(text.parse::<BoardName>(), Err(BoardNameError::Unknown), "{text:?}");
        }
    }

    #[test]
    fn a_name_may_ask_for_more_than_there_is() {
        for (text, max) in [
            ("grid 26x1", 25),
            ("grid 9x0", 25),
            ("torus 9x99", 25),
            ("hexagon 0", 14),
            ("hexagon 15", 14),
            ("hexagon 1000000", 14),
            ("triangle 35", 34),
            ("honeycomb 11", 10),
        ] {
            let name: BoardName = text.parse().unwrap();
            assert_eq!(name.to_string(), text);
            assert_eq!(name.topology(), Err(BoardNameError::Side { max }), "{text:?}");
        }
    }
}
