//! Games played at random, to see the fate of stones.

use std::sync::Arc;

use crate::atari::gives_away;
use crate::candidates::Candidates;
use crate::surface::Surface;
use crate::{Board, Color, Point, SplitMix, Topology, answer_to_atari};

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
    candidates: Candidates,
    captured: Vec<Point>,
    /// Points that were drawn and are put off until the next move.
    aside: Vec<Point>,
    moves: usize,
    /// Whether it plays as [`Playout::judging`] says.
    judges: bool,
    /// The most neighbours of any point: a chain with more pseudo-liberties has two liberties at least.
    most: u32,
}

impl<S: Surface> Playout<S> {
    /// Memory for playouts on boards of this size.
    pub fn new(board: &Board<S>) -> Self {
        let surface = board.surface();
        let degrees = surface.points().map(|point| surface.neighbours(point).len());
        Playout {
            board: board.clone(),
            candidates: Candidates::with_room(surface.size()),
            captured: Vec::with_capacity(surface.size()),
            aside: Vec::new(),
            moves: 0,
            judges: false,
            most: degrees.max().and_then(|most| u32::try_from(most).ok()).unwrap_or(0),
        }
    }

    /// Memory for playouts that judge dead stones better. In these playouts both sides mostly answer an atari at once,
    /// and mostly put off moves that leave a large chain of their own with one liberty. They also fill an eye when a
    /// chain around it is in atari there, because such an eye is a false one.
    pub(crate) fn judging(board: &Board<S>) -> Self {
        Playout { judges: true, ..Playout::new(board) }
    }

    /// Plays on from `start` until both sides pass, or for three times as many moves as the board has points. Each
    /// sensible point has the same chance.
    pub fn run(&mut self, start: &Board<S>, first: Color, random: &mut SplitMix) {
        self.board.clone_from(start);
        let empty = start.surface().points().filter(|&point| start.get(point).is_none());
        self.candidates.begin(empty);
        self.moves = 0;
        let longest = 3 * start.surface().size();
        let nowhere = start.surface().outside();
        let mut color = first;
        let mut ko = nowhere;
        let mut last = None;
        let mut passed = false;
        while self.moves < longest {
            let answer = last.filter(|_| self.judges).and_then(|last| self.answer(last, color, ko, random));
            match answer.or_else(|| self.choose(color, ko, random)) {
                Some(point) => {
                    passed = false;
                    ko = self.play(point, color);
                    last = Some(point);
                }
                None if passed => break,
                None => {
                    passed = true;
                    (ko, last) = (nowhere, None);
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

    /// The colour that has a point at the end: the colour of the stone on it, or the only colour around it.
    pub fn owner(&self, point: Point) -> Option<Color> {
        self.board.get(point).or_else(|| match self.board.around(point, Color::Black) {
            (0, 1.., 0) => Some(Color::Black),
            (0, 0, 1..) => Some(Color::White),
            _ => None,
        })
    }

    /// Answers an atari, sometimes. The point is no candidate any more.
    fn answer(&mut self, last: Point, color: Color, ko: Point, random: &mut SplitMix) -> Option<Point> {
        let is_sensible = |at| at != ko && self.is_sensible(at, color);
        let at = answer_to_atari(&self.board, last, color, is_sensible, random)?;
        self.candidates.take(at);
        Some(at)
    }

    /// Picks one of the sensible empty points, each with the same chance.
    #[inline]
    fn choose(&mut self, color: Color, ko: Point, random: &mut SplitMix) -> Option<Point> {
        let chosen = loop {
            let count = self.candidates.count(color);
            if count == 0 {
                break None;
            }
            let (point, shared) = self.candidates.draw(random.below(count), color);
            if point == ko {
                self.aside.push(point);
            } else if self.is_sensible(point, color) {
                if !self.judges || !gives_away(&self.board, point, color, random) {
                    break Some(point);
                }
                self.aside.push(point);
            } else {
                self.candidates.rest(point, shared, color);
            }
        };
        self.candidates.shared.append(&mut self.aside);
        chosen
    }

    #[inline]
    fn is_sensible(&self, point: Point, color: Color) -> bool {
        let (empty, own, opponents) = self.board.around(point, color);
        if empty > 0 {
            return true;
        }
        if opponents == 0 && own > 0 {
            return self.judges && self.is_false_eye(point) && !self.board.is_suicide(point, color);
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

    /// Plays at a point that was drawn; answers the point where ko forbids the opponent to take back.
    #[inline]
    fn play(&mut self, point: Point, color: Color) -> Point {
        self.board.place(point, color, &mut self.captured);
        self.candidates.shared.extend_from_slice(&self.captured);
        // A stone that stands alone with the one liberty that it made: taking it back would repeat the position.
        let ko = match (&self.captured[..], self.board.around(point, color)) {
            (&[taken], (1, 0, _)) => taken,
            _ => self.board.surface().outside(),
        };
        self.wake_around(point);
        ko
    }

    /// Wakes the points at rest for which this play may have changed the answer. These are the last liberties of chains
    /// around the stone. After a capture they are also the points next to the stones taken off, and the liberties of
    /// chains that had no other liberty before.
    #[inline]
    fn wake_around(&mut self, point: Point) {
        let Playout { board, candidates, captured, most, .. } = self;
        if candidates.at_rest() == 0 {
            return;
        }
        // If the chain that took a single stone has one liberty, that is the point just made empty, and it is not at
        // rest.
        let own = (captured.len() != 1 && board.is_tight(point, *most)).then_some(point);
        let around = board.surface().around(point).iter().copied();
        for stone in own.into_iter().chain(around.filter(|&stone| board.is_tight(stone, *most))) {
            if candidates.at_rest() <= FEW {
                return candidates.wake();
            }
            if let Some(liberty) = board.last_liberty(stone) {
                candidates.wake_one(liberty);
            }
        }
        if captured.len() > MANY || (!captured.is_empty() && candidates.at_rest() <= FEW) {
            return candidates.wake();
        }
        for &empty in &*captured {
            for &neighbour in board.surface().neighbours(empty) {
                if board.get(neighbour).is_none() {
                    candidates.wake_one(neighbour);
                } else if board.was_tight(neighbour, point, captured, *most) {
                    board.each_liberty(neighbour, |liberty| {
                        candidates.wake_one(liberty);
                        true
                    });
                }
            }
        }
    }
}

/// With so few points at rest it is quicker to wake them all than to ask which.
const FEW: usize = 12;

/// After a capture of more stones than this everything is looked at again: it is rare, and too much to look into.
const MANY: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays out with every point at rest looked at before each move.
    fn nobody_sleeps_too_long<S: Surface>(surface: S, judges: bool, seed: u64) {
        let start = Board::new(surface);
        let mut playout = Playout { judges, ..Playout::new(&start) };
        let mut random = SplitMix::new(seed);
        playout.candidates.begin(start.surface().points());
        let nowhere = start.surface().outside();
        let (mut color, mut ko, mut last, mut passes) = (Color::Black, nowhere, None, 0);
        for _ in 0..3 * start.surface().size() {
            let empty = start.surface().points().filter(|&point| playout.board.get(point).is_none());
            for point in empty {
                let listed = playout.candidates.shared.contains(&point)
                    || playout.candidates.only[color].contains(&point);
                assert!(listed || !playout.is_sensible(point, color), "{point:?}");
            }
            let candidates = &playout.candidates;
            let lists =
                [&candidates.shared, &candidates.only.black, &candidates.only.white, &candidates.resting];
            let stones = playout.board.count(Color::Black) + playout.board.count(Color::White);
            assert_eq!(lists.into_iter().map(Vec::len).sum::<usize>() + stones, start.surface().size());
            let answer =
                last.filter(|_| judges).and_then(|last| playout.answer(last, color, ko, &mut random));
            last = answer.or_else(|| playout.choose(color, ko, &mut random));
            match last {
                Some(point) => {
                    assert!(playout.is_sensible(point, color) && point != ko);
                    ko = playout.play(point, color);
                    passes = 0;
                }
                None if passes == 1 => return,
                None => (ko, passes) = (nowhere, 1),
            }
            color = color.opponent();
        }
    }

    #[test]
    fn points_rest_only_while_they_are_not_sensible() {
        let complete: Vec<_> = (0..8).flat_map(|to| (0..to).map(move |from| (from, to))).collect();
        for seed in 0..30 {
            for judges in [false, true] {
                nobody_sleeps_too_long(crate::Square::<9>, judges, seed);
                nobody_sleeps_too_long(Topology::wrapped(5, 4, true, true).unwrap(), judges, seed);
                nobody_sleeps_too_long(Topology::grid(7, 2).unwrap(), judges, seed);
                nobody_sleeps_too_long(Topology::graph(8, &complete).unwrap(), judges, seed);
                nobody_sleeps_too_long(crate::BoardName::Hexagon(4).topology().unwrap(), judges, seed);
            }
        }
    }
}
