//! Two looks at a position by random games.

use crate::doubtful::Doubtful;
use crate::floating::floating;
use crate::ownership::Ownership;
use crate::surface::Surface;
use crate::{Board, Point, SplitMix};

/// About how many moves all random games of a first look may have together. It bounds the time on boards of every size.
pub(crate) const FIRST_MOVES: usize = 25_000;

/// About how many moves all random games of a second look may have together. The second look is at the board without
/// the stones that are surely dead.
pub(crate) const SECOND_MOVES: usize = 60_000;

/// The most random games of a look, for each side to move first.
const FIRST_GAMES: i32 = 250;
const SECOND_GAMES: i32 = 1000;

/// The second look ends after this part of its moves if every chain keeps or loses its points by so many percent.
const EARLY: usize = 3;
const CLEAR: i32 = 50;

/// A chain that loses its points by so many percent at the first look is taken off the board for the second look.
/// Random players are so clumsy that dead stones left there would often take living ones with them.
const SURELY_DEAD: i32 = -40;

/// A chain that floats in the other side's space is taken off the board as well, unless it keeps its points by so many
/// percent. A chain in seki keeps them.
const KEPT: i32 = 50;

/// How many times chains that float are looked for. When some are taken off, others have more room around them.
const ROUNDS: usize = 4;

/// Plays the position out at random and notes how often each chain keeps its points. For the second look, chains that
/// are surely dead are off the board, and chains that float in the other side's space. Answers how many moves that took.
pub(crate) fn look_twice<S: Surface>(board: &Board<S>, doubtful: &mut [Doubtful]) -> usize {
    let mut random = SplitMix::new(board.hash());
    let first = Ownership::of(board, FIRST_GAMES, FIRST_MOVES, &mut random);
    for chain in &mut *doubtful {
        chain.first = first.percent(&chain.stones, chain.color);
    }
    let left = without_lost(board, doubtful);
    let mut second = Ownership::of(&left, SECOND_GAMES, SECOND_MOVES / EARLY, &mut random);
    let is_clear =
        |chain: &Doubtful| second.percent(&chain.stones, chain.color).iter().all(|view| view.abs() >= CLEAR);
    if !doubtful.iter().all(is_clear) {
        second.go_on(&left, SECOND_GAMES, SECOND_MOVES, &mut random);
    }
    for chain in doubtful {
        chain.second = second.percent(&chain.stones, chain.color);
        chain.off = chain.stones.iter().any(|&stone| left.get(stone).is_none());
    }
    first.moves() + second.moves()
}

/// The board without the chains that a first look gives up.
fn without_lost<S: Surface>(board: &Board<S>, doubtful: &[Doubtful]) -> Board<S> {
    let kept: Vec<i32> = doubtful.iter().map(|chain| i32::midpoint(chain.first[0], chain.first[1])).collect();
    let mut gone = vec![false; board.surface().size()];
    for (chain, _) in doubtful.iter().zip(&kept).filter(|&(_, &kept)| kept <= SURELY_DEAD) {
        mark(&chain.stones, &mut gone);
    }
    let mut left = board.without(&gone);
    for _ in 0..ROUNDS {
        let floats = floating(&left);
        let lost: Vec<&Doubtful> = doubtful
            .iter()
            .zip(&kept)
            .filter(|&(chain, &kept)| kept < KEPT && floats[chain.stones[0].index()])
            .map(|(chain, _)| chain)
            .collect();
        if lost.is_empty() {
            break;
        }
        for chain in lost {
            mark(&chain.stones, &mut gone);
        }
        left = board.without(&gone);
    }
    left
}

fn mark(stones: &[Point], gone: &mut [bool]) {
    for stone in stones {
        gone[stone.index()] = true;
    }
}
