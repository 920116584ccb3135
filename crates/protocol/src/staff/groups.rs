//! Groups as the staff sees them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::Millis;

use crate::{Group, LONGEST_GROUP_NAME, LONGEST_REASON, PlayerCard};

/// The answer to `GET /staff/groups`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StaffGroupList {
    /// The newest first, closed ones and those that have ended as well.
    pub groups: Vec<StaffGroup>,
    /// The value of `cursor` for the next page; `null` if this is the last one.
    pub next: Option<String>,
}

/// A group, as the staff sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StaffGroup {
    /// The group.
    pub group: Group,
    /// The leaders.
    pub leaders: Vec<PlayerCard>,
    /// When it ended; `null` if it goes on.
    pub ended_at: Option<Millis>,
}

/// The body of `POST /staff/groups/{id}/acts`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum GroupAct {
    /// Gives the group another name.
    Rename {
        /// The name.
        #[schemars(length(min = 1, max = LONGEST_GROUP_NAME))]
        name: String,
        /// The reason.
        #[schemars(length(min = 1, max = LONGEST_REASON))]
        reason: String,
    },
    /// Ends the group.
    End {
        /// The reason.
        #[schemars(length(min = 1, max = LONGEST_REASON))]
        reason: String,
    },
}
