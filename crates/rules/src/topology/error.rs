//! Boards that cannot be.

use std::error::Error;
use std::fmt;

use crate::{MAX_POINTS, MAX_SIDE};

/// A grid's side is not 1 to 25.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError {
    /// The number of columns asked for.
    pub width: usize,
    /// The number of rows asked for.
    pub height: usize,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a board of {}x{} points: each side has 1 to {MAX_SIDE}", self.width, self.height)
    }
}

impl Error for SizeError {}

/// The edges do not make a simple graph of a size that is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphError {
    /// So many points; 1 to [`MAX_POINTS`] are possible.
    Size(usize),
    /// An edge names a point beyond the last.
    NoSuchPoint(usize),
    /// An edge leads from a point to itself.
    Loop(usize),
    /// Two points are joined a second time.
    Twice(usize, usize),
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GraphError::Size(points) => {
                write!(f, "a board of {points} points: 1 to {MAX_POINTS} are possible")
            }
            GraphError::NoSuchPoint(point) => write!(f, "an edge names point {point}, which does not exist"),
            GraphError::Loop(point) => write!(f, "an edge leads from point {point} to itself"),
            GraphError::Twice(from, to) => write!(f, "points {from} and {to} are joined twice"),
        }
    }
}

impl Error for GraphError {}
