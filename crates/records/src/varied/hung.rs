//! A file that takes the nodes of a tree.

use tengen_protocol::records::MarksShape;
use tengen_protocol::{VariationNode, written_moves};
use tengen_sgf::NodeId;

use crate::written::File;

/// A file on whose nodes those of a tree are hung.
pub(super) struct Hung {
    pub(super) file: File,
    /// The end of the main line.
    end: NodeId,
    /// Whether an empty node stands behind it.
    is_ended: bool,
}

impl Hung {
    pub(super) fn new(file: File) -> Self {
        let root = file.game.collection().games().next();
        let end = root.and_then(|root| root.main_line().last());
        let end = end.map_or(file.game.root(), tengen_sgf::Node::id);
        Self { file, end, is_ended: false }
    }

    /// Adds a node behind the other children of one. Behind the end of the main line comes an empty node
    /// first: what hangs there is no part of it.
    pub(super) fn add_child(&mut self, parent: NodeId) -> NodeId {
        if parent == self.end && !self.is_ended {
            self.file.game.add_child(parent);
            self.is_ended = true;
        }
        self.file.game.add_child(parent)
    }

    /// Writes the content of a node of a tree.
    pub(super) fn write(&mut self, own: NodeId, node: &VariationNode) {
        let made = node.made.as_deref().and_then(|text| written_moves(text, 1).ok()?.first().copied());
        if let Some((Some(color), at)) = made {
            let at = at.and_then(|at| self.file.topology.point(at));
            self.file.made(own, color, at);
        }
        self.file.marks(own, &MarksShape::default(), &node.marks);
        self.file.comment(own, &node.words);
    }
}
