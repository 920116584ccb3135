//! Games played at random, to see what becomes of stones.

use std::sync::Arc;

use crate::surface::Surface;
use crate::{Board, Color, Point, SplitMix, Topology};

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
pub struct Playout<S: Surface = Arc<Topology>> {
    board: Board<S>,
    empty: Vec<Point>,
    captured: Vec<Point>,
    moves: usize,
    fills_false_eyes: bool,
}

impl<S: Surface> Playout<S> {
    /// Memory for playouts on boards of this size.
    pub fn new(board: &Board<S>) -> Self {
        let size = board.surface().size();
        Playout {
            board: board.clone(),
            empty: Vec::with_capacity(size),
            captured: Vec::with_capacity(size),
            moves: 0,
            fills_false_eyes: false,
        }
    }

    /// Memory for playouts in which an eye may be filled when a chain around it would be taken otherwise: then it was
    /// a false eye. They judge dead stones better.
    pub(crate) fn filling_false_eyes(board: &Board<S>) -> Self {
        Playout { fills_false_eyes: true, ..Playout::new(board) }
    }

    /// Plays on from `start` until both sides pass, or for three times as many moves as the board has points. Each
    /// sensible point has the same chance.
    pub fn run(&mut self, start: &Board<S>, first: Color, random: &mut SplitMix) {
        self.board.clone_from(start);
        self.empty.clear();
        self.empty.extend(start.surface().points().filter(|&point| start.get(point).is_none()));
        self.moves = 0;
        let longest = 3 * start.surface().size();
        let mut color = first;
        let mut ko = start.surface().outside();
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
                    ko = start.surface().outside();
                }
            }
            self.moves += 1;
            color = color.opponent();
        }
    }

    /// The position at the end.
    pub fn board(&self) -> &Board<S> {
        &self.board
    }

    /// How many moves the last run had, passes included.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// Who has each point at the end: the stone on it, or the only colour around it.
    pub fn owner(&self, point: Point) -> Option<Color> {
        self.board.get(point).or_else(|| match self.board.around(point, Color::Black) {
            (0, 1.., 0) => Some(Color::Black),
            (0, 0, 1..) => Some(Color::White),
            _ => None,
        })
    }

    /// Picks one of the sensible empty points, each with the same chance; its place in the list.
    #[inline]
    fn choose(&mut self, color: Color, ko: Point, random: &mut SplitMix) -> Option<usize> {
        let mut candidates = self.empty.len();
        while candidates > 0 {
            let index = random.below(candidates);
            let point = self.empty[index];
            if self.is_sensible(point, color) && point != ko {
                return Some(index);
            }
            candidates -= 1;
            self.empty.swap(index, candidates);
        }
        None
    }

    #[inline]
    fn is_sensible(&self, point: Point, color: Color) -> bool {
        let (empty, own, opponents) = self.board.around(point, color);
        if empty > 0 {
            return true;
        }
        if opponents == 0 && own > 0 {
            return self.fills_false_eyes && self.is_false_eye(point) && !self.board.is_suicide(point, color);
        }
        !self.board.is_suicide(point, color)
    }

    /// Whether a chain next to this eye is about to be taken there.
    fn is_false_eye(&self, point: Point) -> bool {
        self.board
            .surface()
            .neighbours(point)
            .iter()
            .any(|&neighbour| self.board.is_last_liberty(neighbour, point))
    }

    /// Plays at a listed empty point; answers the point where ko forbids the opponent to take back.
    #[inline]
    fn play(&mut self, index: usize, color: Color) -> Point {
        let point = self.empty.swap_remove(index);
        self.board.place(point, color, &mut self.captured);
        if !self.captured.is_empty() {
            self.empty.extend_from_slice(&self.captured);
            if let [taken] = self.captured[..] {
                // The stone stands alone with this one liberty: taking it back would repeat the position.
                if let (1, 0, _) = self.board.around(point, color) {
                    return taken;
                }
            }
        }
        self.board.surface().outside()
    }
}
