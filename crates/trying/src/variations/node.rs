//! A node as it is asked for: whether it can be one at all.

use tengen_game::NotPossible;
use tengen_protocol::record::MarksShape;
use tengen_protocol::{LONGEST_NODE_WORDS, NodeId, Place, Text, VariationNode, WrittenMove, written_moves};
use tengen_rules::{Topology, Vertex};

/// The most points, texts, lines and arrows that are drawn at a node.
const MOST_DRAWN: usize = 1_000;
/// The most characters of a text on a point.
const LONGEST_LABEL: usize = 16;
/// The marks on points, by their names in records.
const MARKS: [&str; 9] = [
    "triangle",
    "square",
    "circle",
    "cross",
    "selected",
    "black_territory",
    "white_territory",
    "dim",
    "view",
];

/// Why changes of a tree are refused. Each names the node.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotKept {
    /// Nothing can be a node with this.
    #[error("{node}: {field}")]
    Invalid {
        /// The node.
        node: NodeId,
        /// The field that is wrong.
        field: &'static str,
    },
    /// The tree has no such node to be changed, or on which another could hang.
    #[error("{node}: there is no node {missing}")]
    Missing {
        /// The node of the change.
        node: NodeId,
        /// The node that is not there.
        missing: NodeId,
    },
    /// There is no such place.
    #[error("{node}: there is no such place")]
    NoPlace {
        /// The node.
        node: NodeId,
    },
    /// The node is there with another move, or elsewhere.
    #[error("{node} is there with another move or elsewhere")]
    Differs {
        /// The node.
        node: NodeId,
    },
    /// No line begins with the stones behind which the node is: a chain of them has no liberty.
    #[error("{node}: the chain of {at} has no liberty")]
    NoLiberties {
        /// The node.
        node: NodeId,
        /// A stone of the chain.
        at: Vertex,
    },
    /// The move can't be made.
    #[error("{node}: {why}")]
    Illegal {
        /// The node.
        node: NodeId,
        /// Where; `None` for a pass.
        at: Option<Vertex>,
        /// Why not.
        why: NotPossible,
    },
}

/// The thing on which a node hangs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Hangs {
    On(NodeId),
    From(Place),
}

/// The thing on which a node hangs, of which there is one.
pub(super) fn hangs(node: &VariationNode) -> Result<Hangs, NotKept> {
    match (&node.parent, node.from) {
        (Some(Text(parent)), None) => Ok(Hangs::On(parent.clone())),
        (None, Some(place)) => Ok(Hangs::From(place)),
        (Some(_), Some(_)) => Err(invalid(&node.id.0, "from")),
        (None, None) => Err(NotKept::Missing { node: node.id.0.clone(), missing: node.id.0.clone() }),
    }
}

/// The move of a node, if it has one.
pub(super) fn made(node: &VariationNode) -> Result<Option<WrittenMove>, NotKept> {
    let Some(text) = &node.made else { return Ok(None) };
    // A list has one move at least.
    let moves = written_moves(text, 1).map_err(|_| invalid(&node.id.0, "move"))?;
    moves.first().copied().map(Some).ok_or_else(|| invalid(&node.id.0, "move"))
}

/// Refuses marks that can't be drawn on this board.
pub(super) fn check_marks(node: &NodeId, marks: &MarksShape, topology: &Topology) -> Result<(), NotKept> {
    let MarksShape { points, labels, lines, arrows } = marks;
    let drawn = points.values().map(Vec::len).sum::<usize>() + labels.len() + lines.len() + arrows.len();
    let pairs = lines.iter().chain(arrows).flat_map(|(from, to)| [from, to]);
    let mut places = points.values().flatten().chain(labels.iter().map(|(at, _)| at)).chain(pairs);
    let fit = drawn <= MOST_DRAWN
        && points.keys().all(|name| MARKS.contains(&name.as_str()))
        && labels.iter().all(|(_, text)| is_text(text, LONGEST_LABEL, &[]) && !text.is_empty())
        && places.all(|Text(at)| topology.point(*at).is_some());
    if fit { Ok(()) } else { Err(invalid(node, "marks")) }
}

/// Refuses words that are too long, or that no database keeps.
pub(super) fn check_words(node: &NodeId, words: &str) -> Result<(), NotKept> {
    if is_text(words, LONGEST_NODE_WORDS, &['\n', '\t']) { Ok(()) } else { Err(invalid(node, "words")) }
}

fn is_text(text: &str, longest: usize, allowed: &[char]) -> bool {
    text.chars().nth(longest).is_none()
        && text.chars().all(|letter| !letter.is_control() || allowed.contains(&letter))
}

pub(super) fn invalid(node: &NodeId, field: &'static str) -> NotKept {
    NotKept::Invalid { node: node.clone(), field }
}
