//! Invitations to register.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{InvitationId, Millis};

use crate::{LONGEST_SECRET, Secret, Text};

/// The body of `POST /invitations`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewInvitation {
    /// The number of people who may register by it; one, if nothing is said.
    #[serde(default)]
    #[schemars(range(min = 1, max = 1000))]
    pub places: Option<u32>,
    /// When it ends; in a week, if nothing is said, and in a year at the latest.
    #[serde(default)]
    pub expires_at: Option<Millis>,
    /// A note for oneself, such as for whom it is.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub note: Option<String>,
}

/// An invitation to register.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Invitation {
    /// By this it is taken back.
    pub id: Text<InvitationId>,
    /// The note of whoever made it.
    pub note: String,
    /// When it was made.
    pub created_at: Millis,
    /// When it ends.
    pub expires_at: Millis,
    /// The number of people who may register by it in all.
    pub places: u32,
    /// The number of people who still may.
    pub left: u32,
}

/// The answer to `POST /invitations`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InvitationAnswer {
    /// The invitation.
    pub invitation: Invitation,
    /// The secret. It is not told again.
    pub secret: String,
    /// The page at which one registers by it. The secret stands behind `#`, which browsers do not send.
    pub address: String,
}

/// The answer to `GET /invitations`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InvitationList {
    /// The newest first.
    pub invitations: Vec<Invitation>,
}

/// The body of `POST /invitations/look`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// The secret of an invitation.
    #[schemars(length(min = 1, max = LONGEST_SECRET))]
    pub invitation: Secret,
}

/// The answer to `POST /invitations/look`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Invited {
    /// When the invitation ends.
    pub expires_at: Millis,
    /// The number of people who still may register by it.
    pub left: u32,
}
