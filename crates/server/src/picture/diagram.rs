//! Positions to draw.

use tengen_protocol::records::{RecordNode, SetupShape, Shown};
use tengen_rules::{BoardName, Color, Topology, Vertex};

/// A position, and the last move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagram {
    /// `.` `B` `W` for each point, in the order of the points; missing points are empty.
    pub stones: String,
    /// The vertex of the last move.
    pub last_move: Option<String>,
}

impl Diagram {
    /// The board of [`Self::of_tengen`].
    pub const OWN_BOARD: BoardName = BoardName::Grid { width: 9, height: 9 };

    /// Tengen's own picture: an opening around its name, the middle of the board.
    pub fn of_tengen() -> Self {
        let rows = [
            ".........", //
            "......B..",
            "..BW..B..",
            "...W.BW..",
            "..W.BW.W.",
            "...BBW...",
            "..BW.W...",
            "......B..",
            ".........",
        ];
        Self { stones: rows.concat(), last_move: Some("E5".to_owned()) }
    }

    /// The end of a record's main line. A problem, which begins with white stones on the board, is shown as it
    /// begins: its answer is for whoever opens it.
    pub fn of_record(shown: &Shown) -> Self {
        let Ok(topology) = shown.board.name().topology() else {
            return Self { stones: String::new(), last_move: None };
        };
        let mut board = Board { topology: &topology, stones: vec![b'.'; topology.size()] };
        let mut last_move = None;
        let line =
            (0..).zip(&shown.nodes).take_while(|(at, node): &(u32, _)| node.parent == at.checked_sub(1));
        for (at, node) in line {
            board.follow(node);
            if let Some(made) = &node.made {
                last_move = Some(made.at.clone());
            }
            if at == 0 && node.setup.as_ref().is_some_and(|setup| !setup.white.is_empty()) {
                break;
            }
        }
        Self { stones: String::from_utf8_lossy(&board.stones).into_owned(), last_move }
    }
}

/// A board on which a record is replayed. It knows no rules: a record tells the captures of each move.
struct Board<'a> {
    topology: &'a Topology,
    stones: Vec<u8>,
}

impl Board<'_> {
    fn follow(&mut self, node: &RecordNode) {
        if let Some(SetupShape { black, white, empty }) = node.setup.as_deref() {
            for (letter, points) in [(b'B', black), (b'W', white), (b'.', empty)] {
                for vertex in points {
                    self.put(vertex.0, letter);
                }
            }
        }
        if let Some(made) = &node.made {
            if let Ok(vertex) = made.at.parse() {
                self.put(vertex, if made.color.0 == Color::Black { b'B' } else { b'W' });
            }
            for vertex in &made.captured {
                self.put(vertex.0, b'.');
            }
        }
    }

    fn put(&mut self, vertex: Vertex, letter: u8) {
        let point = self.topology.point(vertex).and_then(|point| self.stones.get_mut(point.index()));
        if let Some(stone) = point {
            *stone = letter;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(sgf: &str) -> (String, Option<String>) {
        let Diagram { stones, last_move } = Diagram::of_record(&tengen_records::show(sgf).unwrap());
        (stones, last_move)
    }

    #[test]
    fn a_record_is_shown_at_the_end_of_its_main_line() {
        // White's stone in the corner is taken, and the variation is not the main line.
        let game = "(;SZ[3];W[aa];B[ba];W[cc](;B[ab])(;B[bb]))";
        assert_eq!(of(game), (".B.B....W".to_owned(), Some("A2".to_owned())));
        assert_eq!(of("(;SZ[2]AB[aa];W[tt])"), ("B...".to_owned(), Some("pass".to_owned())));
    }

    #[test]
    fn a_problem_is_shown_as_it_begins() {
        assert_eq!(of("(;SZ[2]AB[aa]AW[bb];B[ba])"), ("B..W".to_owned(), None));
    }

    #[test]
    fn the_house_has_a_board() {
        let own = Diagram::of_tengen();
        let topology = Diagram::OWN_BOARD.topology().unwrap();
        let middle = topology.point(own.last_move.unwrap().parse().unwrap()).unwrap();
        assert_eq!((own.stones.len(), own.stones.as_bytes()[middle.index()]), (topology.size(), b'B'));
    }
}
