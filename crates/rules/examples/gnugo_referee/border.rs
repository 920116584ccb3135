//! What stands around an empty area, found by a plain flood fill that shares nothing with the engine's scoring.

use tengen_rules::{Board, Point};

/// The living stones around the area that holds `point`: dead stones are taken for empty points.
pub(crate) fn border(board: &Board, point: Point, dead: &[Point]) -> Vec<Point> {
    let mut area = vec![point];
    let mut border = Vec::new();
    let mut next = 0;
    while let Some(&at) = area.get(next) {
        next += 1;
        for &neighbour in board.topology().neighbours(at) {
            let lives = board.get(neighbour).is_some() && !dead.contains(&neighbour);
            if lives {
                border.push(neighbour);
            } else if !area.contains(&neighbour) {
                area.push(neighbour);
            }
        }
    }
    border
}
