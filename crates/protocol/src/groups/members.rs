//! The members of a group, and those who ask to join.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{Millis, PlayerId};

use crate::{GroupRole, PlayerCard, PlayerName, Text};

/// A member of a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GroupMember {
    /// The player.
    pub player: PlayerCard,
    /// The role in the group.
    pub role: GroupRole,
    /// Since when.
    pub joined_at: Millis,
    /// Whether rounds may pair the member: in a club as the member wishes, in a class every pupil, and a
    /// teacher who wishes it.
    pub plays: bool,
    /// The facts that the teacher of a class knows of the account; left out for everybody else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<ClassAccount>,
}

/// The facts that the teacher knows of the account of a member of a class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClassAccount {
    /// Whether it was made in this class.
    pub made_here: bool,
    /// Whether the teacher rules it: it was made here, and has no way in of its own yet.
    pub ruled: bool,
    /// When the card was made that is good now; `null` if there is none.
    pub card_made_at: Option<Millis>,
    /// When the card was last used; `null` if never.
    pub card_used_at: Option<Millis>,
}

/// The answer to `GET /groups/{id}/members`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GroupMemberList {
    /// The members, the oldest ones first.
    pub members: Vec<GroupMember>,
    /// The value of `cursor` for the next page; `null` if this is the last one.
    pub next: Option<String>,
}

/// The body of `POST /groups/{id}/members`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGroupMember {
    /// The player whom a leader invites; whoever asks wants to join, if nobody is named.
    #[serde(default)]
    pub player: Option<Text<PlayerId>>,
}

/// The body of `PATCH /groups/{id}/members/{player}`: what is left out stays.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GroupMemberChange {
    /// Another role in the group. Leaders make others leaders, and give up their own role.
    #[serde(default)]
    pub role: Option<GroupRole>,
    /// Another name for an account that the teacher rules.
    #[serde(default)]
    #[schemars(length(min = 1, max = PlayerName::MAX))]
    pub name: Option<String>,
    /// Whether rounds may pair oneself. Nobody says that for somebody else, and in a class only a teacher
    /// says it: pupils are paired.
    #[serde(default)]
    pub plays: Option<bool>,
}

/// Somebody who waits to be let in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JoinRequest {
    /// The player.
    pub player: PlayerCard,
    /// Since when.
    pub asked_at: Millis,
}

/// The answer to `GET /groups/{id}/requests`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JoinRequestList {
    /// The requests, the oldest ones first, 500 at most.
    pub requests: Vec<JoinRequest>,
}

/// The body of `POST /groups/{id}/requests`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinAnswer {
    /// The player who has asked.
    pub player: Text<PlayerId>,
    /// Whether the player is let in.
    pub accept: bool,
}
