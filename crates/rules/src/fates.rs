//! Reading for all chains of a board whose life is in doubt.

use crate::doubtful::Doubtful;
use crate::reading::{Fate, Reader};
use crate::surface::Surface;
use crate::{Board, Color};

/// A chain that keeps its points by so many percent at both looks is taken to be safe while others are read.
const SAFE: i32 = 60;

/// A chain is not read if both looks agree by so many percent, with either player to move.
const BEYOND_READING: i32 = 85;

/// How many states of play are looked into for a whole board, which bounds the time, and for one question.
const STATES: usize = 14_000;
const STATES_EACH: usize = 2_000;

/// Notes the fates of those chains that can be read out. Those that are the least clear to random games come first,
/// because the effort is bounded.
pub(crate) fn read_fates<S: Surface>(board: &Board<S>, doubtful: &mut [Doubtful], alive: &[bool]) {
    let mut walls = alive.to_vec();
    for chain in doubtful.iter().filter(|chain| chain.kept() >= SAFE) {
        for stone in &chain.stones {
            walls[stone.index()] = true;
        }
    }
    let mut order: Vec<usize> = (0..doubtful.len())
        .filter(|&index| doubtful[index].clarity() < BEYOND_READING || doubtful[index].changed())
        .collect();
    order.sort_by_key(|&index| doubtful[index].clarity());
    let mut reader = Reader::new(STATES, STATES_EACH);
    for index in order {
        doubtful[index].fate = reader.fate(board, doubtful[index].stones[0], &walls, alive);
        if matches!(doubtful[index].fate, Some(Fate::Taken | Fate::TakenByKo | Fate::Open)) {
            let at_a_loss = at_a_loss(board, &doubtful[index], &mut reader, &walls, alive);
            doubtful[index].fate = at_a_loss.or(doubtful[index].fate);
        }
    }
    forget_what_the_dead_would_take(board, doubtful);
}

/// The fate of a chain that can be taken at once, if the stones that take it, as many as it has or more, could be taken then.
fn at_a_loss<S: Surface>(
    board: &Board<S>,
    chain: &Doubtful,
    reader: &mut Reader,
    walls: &[bool],
    alive: &[bool],
) -> Option<Fate> {
    let at = board.last_liberty(chain.stones[0])?;
    let (mut after, mut taken) = (board.clone(), Vec::new());
    after.place(at, chain.color.opponent(), &mut taken);
    if after.chain(at).len() < taken.len() {
        return None;
    }
    let fate = reader.fate(&after, at, walls, alive)?;
    let is_loss = match fate {
        Fate::Taken | Fate::TakenByKo | Fate::Open => true,
        Fate::Unfinished => !chain.is_lost_in_games(),
        Fate::Stays | Fate::StaysByKo | Fate::AtALoss => false,
    };
    is_loss.then_some(Fate::AtALoss)
}

/// A chain is not lost to chains that are dead themselves. Reading knows of one chain at a time, so where both sides
/// would take each other it has no answer.
fn forget_what_the_dead_would_take<S: Surface>(board: &Board<S>, doubtful: &mut [Doubtful]) {
    let mut dead: Vec<Option<Color>> = vec![None; board.surface().size()];
    for chain in doubtful.iter().filter(|chain| chain.is_dead()) {
        for stone in &chain.stones {
            dead[stone.index()] = Some(chain.color);
        }
    }
    for chain in doubtful {
        let other = Some(chain.color.opponent());
        let liberties = board.liberties(chain.stones[0]);
        let near = chain.stones.iter().chain(&liberties).flat_map(|&point| board.surface().neighbours(point));
        let is_near_dead = near.into_iter().any(|at| dead[at.index()] == other);
        if is_near_dead && matches!(chain.fate, Some(Fate::Taken | Fate::TakenByKo | Fate::Open)) {
            chain.fate = None;
        }
    }
}
