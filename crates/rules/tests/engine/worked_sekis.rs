//! Sekis worked out by a search of all lines of play: neither side can take the other's stones, even if it moves first.

use std::collections::{HashMap, HashSet};

use tengen_rules::{Board, Color, Point};

use crate::diagram::draw;

/// A position to come: its hash, the side to move, whether the other side has just passed, and where ko forbids a move.
type Key = (u64, Color, bool, Option<Point>);

/// Finds out whether one side can take stones of the opponent's group before the opponent takes stones of its own group.
struct Search {
    attacker: Color,
    /// A stone of each group in question.
    groups: [Point; 2],
    /// Where nobody plays: eyes of stones around the groups.
    closed: Vec<Point>,
    known: HashMap<Key, bool>,
    path: HashSet<(u64, Color)>,
}

impl Search {
    /// Whether the attacker takes the other group in the end.
    fn takes(&mut self, board: &Board, to_move: Color, passed: bool, ko: Option<Point>) -> bool {
        let key = (board.hash(), to_move, passed, ko);
        if let Some(&takes) = self.known.get(&key) {
            return takes;
        }
        let attacks = to_move == self.attacker;
        // Two passes end play with both groups on the board.
        let mut takes = !passed && self.takes(board, to_move.opponent(), true, None);
        for point in self.moves(board, to_move, ko) {
            if takes == attacks {
                break;
            }
            takes = self.takes_after(board, to_move, point).unwrap_or(takes);
        }
        self.known.insert(key, takes);
        takes
    }

    /// The points to try, captures first.
    fn moves(&self, board: &Board, to_move: Color, ko: Option<Point>) -> Vec<Point> {
        let may = |&point: &Point| {
            board.get(point).is_none() && Some(point) != ko && !board.is_suicide(point, to_move)
        };
        let mut moves: Vec<Point> = board.surface().points().filter(may).collect();
        moves.retain(|point| !self.closed.contains(point));
        moves.sort_by_key(|&point| std::cmp::Reverse(board.captured_by(point, to_move).len()));
        moves
    }

    /// The same after a move; nothing if it repeats a position.
    fn takes_after(&mut self, board: &Board, to_move: Color, point: Point) -> Option<bool> {
        let (mut after, mut captured) = (board.clone(), Vec::new());
        after.place(point, to_move, &mut captured);
        if captured.iter().any(|stone| self.groups.contains(stone)) {
            return Some(to_move == self.attacker);
        }
        let ko =
            (captured.len() == 1 && after.chain(point).len() == 1 && after.last_liberty(point).is_some())
                .then(|| captured[0]);
        let position = (after.hash(), to_move);
        if !self.path.insert(position) {
            return None;
        }
        let takes = self.takes(&after, to_move.opponent(), false, ko);
        self.path.remove(&position);
        Some(takes)
    }
}

/// With E7 White takes three stones, but then lacks the liberty there, and the eye is too small; Black's A4 likewise.
const HANEZEKI: &str = "OXOX.OX.X
     OXOXOXXXX
     OXOXOXX.X
     .XOOOXXXX
     XXOXXXXXX
     ..OXXXXXX
     OOO.XXXXX";

/// Name, diagram, a stone of each group, and where nobody plays.
const SEKIS: &[(&str, &str, [&str; 2], &[&str])] = &[
    (
        "each side has an eye and they share two liberties",
        ".XX.OO.
         XXX.OOO",
        ["A1", "G1"],
        &[],
    ),
    (
        "eyes of two points",
        "..X..O..
         XXX..OOO",
        ["A1", "H1"],
        &[],
    ),
    ("a double throw-in: a stone in each eye of two points", "o.X.O.x XXX.OOO", ["A1", "G1"], &[]),
    (
        "a false eye, which one side fills where the other threatens it",
        ".X.X.O.O
         XXXOOOOO
         XX.OOOOO",
        ["A2", "H2"],
        &[],
    ),
    ("three stones of each side are in atari: a hanezeki", HANEZEKI, ["A3", "C3"], &["H7", "H5"]),
];

fn takes(rows: &str, groups: [&str; 2], closed: &[&str], attacker: Color) -> bool {
    let (board, _) = draw(rows);
    let at = |name: &str| board.topology().point(name.parse().unwrap()).unwrap();
    let mut search = Search {
        attacker,
        groups: groups.map(at),
        closed: closed.iter().map(|name| at(name)).collect(),
        known: HashMap::new(),
        path: HashSet::new(),
    };
    search.takes(&board, attacker, false, None)
}

#[test]
fn neither_side_takes_the_other() {
    for &(name, rows, groups, closed) in SEKIS {
        for attacker in Color::ALL {
            assert!(!takes(rows, groups, closed, attacker), "{name}: {attacker}");
        }
    }
}

#[test]
fn the_hanezeki_hangs_on_one_liberty() {
    // Without White's liberty at D1, and with another one at D2.
    for (from, to, winner) in [("OOO.X", "OOOXX", Color::Black), ("..OXX", "..O.X", Color::White)] {
        let rows = HANEZEKI.replace(from, to);
        assert_ne!(rows, HANEZEKI);
        for attacker in Color::ALL {
            let taken = takes(&rows, ["A3", "C3"], &["H7", "H5"], attacker);
            assert_eq!(taken, attacker == winner, "{rows}: {attacker}");
        }
    }
}
