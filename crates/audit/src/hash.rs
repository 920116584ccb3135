//! Hashes of what is written down.

use std::fmt::Write;

use serde::Serialize;
use sha2::{Digest, Sha256};

/// The SHA-256 of a value as JSON, in hexadecimal.
///
/// The members of the values here are in a fixed order, and all of them are texts, numbers, lists or nothing. So one value has one JSON.
pub(crate) fn of(value: &impl Serialize) -> String {
    // The values here have a JSON always; an empty one would be the hash of nothing and hold nowhere.
    let json = serde_json::to_vec(value).unwrap_or_default();
    let mut hash = String::with_capacity(64);
    for byte in Sha256::digest(json) {
        // A text takes all that is written into it.
        let _ = write!(hash, "{byte:02x}");
    }
    hash
}
