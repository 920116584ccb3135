//! Sanctions: warnings, suspensions and bans of players, with the grounds on which they are given.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{Millis, SanctionId};

use crate::Text;

/// The longest reason for an act, and the longest answer to reports, in characters.
pub const LONGEST_REASON: usize = 500;

/// The kind of a sanction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SanctionKind {
    /// Words, and nothing more.
    Warning,
    /// The player may not play for a while.
    Suspension,
    /// The player may not play any more.
    Ban,
}

impl SanctionKind {
    /// All there are.
    pub const ALL: [Self; 3] = [Self::Warning, Self::Suspension, Self::Ban];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Suspension => "suspension",
            Self::Ban => "ban",
        }
    }
}

/// A sanction, as the player whom it concerns and the staff see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sanction {
    /// By this it is answered (`POST /reports`), and marked as read.
    pub id: Text<SanctionId>,
    /// The kind.
    pub kind: SanctionKind,
    /// The rule that was broken.
    pub ground: Ground,
    /// Words of the staff to the player; they may be empty.
    #[schemars(length(max = LONGEST_REASON))]
    pub words: String,
    /// When it began.
    pub at: Millis,
    /// When a suspension ends; `null` for a warning and a ban.
    pub until: Option<Millis>,
    /// When the staff lifted it; `null` if it has not.
    pub lifted_at: Option<Millis>,
    /// When the player said that it was read; `null` if the player has not.
    pub read_at: Option<Millis>,
}

impl Sanction {
    /// Whether it keeps the player from playing at this moment.
    pub fn is_in_force(&self, now: Millis) -> bool {
        let lasts = match self.kind {
            SanctionKind::Warning => false,
            SanctionKind::Suspension => self.until.is_some_and(|until| until > now),
            SanctionKind::Ban => true,
        };
        lasts && self.lifted_at.is_none()
    }
}

/// The answer to `GET /me/sanctions`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SanctionList {
    /// The sanctions, the latest first, fifty at most.
    pub sanctions: Vec<Sanction>,
}

/// The grounds on which something is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// Help by a program or another person, where that is not agreed on.
    Cheating,
    /// Stalling, or leaving games.
    Stalling,
    /// Insults or harassment.
    Abuse,
    /// A name or a content that has no place here.
    Content,
    /// Something else, in the words of the reporter.
    Other,
}

impl Ground {
    /// All there are.
    pub const ALL: [Self; 5] = [Self::Cheating, Self::Stalling, Self::Abuse, Self::Content, Self::Other];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cheating => "cheating",
            Self::Stalling => "stalling",
            Self::Abuse => "abuse",
            Self::Content => "content",
            Self::Other => "other",
        }
    }
}
