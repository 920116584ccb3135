//! Points as JSON numbers.

use tengen_protocol::Points;
use tengen_rules::HalfPoints;

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
