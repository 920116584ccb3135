//! Entries, and the links that they are in the chain.

use serde::{Deserialize, Serialize};
use tengen_game::Millis;

use crate::hash;

/// The hash before the first entry.
pub const START: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// What was done: by ids and numbers, without a word that anybody wrote.
///
/// The order of the members is that of the JSON that is hashed, and never changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The number: 1 for the first, without gaps.
    pub seq: i64,
    /// When, by the server's clock.
    pub at: Millis,
    /// The id of the player who did it; nothing if it was done from the command line.
    pub actor: Option<String>,
    /// The [kind](crate::Kind) of the act by its name. Later releases know more of them.
    pub kind: String,
    /// To whom or what.
    pub subject: Subject,
    /// More about it, as the text of a JSON object: the letters count.
    pub facts: String,
    /// The hash of the [aside](crate::Aside), if there was one.
    pub aside: Option<String>,
}

/// To whom or what something was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// `player`, `game`, `record`, `invitation`, `entry` or `server`. Later releases know more.
    pub kind: String,
    /// The id; empty for the server.
    pub id: String,
}

/// An entry in its place in the chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// The entry.
    #[serde(flatten)]
    pub entry: Entry,
    /// The hash of the entry before; [`START`] for the first.
    pub previous: String,
    /// SHA-256 of the JSON of entry and `previous`, in hexadecimal.
    pub hash: String,
}

/// What is hashed.
#[derive(Serialize)]
struct Hashed<'l> {
    #[serde(flatten)]
    entry: &'l Entry,
    previous: &'l str,
}

impl Entry {
    /// The entry behind another one, which has this hash.
    pub fn link(self, previous: &str) -> Link {
        let hash = hash::of(&Hashed { entry: &self, previous });
        Link { entry: self, previous: previous.to_owned(), hash }
    }
}

impl Link {
    /// Whether the hash is that of the entry.
    pub fn holds(&self) -> bool {
        hash::of(&Hashed { entry: &self.entry, previous: &self.previous }) == self.hash
    }
}
