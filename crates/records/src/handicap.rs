//! Handicap stones that a record counts and does not place.

use std::sync::Arc;

use tengen_rules::{Board, Color, Point, Stones, Topology, fixed_handicap};
use tengen_sgf::go::{Diagram, GameInfo, Step};
use tengen_sgf::{Name, Node, Value, WarningKind, Warnings};

use crate::tree::Spent;

/// The turns of the board by which the stones are looked for.
const TURNS: std::ops::Range<u8> = 0..4;

/// The places of the stones, if `HA` counts some that the record neither sets up nor makes as Black's first
/// moves: on the star points. Nobody knows from which side such a record was written, and none of its moves
/// is made where one of them stands: so the board is turned by as many quarters as it takes, or halves where
/// the sides differ. If that does not help, or the board has no such points, it is noted, and there are none.
/// It is looked for once the game is read, so that nothing in it is beyond the bounds of its file, and no
/// longer than `spent` has room for.
pub(crate) fn unplaced(
    root: Node<'_>,
    info: &GameInfo,
    topology: &Arc<Topology>,
    spent: &mut Spent,
    warnings: &mut Warnings,
) -> Option<Stones> {
    if info.handicap < 2 || !spent.may_look() || are_placed(root, info) {
        return None;
    }
    let stands = |stones: &Stones| Board::from_stones(Arc::clone(topology), stones).is_ok();
    let found = TURNS.filter_map(|turns| fixed_stones(topology, info.handicap, turns));
    let mut found = found.filter(stands);
    let stones = found.find(|stones| is_free(stones, root, info, topology, spent));
    if stones.is_none()
        && let Some(value) = count(root, info)
    {
        warnings.note(WarningKind::HandicapStones, value);
    }
    stones
}

/// Whether the main line sets stones up, or Black makes a move, before White does.
fn are_placed(root: Node<'_>, info: &GameInfo) -> bool {
    for step in steps(root, info) {
        if !step.setup.is_empty() {
            return true;
        }
        if let Some(first) = step.moves.first() {
            return first.color == Color::Black && first.at.is_some();
        }
    }
    false
}

/// The nodes of the main line, one after the other: a file of few bytes may set up more points than memory
/// has room for.
fn steps<'a>(root: Node<'a>, info: &GameInfo) -> impl Iterator<Item = Step<'a>> {
    root.main_line().map_while(move |node| Step::read(node, info).ok())
}

/// Whether no move is made where one of these stones was put.
fn is_free(
    stones: &Stones,
    root: Node<'_>,
    info: &GameInfo,
    topology: &Arc<Topology>,
    spent: &mut Spent,
) -> bool {
    let mut diagram = Diagram::new(Arc::clone(topology));
    for (point, stone) in topology.points().zip(stones.iter()) {
        diagram.set(point, stone);
    }
    let is_free = steps(root, info).all(|step| {
        for placed in &step.setup {
            if let Some(point) = placed.at.on(topology) {
                diagram.set(point, placed.stone);
            }
        }
        step.moves.iter().filter_map(|played| Some((played.color, played.at?.on(topology)?))).all(
            |(color, at)| {
                let is_free = stones.get(at).is_none() || diagram.stones().get(at).is_none();
                diagram.play(at, color);
                is_free
            },
        )
    });
    spent.look(diagram.searched());
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

/// The point to which a point of a grid comes by so many turns.
fn turned(topology: &Topology, point: Point, turns: u8) -> Point {
    let (width, height) = (topology.width(), topology.height());
    let (mut column, mut row) = (point.index() % width, point.index() / width);
    for _ in 0..turns {
        (column, row) =
            if width == height { (height - 1 - row, column) } else { (width - 1 - column, height - 1 - row) };
    }
    topology.point_at_index(row * width + column).unwrap_or(point)
}
