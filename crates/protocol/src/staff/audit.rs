//! The log of what the staff does.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tengen_game::Millis;

use crate::PlayerCard;

/// The answer to `GET /staff/audit`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuditPage {
    /// Entries, the latest first.
    pub entries: Vec<AuditEntry>,
    /// The cards of the players whom they name.
    pub players: Vec<PlayerCard>,
    /// The value of `before` for the next page; `null` if this is the last one.
    pub next: Option<i64>,
}

/// An entry of the audit log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuditEntry {
    /// The number: 1 for the first, without gaps.
    pub seq: i64,
    /// When.
    pub at: Millis,
    /// The member of the staff who did it; `null` if it was done from the command line.
    pub actor: Option<String>,
    /// The act, such as `grant`. Later releases know more kinds.
    pub kind: String,
    /// To whom or what.
    pub subject: AuditSubject,
    /// More about it: ids, words of the protocol and numbers.
    pub facts: Map<String, Value>,
    /// The reason; `null` if none was given, or if it was removed.
    pub reason: Option<String>,
    /// Whether there was a reason, which was removed.
    pub reason_erased: bool,
    /// The hash of the entry before.
    pub previous: String,
    /// The hash of this entry, which covers `previous`.
    pub hash: String,
}

/// A line of `GET /staff/audit/export`: an entry as it is hashed, and what lies beside it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuditLine {
    /// The number: 1 for the first, without gaps.
    pub seq: i64,
    /// When.
    pub at: Millis,
    /// The member of the staff who did it; `null` if it was done from the command line.
    pub actor: Option<String>,
    /// The act.
    pub kind: String,
    /// To whom or what.
    pub subject: AuditSubject,
    /// More about it: a JSON object as a text, whose letters count.
    pub facts: String,
    /// SHA-256 of `beside` as it was written; `null` if there was nothing.
    pub aside: Option<String>,
    /// The hash of the entry before; 64 zeros for the first.
    pub previous: String,
    /// SHA-256 of the members above, in this order, as JSON without blanks.
    pub hash: String,
    /// The note beside the entry; `null` if there was none, or if it was removed.
    pub beside: Option<AuditBeside>,
}

/// The note beside an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuditBeside {
    /// Random letters, by which the hash tells nothing of a reason that was removed.
    pub salt: String,
    /// The reason.
    pub reason: String,
}

/// To whom or what something was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuditSubject {
    /// `player`, `game`, `record`, `case`, `group`, `invitation`, `announcement`, `entry` or `server`. Later
    /// releases know more kinds.
    pub kind: String,
    /// The id, or the number of the entry; empty for the server.
    pub id: String,
}

/// The answer to `GET /staff/audit/check`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuditCheck {
    /// The number of entries that hold, from the first on.
    pub entries: i64,
    /// The hash of the last one that holds. Whoever keeps it elsewhere can tell later that nothing up to
    /// there was changed.
    pub head: String,
    /// The place at which the chain does not hold; `null` if it holds.
    pub broken: Option<BrokenAudit>,
}

/// The place at which the chain does not hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BrokenAudit {
    /// The number of the entry.
    pub seq: i64,
    /// `gap`: entries are missing; `changed`: the entry was changed; `torn`: it followed another entry;
    /// `reason_changed`: the reason was; `reason_missing`: the reason is gone, and no entry says so.
    pub how: String,
}
