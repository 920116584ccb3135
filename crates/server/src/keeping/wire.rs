//! What `tengen backup`, `tengen admin` and a running server say to each other: one line of JSON each, and the data of a member
//! behind that.

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
    /// Everything that the server keeps of a member.
    Export {
        /// The member, by the name or by the id.
        name: String,
        /// The reason, for the audit log; it may be empty.
        reason: String,
    },
}

/// What it answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Answer {
    /// The copy is there and has so many bytes.
    Done(u64),
    /// The work is done.
    Carried(Outcome),
    /// The data follow, in pieces behind their lengths (32 bits, the highest byte first). A length of zero says that this was all.
    Begun,
    /// Nothing was done, for this reason.
    Refused(String),
}
