//! The engine's opinion on dead stones, for the players to agree with or not.

use crate::surface::Surface;
use crate::{Board, Color, Playout, Point, SplitMix, Square, unconditionally_alive};

/// About how many moves all playouts of a proposal may have together. It bounds the time on boards of every size.
const MOVES: usize = 120_000;

/// The least and the most playouts for each side to move first.
const PLAYOUTS: std::ops::RangeInclusive<usize> = 60..=400;

/// A chain is dead if it is lost in at least this share (in percent) of the playouts, whoever moves first. Random
/// players are so clumsy that even dead stones often survive them: in a hundred finished games of GNU Go against
/// itself no living chain reached this share, and nearly nine in ten dead stones did.
const DEAD_PERCENT: usize = 58;

/// A chain is alive if it is kept in at least this share (in percent) of the playouts, whoever moves first.
const ALIVE_PERCENT: usize = 50;

/// Stones that are probably dead. It is only a proposal: nothing in the rules depends on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proposal {
    /// The stones of whole chains that look dead, sorted.
    pub dead: Vec<Point>,
    /// The stones of whole chains about which there is no opinion, sorted. They are taken as alive.
    pub unsettled: Vec<Point>,
}

/// Proposes which stones are dead.
///
/// Chains that are alive by [`unconditionally_alive`] stay. Of the others the engine asks in how many random
/// continuations their points end up with their owner, with Black to move first and with White to move first; where
/// the two disagree, or neither side has most of them, a chain is unsettled. The same position always gets the same
/// answer.
pub fn propose_dead<S: Surface>(board: &Board<S>) -> Proposal {
    // The chains are built anew: how they came about must have no part in the answer. The usual boards have a surface
    // that is faster to play on.
    let surface = board.surface();
    let proposal = match surface.square_side() {
        Some(9) => board.moved_to(Square::<9>).map(|board| propose(&board)),
        Some(13) => board.moved_to(Square::<13>).map(|board| propose(&board)),
        Some(19) => board.moved_to(Square::<19>).map(|board| propose(&board)),
        _ => board.moved_to(surface.clone()).map(|board| propose(&board)),
    };
    // A board's chains have liberties on whatever surface.
    proposal.unwrap_or_default()
}

fn propose<S: Surface>(board: &Board<S>) -> Proposal {
    let alive = unconditionally_alive(board);
    let doubtful: Vec<Vec<Point>> =
        board.chains().filter(|stone| !alive[stone.index()]).map(|stone| board.chain(stone)).collect();
    let mut proposal = Proposal::default();
    if doubtful.is_empty() {
        return proposal;
    }
    let mut random = SplitMix::new(board.hash());
    let mut playout = Playout::filling_false_eyes(board);
    let views = Color::ALL.map(|first| Kept::count(board, &doubtful, first, &mut playout, &mut random));
    for (index, chain) in doubtful.into_iter().enumerate() {
        if views.iter().all(|view| view.lost_percent(index, chain.len()) >= DEAD_PERCENT) {
            proposal.dead.extend(chain);
        } else if views.iter().any(|view| view.kept_percent(index, chain.len()) < ALIVE_PERCENT) {
            proposal.unsettled.extend(chain);
        }
    }
    proposal.dead.sort_unstable();
    proposal.unsettled.sort_unstable();
    proposal
}

/// How often the points of each chain ended up with either side.
struct Kept {
    playouts: usize,
    own: Vec<usize>,
    lost: Vec<usize>,
}

impl Kept {
    fn count<S: Surface>(
        board: &Board<S>,
        chains: &[Vec<Point>],
        first: Color,
        playout: &mut Playout<S>,
        random: &mut SplitMix,
    ) -> Kept {
        let mut kept = Kept { playouts: 0, own: vec![0; chains.len()], lost: vec![0; chains.len()] };
        let mut moves = 0;
        while kept.playouts < *PLAYOUTS.start() || (moves < MOVES / 2 && kept.playouts < *PLAYOUTS.end()) {
            playout.run(board, first, random);
            moves += playout.moves();
            kept.playouts += 1;
            for (index, chain) in chains.iter().enumerate() {
                let color = board.get(chain[0]);
                for &point in chain {
                    match playout.owner(point) {
                        None => {}
                        owner if owner == color => kept.own[index] += 1,
                        Some(_) => kept.lost[index] += 1,
                    }
                }
            }
        }
        kept
    }

    fn kept_percent(&self, index: usize, stones: usize) -> usize {
        100 * self.own[index] / (self.playouts * stones)
    }

    fn lost_percent(&self, index: usize, stones: usize) -> usize {
        100 * self.lost[index] / (self.playouts * stones)
    }
}
