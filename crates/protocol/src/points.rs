//! Points as JSON numbers.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};
use tengen_rules::HalfPoints;

/// Points as a JSON number: `6.5`, `7`, `-2`. Anything but a multiple of a half is refused, never rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Points(pub HalfPoints);

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let half_points = self.0.half_points();
        if half_points % 2 == 0 {
            serializer.serialize_i32(half_points / 2)
        } else {
            serializer.serialize_f64(f64::from(half_points) / 2.0)
        }
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let points = f64::deserialize(deserializer)?;
        let points = HalfPoints::from_f64(points);
        points.map(Self).ok_or_else(|| D::Error::custom("points are a multiple of 0.5, and not too many"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_points_keep_their_value() {
        for (half_points, json) in [(13, "6.5"), (14, "7"), (-1, "-0.5"), (0, "0"), (-1250, "-625")] {
            let points = Points(HalfPoints::new(half_points));
            assert_eq!(serde_json::to_string(&points).unwrap(), json);
            assert_eq!(serde_json::from_str::<Points>(json).unwrap(), points);
        }
    }

    #[test]
    fn other_numbers_are_refused() {
        for json in ["6.3", "1e300", "\"6.5\"", "null", "0.25", "-1e10"] {
            assert!(serde_json::from_str::<Points>(json).is_err(), "{json}");
        }
    }
}
