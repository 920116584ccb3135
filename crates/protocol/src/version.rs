//! The versions of the protocol.

use std::fmt;
use std::str::FromStr;

/// A version of the protocol. The client chooses; one that asks for nothing gets the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Version {
    /// Each event carries the whole state after it: [`Event`](crate::Event).
    #[default]
    V1,
    /// Each event carries the parts of the state that it has changed: [`EventV2`](crate::EventV2).
    V2,
}

/// There is no such version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is no such version of the protocol")]
pub struct UnknownVersion;

impl Version {
    /// All there are.
    pub const ALL: [Self; 2] = [Self::V1, Self::V2];

    /// The number, as clients ask for it and as `hello` tells it.
    pub const fn number(self) -> u32 {
        match self {
            Self::V1 => 1,
            Self::V2 => 2,
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl FromStr for Version {
    type Err = UnknownVersion;

    fn from_str(text: &str) -> Result<Self, UnknownVersion> {
        Self::ALL.into_iter().find(|version| version.to_string() == text).ok_or(UnknownVersion)
    }
}
