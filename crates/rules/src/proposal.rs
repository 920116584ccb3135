//! The engine's opinion on dead stones, for the players to agree with or not.

use crate::floating::floating;
use crate::ownership::Ownership;
use crate::surface::Surface;
use crate::{
    Board, Color, Marks, Neutral, Point, Rules, SplitMix, Square, propose_neutral, unconditionally_alive,
};

/// About how many moves all random games of a first look may have together. It bounds the time on boards of every size.
const FIRST_MOVES: usize = 25_000;

/// About how many moves all random games of a second look may have together. The second look is at the board without
/// the stones that are surely dead.
const SECOND_MOVES: usize = 75_000;

/// The most random games of a look, for each side to move first.
const FIRST_GAMES: i32 = 250;
const SECOND_GAMES: i32 = 1000;

/// A chain that loses its points by so many percent at the first look is taken off the board for the second look.
/// Random players are so clumsy that dead stones left there would often take living ones with them.
const SURELY_DEAD: i32 = -40;

/// A chain that floats in the other side's space is taken off the board as well, unless it keeps its points by so many
/// percent. A chain in seki keeps them.
const KEPT: i32 = 50;

/// How many times chains that float are looked for. When some are taken off, others have more room around them.
const ROUNDS: usize = 4;

/// A chain is unsettled if it keeps or loses its points by less than so many percent, with either player to move.
const SETTLED: i32 = 20;

/// The marks that are probably right. They are only a proposal: nothing in the rules depends on them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proposal {
    /// The stones of whole chains that look dead, sorted.
    pub dead: Vec<Point>,
    /// The stones of whole chains about which the engine is not sure, sorted. Those that it takes for dead are in
    /// `dead` as well. It takes the others for alive.
    pub unsettled: Vec<Point>,
    /// The points that are nobody's if those stones are dead, in the order of the board. Only [`propose_marks`] knows of
    /// any.
    pub neutral: Vec<Neutral>,
}

impl Proposal {
    /// The marks that it proposes.
    pub fn marks(&self) -> Marks {
        Marks { dead: self.dead.clone(), neutral: self.neutral.iter().map(|neutral| neutral.point).collect() }
    }
}

/// Proposes which stones are dead, and which points are nobody's then under these rules.
pub fn propose_marks<S: Surface>(board: &Board<S>, rules: &Rules) -> Proposal {
    let mut proposal = propose_dead(board);
    proposal.neutral = propose_neutral(board, &proposal.dead, rules);
    proposal
}

/// Proposes which stones are dead.
///
/// Chains that are alive by [`unconditionally_alive`] stay. For the others the engine plays random continuations, with
/// Black to move first and with White to move first, and counts how often each side gets their points. It looks twice:
/// at the second look chains that are surely dead, and chains that float in the other side's space, are off the board.
/// The same position always gets the same answer.
pub fn propose_dead<S: Surface>(board: &Board<S>) -> Proposal {
    // The chains are built anew, because the order of the moves that made them must have no part in the answer. The
    // usual boards have a surface that is faster to play on.
    let surface = board.surface();
    let proposal = match surface.square_side() {
        Some(9) => board.moved_to(Square::<9>).map(|board| propose(&board)),
        Some(13) => board.moved_to(Square::<13>).map(|board| propose(&board)),
        Some(19) => board.moved_to(Square::<19>).map(|board| propose(&board)),
        _ => board.moved_to(surface.clone()).map(|board| propose(&board)),
    };
    // A board's chains have liberties on any surface.
    proposal.unwrap_or_default()
}

/// A chain that is not alive beyond doubt.
struct Doubtful {
    color: Color,
    stones: Vec<Point>,
}

fn propose<S: Surface>(board: &Board<S>) -> Proposal {
    let alive = unconditionally_alive(board);
    let doubtful: Vec<Doubtful> = board
        .chains()
        .filter(|stone| !alive[stone.index()])
        .filter_map(|stone| Some(Doubtful { color: board.get(stone)?, stones: board.chain(stone) }))
        .collect();
    let mut proposal = Proposal::default();
    if doubtful.is_empty() {
        return proposal;
    }
    let mut random = SplitMix::new(board.hash());
    let first = Ownership::of(board, FIRST_GAMES, FIRST_MOVES, &mut random);
    let left = without_lost(board, &doubtful, &first);
    let second = Ownership::of(&left, SECOND_GAMES, SECOND_MOVES, &mut random);
    for Doubtful { color, stones } in doubtful {
        let views = second.percent(&stones, color);
        if views.iter().any(|view| view.abs() < SETTLED) || (views[0] < 0) != (views[1] < 0) {
            proposal.unsettled.extend(&stones);
        }
        if views[0] + views[1] < 0 {
            proposal.dead.extend(stones);
        }
    }
    proposal.dead.sort_unstable();
    proposal.unsettled.sort_unstable();
    proposal
}

/// The board without the chains that a first look gives up.
fn without_lost<S: Surface>(board: &Board<S>, doubtful: &[Doubtful], first: &Ownership) -> Board<S> {
    let kept: Vec<i32> = doubtful
        .iter()
        .map(|chain| first.percent(&chain.stones, chain.color).into_iter().sum::<i32>() / 2)
        .collect();
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
