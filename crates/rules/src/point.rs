//! Points by number.

use crate::MAX_POINTS;

/// A point of a board, by its index: row by row from the top left, so that on a 19x19 board 0 is A19 and 360 is
/// T1. A point alone does not know its board; [`Topology`](crate::Topology) turns it into coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// The point with that index, or `None` where no board is so large.
    pub fn new(index: usize) -> Option<Point> {
        (index < MAX_POINTS).then(|| Point::at(index))
    }

    /// The index, from 0 at the top left.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The point with an index that is known to be on a board, or the one outside.
    #[allow(clippy::cast_possible_truncation, reason = "no board has more than MAX_POINTS points")]
    pub(crate) const fn at(index: usize) -> Point {
        debug_assert!(index <= MAX_POINTS);
        Point(index as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_round_trips_up_to_the_largest_board() {
        assert_eq!(Point::new(0).map(Point::index), Some(0));
        assert_eq!(Point::new(624).map(Point::index), Some(624));
        assert_eq!(Point::new(625), None);
    }
}
