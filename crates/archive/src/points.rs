//! Points as JSON numbers.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};
use tengen_rules::HalfPoints;

/// Points as a JSON number: `6.5`, `7`, `-2`. A number that is no multiple of a half is refused, never
/// rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StoredPoints(pub(crate) HalfPoints);

impl Serialize for StoredPoints {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let half_points = self.0.half_points();
        if half_points % 2 == 0 {
            serializer.serialize_i32(half_points / 2)
        } else {
            serializer.serialize_f64(f64::from(half_points) / 2.0)
        }
    }
}

impl<'de> Deserialize<'de> for StoredPoints {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let points = f64::deserialize(deserializer)?;
        let points = HalfPoints::from_f64(points);
        points.map(Self).ok_or_else(|| D::Error::custom("points are a multiple of 0.5, and not too many"))
    }
}
