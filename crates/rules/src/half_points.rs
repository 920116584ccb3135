//! Scores without rounding.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// A number of points in units of half a point, so that komi and scores are exact integers. Sums stop at the largest
/// number and do not wrap around.
///
/// ```
/// use tengen_rules::HalfPoints;
///
/// let komi = HalfPoints::new(13);
/// assert_eq!(komi.to_string(), "6.5");
/// assert_eq!((HalfPoints::points(4) - komi).to_string(), "-2.5");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HalfPoints(i32);

impl HalfPoints {
    /// No points.
    pub const ZERO: HalfPoints = HalfPoints(0);

    /// So many halves of a point.
    pub const fn new(half_points: i32) -> HalfPoints {
        HalfPoints(half_points)
    }

    /// So many whole points.
    pub const fn points(points: i32) -> HalfPoints {
        HalfPoints(points.saturating_mul(2))
    }

    /// The number in points as it is written in JSON. `None` if it is no multiple of 0.5, or too large.
    pub fn from_f64(points: f64) -> Option<HalfPoints> {
        let doubled = points * 2.0;
        if doubled.fract() != 0.0 || doubled.abs() > f64::from(i32::MAX) {
            return None;
        }
        #[allow(clippy::cast_possible_truncation, reason = "an integer in the range of i32, as just checked")]
        Some(HalfPoints(doubled as i32))
    }

    /// The number of half points.
    pub const fn half_points(self) -> i32 {
        self.0
    }

    /// The number of points, exact.
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / 2.0
    }

    /// The sum for so many stones or points on a board.
    pub(crate) fn count(count: usize) -> HalfPoints {
        HalfPoints::points(i32::try_from(count).unwrap_or(i32::MAX))
    }
}

impl Add for HalfPoints {
    type Output = HalfPoints;

    fn add(self, other: HalfPoints) -> HalfPoints {
        HalfPoints(self.0.saturating_add(other.0))
    }
}

impl Sub for HalfPoints {
    type Output = HalfPoints;

    fn sub(self, other: HalfPoints) -> HalfPoints {
        HalfPoints(self.0.saturating_sub(other.0))
    }
}

impl Neg for HalfPoints {
    type Output = HalfPoints;

    fn neg(self) -> HalfPoints {
        HalfPoints(self.0.saturating_neg())
    }
}

impl AddAssign for HalfPoints {
    fn add_assign(&mut self, other: HalfPoints) {
        *self = *self + other;
    }
}

impl SubAssign for HalfPoints {
    fn sub_assign(&mut self, other: HalfPoints) {
        *self = *self - other;
    }
}

impl Sum for HalfPoints {
    fn sum<I: Iterator<Item = HalfPoints>>(numbers: I) -> HalfPoints {
        numbers.fold(HalfPoints::ZERO, Add::add)
    }
}

impl fmt::Display for HalfPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let whole = self.0.unsigned_abs() / 2;
        let half = if self.0 % 2 == 0 { "" } else { ".5" };
        f.pad(&format!("{sign}{whole}{half}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_as_points() {
        for (half_points, text) in
            [(13, "6.5"), (-4, "-2"), (0, "0"), (1, "0.5"), (-1, "-0.5"), (-13, "-6.5")]
        {
            assert_eq!(HalfPoints::new(half_points).to_string(), text);
        }
    }

    #[test]
    fn json_numbers_are_exact_or_refused() {
        for half_points in -1000..1000 {
            let number = HalfPoints::new(half_points);
            assert_eq!(HalfPoints::from_f64(number.as_f64()), Some(number));
        }
        for other in [0.25, 6.4, f64::NAN, f64::INFINITY, 1e10] {
            assert_eq!(HalfPoints::from_f64(other), None, "{other}");
        }
    }

    #[test]
    fn adds_without_wrapping() {
        let sum: HalfPoints = [1, 2, 3].map(HalfPoints::new).into_iter().sum();
        assert_eq!(sum, HalfPoints::points(3));
        assert_eq!(HalfPoints::new(i32::MAX) + HalfPoints::new(1), HalfPoints::new(i32::MAX));
        assert_eq!(-HalfPoints::new(i32::MIN), HalfPoints::new(i32::MAX));
    }
}
