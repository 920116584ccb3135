//! The staff: who has roles, what they do, and the log of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tengen_game::Millis;
use tengen_rules::Color;

use crate::reason::LONGEST_REASON;
use crate::{Case, FormerName, Ground, Player, PlayerCard, PlayerName, Role, Sanction};

/// The answer to `GET /staff`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StaffList {
    /// Everybody who has a role, the highest roles first.
    pub staff: Vec<Staff>,
}

/// Somebody who has a role.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Staff {
    /// The player.
    pub player: Player,
    /// The roles, the highest first.
    pub roles: Vec<Role>,
}

/// The body of `POST /staff/players/{id}/acts`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum PlayerAct {
    /// Gives the player a role.
    Grant {
        /// The role.
        role: Role,
        /// The reason.
        #[schemars(length(min = 1, max = LONGEST_REASON))]
        reason: String,
    },
    /// Takes a role away.
    Revoke {
        /// The role.
        role: Role,
        /// The reason.
        #[schemars(length(min = 1, max = LONGEST_REASON))]
        reason: String,
    },
    /// Gives the player another name.
    Rename {
        /// The name.
        #[schemars(length(min = 1, max = PlayerName::MAX))]
        name: String,
        /// The reason.
        #[schemars(length(min = 1, max = LONGEST_REASON))]
        reason: String,
    },
    /// Tells the player that a rule was broken, and nothing more.
    Warn {
        /// The rule.
        ground: Ground,
        /// Words to the player.
        #[serde(default)]
        #[schemars(length(max = LONGEST_REASON))]
        words: String,
        /// The reason, for the audit log.
        #[schemars(length(min = 1, max = LONGEST_REASON))]
        reason: String,
    },
    /// Keeps the player, and the player's bots, from playing for a while.
    Suspend {
        /// The rule that was broken.
        ground: Ground,
        /// Until when: in the future, and within a year.
        until: Millis,
        /// Words to the player.
        #[serde(default)]
        #[schemars(length(max = LONGEST_REASON))]
        words: String,
        /// The reason, for the audit log.
        #[schemars(length(min = 1, max = LONGEST_REASON))]
        reason: String,
    },
    /// Keeps the player, and the player's bots, from playing.
    Ban {
        /// The rule that was broken.
        ground: Ground,
        /// Words to the player.
        #[serde(default)]
        #[schemars(length(max = LONGEST_REASON))]
        words: String,
        /// The reason, for the audit log.
        #[schemars(length(min = 1, max = LONGEST_REASON))]
        reason: String,
    },
    /// Ends all suspensions and bans of the player.
    Lift {
        /// The reason.
        #[schemars(length(min = 1, max = LONGEST_REASON))]
        reason: String,
    },
    /// Deletes the member and the member's bots, for good.
    Delete {
        /// The member's name as it is now, so that nobody is deleted by mistake.
        #[schemars(length(min = 1, max = PlayerName::MAX))]
        name: String,
        /// The reason.
        #[schemars(length(min = 1, max = LONGEST_REASON))]
        reason: String,
    },
}

impl PlayerAct {
    /// The reason for it.
    pub fn reason(&self) -> &str {
        match self {
            Self::Grant { reason, .. }
            | Self::Revoke { reason, .. }
            | Self::Rename { reason, .. }
            | Self::Warn { reason, .. }
            | Self::Suspend { reason, .. }
            | Self::Ban { reason, .. }
            | Self::Lift { reason }
            | Self::Delete { reason, .. } => reason,
        }
    }
}

/// The body of `POST /staff/games/{id}/acts`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum GameAct {
    /// Decides the game.
    Adjudicate {
        /// The winner.
        winner: RuledWinner,
        /// The reason.
        #[schemars(length(min = 1, max = LONGEST_REASON))]
        reason: String,
    },
    /// Declares a game void that is over: lists and sums leave it out, its log stays.
    Void {
        /// The reason.
        #[schemars(length(min = 1, max = LONGEST_REASON))]
        reason: String,
    },
    /// Has a void game count again.
    Restore {
        /// The reason.
        #[schemars(length(min = 1, max = LONGEST_REASON))]
        reason: String,
    },
}

impl GameAct {
    /// The reason for it.
    pub fn reason(&self) -> &str {
        match self {
            Self::Adjudicate { reason, .. } | Self::Void { reason } | Self::Restore { reason } => reason,
        }
    }
}

/// The winner of a game that the staff decides. It has to be said: nobody ends a game without a result by forgetting it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RuledWinner {
    /// Black.
    Black,
    /// White.
    White,
    /// Nobody: the game ends without a result.
    Nobody,
}

impl RuledWinner {
    /// The colour that wins, if one does.
    pub const fn color(self) -> Option<Color> {
        match self {
            Self::Black => Some(Color::Black),
            Self::White => Some(Color::White),
            Self::Nobody => None,
        }
    }
}

/// The body of `POST /staff/records/{id}/acts`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum RecordAct {
    /// Removes the record.
    Remove {
        /// The reason.
        #[schemars(length(min = 1, max = LONGEST_REASON))]
        reason: String,
    },
}

/// The body of `POST /staff/audit/acts`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum EntryAct {
    /// Removes the reason that lies beside the entry.
    EraseReason {
        /// The number of the entry.
        #[schemars(range(min = 1))]
        seq: i64,
        /// The reason for that.
        #[schemars(length(min = 1, max = LONGEST_REASON))]
        reason: String,
    },
}

/// The answer to `GET /staff/players/{id}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerHistory {
    /// The player.
    pub player: Player,
    /// The player's roles on the server, the highest first.
    pub roles: Vec<Role>,
    /// The names of the last half year, the latest first.
    pub former_names: Vec<FormerName>,
    /// The cases that concern the player or a bot of the player, the latest first, 50 at most.
    pub cases: Vec<Case>,
    /// The sanctions of the player, the latest first, 50 at most.
    pub sanctions: Vec<Sanction>,
    /// What the staff did to the player, the latest first, 100 at most.
    pub entries: Vec<AuditEntry>,
    /// The cards of those who did it.
    pub players: Vec<PlayerCard>,
}

/// The answer to `GET /staff/players/{id}/networks`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NetworkList {
    /// The networks from which the player came in the last thirty days, the latest first, 60 at most.
    pub networks: Vec<Network>,
}

/// A network from which a player came, without its address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Network {
    /// How many bits of the address make it: 32 or 128 for one address, 24, 64 or 48 for the network around it.
    pub prefix: u8,
    /// By this two are told apart: the beginning of a hash with a key of this server.
    pub name: String,
    /// When the player came from there first in this time.
    pub first_at: Millis,
    /// When the player came from there last, to about an hour.
    pub last_at: Millis,
    /// Others who came from there, the latest first, 20 at most.
    pub others: Vec<PlayerCard>,
    /// Whether there are more of them.
    pub more: bool,
}

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
    /// Who did it; `null` if it was done from the command line.
    pub actor: Option<String>,
    /// What was done, such as `grant`. Later releases know more kinds.
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
    /// Who did it; `null` if it was done from the command line.
    pub actor: Option<String>,
    /// What was done.
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
    /// What was written beside the entry; `null` if there was nothing, or if it was removed.
    pub beside: Option<AuditBeside>,
}

/// What was written beside an entry.
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
    /// `player`, `game`, `record`, `case`, `group`, `invitation`, `announcement`, `entry` or `server`. Later releases know more kinds.
    pub kind: String,
    /// The id, or the number of the entry; empty for the server.
    pub id: String,
}

/// The answer to `GET /staff/audit/check`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuditCheck {
    /// How many entries hold, from the first on.
    pub entries: i64,
    /// The hash of the last one that holds. Whoever keeps it elsewhere can tell later that nothing up to there was changed.
    pub head: String,
    /// The place at which the chain does not hold; `null` if it holds.
    pub broken: Option<BrokenAudit>,
}

/// The place at which the chain does not hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BrokenAudit {
    /// The number of the entry.
    pub seq: i64,
    /// `gap`: entries are missing; `changed`: the entry was changed; `torn`: it followed another entry; `reason_changed`: the reason was;
    /// `reason_missing`: the reason is gone, and no entry says so.
    pub how: String,
}
