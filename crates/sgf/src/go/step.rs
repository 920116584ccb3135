//! The effect of a node on the board.

use tengen_rules::{Color, SgfVertex, Topology, Vertex};

use crate::go::{BoardSize, GameInfo, Misfit, MisfitKind};
use crate::{Name, Node, Property, Value};

/// The effect of a node: it sets up points, says whose turn it is, and makes moves. The standard wants setup and moves
/// in different nodes, and one move in a node. Where a record mixes them, setup comes first and the moves follow in
/// their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Step<'a> {
    /// Points that are set up, in their order: a later one may change an earlier one.
    pub setup: Vec<Placed<'a>>,
    /// Whose turn `PL` says it is.
    pub to_move: Option<Color>,
    /// The moves.
    pub moves: Vec<Played<'a>>,
}

/// A point that is set up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed<'a> {
    /// Where; always on the board.
    pub at: SgfVertex,
    /// The stone there now; `None` for nothing.
    pub stone: Option<Color>,
    /// The value that says so, which may be a rectangle of points.
    pub value: Value<'a>,
}

/// A move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played<'a> {
    /// Whose.
    pub color: Color,
    /// Where, perhaps beyond the board; `None` for a pass.
    pub at: Option<SgfVertex>,
    /// The value that says so.
    pub value: Value<'a>,
}

impl<'a> Step<'a> {
    /// The most points that one node may set up, counting overlaps: several times the largest board.
    pub const MAX_POINTS: usize = 1 << 14;

    /// Reads a node of the game that `info` was read from. An empty move is a pass, and so is `tt` on boards of up to
    /// 19 lines.
    pub fn read(node: Node<'a>, info: &GameInfo) -> Result<Step<'a>, Misfit> {
        let mut step = Step::default();
        let points = Points::of(info);
        for property in node.properties() {
            let read = Reading { node, property, points };
            match (property.name(), points.board.is_some()) {
                (Name::B, false) | (Name::XB, true) => read.moves(Color::Black, &mut step.moves)?,
                (Name::W, false) | (Name::XW, true) => read.moves(Color::White, &mut step.moves)?,
                (Name::AB, false) | (Name::XAB, true) => read.setup(Some(Color::Black), &mut step.setup)?,
                (Name::AW, false) | (Name::XAW, true) => read.setup(Some(Color::White), &mut step.setup)?,
                (Name::AE, false) | (Name::XAE, true) => read.setup(None, &mut step.setup)?,
                (Name::PL, _) => step.to_move = player(node, property)?,
                _ => {}
            }
        }
        Ok(step)
    }
}

/// How the record names points.
#[derive(Clone, Copy)]
pub(crate) struct Points<'b> {
    size: BoardSize,
    board: Option<&'b Topology>,
}

impl<'b> Points<'b> {
    pub(crate) fn of(info: &'b GameInfo) -> Points<'b> {
        Points { size: info.size, board: info.board.as_deref() }
    }

    /// The one point that a value names, if it does and the board has it.
    pub(crate) fn single(self, value: Value<'_>) -> Option<SgfVertex> {
        let (from, to) = self.corners(value.raw().trim()).ok()?;
        (from == to).then_some(from)
    }

    /// The point of a move; `None` for a pass.
    fn played(self, text: &str) -> Result<Option<SgfVertex>, MisfitKind> {
        match (text, self.board) {
            ("", _) | ("pass", Some(_)) => Ok(None),
            (text, Some(board)) => named(text, board).map(Some),
            (text, None) => {
                let vertex: SgfVertex = text.parse().map_err(|_| MisfitKind::Point)?;
                let is_pass = vertex.is_pass(self.size.width().into(), self.size.height().into());
                Ok((!is_pass).then_some(vertex))
            }
        }
    }

    /// The corners of a point or rectangle, top left and bottom right. Boards with names have no rectangles.
    pub(crate) fn corners(self, text: &str) -> Result<(SgfVertex, SgfVertex), MisfitKind> {
        if let Some(board) = self.board {
            let point = named(text, board)?;
            return Ok((point, point));
        }
        let (from, to) = rectangle(text).ok_or(MisfitKind::Point)?;
        let inside =
            to.column() < usize::from(self.size.width()) && to.row() < usize::from(self.size.height());
        if inside { Ok((from, to)) } else { Err(MisfitKind::OffBoard) }
    }
}

/// A point of a board with a name.
fn named(text: &str, board: &Topology) -> Result<SgfVertex, MisfitKind> {
    let vertex: Vertex = text.parse().map_err(|_| MisfitKind::Point)?;
    board.point(vertex).map(|point| SgfVertex::of(board, point)).ok_or(MisfitKind::OffBoard)
}

/// Two opposite corners, whichever of them come first in the text.
fn rectangle(text: &str) -> Option<(SgfVertex, SgfVertex)> {
    let (one, two) = text.split_once(':').unwrap_or((text, text));
    let [one, two] = [one, two].map(|text| text.trim().parse::<SgfVertex>().ok());
    let (one, two) = (one?, two?);
    let from = SgfVertex::new(one.column().min(two.column()), one.row().min(two.row()))?;
    let to = SgfVertex::new(one.column().max(two.column()), one.row().max(two.row()))?;
    Some((from, to))
}

/// Every point of a rectangle, from its corners at the top left and the bottom right.
pub(crate) fn between((from, to): (SgfVertex, SgfVertex)) -> impl Iterator<Item = SgfVertex> {
    let places = (from.row()..=to.row())
        .flat_map(move |row| (from.column()..=to.column()).map(move |column| (column, row)));
    places.filter_map(|(column, row)| SgfVertex::new(column, row))
}

/// A property that is being read.
#[derive(Clone, Copy)]
struct Reading<'a, 'b> {
    node: Node<'a>,
    property: Property<'a>,
    points: Points<'b>,
}

impl<'a> Reading<'a, '_> {
    fn moves(self, color: Color, moves: &mut Vec<Played<'a>>) -> Result<(), Misfit> {
        for value in self.property.values() {
            let at = self.points.played(value.raw().trim());
            let at = at.map_err(|kind| Misfit::new(kind, self.node, value))?;
            moves.push(Played { color, at, value });
        }
        Ok(())
    }

    fn setup(self, stone: Option<Color>, setup: &mut Vec<Placed<'a>>) -> Result<(), Misfit> {
        for value in self.property.values() {
            let misfit = |kind| Misfit::new(kind, self.node, value);
            let (from, to) = self.points.corners(value.raw().trim()).map_err(misfit)?;
            let count = (to.column() - from.column() + 1) * (to.row() - from.row() + 1);
            if setup.len() + count > Step::MAX_POINTS {
                return Err(misfit(MisfitKind::TooManyPoints));
            }
            setup.extend(between((from, to)).map(|at| Placed { at, stone, value }));
        }
        Ok(())
    }
}

fn player(node: Node<'_>, property: Property<'_>) -> Result<Option<Color>, Misfit> {
    let Some(value) = property.values().next() else { return Ok(None) };
    match value.simple_text().trim().to_ascii_lowercase().as_str() {
        "" => Ok(None),
        "b" | "black" => Ok(Some(Color::Black)),
        "w" | "white" => Ok(Some(Color::White)),
        _ => Err(Misfit::new(MisfitKind::Color, node, value)),
    }
}
