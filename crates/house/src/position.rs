//! A position on the way down the tree: stones, the player to move, and plain ko.

use tengen_rules::{Board, Color, Point, Surface};

/// Stones and whose turn it is. It can be taken back to the start as often as wanted without new memory.
#[derive(Debug)]
pub(crate) struct Position<S: Surface> {
    pub(crate) board: Board<S>,
    pub(crate) to_move: Color,
    /// Where the player to move may not take back at once.
    ko: Option<Point>,
    captured: Vec<Point>,
}

/// The stones next to a point.
#[derive(Clone, Copy, Debug, Default)]
struct Around {
    empty: usize,
    own: usize,
    opponent: usize,
}

impl<S: Surface> Clone for Position<S> {
    fn clone(&self) -> Self {
        Self {
            board: self.board.clone(),
            to_move: self.to_move,
            ko: self.ko,
            captured: self.captured.clone(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.board.clone_from(&source.board);
        (self.to_move, self.ko) = (source.to_move, source.ko);
        self.captured.clear();
    }
}

impl<S: Surface> Position<S> {
    pub(crate) fn new(board: &Board<S>, to_move: Color) -> Self {
        Self { board: board.clone(), to_move, ko: None, captured: Vec::new() }
    }

    /// The stones that the last play took.
    pub(crate) fn captured(&self) -> &[Point] {
        &self.captured
    }

    /// Goes back to the start.
    pub(crate) fn reset(&mut self, board: &Board<S>, to_move: Color) {
        self.board.clone_from(board);
        (self.to_move, self.ko) = (to_move, None);
        self.captured.clear();
    }

    /// Plays at an empty point, or passes.
    pub(crate) fn make(&mut self, at: Option<Point>) {
        self.ko = None;
        self.captured.clear();
        if let Some(at) = at {
            self.board.place(at, self.to_move, &mut self.captured);
            // A stone alone whose one liberty is where it took one stone: taking it back would repeat the position.
            let around = self.around(at, self.to_move);
            if let &[taken] = self.captured.as_slice()
                && around.own == 0
                && around.empty == 1
            {
                self.ko = Some(taken);
            }
        }
        self.to_move = self.to_move.opponent();
    }

    fn around(&self, at: Point, color: Color) -> Around {
        let mut around = Around::default();
        for &neighbour in self.board.surface().neighbours(at) {
            match self.board.get(neighbour) {
                None => around.empty += 1,
                Some(other) if other == color => around.own += 1,
                Some(_) => around.opponent += 1,
            }
        }
        around
    }

    /// Whether a play makes sense at all: the point is empty, it is no suicide, does not take back in a ko, and does not
    /// fill an eye whose walls are safe.
    pub(crate) fn is_sensible(&self, at: Point) -> bool {
        if self.board.get(at).is_some() || self.ko == Some(at) {
            return false;
        }
        let around = self.around(at, self.to_move);
        if around.empty > 0 {
            return true;
        }
        let fills_eye = around.opponent == 0 && self.is_safe_eye(at);
        !fills_eye && !self.board.is_suicide(at, self.to_move)
    }

    fn is_safe_eye(&self, at: Point) -> bool {
        let neighbours = self.board.surface().neighbours(at);
        neighbours.iter().all(|&stone| self.board.last_liberty(stone).is_none())
    }

    /// How good a play looks at first sight, from 0 to 1, before anything was tried.
    pub(crate) fn first_sight(&self, at: Point, last: Option<Point>) -> f32 {
        let mut promise: f32 = 0.5;
        let color = self.to_move;
        let outcome = self.board.outcome(at, color);
        if outcome.is_some_and(|outcome| outcome.captures > 0) {
            promise += 0.25;
        }
        let mut saves = false;
        let mut attacks = false;
        let mut liberties_after = self.around(at, color).empty;
        for &neighbour in self.board.surface().neighbours(at) {
            let Some(other) = self.board.get(neighbour) else { continue };
            if other == color {
                let in_atari = self.board.last_liberty(neighbour).is_some();
                saves |= in_atari;
                liberties_after += usize::from(!in_atari);
            } else {
                attacks = true;
            }
        }
        if outcome.is_some_and(|outcome| outcome.captures == 0) && liberties_after <= 1 {
            // It could be taken at once.
            promise -= 0.3;
        } else if saves {
            promise += 0.2;
        } else if attacks {
            promise += 0.03;
        }
        if last.is_some_and(|last| self.is_near(at, last)) {
            promise += 0.06;
        }
        promise.clamp(0.05, 0.95)
    }

    /// Whether two points are neighbours, or have one in common.
    fn is_near(&self, one: Point, other: Point) -> bool {
        let surface = self.board.surface();
        surface
            .neighbours(one)
            .iter()
            .any(|&between| between == other || surface.neighbours(between).contains(&other))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tengen_rules::{Stones, Topology};

    use super::*;

    fn position(width: usize, rows: &str, to_move: Color) -> (Arc<Topology>, Position<Arc<Topology>>) {
        let rows: Vec<&str> = rows.split_whitespace().collect();
        let surface = Arc::new(Topology::grid(width, rows.len()).unwrap());
        let stones = Stones::parse(&surface, &rows.concat()).unwrap();
        let board = Board::from_stones(Arc::clone(&surface), &stones).unwrap();
        (surface, Position::new(&board, to_move))
    }

    fn at(surface: &Topology, name: &str) -> Point {
        surface.point(name.parse().unwrap()).unwrap()
    }

    #[test]
    fn a_ko_is_not_taken_back_at_once() {
        let (surface, mut position) = position(4, ".BW. BW.W .BW.", Color::Black);
        let (take, taken) = (at(&surface, "C2"), at(&surface, "B2"));
        position.make(Some(take));
        assert_eq!(position.board.get(taken), None);
        assert!(!position.is_sensible(taken));
        position.make(None);
        position.make(None);
        assert!(position.is_sensible(taken));
    }

    #[test]
    fn eyes_stay_open_while_their_walls_are_safe() {
        let (surface, position) = position(4, ".B.. BB.. .... ....", Color::Black);
        assert!(!position.is_sensible(at(&surface, "A4")));
        assert!(position.is_sensible(at(&surface, "C4")));
        let (surface, white) = self::position(4, ".B.. BB.. .... ....", Color::White);
        assert!(!white.is_sensible(at(&surface, "A4")), "suicide");
    }

    #[test]
    fn captures_look_better_than_what_is_captured_at_once() {
        let (surface, position) = position(5, ".B... BWB.. ..... ..... .....", Color::Black);
        let take = position.first_sight(at(&surface, "B3"), None);
        let plain = position.first_sight(at(&surface, "D1"), None);
        let (other, white) = self::position(5, ".B... B.B.. ..... ..... .....", Color::White);
        let into = white.first_sight(at(&other, "B4"), None);
        assert!(take > plain && plain > into, "{take} {plain} {into}");
    }
}
