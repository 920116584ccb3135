//! Values that are kept as the word they print and parse: a colour, a vertex, an id, an axis of the rules.

use std::borrow::Cow;
use std::fmt::Display;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

/// A value that is kept as its word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Word<T>(pub(crate) T);

impl<T: Display> Serialize for Word<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(&self.0, serializer)
    }
}

impl<'de, T: FromStr<Err: Display>> Deserialize<'de> for Word<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize(deserializer).map(Self)
    }
}

/// Writes the word of a value: with [`deserialize`] the two functions for `#[serde(with = "word")]`.
pub(crate) fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Reads a value by its word.
pub(crate) fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    let word = Cow::<'de, str>::deserialize(deserializer)?;
    word.parse().map_err(D::Error::custom)
}

/// Reads a word of a list that grows, on which nothing in a game depends. One of a later release is none.
pub(crate) fn known_or_none<'de, T, D>(deserializer: D) -> Result<Option<Word<T>>, D::Error>
where
    T: FromStr,
    D: Deserializer<'de>,
{
    let word = Option::<Cow<'de, str>>::deserialize(deserializer)?;
    Ok(word.and_then(|word| word.parse().ok()).map(Word))
}
