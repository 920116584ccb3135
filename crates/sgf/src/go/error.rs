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
    /// A move that is neither two letters nor a vertex.
    Point,
    /// A point beyond the board.
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
            Self::Point => "not a point: two letters, or a letter and a number",
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
