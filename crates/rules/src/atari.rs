//! How random play sees chains with one liberty.

use crate::surface::Surface;
use crate::{Board, Color, Point, SplitMix};

/// How often in a hundred an atari is answered.
const ANSWERED: usize = 90;

/// From so many stones on, with the one to be played, a chain is mostly not left with one liberty.
const WORTH_KEEPING: usize = 3;

/// How often in a hundred such a move is put off.
const PUT_OFF: usize = 90;

/// The point where `color` answers the opponent's stone at `last`, in nine of ten cases: the last liberty of that
/// stone's chain, or else a point that saves a chain which the stone has left with one liberty. `is_sensible` tells
/// which points may be played at all.
///
/// ```
/// use std::sync::Arc;
/// use tengen_rules::{Board, Color, SplitMix, Stones, Topology, answer_to_atari};
///
/// let topology = Arc::new(Topology::grid(3, 2)?);
/// let board = Board::from_stones(Arc::clone(&topology), &Stones::parse(&topology, "BW....")?)?;
/// let [corner, below] = ["A2", "A1"].map(|name| name.parse().ok().and_then(|vertex| topology.point(vertex)));
/// let mut random = SplitMix::new(1);
/// let answer = answer_to_atari(&board, corner.unwrap(), Color::White, |_| true, &mut random);
/// assert_eq!(answer, below);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
pub fn answer_to_atari<S: Surface>(
    board: &Board<S>,
    last: Point,
    color: Color,
    is_sensible: impl Fn(Point) -> bool,
    random: &mut SplitMix,
) -> Option<Point> {
    if random.below(100) >= ANSWERED {
        return None;
    }
    board.last_liberty(last).filter(|&at| is_sensible(at)).or_else(|| {
        let around = board.surface().neighbours(last);
        let first = random.below(around.len());
        around[first..].iter().chain(&around[..first]).find_map(|&neighbour| {
            let own = board.get(neighbour) == Some(color);
            let liberty = own.then(|| board.last_liberty(neighbour)).flatten();
            liberty.filter(|&at| is_sensible(at) && gives_room(board, at, color))
        })
    })
}

/// Whether a stone at `at` has a liberty beyond that point: room around it, a friend that is not in atari, or a
/// capture.
fn gives_room<S: Surface>(board: &Board<S>, at: Point, color: Color) -> bool {
    board.around(at, color).0 > 1
        || board.surface().neighbours(at).iter().any(|&point| match board.get(point) {
            Some(other) if other == color => !board.is_last_liberty(point, at),
            Some(_) => board.is_last_liberty(point, at),
            None => false,
        })
}

/// The liberties of a chain, as far as atari goes: none, one, or more.
#[derive(Default)]
struct Few {
    only: Option<Point>,
    more: bool,
}

impl Few {
    fn add(&mut self, liberty: Point) {
        self.more |= *self.only.get_or_insert(liberty) != liberty;
    }
}

/// Whether a stone there would leave a chain of some size with one liberty and take nothing, and is put off.
pub(crate) fn gives_away<S: Surface>(
    board: &Board<S>,
    at: Point,
    color: Color,
    random: &mut SplitMix,
) -> bool {
    let (empty, own, _) = board.around(at, color);
    if empty > 1 || own == 0 {
        return false;
    }
    let mut liberties = Few::default();
    let mut stones = 1;
    for &point in board.surface().neighbours(at) {
        match board.get(point) {
            None => liberties.add(point),
            Some(other) if other == color => {
                board.each_liberty(point, |liberty| {
                    if liberty != at {
                        liberties.add(liberty);
                    }
                    !liberties.more
                });
                stones += board.chains.of(point).size as usize;
            }
            Some(_) if board.is_last_liberty(point, at) => return false,
            Some(_) => {}
        }
        if liberties.more {
            return false;
        }
    }
    stones >= WORTH_KEEPING && random.below(100) < PUT_OFF
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Stones, Topology};

    fn grid(side: usize, rows: &str) -> Board {
        let topology = Arc::new(Topology::grid(side, side).unwrap());
        let stones = Stones::parse(&topology, &rows.replace(' ', "")).unwrap();
        Board::from_stones(topology, &stones).unwrap()
    }

    fn at(board: &Board, name: &str) -> Point {
        board.topology().point(name.parse().unwrap()).unwrap()
    }

    /// What a hundred answers were, with how often each was given.
    fn answers(board: &Board, last: &str, color: Color) -> Vec<(Option<Point>, usize)> {
        let mut random = SplitMix::new(1);
        let mut answers: Vec<(Option<Point>, usize)> = Vec::new();
        for _ in 0..100 {
            let answer = answer_to_atari(board, at(board, last), color, |_| true, &mut random);
            match answers.iter_mut().find(|(other, _)| *other == answer) {
                Some((_, times)) => *times += 1,
                None => answers.push((answer, 1)),
            }
        }
        answers.sort_unstable();
        answers
    }

    #[test]
    fn a_chain_in_atari_is_mostly_taken_or_saved() {
        let board = grid(5, ".B... BWB.. ..... ..... .....");
        for (color, last) in [(Color::Black, "B4"), (Color::White, "C4")] {
            let answers = answers(&board, last, color);
            assert_eq!(answers.len(), 2, "{color}");
            assert!(answers[0].0.is_none() && answers[0].1 < 20, "{color}");
            assert_eq!(answers[1].0, Some(at(&board, "B3")), "{color}");
        }
    }

    #[test]
    fn a_chain_that_stays_in_atari_is_not_saved() {
        let board = grid(4, ".WB. BBB. .... ....");
        assert_eq!(answers(&board, "B3", Color::White), [(None, 100)]);
    }

    #[test]
    fn a_large_chain_is_mostly_not_left_with_one_liberty() {
        // With a stone at A4 Black's chain has the one liberty E4, and the other way round. White's have room below.
        let board = grid(5, "BBBBB .WWW. W...W ..... .....");
        let given = |at: Point, color: Color| {
            let mut random = SplitMix::new(1);
            (0..100).filter(|_| gives_away(&board, at, color, &mut random)).count()
        };
        for name in ["A4", "E4"] {
            let (black, white) =
                (given(at(&board, name), Color::Black), given(at(&board, name), Color::White));
            assert!((80..100).contains(&black), "{name}: {black}");
            assert_eq!(white, 0, "{name}");
        }
    }

    #[test]
    fn a_small_chain_and_one_that_takes_are_played() {
        // A chain of two stones in the corner, and one that takes the corner at the right.
        for rows in ["BW... .W... .W... ..... .....", "BBB.W WWWWB ..... ..... ....."] {
            let board = grid(5, rows);
            let mut random = SplitMix::new(1);
            for empty in board.topology().points().filter(|&point| board.get(point).is_none()) {
                assert!(!gives_away(&board, empty, Color::Black, &mut random), "{rows}: {empty:?}");
            }
        }
    }
}
