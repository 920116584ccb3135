//! A record as it is listed and as it is shown.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{Millis, RecordId};
use tengen_rules::Preset;

use super::info::{RecordInfo, RecordResult, RecordedPlayer};
use super::node::RecordNode;
use crate::{BoardShape, PerColor, PlayerCard, RulesWish, Text};

/// The headline that is kept beside a record, so that lists need not read it again. Long texts are cut.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordHeadline {
    /// The board.
    pub board: BoardShape,
    /// The players.
    pub players: PerColor<RecordedPlayer>,
    /// A name for the game.
    pub name: Option<String>,
    /// At which event it was played.
    pub event: Option<String>,
    /// When it was played.
    pub date: Option<String>,
    /// The preset that the rules are, if they are a known one. Headlines that earlier releases wrote have
    /// none.
    #[serde(default, deserialize_with = "crate::known_or_none")]
    pub preset: Option<Text<Preset>>,
    /// The result.
    pub result: Option<RecordResult>,
    /// The moves of the main line.
    pub moves: u32,
    /// All nodes, those of variations included.
    pub node_count: u32,
    /// The encoding of the file that it came from, as the WHATWG Encoding Standard names it.
    pub encoding: String,
    /// Whether its text is plain ASCII, which reads the same in nearly every encoding. Headlines that earlier
    /// releases wrote do not say.
    pub ascii: Option<bool>,
}

/// A record as lists show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordSummary {
    /// The record.
    pub id: Text<RecordId>,
    /// When it came to this server.
    pub created_at: Millis,
    /// The record's headline.
    #[serde(flatten)]
    pub headline: RecordHeadline,
}

/// One's own record as it reads in an encoding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordReading {
    /// The record.
    pub id: Text<RecordId>,
    /// When it came to this server.
    pub created_at: Millis,
    /// The record's headline in that encoding.
    #[serde(flatten)]
    pub headline: RecordHeadline,
    /// Words beyond ASCII out of its comments, by which their letters are seen. Long ones are cut.
    pub words: Option<String>,
}

/// The answer to a file of records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordsAnswer {
    /// One for each game of the file that can be read, in its order.
    pub records: Vec<RecordSummary>,
    /// The faults that were forgiven in the file, in the order of the games: up to 200 faults of each, and
    /// the first 2,000 of all.
    #[serde(default)]
    pub warnings: Vec<GameWarning>,
    /// The number of further faults that were forgiven. Servers of earlier releases do not say.
    #[serde(default)]
    pub more_warnings: u32,
    /// The games that can't be read, while others can, in their order.
    #[serde(default)]
    pub refused: Vec<RefusedGame>,
}

/// A game of a file that can't be read. The others are kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RefusedGame {
    /// The number of the game in the file, from 1.
    pub game: u32,
    /// The line of the fault in the file, from 1.
    pub line: u32,
    /// The character in the line, from 1.
    pub column: u32,
    /// The stable name of the reason, as of a file that can't be read.
    pub reason: String,
    /// The reason for developers, in English.
    pub detail: String,
}

/// A fault that was forgiven in a game of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameWarning {
    /// The number of the game in the file, from 1.
    pub game: u32,
    /// What, and its place in the file.
    #[serde(flatten)]
    pub warning: RecordWarning,
}

/// A page of a player's records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordList {
    /// Newest first; those of one file in its order.
    pub records: Vec<RecordSummary>,
    /// The beginning of the next page, if there is one.
    pub next: Option<String>,
}

/// A whole record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RecordAnswer {
    /// The record.
    pub id: Text<RecordId>,
    /// When it came to this server.
    pub created_at: Millis,
    /// The player who brought it, and may change it and take it away.
    pub owner: PlayerCard,
    /// The number of its changes.
    pub revision: u32,
    /// The encoding in which its file was read. Servers of earlier releases do not say.
    pub encoding: Option<String>,
    /// Whether its text is plain ASCII, which reads the same in nearly every encoding.
    pub ascii: Option<bool>,
    /// The record's content.
    #[serde(flatten)]
    pub shown: Shown,
}

/// The content of a record: the game, and every node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Shown {
    /// The board.
    pub board: BoardShape,
    /// The record's information about the whole game.
    pub info: RecordInfo,
    /// The rules by which its moves are judged: the record's own, if they are known, else the Japanese ones.
    pub judged_by: RulesWish,
    /// The nodes: the root first, and each node's first child right behind it. So variations come after the
    /// line that they leave.
    pub nodes: Vec<RecordNode>,
    /// The faults that were forgiven in the file, up to 200.
    #[serde(default)]
    pub warnings: Vec<RecordWarning>,
}

/// Something in a file that is not as it should be, and was read all the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordWarning {
    /// The stable name of the fault; `docs/check.md` lists them.
    pub code: String,
    /// The line, from 1.
    pub line: u32,
    /// The character in the line, from 1.
    pub column: u32,
}
