//! The acts of the staff on players, games and records.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::Millis;
use tengen_rules::Color;

use crate::{Ground, LONGEST_REASON, PlayerName, Role};

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

/// The winner of a game that the staff decides. It has to be said: nobody ends a game without a result by
/// forgetting it.
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
