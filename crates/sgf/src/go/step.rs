//! What a node does to the board.

use tengen_rules::Color;

use crate::go::{BoardSize, Misfit, MisfitKind, Place};
use crate::{Name, Node, Property, Value};

/// What a node does: it sets up points, says whose turn it is, and makes moves. The standard wants setup and moves in
/// different nodes and one move in each; where a record mixes them, setup comes first and the moves follow in their
/// order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Step<'a> {
    /// Points that are set up, in their order: a later one may change an earlier one.
    pub setup: Vec<Placed<'a>>,
    /// Whose turn `PL` says it is.
    pub to_move: Option<Color>,
    /// The moves.
    pub turns: Vec<Turn<'a>>,
}

/// A point that is set up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed<'a> {
    /// Where; always on the board.
    pub at: Place,
    /// What stands there now; `None` for nothing.
    pub stone: Option<Color>,
    /// The value that says so, which may be a rectangle of points.
    pub value: Value<'a>,
}

/// A move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn<'a> {
    /// Whose.
    pub color: Color,
    /// Where, perhaps beyond the board; `None` for a pass.
    pub at: Option<Place>,
    /// The value that says so.
    pub value: Value<'a>,
}

impl<'a> Step<'a> {
    /// The most points that one node may set up, counting overlaps: several times the largest board.
    pub const MAX_POINTS: usize = 1 << 14;

    /// Reads a node of a game on a board of that size. An empty move is a pass, and so is `tt` on boards of up to 19
    /// lines.
    pub fn read(node: Node<'a>, size: BoardSize) -> Result<Step<'a>, Misfit> {
        let mut step = Step::default();
        for property in node.properties() {
            match property.name() {
                Name::B => step.add_turns(Color::Black, node, property, size)?,
                Name::W => step.add_turns(Color::White, node, property, size)?,
                Name::AB => step.add_setup(Some(Color::Black), node, property, size)?,
                Name::AW => step.add_setup(Some(Color::White), node, property, size)?,
                Name::AE => step.add_setup(None, node, property, size)?,
                Name::PL => step.to_move = player(node, property)?,
                _ => {}
            }
        }
        Ok(step)
    }

    fn add_turns(
        &mut self,
        color: Color,
        node: Node<'a>,
        property: Property<'a>,
        size: BoardSize,
    ) -> Result<(), Misfit> {
        for value in property.values() {
            let at = match value.raw().trim() {
                "" => None,
                text => {
                    let place = text.parse().map_err(|_| Misfit::new(MisfitKind::Point, node, value))?;
                    let is_pass = place == Place::PASS && size.width() <= 19 && size.height() <= 19;
                    (!is_pass).then_some(place)
                }
            };
            self.turns.push(Turn { color, at, value });
        }
        Ok(())
    }

    fn add_setup(
        &mut self,
        stone: Option<Color>,
        node: Node<'a>,
        property: Property<'a>,
        size: BoardSize,
    ) -> Result<(), Misfit> {
        for value in property.values() {
            let misfit = |kind| Misfit::new(kind, node, value);
            let ((left, top), (right, bottom)) = rectangle(value).ok_or_else(|| misfit(MisfitKind::Point))?;
            if right >= usize::from(size.width()) || bottom >= usize::from(size.height()) {
                return Err(misfit(MisfitKind::OffBoard));
            }
            let count = (right - left + 1) * (bottom - top + 1);
            if self.setup.len() + count > Self::MAX_POINTS {
                return Err(misfit(MisfitKind::TooManyPoints));
            }
            let places = (top..=bottom).flat_map(|row| (left..=right).map(move |column| (column, row)));
            let places = places.filter_map(|(column, row)| Place::new(column, row));
            self.setup.extend(places.map(|at| Placed { at, stone, value }));
        }
        Ok(())
    }
}

/// The corners of a point or rectangle, top left and bottom right, whichever of them come first in the value.
fn rectangle(value: Value<'_>) -> Option<((usize, usize), (usize, usize))> {
    let text = value.raw().trim();
    let (one, two) = text.split_once(':').unwrap_or((text, text));
    let [one, two] = [one, two].map(|text| text.trim().parse::<Place>().ok());
    let (one, two) = (one?, two?);
    let ordered = |one: usize, two: usize| (one.min(two), one.max(two));
    let ((left, right), (top, bottom)) = (ordered(one.column(), two.column()), ordered(one.row(), two.row()));
    Some(((left, top), (right, bottom)))
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
