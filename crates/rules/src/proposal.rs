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
    // The chains are built anew, because the order of the moves that made them must have no part in the answer. The
    // usual boards have a surface that is faster to play on.
    let surface = board.surface();
    let view = View::standard(board);
    let proposal = match surface.square_side() {
        Some(9) => board.seen_in(&view, Square::<9>).map(|board| propose(&board)),
        Some(13) => board.seen_in(&view, Square::<13>).map(|board| propose(&board)),
        Some(19) => board.seen_in(&view, Square::<19>).map(|board| propose(&board)),
        _ => board.seen_in(&view, surface.clone()).map(|board| propose(&board)),
    };
    // A board's chains have liberties on any surface.
    let Proposal { dead, unsettled, neutral } = proposal.unwrap_or_default();
    Proposal { dead: view.on_board(&dead), unsettled: view.on_board(&unsettled), neutral }
}

fn propose<S: Surface>(board: &Board<S>) -> Proposal {
    let alive = unconditionally_alive(board);
    let mut doubtful: Vec<Doubtful> = board
        .chains()
        .filter(|stone| !alive[stone.index()])
        .filter_map(|stone| Some(Doubtful::new(board.get(stone)?, board.chain(stone))))
        .collect();
    let mut proposal = Proposal::default();
    if doubtful.is_empty() {
        return proposal;
    }
    look_twice(board, &mut doubtful);
    read_fates(board, &mut doubtful, &alive);
    for chain in doubtful {
        if chain.is_unsettled() {
            proposal.unsettled.extend(&chain.stones);
        }
        if chain.is_dead() {
            proposal.dead.extend(chain.stones);
        }
    }
    proposal
}
