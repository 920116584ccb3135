//! Reports: what somebody tells the staff, and the cases that these make.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{CaseId, Millis};

use crate::{Ground, LONGEST_REASON, PlayerCard, Text};

/// The longest text of a report, in characters.
pub const LONGEST_REPORT: usize = 1_000;

/// The kind of a thing that is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReportAbout {
    /// A player.
    Player,
    /// The name of a player.
    Name,
    /// A game.
    Game,
    /// A record that somebody has brought.
    Record,
    /// A sanction against oneself, which one answers in this way.
    Sanction,
}

impl ReportAbout {
    /// All there are.
    pub const ALL: [Self; 5] = [Self::Player, Self::Name, Self::Game, Self::Record, Self::Sanction];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Name => "name",
            Self::Game => "game",
            Self::Record => "record",
            Self::Sanction => "sanction",
        }
    }
}

/// The outcome of a case, as those hear who reported it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CaseOutcome {
    /// The staff has done something about it.
    Acted,
    /// The staff has looked at it, and done nothing.
    Dismissed,
}

impl CaseOutcome {
    /// All there are.
    pub const ALL: [Self; 2] = [Self::Acted, Self::Dismissed];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Acted => "acted",
            Self::Dismissed => "dismissed",
        }
    }
}

/// The body of `POST /reports`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// The kind of the thing.
    pub about: ReportAbout,
    /// The id of the player, the game, the record or the sanction.
    #[schemars(length(max = 16))]
    pub id: String,
    /// The ground.
    pub ground: Ground,
    /// More about it; needed where the ground is `other`.
    #[serde(default)]
    #[schemars(length(max = LONGEST_REPORT))]
    pub words: String,
    /// The number of the event of the game at which it was seen.
    #[serde(default)]
    pub event: Option<u32>,
}

/// The answer to `GET /reports`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReportList {
    /// One's own reports, the latest first, fifty at most.
    pub reports: Vec<OwnReport>,
}

/// A report as its reporter sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnReport {
    /// The kind of the thing.
    pub about: ReportAbout,
    /// The id of it.
    pub id: String,
    /// The ground.
    pub ground: Ground,
    /// The words.
    pub words: String,
    /// When.
    pub created_at: Millis,
    /// The answer of the staff; `null` while the report waits.
    pub answer: Option<CaseAnswer>,
}

/// The answer of the staff to all reports of a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CaseAnswer {
    /// When.
    pub at: Millis,
    /// The outcome.
    pub outcome: CaseOutcome,
    /// Words for those who reported it; they may be empty.
    pub words: String,
}

/// The answer to `GET /staff/cases`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CaseList {
    /// Cases that wait, the oldest first.
    pub cases: Vec<Case>,
    /// The value of `after` for the next page; `null` if this is the last one.
    pub next: Option<String>,
}

/// Reports of the same thing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Case {
    /// By this it is looked at and answered.
    pub id: Text<CaseId>,
    /// The kind of the thing.
    pub about: ReportAbout,
    /// The id of the thing.
    pub subject: String,
    /// The people whom it concerns: a bot's owner in place of the bot.
    pub players: Vec<PlayerCard>,
    /// When the first report came.
    pub opened_at: Millis,
    /// When the last one came.
    pub last_at: Millis,
    /// The number of reports.
    pub reports: u32,
    /// The answer; `null` while the case waits.
    pub answer: Option<CaseAnswer>,
}

/// The answer to `GET /staff/cases/{id}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CaseReports {
    /// The case.
    pub case: Case,
    /// Its reports, the first one first.
    pub reports: Vec<Report>,
}

/// A report as the staff sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// The player who reports.
    pub reporter: PlayerCard,
    /// The ground.
    pub ground: Ground,
    /// The words.
    pub words: String,
    /// The number of the event of the game at which it was seen.
    pub event: Option<u32>,
    /// When.
    pub created_at: Millis,
}

/// The body of `POST /staff/cases/{id}/acts`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum CaseAct {
    /// Answers all reports of the case.
    Answer {
        /// The outcome.
        outcome: CaseOutcome,
        /// Words for those who reported it.
        #[serde(default)]
        #[schemars(length(max = LONGEST_REASON))]
        words: String,
        /// The reason, for the audit log.
        #[schemars(length(min = 1, max = LONGEST_REASON))]
        reason: String,
    },
}
