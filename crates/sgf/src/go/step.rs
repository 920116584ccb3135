//! The effect of a node on the board.

use tengen_rules::{Color, SgfVertex, Topology, Vertex};

use crate::go::rectangle::rectangle;
use crate::go::{BoardSize, GameInfo, Misfit, MisfitKind};
use crate::{Name, Node, Property, Value, WarningKind, Warnings};

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
    /// Where; `None` for a pass. A point beyond the board may be another one than the record names.
    pub at: Option<SgfVertex>,
    /// The value that says so.
    pub value: Value<'a>,
}

impl<'a> Step<'a> {
    /// The most points that one node may set up, counting overlaps: several times the largest board.
    pub const MAX_POINTS: usize = 1 << 14;

    /// Reads a node of the game that `info` was read from. An empty move is a pass, and so is `tt` on boards of up to
    /// 19 lines.
    ///
    /// # Errors
    /// Where a move of the main line can't be read, or too many points are set up.
    pub fn read(node: Node<'a>, info: &GameInfo) -> Result<Step<'a>, Misfit> {
        Self::read_noting(node, info, &mut Warnings::default())
    }

    /// The same. What is forgiven is noted: setup that means nothing is left out, moves may be written in other ways, and a move of
    /// a variation that can't be read is one beyond the board.
    ///
    /// # Errors
    /// Where a move of the main line can't be read, or too many points are set up.
    pub fn read_noting(node: Node<'a>, info: &GameInfo, warnings: &mut Warnings) -> Result<Step<'a>, Misfit> {
        let mut step = Step::default();
        let points = Points::of(info);
        for property in node.properties() {
            let read = Reading { node, property, points, warnings: &mut *warnings };
            match (property.name(), points.board.is_some()) {
                (Name::B, false) | (Name::XB, true) => read.moves(Color::Black, &mut step.moves)?,
                (Name::W, false) | (Name::XW, true) => read.moves(Color::White, &mut step.moves)?,
                (Name::AB, false) | (Name::XAB, true) => read.setup(Some(Color::Black), &mut step.setup)?,
                (Name::AW, false) | (Name::XAW, true) => read.setup(Some(Color::White), &mut step.setup)?,
                (Name::AE, false) | (Name::XAE, true) => read.setup(None, &mut step.setup)?,
                (Name::PL, _) => step.to_move = read.player(),
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

    /// The point of a move, `None` for a pass, and what was forgiven.
    pub(crate) fn played(self, text: &str) -> Result<(Option<SgfVertex>, Option<WarningKind>), MisfitKind> {
        match (text, self.board) {
            ("", _) | ("pass", Some(_)) => Ok((None, None)),
            (word, _) if word.eq_ignore_ascii_case("pass") => Ok((None, Some(WarningKind::PassAsWord))),
            (text, Some(board)) => Ok((Some(or_beyond(named(text, board))?), None)),
            (text, None) => {
                // No board on which games are played reaches it.
                if text == "zz" {
                    return Ok((None, Some(WarningKind::PassAsLetters)));
                }
                if let Ok(vertex) = text.parse::<SgfVertex>() {
                    let is_pass = vertex.is_pass(self.size.width().into(), self.size.height().into());
                    return Ok(((!is_pass).then_some(vertex), None));
                }
                Ok((Some(or_beyond(self.vertex(text))?), Some(WarningKind::PointAsVertex)))
            }
        }
    }

    /// A point as a letter and a number.
    fn vertex(self, text: &str) -> Result<SgfVertex, MisfitKind> {
        let vertex: Vertex = text.parse().map_err(|_| MisfitKind::Point)?;
        let row =
            self.size.height().checked_sub(vertex.row()).filter(|_| vertex.column() < self.size.width());
        let vertex = row.and_then(|row| SgfVertex::new(vertex.column().into(), row.into()));
        vertex.ok_or(MisfitKind::OffBoard)
    }

    /// The part of a point or rectangle of a setup that is on the board, and what was forgiven.
    fn placed(self, text: &str) -> (Option<(SgfVertex, SgfVertex)>, Option<WarningKind>) {
        let kind = match self.corners(text) {
            Ok(corners) => return (Some(corners), None),
            Err(_) if text.is_empty() => WarningKind::NoPoint,
            Err(MisfitKind::OffBoard) => WarningKind::OffBoard,
            Err(_) => WarningKind::Point,
        };
        if self.board.is_some() || text.is_empty() {
            return (None, Some(kind));
        }
        match (self.vertex(text), rectangle(text)) {
            (Ok(at), _) => (Some((at, at)), Some(WarningKind::PointAsVertex)),
            (Err(MisfitKind::OffBoard), _) => (None, Some(WarningKind::OffBoard)),
            (_, Some((from, to))) => {
                let [right, bottom] =
                    [self.size.width(), self.size.height()].map(|side| usize::from(side) - 1);
                let last = SgfVertex::new(to.column().min(right), to.row().min(bottom));
                let begins_inside = from.column() <= right && from.row() <= bottom;
                (last.filter(|_| begins_inside).map(|last| (from, last)), Some(kind))
            }
            _ => (None, Some(kind)),
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

/// The point of a move. One that the board does not have is a point beyond every board: the move is made, and no rule allows it.
fn or_beyond(point: Result<SgfVertex, MisfitKind>) -> Result<SgfVertex, MisfitKind> {
    point.or_else(|kind| match kind {
        MisfitKind::OffBoard => beyond().ok_or(kind),
        kind => Err(kind),
    })
}

/// A point beyond every board.
fn beyond() -> Option<SgfVertex> {
    let last = usize::from(BoardSize::MAX) - 1;
    SgfVertex::new(last, last)
}

/// A point of a board with a name.
fn named(text: &str, board: &Topology) -> Result<SgfVertex, MisfitKind> {
    let vertex: Vertex = text.parse().map_err(|_| MisfitKind::Point)?;
    board.point(vertex).map(|point| SgfVertex::of(board, point)).ok_or(MisfitKind::OffBoard)
}

/// Every point of a rectangle, from its corners at the top left and the bottom right.
pub(crate) fn between((from, to): (SgfVertex, SgfVertex)) -> impl Iterator<Item = SgfVertex> {
    let places = (from.row()..=to.row())
        .flat_map(move |row| (from.column()..=to.column()).map(move |column| (column, row)));
    places.filter_map(|(column, row)| SgfVertex::new(column, row))
}

/// A property that is being read.
struct Reading<'a, 'b> {
    node: Node<'a>,
    property: Property<'a>,
    points: Points<'b>,
    warnings: &'b mut Warnings,
}

impl<'a> Reading<'a, '_> {
    fn note(&mut self, forgiven: Option<WarningKind>, value: Value<'_>) {
        if let Some(kind) = forgiven {
            self.warnings.note(kind, value);
        }
    }

    fn moves(mut self, color: Color, moves: &mut Vec<Played<'a>>) -> Result<(), Misfit> {
        for value in self.property.values() {
            let read = self.points.played(value.raw().trim());
            // Without a move of the main line there is no game. One of a variation is made beyond the board, where no rule allows it.
            let read = read.or_else(|kind| match beyond() {
                at @ Some(_) if !self.node.is_on_main_line() => Ok((at, Some(WarningKind::Point))),
                _ => Err(Misfit::new(kind, self.node, value)),
            });
            let (at, forgiven) = read?;
            self.note(forgiven, value);
            moves.push(Played { color, at, value });
        }
        Ok(())
    }

    fn setup(mut self, stone: Option<Color>, setup: &mut Vec<Placed<'a>>) -> Result<(), Misfit> {
        for value in self.property.values() {
            let (corners, forgiven) = self.points.placed(value.raw().trim());
            self.note(forgiven, value);
            let Some((from, to)) = corners else { continue };
            let count = (to.column() - from.column() + 1) * (to.row() - from.row() + 1);
            if setup.len() + count > Step::MAX_POINTS {
                return Err(Misfit::new(MisfitKind::TooManyPoints, self.node, value));
            }
            setup.extend(between((from, to)).map(|at| Placed { at, stone, value }));
        }
        Ok(())
    }

    fn player(mut self) -> Option<Color> {
        let value = self.property.values().next()?;
        match value.simple_text().trim().to_ascii_lowercase().as_str() {
            "b" | "black" => return Some(Color::Black),
            "w" | "white" => return Some(Color::White),
            "" => {}
            _ => self.note(Some(WarningKind::Color), value),
        }
        None
    }
}
