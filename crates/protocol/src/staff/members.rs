//! The list of the members, as the staff sees it, and what an owner takes along of one of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::Millis;

use crate::{LONGEST_REASON, Player, Role};

/// The answer to `GET /staff/members` and `POST /staff/members/search`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MemberList {
    /// Members, 50 at most: those who registered last first. Those of a search by names or addresses are in
    /// the order of these, and those who may not play in the order in which they may again, the last first.
    pub members: Vec<ListedMember>,
    /// The beginning of the next page; `null` if this is the last one. A page may end before it is full, even
    /// empty, when many members had to be looked at for it.
    pub next: Option<String>,
}

/// A member of the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ListedMember {
    /// The player.
    pub player: Player,
    /// When the player registered.
    pub registered_at: Millis,
    /// The roles on the server, the highest first.
    pub roles: Vec<Role>,
    /// The facts that only the staff knows; `null` for oneself, and for whoever has an equal or higher role.
    pub facts: Option<MemberFacts>,
}

/// The facts that the staff knows of a member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MemberFacts {
    /// Whether the member may play.
    pub state: MemberState,
    /// When a suspension ends; `null` if there is none.
    pub suspended_until: Option<Millis>,
    /// When the member was last there, to about an hour; `null` if nothing that the server keeps tells it.
    /// Sessions are kept until they are signed out or were not used for ninety days, and from which networks
    /// somebody came for thirty.
    pub last_seen_at: Option<Millis>,
    /// The mail address to which letters have arrived; `null` if there is none, and for moderators.
    pub mail: Option<String>,
}

/// Whether a member may play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MemberState {
    /// The member may play.
    Active,
    /// Not before a moment.
    Suspended,
    /// Not any more.
    Banned,
}

impl MemberState {
    /// All there are.
    pub const ALL: [Self; 3] = [Self::Active, Self::Suspended, Self::Banned];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Suspended => "suspended",
            Self::Banned => "banned",
        }
    }
}

/// The body of `POST /staff/players/{id}/export`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemberExport {
    /// The reason, for the audit log.
    #[schemars(length(min = 1, max = LONGEST_REASON))]
    pub reason: String,
}
