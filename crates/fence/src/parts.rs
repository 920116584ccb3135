//! The parts of a board that are compared by themselves.

use tengen_rules::{Point, Topology};

/// Fewer points hold too few stones to tell a game from chance: a half of 9x9 has more, and a quarter of 13x13.
const FEWEST_POINTS: usize = 40;

/// A board as a whole, and its halves and quarters where these are large enough. Lines in the middle belong to both sides.
pub(crate) fn parts(board: &Topology) -> Vec<Vec<Point>> {
    let (width, height) = (board.width(), board.height());
    let sides = |length: usize| [(0, length), (0, length.div_ceil(2)), (length / 2, length)];
    let mut parts = Vec::new();
    for (left, right) in sides(width) {
        for (top, bottom) in sides(height) {
            let part: Vec<Point> = board
                .points()
                .filter(|at| {
                    let (column, row) = board.column_row_from_top(*at);
                    (left..right).contains(&column) && (top..bottom).contains(&row)
                })
                .collect();
            if part.len() == board.size() || part.len() >= FEWEST_POINTS {
                parts.push(part);
            }
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_halves_and_quarters() {
        for (width, height, sizes) in [
            (5, 5, vec![25]),
            (9, 9, vec![81, 45, 45, 45, 45]),
            (13, 13, vec![169, 91, 91, 91, 49, 49, 91, 49, 49]),
            (10, 8, vec![80, 40, 40, 40, 40]),
        ] {
            let board = Topology::grid(width, height).unwrap();
            let found: Vec<usize> = parts(&board).iter().map(Vec::len).collect();
            assert_eq!(found, sizes, "{width}x{height}");
        }
    }
}
