//! Invitations to groups: a leader asks somebody to join, who says yes or no.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::Millis;

use crate::{Group, PlayerCard};

/// An invitation to a group, as whoever is invited sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GroupInvitation {
    /// The group. It is told to whoever is invited, also where nobody else but its members sees it.
    pub group: Group,
    /// The leader who has asked.
    pub inviter: PlayerCard,
    /// When.
    pub invited_at: Millis,
}

/// The answer to `GET /me/group-invitations`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GroupInvitationList {
    /// The invitations that wait for one's answer, the latest first.
    pub invitations: Vec<GroupInvitation>,
}

/// The body of `POST /me/group-invitations/{id}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GroupInvitationAnswer {
    /// Whether one joins the group.
    pub accept: bool,
}

/// Somebody who is invited to a group, as its leaders see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InvitedPlayer {
    /// The player.
    pub player: PlayerCard,
    /// Since when.
    pub invited_at: Millis,
}

/// The answer to `GET /groups/{id}/invitations`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InvitedPlayerList {
    /// The invitations, the oldest ones first, 500 at most. Whoever has declined is not told apart from
    /// whoever has not answered.
    pub invitations: Vec<InvitedPlayer>,
}
