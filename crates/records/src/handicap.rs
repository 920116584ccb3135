//! Handicap stones that a record counts and does not place.

use std::sync::Arc;

use tengen_rules::{Board, Color, Point, SgfVertex, Stones, Topology, fixed_handicap};
use tengen_sgf::go::{Diagram, GameInfo, Step};
use tengen_sgf::{Name, Node, Value, WarningKind, Warnings};

/// The turns of the board by which the stones are looked for.
const TURNS: std::ops::Range<u8> = 0..4;

/// A node of the main line: what it sets up, and its moves, each without the points beyond the board.
struct Turn {
    setup: Vec<(Point, Option<Color>)>,
    moves: Vec<(Color, Option<Point>)>,
}

/// Where the stones stand, if `HA` counts some that the record neither sets up nor makes as Black's first moves: on the star points. Nobody
/// knows from which side such a record was written, and none of its moves is made where one of them stands: so the board is turned by as
/// many quarters as it takes, or halves where the sides differ. If that does not help, or the board has no such points, it is noted, and
/// there are none. `searched` grows by the cost.
pub(crate) fn unplaced(
    root: Node<'_>,
    info: &GameInfo,
    topology: &Arc<Topology>,
    searched: &mut u64,
    warnings: &mut Warnings,
) -> Option<Stones> {
    if info.handicap < 2 {
        return None;
    }
    let turns = unless_placed(root, info, topology)?;
    let stands = |stones: &Stones| Board::from_stones(Arc::clone(topology), stones).is_ok();
    let found = TURNS.filter_map(|turns| fixed_stones(topology, info.handicap, turns));
    let mut found = found.filter(stands);
    let stones = found.find(|stones| is_free(stones, &turns, topology, searched));
    if stones.is_none()
        && let Some(value) = count(root, info)
    {
        warnings.note(WarningKind::HandicapStones, value);
    }
    stones
}

/// The main line, unless it sets stones up or Black makes a move before White does.
fn unless_placed(root: Node<'_>, info: &GameInfo, topology: &Topology) -> Option<Vec<Turn>> {
    let (mut turns, mut has_begun) = (Vec::new(), false);
    for node in root.main_line() {
        // Where a move can't be read, the record is none.
        let step = Step::read(node, info).ok()?;
        if !has_begun {
            let first = step.moves.first();
            let is_placed = first.is_some_and(|first| first.color == Color::Black && first.at.is_some());
            if is_placed || !step.setup.is_empty() {
                return None;
            }
        }
        has_begun |= !step.moves.is_empty();
        let on = |at: SgfVertex| at.on(topology);
        turns.push(Turn {
            setup: step.setup.iter().filter_map(|placed| Some((on(placed.at)?, placed.stone))).collect(),
            moves: step.moves.iter().map(|played| (played.color, played.at.and_then(on))).collect(),
        });
    }
    Some(turns)
}

/// Whether no move is made where one of these stones was put.
fn is_free(stones: &Stones, turns: &[Turn], topology: &Arc<Topology>, searched: &mut u64) -> bool {
    let mut diagram = Diagram::new(Arc::clone(topology));
    for (point, stone) in topology.points().zip(stones.iter()) {
        diagram.set(point, stone);
    }
    let is_free = turns.iter().all(|turn| {
        for (point, stone) in &turn.setup {
            diagram.set(*point, *stone);
        }
        turn.moves.iter().filter_map(|(color, at)| Some((*color, (*at)?))).all(|(color, at)| {
            let is_free = stones.get(at).is_none() || diagram.stones().get(at).is_none();
            diagram.play(at, color);
            is_free
        })
    });
    *searched += diagram.searched();
    is_free
}

/// The value that counts the stones.
fn count<'a>(root: Node<'a>, info: &GameInfo) -> Option<Value<'a>> {
    let name = if info.board.is_some() { Name::XHA } else { Name::HA };
    root.main_line().filter_map(|node| node.value(name)).find(|value| !value.raw().trim().is_empty())
}

/// Stones on the star points of a board that was turned so often.
fn fixed_stones(topology: &Topology, stones: u8, turns: u8) -> Option<Stones> {
    let mut board = Stones::empty(topology);
    for point in fixed_handicap(topology, stones).ok()? {
        board.set(turned(topology, point, turns), Some(Color::Black));
    }
    Some(board)
}

/// Where a point of a grid comes by so many turns.
fn turned(topology: &Topology, point: Point, turns: u8) -> Point {
    let (width, height) = (topology.width(), topology.height());
    let (mut column, mut row) = (point.index() % width, point.index() / width);
    for _ in 0..turns {
        (column, row) =
            if width == height { (height - 1 - row, column) } else { (width - 1 - column, height - 1 - row) };
    }
    topology.point_at_index(row * width + column).unwrap_or(point)
}
