//! A position that somebody asks for.

use std::sync::Arc;

use tengen_rules::{BoardName, Color, Stones, Topology};

/// A position that somebody asks for.
#[derive(Debug, Clone)]
pub struct AskedPosition {
    /// The board's name.
    pub board: BoardName,
    /// The board.
    pub topology: Arc<Topology>,
    /// The stones on it.
    pub stones: Stones,
    /// The player to move.
    pub to_move: Color,
}

/// How the points of a position go to another grid.
#[derive(Debug, Clone, Copy)]
struct Shift {
    /// By how many columns to the right.
    right: isize,
    /// By how many rows down.
    down: isize,
    /// Whether rows become columns behind that.
    turned: bool,
}

/// All stay where they are.
const NONE: Shift = Shift { right: 0, down: 0, turned: false };

impl AskedPosition {
    /// The position on all boards on which it tells as much: on grids of the same sides whichever edges are joined, on grids with
    /// a line more or less at one edge, and on the same on their sides. Those of one board are together, its own board is the
    /// first. On any other board it is alone.
    pub(crate) fn on_all_boards(&self) -> Vec<Vec<Self>> {
        let mut boards = vec![vec![self.clone()]];
        let (BoardName::Grid { width, height }
        | BoardName::Cylinder { width, height }
        | BoardName::Roll { width, height }
        | BoardName::Torus { width, height }) = self.board
        else {
            return boards;
        };
        let mut places = Vec::new();
        for name in with_edges_joined(width, height) {
            places.extend((name != self.board).then_some((name, NONE)));
        }
        for name in with_edges_joined(height, width) {
            // The symmetries of these turn it.
            let is_turned =
                width == height && matches!(name, BoardName::Grid { .. } | BoardName::Torus { .. });
            places.extend((!is_turned).then_some((name, Shift { turned: true, ..NONE })));
        }
        for (right, down) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let sides = (width.checked_add_signed(right), height.checked_add_signed(down));
            let (Some(width), Some(height)) = sides else { continue };
            // The line is at the one edge or at the other.
            for shift in [NONE, Shift { right, down, turned: false }] {
                places.push((BoardName::Grid { width, height }, shift));
                places.push((
                    BoardName::Grid { width: height, height: width },
                    Shift { turned: true, ..shift },
                ));
            }
        }
        for (name, shift) in places {
            let Some(placed) = self.placed(name, shift) else { continue };
            match boards.iter_mut().find(|all| all.iter().any(|one| one.board == name)) {
                Some(all) => all.push(placed),
                None => boards.push(vec![placed]),
            }
        }
        boards
    }

    /// The position on another grid. Stones beyond its edges are left out. `None` if there is no such board.
    fn placed(&self, board: BoardName, shift: Shift) -> Option<Self> {
        let topology = Arc::new(board.topology().ok()?);
        let mut stones = Stones::empty(&topology);
        for at in self.topology.points() {
            let (column, row) = self.topology.column_row_from_top(at);
            let moved = (column.checked_add_signed(shift.right), row.checked_add_signed(shift.down));
            let (Some(column), Some(row)) = moved else { continue };
            let (column, row) = if shift.turned { (row, column) } else { (column, row) };
            if column < topology.width() && row < topology.height() {
                let place = topology.point_at_index(row * topology.width() + column)?;
                stones.set(place, self.stones.get(at));
            }
        }
        Some(Self { board, topology, stones, to_move: self.to_move })
    }
}

/// The grids with these sides, with some edges joined and with none.
fn with_edges_joined(width: usize, height: usize) -> [BoardName; 4] {
    [
        BoardName::Grid { width, height },
        BoardName::Cylinder { width, height },
        BoardName::Roll { width, height },
        BoardName::Torus { width, height },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(board: BoardName, rows: &str) -> AskedPosition {
        let topology = Arc::new(board.topology().unwrap());
        let stones = Stones::parse(&topology, rows).unwrap();
        AskedPosition { board, topology, stones, to_move: Color::White }
    }

    /// The boards of a position, each with its diagrams.
    fn boards(asked: &AskedPosition) -> Vec<(String, Vec<String>)> {
        let rows = |one: &AskedPosition| one.stones.to_string();
        let all = asked.on_all_boards();
        all.iter().map(|all| (all[0].board.to_string(), all.iter().map(rows).collect())).collect()
    }

    #[test]
    fn a_position_is_on_boards_with_a_line_more_and_less() {
        let all = boards(&asked(BoardName::Grid { width: 3, height: 2 }, "BW...B"));
        assert_eq!(all[0], ("grid 3x2".to_owned(), vec!["BW...B".to_owned()]));
        for (name, expected) in [
            ("torus 3x2", vec!["BW...B"]),
            ("grid 2x3", vec!["B.W..B"]),
            ("roll 2x3", vec!["B.W..B"]),
            ("grid 4x2", vec!["BW....B.", ".BW....B"]),
            ("grid 2x4", vec!["B.W..B..", "..B.W..B"]),
            ("grid 2x2", vec!["BW..", "B.W.", "W..B", "W..B"]),
            ("grid 3x3", vec!["BW...B...", "B..W...B.", "...BW...B", ".B..W...B"]),
            ("grid 3x1", vec!["BW.", "..B"]),
        ] {
            let found = all.iter().find(|(found, _)| found == name);
            assert_eq!(
                found.map(|(_, rows)| rows.iter().map(String::as_str).collect::<Vec<&str>>()),
                Some(expected),
                "{name}"
            );
        }
        assert_eq!(all.len(), 14);
    }

    #[test]
    fn joined_edges_make_no_other_position() {
        let all = boards(&asked(BoardName::Cylinder { width: 2, height: 2 }, "BW.."));
        let of = |name: &str| all.iter().find(|(found, _)| found == name).map(|(_, rows)| rows.clone());
        assert_eq!(of("cylinder 2x2"), Some(vec!["BW..".to_owned(), "B.W.".to_owned()]));
        assert_eq!(of("grid 2x2"), Some(vec!["BW..".to_owned()]));
        assert_eq!(boards(&asked(BoardName::Petersen, "B.........")).len(), 1);
    }
}
