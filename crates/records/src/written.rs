//! A file whose nodes are written: their moves, stones, drawings and words.

use std::sync::Arc;

use tengen_protocol::Text;
use tengen_protocol::records::{MarksShape, Shown};
use tengen_rules::{Color, Point, SgfVertex, Topology, Vertex};
use tengen_sgf::go::{BoardSize, GameInfo, MarkKind, played_point};
use tengen_sgf::{Limits, Manuscript, Name, NodeId, Raw, Value};

use crate::tree::Spent;
use crate::{Bounds, Unreadable, open, show};

/// A file of one game.
pub(crate) struct File {
    pub(crate) game: Manuscript,
    pub(crate) info: GameInfo,
    pub(crate) topology: Arc<Topology>,
    /// The properties of moves, Black's first.
    moves: [String; 2],
}

impl File {
    /// Opens the one game of a text.
    pub(crate) fn open(text: &str, limits: &Limits) -> Result<Self, Unreadable> {
        let game = Manuscript::read(text, limits)?;
        let root = game.collection().games().next();
        let root = root.ok_or_else(|| Unreadable::new("no_game", None, "there is no game in it"))?;
        let info = GameInfo::read(root)?;
        let topology = open::topology(root, &info)?;
        let moves = [Name::B, Name::W].map(|name| own_name(&info, name));
        Ok(Self { game, info, topology, moves })
    }

    /// The game as it was opened.
    pub(crate) fn show(&self) -> Result<Shown, Unreadable> {
        let root = self.game.collection().games().next();
        let root = root.ok_or_else(|| Unreadable::new("no_game", None, "there is no game in it"))?;
        show::of(root, &mut Spent::within(&Bounds::GREAT))
    }

    /// Writes the size of the board where the moves alone tell it: with others they would tell another one.
    pub(crate) fn keep_size(&mut self) {
        let root = self.game.collection().games().next();
        let said = root.filter(|_| !self.is_named()).and_then(|root| root.value(Name::SZ));
        let said = said.map(Value::simple_text);
        if said.is_some_and(|said| !said.trim().is_empty() && !BoardSize::is_said_by(&said)) {
            let size = Raw::simple_text(&self.info.size.to_string());
            self.game.set(self.game.root(), &[Name::SZ], Name::SZ, [size]);
        }
    }

    /// The move of a node, if it has one alone.
    pub(crate) fn move_of(&self, node: NodeId) -> Option<(Color, Option<Point>)> {
        let [black, white] = self.move_names().map(|name| self.game.values(node, name));
        let (color, text) = match (black.as_slice(), white.as_slice()) {
            ([text], []) => (Color::Black, text.trim()),
            ([], [text]) => (Color::White, text.trim()),
            _ => return None,
        };
        match played_point(text, &self.info).ok()? {
            None => Some((color, None)),
            Some(vertex) => Some((color, Some(vertex.on(&self.topology)?))),
        }
    }

    /// The properties of moves, Black's first.
    pub(crate) fn move_names(&self) -> [Name<'_>; 2] {
        let [black, white] = &self.moves;
        [Name::new(black).unwrap_or(Name::B), Name::new(white).unwrap_or(Name::W)]
    }

    /// Writes the words of a node; empty ones take them away.
    pub(crate) fn comment(&mut self, own: NodeId, words: &str) {
        self.text(own, Name::C, words, Raw::text);
    }

    /// Writes the name of a node; an empty one takes it away.
    pub(crate) fn name(&mut self, own: NodeId, name: &str) {
        self.text(own, Name::N, name, Raw::simple_text);
    }

    /// Writes a text where it is read: in the first property of its name. An empty one leaves none of them.
    fn text(&mut self, own: NodeId, name: Name<'_>, text: &str, raw: impl Fn(&str) -> Raw) {
        if text.is_empty() {
            self.game.set(own, &[name], name, []);
        } else {
            self.game.set_one(own, name, 0, &raw(text));
        }
    }

    /// Writes a move; a pass has no point.
    pub(crate) fn made(&mut self, own: NodeId, color: Color, at: Option<Point>) {
        let name = match color {
            Color::Black => Name::B,
            Color::White => Name::W,
        };
        let pass = if self.is_named() { "pass" } else { "" };
        let at = at.map_or_else(|| pass.to_owned(), |point| self.point(point));
        self.property(own, name, &[], [Raw::simple_text(&at)]);
    }

    /// Writes stones that are set up, or points that are emptied.
    pub(crate) fn set_up(&mut self, own: NodeId, stone: Option<Color>, points: &[Point]) {
        let name = match stone {
            Some(Color::Black) => Name::AB,
            Some(Color::White) => Name::AW,
            None => Name::AE,
        };
        let points: Vec<Raw> = points.iter().map(|point| Raw::simple_text(&self.point(*point))).collect();
        self.property(own, name, &[], points);
    }

    /// Writes the drawings of a node that had others before. Kinds that are the same are not touched, in
    /// whatever form they are written.
    pub(crate) fn marks(&mut self, own: NodeId, before: &MarksShape, marks: &MarksShape) {
        let MarksShape { points, labels, lines, arrows } = marks;
        for kind in MarkKind::ALL {
            let own_points = points.get(kind.name());
            if own_points == before.points.get(kind.name()) {
                continue;
            }
            let listed = own_points.into_iter().flatten();
            let mut values: Vec<Raw> = listed.map(|Text(at)| Raw::simple_text(&self.vertex(*at))).collect();
            // No points end what is dimmed and what is shown.
            if own_points.is_some() && values.is_empty() && matches!(kind, MarkKind::Dim | MarkKind::View) {
                values.push(Raw::simple_text(""));
            }
            let old: &[Name<'_>] = if kind == MarkKind::Cross { &[Name::M] } else { &[] };
            self.property(own, kind.property(), old, values);
        }
        if *labels != before.labels {
            let texts: Vec<Raw> =
                labels.iter().map(|(Text(at), text)| Raw::composed(&self.vertex(*at), text)).collect();
            self.property(own, Name::LB, &[Name::L], texts);
        }
        for (pairs, old, name) in [(lines, &before.lines, Name::LN), (arrows, &before.arrows, Name::AR)] {
            if pairs != old {
                let ends = pairs.iter().map(|(Text(from), Text(to))| (self.vertex(*from), self.vertex(*to)));
                let ends: Vec<Raw> = ends.map(|(from, to)| Raw::composed(&from, &to)).collect();
                self.property(own, name, &[], ends);
            }
        }
    }

    /// Writes a property with points in place of those of its name, and of its names in old files.
    fn property(
        &mut self,
        own: NodeId,
        name: Name<'_>,
        old: &[Name<'_>],
        values: impl IntoIterator<Item = Raw>,
    ) {
        let mut names = vec![self.own_name(name)];
        names.extend(old.iter().map(|name| self.own_name(*name)));
        let names: Vec<Name<'_>> = names.iter().filter_map(|name| Name::new(name)).collect();
        if let Some(name) = names.first() {
            self.game.set(own, &names, *name, values);
        }
    }

    /// The name of a property with points here.
    pub(crate) fn own_name(&self, name: Name<'_>) -> String {
        own_name(&self.info, name)
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

/// The name of a property with points, which is one of its own on boards that the format does not know.
fn own_name(info: &GameInfo, name: Name<'_>) -> String {
    if info.board.is_some() { format!("X{name}") } else { name.to_string() }
}
