//! Komi and margins as people write them.

use std::error::Error;
use std::fmt;

use tengen_rules::HalfPoints;

/// A number of points: an optional sign, digits, and perhaps a fraction after a point or comma.
///
/// A fraction of a quarter can only be Chinese counting in stones, where one stone is two points: `3.75` is 7.5 points.
/// No other fraction but a half means anything.
///
/// ```
/// use tengen_sgf::go::parse_points;
///
/// assert_eq!(parse_points("6.50").map(|komi| komi.to_string()), Ok("6.5".to_owned()));
/// assert_eq!(parse_points("3.75").map(|komi| komi.to_string()), Ok("7.5".to_owned()));
/// ```
pub fn parse_points(text: &str) -> Result<HalfPoints, PointsError> {
    let text = text.trim();
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if (whole.is_empty() && fraction.is_empty())
        || !is_number(whole)
        || !is_number(fraction)
        || whole.len() > 6
    {
        return Err(PointsError);
    }
    let whole: i32 = if whole.is_empty() { 0 } else { whole.parse().map_err(|_| PointsError)? };
    let half_points = match fraction.trim_end_matches('0') {
        "" => 2 * whole,
        "5" => 2 * whole + 1,
        "25" => 4 * whole + 1,
        "75" => 4 * whole + 3,
        _ => return Err(PointsError),
    };
    Ok(HalfPoints::new(if negative { -half_points } else { half_points }))
}

/// A text that is no number of points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointsError;

impl fmt::Display for PointsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a number of points: a multiple of a half")
    }
}

impl Error for PointsError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_points() {
        for (text, half_points) in [
            ("6.5", 13),
            ("6,5", 13),
            ("0", 0),
            ("-3.5", -7),
            ("+7", 14),
            (" 5.50 ", 11),
            ("64.00", 128),
            (".5", 1),
            ("7.", 14),
            ("3.75", 15),
            ("2.25", 9),
            ("-0.25", -1),
            ("375", 750),
            ("-0", 0),
        ] {
            assert_eq!(parse_points(text), Ok(HalfPoints::new(half_points)), "{text:?}");
        }
        for text in ["", ".", "-", "6.3", "six", "1e3", "6.5.5", "--6", "1000000", "6 1/2"] {
            assert_eq!(parse_points(text), Err(PointsError), "{text:?}");
        }
    }
}
