//! Announcements: lines on every page, until a moment.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{AnnouncementId, Millis};

use crate::{LONGEST_REASON, Text};

/// The longest line, in characters.
pub const LONGEST_ANNOUNCEMENT: usize = 300;

/// A line on every page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Announcement {
    /// By this it is taken back.
    pub id: Text<AnnouncementId>,
    /// The line, by the tag of its language, such as `en` or `zh-Hans`: those in which it was written.
    pub texts: BTreeMap<String, String>,
    /// Until when it is shown.
    pub until: Millis,
    /// When it was made.
    pub created_at: Millis,
}

/// The answer to `GET /announcements`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AnnouncementList {
    /// The lines that are shown now, the latest first.
    pub announcements: Vec<Announcement>,
}

/// The body of `POST /staff/announcements/acts`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum AnnouncementAct {
    /// Shows a line on every page.
    Announce {
        /// The line, by the tag of its language: at least one. Readers of other languages see the English
        /// one, or else the first.
        #[schemars(length(min = 1))]
        texts: BTreeMap<String, String>,
        /// Until when: in the future, and within a year.
        until: Millis,
        /// The reason, for the audit log.
        #[schemars(length(min = 1, max = LONGEST_REASON))]
        reason: String,
    },
    /// Shows it no more.
    TakeBack {
        /// The announcement.
        id: Text<AnnouncementId>,
        /// The reason.
        #[schemars(length(min = 1, max = LONGEST_REASON))]
        reason: String,
    },
}
