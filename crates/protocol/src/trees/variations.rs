//! Trees of variations, which people keep beside games and records: moves, marks and words, each node with an
//! id of the client's.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_rules::Vertex;

use crate::records::MarksShape;
use crate::{MOST_CHANGES, NodeId, RecordPlace, Text};

/// The most nodes of a tree.
pub const MOST_NODES: usize = 5_000;
/// The most bytes of a tree: those of its ids, moves, marks and words, and of the captured stones.
pub const MOST_TREE_BYTES: usize = 1 << 20;
/// The most characters of the words at a node.
pub const LONGEST_NODE_WORDS: usize = 4_000;
/// The most bytes of a request that changes a tree.
pub const MAX_CHANGES_BYTES: usize = 256 * 1024;
/// The most bytes of a request that replaces a tree.
pub const MAX_TREE_BODY_BYTES: usize = 2 << 20;

/// A place on which nodes hang: a position of a game, or a node of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Place {
    /// A position of a game.
    Game(GamePlace),
    /// A node of a record.
    Record(RecordPlace),
}

/// A position of a game: that after some of its moves, as they stood behind an event of its log. Moves that
/// were taken back later still have one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GamePlace {
    /// After how many moves.
    #[serde(rename = "move")]
    pub moves: u32,
    /// The number of the event.
    pub event: u32,
}

/// A node of a tree. It hangs on another one or on a place, and has a move or none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VariationNode {
    /// Its id.
    pub id: Text<NodeId>,
    /// The node before it; left out if it hangs on a place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<Text<NodeId>>,
    /// The place on which it hangs; left out if it hangs on a node.
    #[serde(default, deserialize_with = "crate::maybe_object", skip_serializing_if = "Option::is_none")]
    pub from: Option<Place>,
    /// The move, with its colour in front: `black:D4`, `white:pass`. In a request the colour may be left out:
    /// it is that of the player to move then. A node without a move is a note at its place.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 32), regex(pattern = "^[A-Za-z0-9: ]*$"), example = &"black:D4")]
    pub made: Option<String>,
    /// The stones that the move takes off, as the server has judged it. In a request it is not read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captured: Vec<Text<Vertex>>,
    /// The drawings on the board, as in a record.
    #[serde(default, skip_serializing_if = "is_blank")]
    pub marks: MarksShape,
    /// Words about the position, of any number of lines.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = LONGEST_NODE_WORDS))]
    pub words: String,
    /// By it nodes that hang on the same are sorted, and by their ids where it is equal.
    #[serde(default)]
    pub order: i32,
}

impl VariationNode {
    /// The number of bytes that it takes of its tree: those of its id, parent, move, captured stones, marks
    /// and words.
    pub fn size(&self) -> usize {
        let parent = self.parent.as_ref().map_or(0, |Text(parent)| parent.as_str().len());
        let marks = if is_blank(&self.marks) { 0 } else { written(&self.marks).len() };
        let captured: usize = self.captured.iter().map(|Text(at)| at.to_string().len() + 1).sum();
        self.id.0.as_str().len()
            + parent
            + self.made.as_ref().map_or(0, String::len)
            + captured
            + marks
            + self.words.len()
    }
}

/// Marks as they are kept. Texts and lists of points always have a JSON.
fn written(marks: &MarksShape) -> String {
    serde_json::to_string(marks).unwrap_or_default()
}

fn is_blank(marks: &MarksShape) -> bool {
    let MarksShape { points, labels, lines, arrows } = marks;
    points.is_empty() && labels.is_empty() && lines.is_empty() && arrows.is_empty()
}

/// A change of a tree: a node that is made, one that is changed, or one that goes with all behind it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VariationChange {
    /// The node.
    pub id: Text<NodeId>,
    /// The node before a new one, if it hangs on a node. It never changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<Text<NodeId>>,
    /// The place on which a new one hangs, if it does. It never changes.
    #[serde(default, deserialize_with = "crate::maybe_object", skip_serializing_if = "Option::is_none")]
    pub from: Option<Place>,
    /// The move of a new one, if it has one, as in the node. It never changes.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 32), regex(pattern = "^[A-Za-z0-9: ]*$"), example = &"black:D4")]
    pub made: Option<String>,
    /// The drawings from now on; those of before, if it is left out.
    #[serde(default, deserialize_with = "crate::maybe_object", skip_serializing_if = "Option::is_none")]
    pub marks: Option<MarksShape>,
    /// The words from now on; those of before, if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = LONGEST_NODE_WORDS))]
    pub words: Option<String>,
    /// The order from now on; that of before, if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<i32>,
    /// Whether the node goes, with all behind it. Nothing else is said of it then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
}

impl From<VariationNode> for VariationChange {
    /// The change that makes the node.
    fn from(node: VariationNode) -> Self {
        let VariationNode { id, parent, from, made, captured: _, marks, words, order } = node;
        let (marks, words, order) = (Some(marks), Some(words), Some(order));
        Self { id, parent, from, made, marks, words, order, gone: false }
    }
}

/// The body of `PATCH .../variations`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VariationChanges {
    /// Up to 500 changes, made in their order: all of them, or none.
    #[schemars(length(max = MOST_CHANGES))]
    pub changes: Vec<VariationChange>,
}

/// The body of `PUT .../variations`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewVariations {
    /// All nodes of the tree, each behind the one on which it hangs.
    #[schemars(length(max = MOST_NODES))]
    pub nodes: Vec<VariationNode>,
}

/// A tree, or its changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Variations {
    /// The number of the tree's last change; 0 if there was none.
    pub revision: u64,
    /// The nodes, each behind the one on which it hangs: all, or those that were made or changed.
    pub nodes: Vec<VariationNode>,
    /// The ids of the nodes that are gone, if only changes are told. Left out where `nodes` are the whole
    /// tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gone: Option<Vec<Text<NodeId>>>,
}

/// The answer to changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VariationsChanged {
    /// The number of the tree's last change.
    pub revision: u64,
    /// The number of the change before it. A client that knows an older one asks for the changes since its
    /// own.
    pub behind: u64,
    /// The stones that the moves of new and changed nodes take off, by the ids of those that take any.
    pub captured: BTreeMap<String, Vec<Text<Vertex>>>,
}
