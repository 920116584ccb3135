//! A record's drawings on the board.

use tengen_rules::SgfVertex;

use crate::go::step::{Points, between};
use crate::go::{GameInfo, Step};
use crate::{Name, Node, Property, Value};

/// A kind of mark that stands on points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MarkKind {
    /// `TR`.
    Triangle,
    /// `SQ`.
    Square,
    /// `CR`.
    Circle,
    /// `MA`, and `M` in old files.
    Cross,
    /// `SL`.
    Selected,
    /// `TB`.
    BlackTerritory,
    /// `TW`.
    WhiteTerritory,
    /// `DD`: dimmed from this node on, until another one says otherwise; no points end it.
    Dim,
    /// `VW`: from this node on only these are shown, until another one says otherwise; no points end it.
    View,
}

impl MarkKind {
    /// All there are.
    pub const ALL: [MarkKind; 9] = [
        MarkKind::Triangle,
        MarkKind::Square,
        MarkKind::Circle,
        MarkKind::Cross,
        MarkKind::Selected,
        MarkKind::BlackTerritory,
        MarkKind::WhiteTerritory,
        MarkKind::Dim,
        MarkKind::View,
    ];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            MarkKind::Triangle => "triangle",
            MarkKind::Square => "square",
            MarkKind::Circle => "circle",
            MarkKind::Cross => "cross",
            MarkKind::Selected => "selected",
            MarkKind::BlackTerritory => "black_territory",
            MarkKind::WhiteTerritory => "white_territory",
            MarkKind::Dim => "dim",
            MarkKind::View => "view",
        }
    }

    /// The property that draws it.
    pub const fn property(self) -> Name<'static> {
        match self {
            MarkKind::Triangle => Name::TR,
            MarkKind::Square => Name::SQ,
            MarkKind::Circle => Name::CR,
            MarkKind::Cross => Name::MA,
            MarkKind::Selected => Name::SL,
            MarkKind::BlackTerritory => Name::TB,
            MarkKind::WhiteTerritory => Name::TW,
            MarkKind::Dim => Name::DD,
            MarkKind::View => Name::VW,
        }
    }

    fn of(name: &str) -> Option<MarkKind> {
        let name = if name == "M" { "MA" } else { name };
        MarkKind::ALL.into_iter().find(|kind| kind.property().as_str() == name)
    }
}

/// The marks of a node, in their order there. A mark without a meaning (a point beyond the board, a label without a
/// point) is left out: nobody should be kept from a game by a mark.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marks {
    /// Marks on points.
    pub points: Vec<(MarkKind, Vec<SgfVertex>)>,
    /// Texts on points: `LB`, and `L` in old files.
    pub labels: Vec<(SgfVertex, String)>,
    /// Lines between points: `LN`.
    pub lines: Vec<(SgfVertex, SgfVertex)>,
    /// Arrows from a point to a point: `AR`.
    pub arrows: Vec<(SgfVertex, SgfVertex)>,
    /// How many points all of it names, overlaps counted.
    pub size: usize,
}

impl Marks {
    /// Reads the marks of a node of the game that `info` was read from, up to [`Step::MAX_POINTS`] marked points.
    pub fn read(node: Node<'_>, info: &GameInfo) -> Marks {
        let mut marks = Marks::default();
        let points = Points::of(info);
        for property in node.properties() {
            let name = property.name().as_str();
            // As with moves, a board with a name has properties of its own.
            let name = if info.board.is_some() { name.strip_prefix('X').unwrap_or("") } else { name };
            match name {
                "LB" => marks.labels.extend(
                    pairs(property).filter_map(|(at, text)| Some((points.single(at)?, text.simple_text()))),
                ),
                "L" => {
                    let letters = ('a'..='z').chain('A'..='Z');
                    let places = property.values().filter_map(|at| points.single(at));
                    marks.labels.extend(places.zip(letters).map(|(at, letter)| (at, letter.to_string())));
                }
                "LN" => marks.lines.extend(ends(property, points)),
                "AR" => marks.arrows.extend(ends(property, points)),
                name => {
                    if let Some(kind) = MarkKind::of(name) {
                        let covered = marks.covered(property, points);
                        marks.points.push((kind, covered));
                    }
                }
            }
        }
        marks.size += marks.labels.len() + 2 * (marks.lines.len() + marks.arrows.len());
        marks
    }

    /// The points of a property, rectangles written out, each once and in the order of the board.
    fn covered(&mut self, property: Property<'_>, points: Points<'_>) -> Vec<SgfVertex> {
        let mut covered = Vec::new();
        for value in property.values() {
            let Ok(corners) = points.corners(value.raw().trim()) else { continue };
            let left = Step::MAX_POINTS.saturating_sub(self.size);
            let before = covered.len();
            covered.extend(between(corners).take(left));
            self.size += covered.len() - before;
        }
        covered.sort_unstable_by_key(|at| (at.row(), at.column()));
        covered.dedup();
        covered
    }
}

fn pairs(property: Property<'_>) -> impl Iterator<Item = (Value<'_>, Value<'_>)> {
    property.values().filter_map(Value::composed)
}

fn ends<'a>(
    property: Property<'a>,
    points: Points<'a>,
) -> impl Iterator<Item = (SgfVertex, SgfVertex)> + use<'a> {
    let both = move |(from, to)| Some((points.single(from)?, points.single(to)?));
    pairs(property).filter_map(both).filter(|(from, to)| from != to)
}
