//! Changes of a record as JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::MarksShape;
use crate::{MOST_CHANGES, MOST_KOMI, NodeId, Points, RecordPlace, Text};

/// The most characters of a fact about the game, on one line.
pub const LONGEST_FACT: usize = 1_000;
/// The most characters of a comment, on any number of lines.
pub const LONGEST_REMARKS: usize = 40_000;
/// The most characters of the name of a node, on one line.
pub const LONGEST_NAME: usize = 200;
macro_rules! encodings {
    () => {
        "UTF-8|UTF-16LE|UTF-16BE|gb18030|Big5|Shift_JIS|EUC-JP|ISO-2022-JP|EUC-KR|windows-125[0-8]|windows-874|KOI8-R|KOI8-U|IBM866|ISO-8859-[2-8]|ISO-8859-1[03456]"
    };
}

/// The pattern of the names of encodings in which records are read. Other labels of the WHATWG Encoding
/// Standard are understood, too.
pub const ENCODING: &str = concat!("^(", encodings!(), ")$");
/// The same where none may be named.
pub const MAYBE_ENCODING: &str = concat!("^(", encodings!(), ")?$");

/// The body of `PATCH /api/v1/records/{id}`: changes of a record. All of them are made, or none. The rest of
/// its text stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RecordEdit {
    /// The encoding in which the bytes that came are read again, before anything else is changed: a label of
    /// the WHATWG Encoding Standard.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = ENCODING), example = &"KOI8-R")]
    pub encoding: Option<String>,
    /// Up to 500 changes of nodes, made in their order.
    #[schemars(length(max = MOST_CHANGES))]
    pub changes: Vec<RecordChange>,
    /// Changes of the facts about the game.
    #[serde(deserialize_with = "crate::maybe_object", skip_serializing_if = "Option::is_none")]
    pub info: Option<RecordInfoEdit>,
}

/// A change of a record: a node that is made, one that is changed, or one that goes with all behind it.
/// Either `node` or `id` names it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RecordChange {
    /// The number of a node of the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<u32>,
    /// The client's own name for a new node. It holds within this request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Text<NodeId>>,
    /// The new node on which a new one hangs, if it hangs on a new one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<Text<NodeId>>,
    /// The node of the record on which a new one hangs, if it does.
    #[serde(deserialize_with = "crate::maybe_object", skip_serializing_if = "Option::is_none")]
    pub from: Option<RecordPlace>,
    /// The move of a new one, if it has one, with its colour in front. If the node before it has that move
    /// behind it already, that node is meant.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 32), regex(pattern = "^[A-Za-z0-9: ]*$"), example = &"black:D4")]
    pub made: Option<String>,
    /// The name from now on, on one line; that of before, if it is left out, and none, if it is empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LONGEST_NAME))]
    pub name: Option<String>,
    /// The comment from now on; that of before, if it is left out, and none, if it is empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LONGEST_REMARKS))]
    pub comment: Option<String>,
    /// The drawings from now on; those of before, if it is left out.
    #[serde(deserialize_with = "crate::maybe_object", skip_serializing_if = "Option::is_none")]
    pub marks: Option<MarksShape>,
    /// Its place among the nodes that hang on the same, from now on: 0 is the first, and whatever is beyond
    /// the last is the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<u32>,
    /// Whether the node goes, with all behind it. Nothing else is said of it then. The first node stays.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
}

/// Changes of the facts about a game. Those that are left out stay as they are. Texts are on one line, but
/// for `comment`; an empty one takes the fact away. A `null` is a fact that is left out, but for `komi`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RecordInfoEdit {
    /// The players.
    #[serde(deserialize_with = "crate::maybe_object", skip_serializing_if = "Option::is_none")]
    pub players: Option<PlayersEdit>,
    /// The result, such as `B+3.5`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LONGEST_FACT))]
    pub result: Option<String>,
    /// The rules. Moves are judged by them if they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LONGEST_FACT))]
    pub rules: Option<String>,
    /// Komi: up to 625 points either way, as in a game; `null` takes it away.
    #[serde(deserialize_with = "crate::told", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Points>", range(min = -MOST_KOMI, max = MOST_KOMI))]
    pub komi: Option<Option<Points>>,
    /// Handicap stones; 0 is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handicap: Option<u8>,
    /// The time of each player, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LONGEST_FACT))]
    pub time: Option<String>,
    /// The overtime.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LONGEST_FACT))]
    pub overtime: Option<String>,
    /// A name for the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LONGEST_FACT))]
    pub name: Option<String>,
    /// When it was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LONGEST_FACT))]
    pub date: Option<String>,
    /// Where.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LONGEST_FACT))]
    pub place: Option<String>,
    /// At which event.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LONGEST_FACT))]
    pub event: Option<String>,
    /// In which round.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LONGEST_FACT))]
    pub round: Option<String>,
    /// The name of the opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LONGEST_FACT))]
    pub opening: Option<String>,
    /// The author of the comments.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LONGEST_FACT))]
    pub annotator: Option<String>,
    /// The person who entered the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LONGEST_FACT))]
    pub user: Option<String>,
    /// The place where the record was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LONGEST_FACT))]
    pub source: Option<String>,
    /// The owner of the rights in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LONGEST_FACT))]
    pub copyright: Option<String>,
    /// A comment on the whole game, of any number of lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LONGEST_REMARKS))]
    pub comment: Option<String>,
}

/// Changes of the facts about the players.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PlayersEdit {
    /// Black.
    #[serde(deserialize_with = "crate::maybe_object", skip_serializing_if = "Option::is_none")]
    pub black: Option<PlayerEdit>,
    /// White.
    #[serde(deserialize_with = "crate::maybe_object", skip_serializing_if = "Option::is_none")]
    pub white: Option<PlayerEdit>,
}

/// Changes of the facts about a player.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PlayerEdit {
    /// The name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LONGEST_FACT))]
    pub name: Option<String>,
    /// The rank.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LONGEST_FACT))]
    pub rank: Option<String>,
    /// The team.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LONGEST_FACT))]
    pub team: Option<String>,
}
