//! The players' marks on a position before it is counted.

use std::error::Error;
use std::fmt;

use crate::surface::Surface;
use crate::{Board, Point};

/// The marks on a position before it is counted: the dead stones, and the points that are nobody's.
///
/// ```
/// use std::sync::Arc;
/// use tengen_rules::{Beside, Board, Color, Marks, Preset, Stones, Topology, score};
///
/// let grid = Arc::new(Topology::grid(4, 2)?);
/// let board = Board::from_stones(Arc::clone(&grid), &Stones::parse(&grid, ".BW. .BW.")?)?;
/// let marks = Marks { neutral: vec![grid.point("D1".parse()?).unwrap()], ..Marks::default() };
/// let score = score(&board, &marks, &Preset::Japanese.rules(), &Beside::default())?;
/// assert_eq!((score.total(Color::Black).to_string(), score.total(Color::White).to_string()), ("2".into(), "1".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The stones to take off: whole chains.
    pub dead: Vec<Point>,
    /// Empty points that count for nobody: false eyes, points that have to be filled once all dame are, and open
    /// borders between two territories. Between two territories such points are a border; within one they only cost the
    /// owner their points.
    pub neutral: Vec<Point>,
}

impl Marks {
    /// Marks with these dead stones alone.
    pub fn dead(dead: impl Into<Vec<Point>>) -> Self {
        Self { dead: dead.into(), neutral: Vec::new() }
    }
}

/// Marks of a board, point by point.
pub(crate) struct Marked {
    pub(crate) is_dead: Vec<bool>,
    pub(crate) is_neutral: Vec<bool>,
}

impl Marked {
    /// Checks that marks name whole chains and empty points.
    pub(crate) fn new<S: Surface>(board: &Board<S>, marks: &Marks) -> Result<Self, MarkError> {
        let size = board.surface().size();
        let mut marked = Self { is_dead: vec![false; size], is_neutral: vec![false; size] };
        for &point in &marks.dead {
            if board.get(point).is_none() {
                return Err(MarkError::NoStone(point));
            }
            marked.is_dead[point.index()] = true;
        }
        for stone in board.chains() {
            let chain = board.chain(stone);
            if let Some(&dead) = chain.iter().find(|point| marked.is_dead[point.index()])
                && chain.iter().any(|point| !marked.is_dead[point.index()])
            {
                return Err(MarkError::PartOfChain(dead));
            }
        }
        for &point in &marks.neutral {
            if !board.surface().contains(point) || board.get(point).is_some() {
                return Err(MarkError::NotEmpty(point));
            }
            marked.is_neutral[point.index()] = true;
        }
        Ok(marked)
    }
}

/// Marks that do not fit a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkError {
    /// There is no stone on this point to be dead.
    NoStone(Point),
    /// This stone is marked as dead, another of its chain is not.
    PartOfChain(Point),
    /// This point is marked as nobody's and is not empty.
    NotEmpty(Point),
}

impl MarkError {
    /// The point at fault.
    pub const fn point(self) -> Point {
        match self {
            Self::NoStone(point) | Self::PartOfChain(point) | Self::NotEmpty(point) => point,
        }
    }
}

impl fmt::Display for MarkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoStone(point) => write!(f, "there is no stone on point {}", point.index()),
            Self::PartOfChain(point) => {
                write!(f, "the chain at point {} is marked only in part", point.index())
            }
            Self::NotEmpty(point) => write!(f, "point {} is not empty", point.index()),
        }
    }
}

impl Error for MarkError {}
