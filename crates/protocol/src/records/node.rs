//! A node of a record's tree as JSON. Fields without a content are left out.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::Millis;
use tengen_rules::{Color, Vertex};

use super::MarksShape;
use crate::Text;

/// A node: its changes of the board, and its remarks about it. Setup comes before the move.
///
/// Records have up to some hundred thousand nodes, few of them with setup or drawings: these are in boxes of their own.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct RecordNode {
    /// Its number, by which changes and places name it, for as long as it is there. Left out where that is
    /// its place in the list, as in every record that nobody has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<u32>,
    /// The node before it, by its place in the list; `null` for the first, which alone has none.
    pub parent: Option<u32>,
    /// The move.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub made: Option<RecordedMove>,
    /// Setup: the points that look otherwise than before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub setup: Option<Box<SetupShape>>,
    /// Whose turn the record says it is now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Text<Color>>,
    /// A name for the node, on one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The comment, of any number of lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// The drawings on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks: Option<Box<MarksShape>>,
    /// Judgements by name, with their degree: 1, or 2 for "very".
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub remarks: BTreeMap<String, u8>,
    /// The record's value of the position, in points for Black.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Milliseconds left to players by colour.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub time_left: BTreeMap<String, Millis>,
    /// Moves, or periods, left in the running overtime of players by colour.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub overtime_left: BTreeMap<String, u32>,
}

/// A move as a record has it: made in any case, and judged beside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordedMove {
    /// Whose.
    pub color: Text<Color>,
    /// A vertex, or `pass`; the letters of the record where they name no point of the board.
    pub at: String,
    /// Its number: one more than that of the move before it, unless the record says otherwise.
    pub number: u32,
    /// The stones that it takes off: the opponent's, or, in suicide, the player's own with the one just
    /// played among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captured: Vec<Text<Vertex>>,
    /// The rule that forbids it: `off_board`, `occupied`, `suicide`, `ko`, `superko` or `out_of_turn`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub illegal: Option<String>,
}

/// Setup.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SetupShape {
    /// Points that have a black stone now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub black: Vec<Text<Vertex>>,
    /// Points that have a white stone now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub white: Vec<Text<Vertex>>,
    /// Points that are empty now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub empty: Vec<Text<Vertex>>,
}
