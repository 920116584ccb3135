//! A record's information about the whole game, as JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::Millis;
use tengen_rules::{Color, Preset};

use crate::{PerColor, Points, Text};

/// A record's information about the whole game, in the record's own words; `null` where it is silent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordInfo {
    /// The players.
    pub players: PerColor<RecordedPlayer>,
    /// The result.
    pub result: Option<RecordResult>,
    /// The rules.
    pub rules: Option<String>,
    /// The preset that the rules are, if they are a known one.
    pub preset: Option<Text<Preset>>,
    /// Komi; `null` also if it is no number of points.
    pub komi: Option<Points>,
    /// Handicap stones.
    pub handicap: u8,
    /// The time of each player, as the record says it.
    pub time: Option<String>,
    /// The same in milliseconds, if it is a number of seconds.
    pub main_time: Option<Millis>,
    /// The overtime.
    pub overtime: Option<String>,
    /// A name for the game.
    pub name: Option<String>,
    /// When it was played.
    pub date: Option<String>,
    /// Where.
    pub place: Option<String>,
    /// At which event.
    pub event: Option<String>,
    /// In which round.
    pub round: Option<String>,
    /// The name of the opening.
    pub opening: Option<String>,
    /// The author of the comments.
    pub annotator: Option<String>,
    /// The person who entered the record.
    pub user: Option<String>,
    /// The place where the record was found.
    pub source: Option<String>,
    /// The owner of the rights in it.
    pub copyright: Option<String>,
    /// The program that wrote it.
    pub application: Option<String>,
    /// A comment on the whole game, of any number of lines.
    pub comment: Option<String>,
}

/// A player as a record names one. Where a team is named and no player, the team plays.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordedPlayer {
    /// The name.
    pub name: Option<String>,
    /// The rank.
    pub rank: Option<String>,
    /// The team.
    pub team: Option<String>,
}

/// A result as a record has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordResult {
    /// In the record's words.
    pub text: String,
    /// The winner, if that is understood and somebody won.
    pub winner: Option<Text<Color>>,
    /// `score`, `resignation`, `time`, `forfeit` or `void`; `null` if it is not said or not understood.
    pub by: Option<String>,
    /// By how many points.
    pub margin: Option<Points>,
}
