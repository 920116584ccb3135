//! What `tengen backup`, `tengen admin` and a running server say to each other: one line of JSON each.

use serde::{Deserialize, Serialize};

use crate::admin::{Deed, Outcome};

/// The name of the socket in the data directory.
pub(super) const SOCKET: &str = "tengen.sock";
/// How long a line may be, in bytes: longer than any path, and than the names of a class.
pub(super) const LONGEST_LINE: u64 = 128 * 1024;
/// How long the line of an answer may be: a list of all groups has some two hundred bytes of each.
pub(super) const LONGEST_ANSWER: u64 = 16 * 1024 * 1024;

/// What a running server is asked for. Whoever asks closes the connection to call it off.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Request {
    /// A copy of the database in this file, by its whole path.
    Backup(String),
    /// An operator's work.
    Admin(Deed),
}

/// What it answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Answer {
    /// The copy is there and has so many bytes.
    Done(u64),
    /// The work is done.
    Carried(Outcome),
    /// Nothing was done, for this reason.
    Refused(String),
}
