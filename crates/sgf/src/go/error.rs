//! Values that mean nothing in a game of Go.

use std::error::Error;
use std::fmt;

use crate::{Node, Position, Value};

/// The kind of value that was expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MisfitKind {
    /// `GM` names another game.
    NotGo,
    /// `SZ` is no size.
    Size,
    /// `XSZ` is not the name of a board.
    Board,
    /// `KM` is no number of points.
    Komi,
    /// `HA` is no number of stones.
    Handicap,
    /// `PL` is no colour.
    Color,
    /// Not two letters, or for setup a rectangle of them; on a board with a name, not a vertex.
    Point,
    /// A stone is set up beyond the board, or played beyond a board with a name.
    OffBoard,
    /// A node sets up more points than [`Step::MAX_POINTS`](crate::go::Step::MAX_POINTS).
    TooManyPoints,
}

impl MisfitKind {
    /// The stable name.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotGo => "not_go",
            Self::Size => "bad_size",
            Self::Board => "bad_board",
            Self::Komi => "bad_komi",
            Self::Handicap => "bad_handicap",
            Self::Color => "bad_color",
            Self::Point => "bad_point",
            Self::OffBoard => "off_board",
            Self::TooManyPoints => "too_many_points",
        }
    }
}

impl fmt::Display for MisfitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotGo => "the record is of another game than Go",
            Self::Size => "not a size: a number from 1 to 52, or two with a colon between them",
            Self::Board => "not the name of a board, such as torus 9x9",
            Self::Komi => "not a komi: a multiple of half a point",
            Self::Handicap => "not a handicap: a number from 0 to 255",
            Self::Color => "not a colour: B or W",
            Self::Point => "not a point: two letters, or on a board with a name a letter and a number",
            Self::OffBoard => "the point is not on the board",
            Self::TooManyPoints => "too many points",
        })
    }
}

/// A value that does not fit its property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Misfit {
    /// The fault.
    pub kind: MisfitKind,
    /// Where, if the value was read from a text.
    pub position: Option<Position>,
}

impl Misfit {
    pub(crate) fn new(kind: MisfitKind, node: Node<'_>, value: Value<'_>) -> Misfit {
        Misfit { kind, position: node.collection().position(value) }
    }

    /// The stable name of the fault.
    pub const fn code(&self) -> &'static str {
        self.kind.code()
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position {
            Some(position) => write!(f, "{position}: {}", self.kind),
            None => self.kind.fmt(f),
        }
    }
}

impl Error for Misfit {}
