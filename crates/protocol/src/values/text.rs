//! Values that travel as a word, and pairs by colour.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};
use tengen_rules::{ByColor, Color, Point, Topology, Vertex};

/// A value that travels as the text it prints and parses: a colour, a vertex, an id.
///
/// ```
/// use tengen_protocol::Text;
/// use tengen_rules::Vertex;
///
/// let vertex: Text<Vertex> = serde_json::from_str("\"q16\"")?;
/// assert_eq!(serde_json::to_string(&vertex)?, "\"Q16\"");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Text<T>(pub T);

impl<T: Display> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de, T: FromStr<Err: Display>> Deserialize<'de> for Text<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map(Self).map_err(D::Error::custom)
    }
}

/// Reads a word of a list that grows. One of a later release is none, so that whatever has it is read all the
/// same.
pub(crate) fn known_or_none<'de, T, D>(deserializer: D) -> Result<Option<Text<T>>, D::Error>
where
    T: FromStr,
    D: Deserializer<'de>,
{
    let text = Option::<std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
    Ok(text.and_then(|text| text.parse().ok()).map(Text))
}

/// The names of points.
pub(crate) fn vertices(topology: &Topology, points: &[Point]) -> Vec<Text<Vertex>> {
    points.iter().map(|point| Text(topology.vertex(*point))).collect()
}

/// One value for each player: `{"black": ..., "white": ...}`.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[schemars(inline)]
pub struct PerColor<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> PerColor<T> {
    /// Converts both values.
    pub fn from(pair: ByColor<T>) -> Self {
        Self { black: pair.black, white: pair.white }
    }

    /// The value of one player.
    pub fn get(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}
