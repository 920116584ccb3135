//! Words that lie beside an entry.

use serde::{Deserialize, Serialize};

use crate::hash;

/// What somebody wrote about an act. It can be removed, and then nobody can find out what it was by trying words: the hash has a
/// salt, which goes with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aside {
    /// Random letters.
    pub salt: String,
    /// The reason for the act.
    pub reason: String,
}

impl Aside {
    /// The hash that the entry has.
    pub fn hash(&self) -> String {
        hash::of(self)
    }
}
