//! A position that somebody asks for.

use std::sync::Arc;

use tengen_rules::{BoardName, Color, Point, Stones, Topology};

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

impl AskedPosition {
    /// The same position on a grid that lies on its side, if that is another board.
    pub(crate) fn transposed(&self) -> Option<Self> {
        let BoardName::Grid { width, height } = self.board else { return None };
        if width == height {
            return None;
        }
        let board = BoardName::Grid { width: height, height: width };
        let topology = Arc::new(board.topology().ok()?);
        let own: Vec<Point> = self.topology.points().collect();
        let mut stones = Stones::empty(&topology);
        for point in topology.points() {
            let (row, column) = topology.column_row_from_top(point);
            let stone = own.get(row * width + column).and_then(|own| self.stones.get(*own));
            stones.set(point, stone);
        }
        Some(Self { board, topology, stones, to_move: self.to_move })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_on_its_side_has_rows_for_columns() {
        let board = BoardName::Grid { width: 3, height: 2 };
        let topology = Arc::new(board.topology().unwrap());
        let stones = Stones::parse(&topology, "BW...B").unwrap();
        let asked = AskedPosition { board, topology, stones, to_move: Color::White };
        let transposed = asked.transposed().unwrap();
        assert_eq!(
            (transposed.board.to_string(), transposed.stones.to_string()),
            ("grid 2x3".to_owned(), "B.W..B".to_owned())
        );
        assert_eq!(transposed.transposed().unwrap().stones, asked.stones);
        let square = BoardName::Grid { width: 2, height: 2 };
        let topology = Arc::new(square.topology().unwrap());
        let stones = Stones::empty(&topology);
        let asked = AskedPosition { board: square, topology, stones, to_move: Color::Black };
        assert!(asked.transposed().is_none());
    }
}
