//! Nodes as they are written into a file.

use std::sync::Arc;

use tengen_protocol::record::MarksShape;
use tengen_protocol::{Text, VariationNode, written_moves};
use tengen_rules::{Color, Point, SgfVertex, Topology, Vertex};
use tengen_sgf::go::{GameInfo, MarkKind};
use tengen_sgf::{Collection, Name, NodeId, Raw};

/// A file that takes nodes.
pub(super) struct File {
    pub(super) collection: Collection,
    pub(super) info: GameInfo,
    pub(super) topology: Arc<Topology>,
    pub(super) root: NodeId,
    /// The end of the main line.
    pub(super) end: NodeId,
    /// Whether an empty node stands behind it.
    pub(super) is_ended: bool,
}

impl File {
    /// Adds a node behind the other children of one. Behind the end of the main line comes an empty node first: what hangs there is no part of it.
    pub(super) fn add_child(&mut self, parent: NodeId) -> NodeId {
        if parent == self.end && !self.is_ended {
            self.collection.add_child(parent);
            self.is_ended = true;
        }
        self.collection.add_child(parent)
    }

    /// Writes the content of a node of a tree.
    pub(super) fn write(&mut self, own: NodeId, node: &VariationNode) {
        let made = node.made.as_deref().and_then(|text| written_moves(text, 1).ok()?.first().copied());
        if let Some((Some(color), at)) = made {
            self.made(own, color, at.and_then(|at| self.topology.point(at)));
        }
        self.marks(own, &node.marks);
        if !node.words.is_empty() {
            self.collection.add_property(own, Name::C, [Raw::text(&node.words)]);
        }
    }

    /// Writes a move; a pass has no point.
    pub(super) fn made(&mut self, own: NodeId, color: Color, at: Option<Point>) {
        let name = match color {
            Color::Black => Name::B,
            Color::White => Name::W,
        };
        let pass = if self.is_named() { "pass" } else { "" };
        let at = at.map_or_else(|| pass.to_owned(), |point| self.point(point));
        self.property(own, name, [Raw::simple_text(&at)]);
    }

    /// Writes stones that are set up, or points that are emptied.
    pub(super) fn set_up(&mut self, own: NodeId, stone: Option<Color>, points: &[Point]) {
        let name = match stone {
            Some(Color::Black) => Name::AB,
            Some(Color::White) => Name::AW,
            None => Name::AE,
        };
        let points: Vec<Raw> = points.iter().map(|point| Raw::simple_text(&self.point(*point))).collect();
        self.property(own, name, points);
    }

    fn marks(&mut self, own: NodeId, marks: &MarksShape) {
        let MarksShape { points, labels, lines, arrows } = marks;
        for kind in MarkKind::ALL {
            let Some(points) = points.get(kind.name()) else { continue };
            let mut values: Vec<Raw> =
                points.iter().map(|Text(at)| Raw::simple_text(&self.vertex(*at))).collect();
            // No points end what is dimmed and what is shown.
            if values.is_empty() && matches!(kind, MarkKind::Dim | MarkKind::View) {
                values.push(Raw::simple_text(""));
            }
            self.property(own, kind.property(), values);
        }
        let texts: Vec<Raw> =
            labels.iter().map(|(Text(at), text)| Raw::composed(&self.vertex(*at), text)).collect();
        self.property(own, Name::LB, texts);
        for (pairs, name) in [(lines, Name::LN), (arrows, Name::AR)] {
            let ends = pairs.iter().map(|(Text(from), Text(to))| (self.vertex(*from), self.vertex(*to)));
            let ends: Vec<Raw> = ends.map(|(from, to)| Raw::composed(&from, &to)).collect();
            self.property(own, name, ends);
        }
    }

    /// Writes a property with points, which has a name of its own on boards that the format does not know.
    fn property(&mut self, own: NodeId, name: Name<'_>, values: impl IntoIterator<Item = Raw>) {
        let named = format!("X{name}");
        let name = Name::new(&named).filter(|_| self.is_named()).unwrap_or(name);
        self.collection.add_property(own, name, values);
    }

    fn is_named(&self) -> bool {
        self.info.board.is_some()
    }

    fn vertex(&self, at: Vertex) -> String {
        self.topology.point(at).map_or_else(String::new, |point| self.point(point))
    }

    fn point(&self, point: Point) -> String {
        if self.is_named() {
            self.topology.vertex(point).to_string()
        } else {
            SgfVertex::of(&self.topology, point).to_string()
        }
    }
}
