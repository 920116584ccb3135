//! The engine's opinion on dead stones, for the players to agree with or not.

use crate::doubtful::Doubtful;
use crate::fates::read_fates;
use crate::looks::look_twice;
use crate::standard_view::View;
use crate::surface::Surface;
use crate::{Board, Marks, Neutral, Point, Rules, Square, propose_neutral, unconditionally_alive};

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

/// What the engine thinks of the stones of a position, for somebody who is to agree with the marks of an opponent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judgement {
    /// The marks that it would propose, without points that are nobody's.
    pub proposal: Proposal,
    /// Those of the unsettled stones about which it has more than random games that end now so and now so, sorted: it
    /// has read that they live or die whoever moves first, or that they are in atari at a loss, or has come to no end.
    pub insists: Vec<Point>,
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
/// Chains with little room around them are also read out: whether the opponent can take them, whoever moves first.
/// Where that has an answer it decides.
///
/// The same position always gets the same answer, on square grids also when it is turned, mirrored or recoloured.
pub fn propose_dead<S: Surface>(board: &Board<S>) -> Proposal {
    judge_dead(board).proposal
}

/// Judges which stones are dead, as [`propose_dead`] does, and tells the doubts apart.
pub fn judge_dead<S: Surface>(board: &Board<S>) -> Judgement {
    // The chains are built anew, because the order of the moves that made them must have no part in the answer. The
    // usual boards have a surface that is faster to play on.
    let surface = board.surface();
    let view = View::standard(board);
    let judgement = match surface.square_side() {
        Some(9) => view.of(board, Square::<9>).map(|board| judge(&board)),
        Some(13) => view.of(board, Square::<13>).map(|board| judge(&board)),
        Some(19) => view.of(board, Square::<19>).map(|board| judge(&board)),
        _ => view.of(board, surface.clone()).map(|board| judge(&board)),
    };
    // A board's chains have liberties on any surface.
    let Judgement { proposal: Proposal { dead, unsettled, neutral }, insists } =
        judgement.unwrap_or_default();
    let proposal = Proposal { dead: view.on_board(&dead), unsettled: view.on_board(&unsettled), neutral };
    Judgement { proposal, insists: view.on_board(&insists) }
}

/// What a judgement cost. It bounds the time, and is the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Effort {
    /// The moves of all random games.
    moves: usize,
    /// The states of play that were looked into.
    states: usize,
}

fn judge<S: Surface>(board: &Board<S>) -> Judgement {
    judge_with_effort(board).0
}

fn judge_with_effort<S: Surface>(board: &Board<S>) -> (Judgement, Effort) {
    let alive = unconditionally_alive(board);
    let mut doubtful: Vec<Doubtful> = board
        .chains()
        .filter(|stone| !alive[stone.index()])
        .filter_map(|stone| Some(Doubtful::new(board.get(stone)?, board.chain(stone))))
        .collect();
    let mut judgement = Judgement::default();
    if doubtful.is_empty() {
        return (judgement, Effort::default());
    }
    let moves = look_twice(board, &mut doubtful);
    let states = read_fates(board, &mut doubtful, &alive);
    for chain in doubtful {
        if chain.is_unsettled() {
            judgement.proposal.unsettled.extend(&chain.stones);
            if chain.is_insisted_on() {
                judgement.insists.extend(&chain.stones);
            }
        }
        if chain.is_dead() {
            judgement.proposal.dead.extend(chain.stones);
        }
    }
    (judgement, Effort { moves, states })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::fates::{STATES, STATES_EACH};
    use crate::looks::{FIRST_MOVES, SECOND_MOVES};
    use crate::{Color, SplitMix, Stones, Topology};

    /// A board after random moves, as many of them as leave some of its points empty.
    fn random_board(turns: usize, random: &mut SplitMix) -> Board<Square<19>> {
        let mut board = Board::new(Square::<19>);
        for turn in 0..turns {
            let point = Point::at(random.below(board.surface().size()));
            let color = Color::ALL[turn % 2];
            if board.get(point).is_none() && !board.is_suicide(point, color) {
                board.place(point, color, &mut Vec::new());
            }
        }
        board
    }

    #[test]
    fn a_judgement_never_costs_more_than_so_many_moves() {
        let mut random = SplitMix::new(4);
        // Games begin in pairs, and each pair may go on to its end once the moves are spent: so may the last of either look.
        let longest = 3 * Square::<19>.size();
        let bound = FIRST_MOVES + SECOND_MOVES + 4 * longest;
        let efforts = [120, 250, 400, 700, 1500].map(|turns| {
            let effort = judge_with_effort(&random_board(turns, &mut random)).1;
            assert!(effort.moves <= bound && effort.states <= STATES, "{turns}: {effort:?}");
            effort
        });
        assert!(efforts.iter().any(|effort| effort.moves >= FIRST_MOVES + SECOND_MOVES), "{efforts:?}");
    }

    #[test]
    fn the_effort_of_reading_is_spent_and_bounded() {
        // A hanezeki, and eyes of four points in a square beside four that are shared: more than can be read to the end.
        for (width, rows) in [
            (9, "WBWB.WB.B WBWBWBBBB WBWBWBB.B .BWWWBBBB BBWBBBBBB ..WBBBBBB WWW.BBBBB"),
            (8, "..B..W.. ..B..W.. BBB..WWW"),
        ] {
            let stones: Vec<char> = rows.chars().filter(|stone| !stone.is_whitespace()).collect();
            let topology = Arc::new(Topology::grid(width, stones.len() / width).unwrap());
            let stones = Stones::parse(&topology, rows).unwrap();
            let board = Board::from_stones(topology, &stones).unwrap();
            let effort = judge_with_effort(&board).1;
            assert!((STATES_EACH..=STATES).contains(&effort.states), "{rows}: {effort:?}");
        }
    }
}
