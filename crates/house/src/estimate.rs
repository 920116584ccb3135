//! A guess at who gets which points of a position.

use std::sync::Arc;

use tengen_rules::{Board, Color, HalfPoints, Point, Surface, Topology};

use crate::search::Search;
use crate::surface::on_fastest;

/// How many moves the random games of an estimate have together. It bounds the time on boards of every size.
const MOVES: usize = 400_000;
/// How many moves a step has, or one game, if that is more: some tenths of a millisecond.
const STEP: usize = 250;

/// A guess at the end of a game from some position on, by half-random games.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// How surely each point goes to Black (up to 100) or to White (down to -100), in the order of the board's points.
    pub owners: Vec<i8>,
    /// The points that Black has on the board at the end, stones included, on average.
    pub black: f64,
    /// Those of White; komi is not among them.
    pub white: f64,
    /// Half the distance between the quartiles of the difference, in points: half of the games lie between them.
    pub doubt: f64,
    /// How many random games there were.
    pub games: u32,
}

/// A guess at how a game goes on from a position. `komi` is White's compensation, which decides how boldly both sides play, and the same
/// `seed` gives the same answer.
///
/// It asks after each step of some tenths of a millisecond whether it goes on, and answers `None` if it does not.
///
/// Neither ko before this position nor superko is known. It takes some tenths of a second; a caller that serves many games calls it
/// where it blocks nobody.
///
/// ```
/// use std::sync::Arc;
/// use tengen_house::estimate;
/// use tengen_rules::{Board, Color, HalfPoints, Stones, Topology};
///
/// // A wall of Black in the middle of a board that White has not touched.
/// let grid = Arc::new(Topology::grid(5, 5)?);
/// let stones = Stones::parse(&grid, "..B....B....B....B....B..")?;
/// let board = Board::from_stones(grid, &stones)?;
/// let guess = estimate(&board, Color::White, HalfPoints::ZERO, 1, &mut || true).ok_or("it stopped")?;
/// assert_eq!(guess.owners.len(), 25);
/// assert!(guess.black > guess.white);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn estimate(
    board: &Board<Arc<Topology>>,
    to_move: Color,
    komi: HalfPoints,
    seed: u64,
    goes_on: &mut dyn FnMut() -> bool,
) -> Option<Estimate> {
    let guess = on_fastest!(board, |board| guess(board, to_move, komi, seed, goes_on));
    guess.unwrap_or_else(|_| Some(nothing(board)))
}

/// The guess at a board that there can't be.
fn nothing(board: &Board<Arc<Topology>>) -> Estimate {
    Estimate { owners: vec![0; board.topology().size()], black: 0.0, white: 0.0, doubt: 0.0, games: 0 }
}

fn guess<S: Surface>(
    board: &Board<S>,
    to_move: Color,
    komi: HalfPoints,
    seed: u64,
    goes_on: &mut dyn FnMut() -> bool,
) -> Option<Estimate> {
    let empty: Vec<Point> = board.surface().points().filter(|&point| board.get(point).is_none()).collect();
    let mut search = Search::new(board, to_move, komi, &empty, None, seed);
    let mut left = MOVES;
    while left > 0 {
        left = left.saturating_sub(search.run(left.min(STEP)));
        if !goes_on() {
            return None;
        }
    }
    let games = f64::from(search.games().max(1));
    let tally = search.tally();
    let mean = |sum: u64| f64::from(u32::try_from(sum).unwrap_or(u32::MAX)) / games;
    let (black, white) = (mean(tally.black), mean(tally.white));
    Some(Estimate {
        owners: board.surface().points().map(|point| percent(search.ownership(point))).collect(),
        black,
        white,
        doubt: quartiles(&tally.leads) / 2.0,
        games: search.games(),
    })
}

/// The distance between the quartiles of numbers that came so often, each one more than the one before. A few games in which one side loses
/// everything count for little in it.
fn quartiles(counts: &[u32]) -> f64 {
    let all: u32 = counts.iter().sum();
    let place = |quarter: u32| {
        let mut before = 0;
        counts.iter().position(|count| {
            before += count;
            u64::from(before) * 4 >= u64::from(all) * u64::from(quarter)
        })
    };
    match (place(1), place(3)) {
        (Some(first), Some(third)) => u32::try_from(third - first).map_or(0.0, f64::from),
        _ => 0.0,
    }
}

/// A share from -1 to 1 in hundredths.
#[allow(clippy::cast_possible_truncation, reason = "it is from -100 to 100")]
fn percent(share: f64) -> i8 {
    (share.clamp(-1.0, 1.0) * 100.0).round() as i8
}

#[cfg(test)]
mod tests {
    use tengen_rules::Stones;

    use super::*;

    const KOMI: HalfPoints = HalfPoints::new(13);

    fn guess_at(topology: Topology, rows: &str, to_move: Color) -> Estimate {
        guess_with(topology, rows, to_move, KOMI)
    }

    fn guess_with(topology: Topology, rows: &str, to_move: Color, komi: HalfPoints) -> Estimate {
        let topology = Arc::new(topology);
        let stones = Stones::parse(&topology, &rows.split_whitespace().collect::<String>()).unwrap();
        estimate(&Board::from_stones(topology, &stones).unwrap(), to_move, komi, 7, &mut || true).unwrap()
    }

    #[test]
    fn settled_points_go_to_their_side() {
        // Walls on the fourth and the sixth column; the fifth is neutral.
        let rows = "...B.W... ".repeat(9);
        let guess = guess_at(Topology::grid(9, 9).unwrap(), &rows, Color::Black);
        for (index, owner) in guess.owners.iter().enumerate() {
            match index % 9 {
                0..=3 => assert!(*owner > 50, "{index}: {owner}"),
                5.. => assert!(*owner < -50, "{index}: {owner}"),
                _ => {}
            }
        }
        assert!((30.0..46.0).contains(&guess.black) && (30.0..46.0).contains(&guess.white), "{guess:?}");
        assert!(guess.black + guess.white <= 81.0);
        assert!(guess.games > 1_000);
    }

    #[test]
    fn a_guess_goes_on_step_by_step_for_as_long_as_it_is_let() {
        let board = Board::new(Arc::new(Topology::grid(5, 5).unwrap()));
        let mut steps = 0;
        let mut count = |most| {
            steps = 0;
            let guess = estimate(&board, Color::Black, KOMI, 7, &mut || {
                steps += 1;
                steps < most
            });
            (guess, steps)
        };
        let (guess, steps) = count(usize::MAX);
        assert_eq!(guess, estimate(&board, Color::Black, KOMI, 7, &mut || true));
        // A game goes beyond the end of its step.
        assert!((MOVES / STEP * 3 / 4..=MOVES / STEP).contains(&steps), "{steps}");
        assert_eq!(count(3), (None, 3));
    }

    #[test]
    fn the_same_question_has_the_same_answer_and_colours_are_equal() {
        let rows = "..... .B... ..... ..WW. .....";
        let one = guess_at(Topology::grid(5, 5).unwrap(), rows, Color::Black);
        assert_eq!(one, guess_at(Topology::grid(5, 5).unwrap(), rows, Color::Black));
        let exchanged = "..... .W... ..... ..BB. .....";
        let other = guess_with(Topology::grid(5, 5).unwrap(), exchanged, Color::White, -KOMI);
        assert_eq!(other.owners, one.owners.iter().map(|owner| -owner).collect::<Vec<_>>());
        assert_eq!((other.white, other.black, other.doubt), (one.black, one.white, one.doubt));
        // No board of 25 points has more than 25 of them in doubt.
        assert!(one.doubt > 0.0 && one.doubt <= 25.0, "{one:?}");
    }

    #[test]
    fn half_of_the_games_lie_between_the_quartiles() {
        assert_eq!(quartiles(&[1, 1, 1, 1]).to_bits(), 2.0_f64.to_bits());
        assert_eq!(quartiles(&[0, 8, 0, 1]).to_bits(), 0.0_f64.to_bits());
        assert_eq!(quartiles(&[1, 0, 0, 0, 1]).to_bits(), 4.0_f64.to_bits());
    }

    #[test]
    fn tiny_and_joined_boards_have_an_answer() {
        let tiny = guess_at(Topology::grid(2, 1).unwrap(), "B.", Color::White);
        assert_eq!(tiny.owners.len(), 2);
        let torus = guess_at(Topology::wrapped(4, 4, true, true).unwrap(), &"....".repeat(4), Color::Black);
        assert_eq!(torus.owners.len(), 16);
        assert!(torus.games > 1_000 && torus.black + torus.white <= 16.0, "{torus:?}");
    }

    #[test]
    fn a_hopeless_stone_is_dead() {
        // One white stone in Black's corner of a board that Black holds.
        let rows =
            "...B..... .W.B..... ...B..... BBBB..... ......... WWWWWWWWW ......... ......... .........";
        let guess = guess_at(Topology::grid(9, 9).unwrap(), rows, Color::White);
        assert!(guess.owners[10] > 30, "{:?}", guess.owners);
    }
}
