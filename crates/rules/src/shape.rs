//! The look of a board: the part of it that chains know nothing of.

use crate::{BoardName, MAX_SIDE, Place};

/// How points are named and drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Grid { width: usize, height: usize, wrap_columns: bool, wrap_rows: bool },
    Figure { name: BoardName, places: Vec<Place> },
    Graph,
}

impl Shape {
    pub(crate) fn name(&self) -> Option<BoardName> {
        match *self {
            Shape::Grid { width, height, wrap_columns, wrap_rows } => Some(match (wrap_columns, wrap_rows) {
                (false, false) => BoardName::Grid { width, height },
                (true, false) => BoardName::Cylinder { width, height },
                (false, true) => BoardName::Roll { width, height },
                (true, true) => BoardName::Torus { width, height },
            }),
            Shape::Figure { name, .. } => Some(name),
            Shape::Graph => None,
        }
    }

    /// How many of its `size` points make a row.
    pub(crate) fn columns(&self, size: usize) -> usize {
        match *self {
            Shape::Grid { width, .. } => width,
            Shape::Figure { .. } | Shape::Graph => size.min(MAX_SIDE),
        }
    }

    /// How many rows its `size` points make, the last one perhaps shorter.
    pub(crate) fn rows(&self, size: usize) -> usize {
        match *self {
            Shape::Grid { height, .. } => height,
            Shape::Figure { .. } | Shape::Graph => size.div_ceil(MAX_SIDE),
        }
    }
}
