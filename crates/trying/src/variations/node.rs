//! A node as it is asked for: whether it can be one at all.

use tengen_game::NotPossible;
use tengen_protocol::records::MarksShape;
use tengen_protocol::{
    LONGEST_NODE_WORDS, Lines, NodeId, Place, Text, VariationNode, WrittenMove, is_text, written_moves,
};
use tengen_rules::{Topology, Vertex};

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
    if marks.fit(topology) { Ok(()) } else { Err(invalid(node, "marks")) }
}

/// Refuses words that are too long, or that no database keeps.
pub(super) fn check_words(node: &NodeId, words: &str) -> Result<(), NotKept> {
    if is_text(words, LONGEST_NODE_WORDS, Lines::Many) { Ok(()) } else { Err(invalid(node, "words")) }
}

pub(super) fn invalid(node: &NodeId, field: &'static str) -> NotKept {
    NotKept::Invalid { node: node.clone(), field }
}
