//! Games played at random, to see what becomes of stones.

use crate::{Board, Color, Point, SplitMix};

/// A random continuation of a position: both sides play anywhere but into suicide, plain ko and their own one-point
/// eyes, and pass when nothing is left. Its memory is used again for the next one.
///
/// ```
/// use std::sync::Arc;
/// use tengen_rules::{Board, Color, Playout, SplitMix, Topology};
///
/// let board = Board::new(Arc::new(Topology::grid(9, 9)?));
/// let mut playout = Playout::new(&board);
/// playout.run(&board, Color::Black, &mut SplitMix::new(1));
/// assert!(playout.board().count(Color::Black) + playout.board().count(Color::White) > 50);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Playout {
    board: Board,
    empty: Vec<Point>,
    captured: Vec<Point>,
    moves: usize,
}

impl Playout {
    /// Memory for playouts on boards of this size.
    pub fn new(board: &Board) -> Playout {
        Playout { board: board.clone(), empty: Vec::new(), captured: Vec::new(), moves: 0 }
    }

    /// Plays on from `start` until both sides pass, or for three times as many moves as the board has points.
    pub fn run(&mut self, start: &Board, first: Color, random: &mut SplitMix) {
        self.board.clone_from(start);
        self.empty.clear();
        self.empty.extend(start.topology().points().filter(|&point| start.get(point).is_none()));
        self.moves = 0;
        let longest = 3 * start.topology().size();
        let mut color = first;
        let mut ko = None;
        let mut passed = false;
        while self.moves < longest {
            match self.choose(color, ko, random) {
                Some(index) => {
                    passed = false;
                    ko = self.play(index, color);
                }
                None if passed => break,
                None => {
                    passed = true;
                    ko = None;
                }
            }
            self.moves += 1;
            color = color.opponent();
        }
    }

    /// The position at the end.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How many moves the last run had, passes included.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// Who has each point at the end: the stone on it, or the only colour around it.
    pub fn owner(&self, point: Point) -> Option<Color> {
        self.board.get(point).or_else(|| {
            let mut around =
                self.board.topology().neighbours(point).iter().map(|&neighbour| self.board.get(neighbour));
            let first = around.next()??;
            around.all(|other| other == Some(first)).then_some(first)
        })
    }

    /// Picks one of the sensible empty points, each with the same chance; its place in the list.
    fn choose(&mut self, color: Color, ko: Option<Point>, random: &mut SplitMix) -> Option<usize> {
        let mut candidates = self.empty.len();
        while candidates > 0 {
            let index = random.below(candidates);
            let point = self.empty[index];
            if Some(point) != ko && self.is_sensible(point, color) {
                return Some(index);
            }
            candidates -= 1;
            self.empty.swap(index, candidates);
        }
        None
    }

    fn is_sensible(&self, point: Point, color: Color) -> bool {
        let neighbours = self.board.topology().neighbours(point);
        if neighbours.iter().any(|&neighbour| self.board.get(neighbour).is_none()) {
            return true;
        }
        let own_only = neighbours.iter().all(|&neighbour| self.board.get(neighbour) == Some(color));
        // A point between one's own chains is an eye, unless one of them is about to be taken there: then it is a
        // false eye, which the playout may fill.
        if own_only && !neighbours.iter().any(|&neighbour| self.board.is_last_liberty(neighbour, point)) {
            return false;
        }
        !self.board.is_suicide(point, color)
    }

    /// Plays at a listed empty point; answers the point where ko forbids the opponent to take back.
    fn play(&mut self, index: usize, color: Color) -> Option<Point> {
        let point = self.empty.swap_remove(index);
        self.board.place(point, color, &mut self.captured);
        self.empty.extend_from_slice(&self.captured);
        match self.captured[..] {
            [taken] => self
                .board
                .topology()
                .neighbours(point)
                .iter()
                .all(|&neighbour| neighbour == taken || self.board.get(neighbour) == Some(color.opponent()))
                .then_some(taken),
            _ => None,
        }
    }
}
