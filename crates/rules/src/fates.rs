//! Reading for all chains of a board whose life is in doubt.

use crate::doubtful::{Doubtful, Walls};
use crate::reading::{Fate, Reader};
use crate::surface::Surface;
use crate::{Board, Color, Point};

/// A chain that keeps its points by so many percent at both looks is taken to be safe while others are read.
const SAFE: i32 = 60;

/// A chain is plain if both looks agree by so many percent, with either player to move. It is not read, or beside a ko only to find
/// whether it is dead unless its owner wins that ko: random games know nothing of threats elsewhere.
const BEYOND_READING: i32 = 85;

/// How many states of play are looked into for a whole board, which bounds the time, and for one question.
pub(crate) const STATES: usize = 14_000;
pub(crate) const STATES_EACH: usize = 2_000;

/// Notes the fates of those chains that can be read out. Those that are the least clear to random games come first,
/// because the effort is bounded. Answers how many states of play that took.
pub(crate) fn read_fates<S: Surface>(board: &Board<S>, doubtful: &mut [Doubtful], alive: &[bool]) -> usize {
    let mut walls = alive.to_vec();
    for chain in doubtful.iter().filter(|chain| chain.kept() >= SAFE) {
        for stone in &chain.stones {
            walls[stone.index()] = true;
        }
    }
    let mut order: Vec<usize> = (0..doubtful.len())
        .filter(|&index| !is_plain(&doubtful[index]) || is_beside_ko(board, &doubtful[index]))
        .collect();
    order.sort_by_key(|&index| doubtful[index].clarity());
    let mut reader = Reader::new(STATES, STATES_EACH);
    let mut beside: Vec<Vec<Point>> = vec![Vec::new(); doubtful.len()];
    for index in order {
        let chain = &mut doubtful[index];
        let Some(reading) = reader.fate(board, chain.stones[0], &walls, alive) else { continue };
        let is_plain = is_plain(chain);
        if is_plain && !(chain.is_dead() && reading.fate == Fate::TakenByKo) {
            continue;
        }
        chain.fate = Some(reading.fate);
        chain.walls = match (reading.walls.is_empty(), reading.sturdy) {
            (true, _) => Walls::None,
            (false, true) => Walls::Sturdy,
            (false, false) => Walls::Weak,
        };
        beside[index] = reading.walls;
        if !is_plain && matches!(reading.fate, Fate::Taken | Fate::TakenByKo | Fate::Open) {
            let at_a_loss = at_a_loss(board, chain, &mut reader, &walls, alive);
            chain.fate = at_a_loss.or(chain.fate);
        }
    }
    doubt_stones_in_ko(board, doubtful);
    forget_what_the_dead_would_take(board, doubtful);
    doubt_what_hangs_on_doubtful_walls(board, doubtful, &beside);
    STATES - reader.left()
}

/// Whether random games are of one mind about the chain.
fn is_plain(chain: &Doubtful) -> bool {
    chain.clarity() >= BEYOND_READING && !chain.changed()
}

/// Whether either side could take a single stone in ko on a liberty of the chain.
fn is_beside_ko<S: Surface>(board: &Board<S>, chain: &Doubtful) -> bool {
    let liberties = board.liberties(chain.stones[0]);
    liberties.into_iter().any(|at| Color::ALL.into_iter().any(|color| takes_in_ko(board, at, color)))
}

/// Whether a stone there would take a single stone and could be taken back alone.
fn takes_in_ko<S: Surface>(board: &Board<S>, at: Point, color: Color) -> bool {
    let around = board.surface().neighbours(at);
    let opponent = Some(color.opponent());
    if around.iter().any(|&beside| board.get(beside) != opponent) {
        return false;
    }
    let mut taken = around.iter().filter(|&&beside| board.last_liberty(beside) == Some(at));
    taken.next().is_some_and(|&stone| board.chain(stone).len() == 1) && taken.next().is_none()
}

/// A dead stone in ko lives if its owner wins the ko and by that the chain beside it.
fn doubt_stones_in_ko<S: Surface>(board: &Board<S>, doubtful: &mut [Doubtful]) {
    let mut in_ko = vec![false; board.surface().size()];
    for chain in doubtful.iter().filter(|chain| chain.fate == Some(Fate::TakenByKo)) {
        for at in board.liberties(chain.stones[0]) {
            if takes_in_ko(board, at, chain.color.opponent()) {
                for &stone in board.surface().neighbours(at) {
                    in_ko[stone.index()] |= board.last_liberty(stone) == Some(at);
                }
            }
        }
    }
    for chain in doubtful.iter_mut().filter(|chain| in_ko[chain.stones[0].index()]) {
        if chain.fate.is_none() && chain.is_dead() {
            chain.fate = Some(Fate::TakenByKo);
        }
    }
}

/// Marks the chains that were read beside walls which are not safe after all.
fn doubt_what_hangs_on_doubtful_walls<S: Surface>(
    board: &Board<S>,
    doubtful: &mut [Doubtful],
    beside: &[Vec<Point>],
) {
    // Each round finds one chain more at least, or is the last.
    loop {
        let mut unsafe_stones = vec![false; board.surface().size()];
        for chain in doubtful.iter().filter(|chain| chain.is_dead() || chain.is_unsettled()) {
            for stone in &chain.stones {
                unsafe_stones[stone.index()] = true;
            }
        }
        let mut changed = false;
        for (chain, walls) in doubtful.iter_mut().zip(beside) {
            if !chain.hangs && walls.iter().any(|wall| unsafe_stones[wall.index()]) {
                chain.hangs = true;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
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
    let fate = reader.fate(&after, at, walls, alive)?.fate;
    let is_loss = match fate {
        Fate::Taken | Fate::TakenByKo | Fate::Open => true,
        Fate::Unfinished => !chain.is_lost_in_games(),
        Fate::Stays | Fate::StaysByKo | Fate::AtALoss => false,
    };
    is_loss.then_some(Fate::AtALoss)
}

/// A chain is not lost to chains that are dead themselves. Reading knows of one chain at a time, so where both sides
/// would take each other it has no answer. But where the first move decides it decides indeed, whatever lies dead beside it.
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
        if is_near_dead && matches!(chain.fate, Some(Fate::Taken | Fate::TakenByKo)) {
            chain.fate = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Stones, Topology};

    #[test]
    fn a_chain_that_was_read_beside_a_doubtful_wall_is_in_doubt_itself() {
        let grid = Arc::new(Topology::grid(7, 1).unwrap());
        let stones = Stones::parse(&grid, "B.B.B.B").unwrap();
        let board = Board::from_stones(Arc::clone(&grid), &stones).unwrap();
        let chains: Vec<Point> = board.chains().collect();
        let read = |&stone: &Point| Doubtful {
            fate: Some(Fate::Stays),
            ..Doubtful::new(Color::Black, board.chain(stone))
        };
        let mut doubtful: Vec<Doubtful> = chains.iter().map(read).collect();
        doubtful[2].fate = Some(Fate::Open);
        // The first was read beside the second, the second beside the third, and the last beside none.
        let beside = [vec![chains[1]], vec![chains[2]], Vec::new(), Vec::new()];
        let in_doubt =
            |doubtful: &[Doubtful]| doubtful.iter().map(Doubtful::is_unsettled).collect::<Vec<_>>();
        assert_eq!(in_doubt(&doubtful), [false, false, true, false]);
        doubt_what_hangs_on_doubtful_walls(&board, &mut doubtful, &beside);
        assert_eq!(in_doubt(&doubtful), [true, true, true, false]);
    }
}
