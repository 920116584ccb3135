//! Star points and the stones that stand on them.

use std::error::Error;
use std::fmt;

use crate::regions::Regions;
use crate::surface::Surface;
use crate::{Point, Topology};

/// The places along one side that star points lie on, counted from 0.
struct Side {
    low: usize,
    middle: Option<usize>,
    high: usize,
}

impl Side {
    /// The third line below 13, the fourth from there on; a middle only where there is one.
    fn of(length: usize) -> Side {
        let low = if length < 13 { 2 } else { 3 };
        Side { low, middle: (length % 2 == 1).then_some(length / 2), high: length.saturating_sub(low + 1) }
    }
}

/// How many stones [`fixed_handicap`] can place on a grid: 9 where both sides are odd and at least 9, else 4 where
/// both are at least 7, else 0.
pub fn max_fixed_handicap(width: usize, height: usize) -> u8 {
    let shorter = width.min(height);
    if shorter >= 9 && width % 2 == 1 && height % 2 == 1 {
        9
    } else if shorter >= 7 {
        4
    } else {
        0
    }
}

/// How many stones [`Game::with_free_handicap`](crate::Game::with_free_handicap) lets Black place: each connected part
/// of the board keeps a liberty, so that every stone has a place. At most 255.
pub fn max_free_handicap<S: Surface>(surface: &S) -> u8 {
    let parts = Regions::of(surface, |_| true).count();
    u8::try_from(surface.size() - parts).unwrap_or(u8::MAX)
}

/// The points of so many handicap stones, as GTP's `fixed_handicap` has them: the corners (lower left, upper right,
/// upper left, lower right), the centre when the number is odd and at least 5, then the left and right, and the lower
/// and upper sides. Handicaps of 0 and 1 have no stone.
///
/// ```
/// use tengen_rules::{Topology, fixed_handicap};
///
/// let board = Topology::grid(19, 19)?;
/// let stones = fixed_handicap(&board, 5)?;
/// let names: Vec<String> = stones.into_iter().map(|point| board.vertex(point).to_string()).collect();
/// assert_eq!(names, ["D4", "Q16", "D16", "Q4", "K10"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fixed_handicap(topology: &Topology, stones: u8) -> Result<Vec<Point>, HandicapError> {
    if stones < 2 {
        return Ok(Vec::new());
    }
    let max = if topology.is_grid() { max_fixed_handicap(topology.width(), topology.height()) } else { 0 };
    if stones > max {
        return Err(HandicapError { max });
    }
    let (x, y) = (Side::of(topology.width()), Side::of(topology.height()));
    let mut places = vec![(x.low, y.low), (x.high, y.high), (x.low, y.high), (x.high, y.low)];
    places.truncate(usize::from(stones));
    if let (Some(middle_x), Some(middle_y)) = (x.middle, y.middle) {
        if stones >= 5 && stones % 2 == 1 {
            places.push((middle_x, middle_y));
        }
        if stones >= 6 {
            places.extend([(x.low, middle_y), (x.high, middle_y)]);
        }
        if stones >= 8 {
            places.extend([(middle_x, y.low), (middle_x, y.high)]);
        }
    }
    Ok(places.into_iter().filter_map(|place| at(topology, place)).collect())
}

/// The star points as they are drawn, sorted: the corners on grids whose sides are at least 7 long, the middles of
/// the sides where both are odd and at least 13, the centre where both are odd and at least 5. None on a graph.
pub fn star_points(topology: &Topology) -> Vec<Point> {
    let mut places = Vec::new();
    if topology.is_grid() {
        let shorter = topology.width().min(topology.height());
        let (x, y) = (Side::of(topology.width()), Side::of(topology.height()));
        if shorter >= 7 {
            places.extend([(x.low, y.low), (x.high, y.high), (x.low, y.high), (x.high, y.low)]);
        }
        if let (Some(middle_x), Some(middle_y)) = (x.middle, y.middle) {
            if shorter >= 13 {
                places.extend([(x.low, middle_y), (x.high, middle_y), (middle_x, y.low), (middle_x, y.high)]);
            }
            if shorter >= 5 {
                places.push((middle_x, middle_y));
            }
        }
    }
    let mut points: Vec<Point> = places.into_iter().filter_map(|place| at(topology, place)).collect();
    points.sort_unstable();
    points
}

/// The point in a column from the left and a row from the bottom, both from 0.
fn at(topology: &Topology, (column, row): (usize, usize)) -> Option<Point> {
    topology.point_at_index((topology.height().checked_sub(row + 1)?) * topology.width() + column)
}

/// More stones than have a place on this board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandicapError {
    /// The most there can be: 9, 4 or 0 at fixed places.
    pub max: u8,
}

impl fmt::Display for HandicapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this board has places for at most {} handicap stones", self.max)
    }
}

impl Error for HandicapError {}
