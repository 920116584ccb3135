//! A position in which the opponent of a colour has filled the dame.

use crate::count::Count;
use crate::marks::Marked;
use crate::surface::Surface;
use crate::{Board, Color, Point};

/// The board after the dame are filled. The owner takes the dame over which its chains connect, and the opponent takes
/// all others.
///
/// Chains that do not stand take no part: a chain stands if it has a liberty in territory that counts. The dame around
/// other chains may be those of a seki, which neither player fills.
pub(super) fn filled<S: Surface>(board: &Board<S>, marked: &Marked, count: &Count, color: Color) -> Board<S> {
    let mut board = board.clone();
    let mut left: Vec<Point> = count
        .dame
        .iter()
        .copied()
        .filter(|&point| board.get(point).is_none() && !marked.is_neutral[point.index()])
        .collect();
    fill(&mut board, &mut left, color, |board, point| {
        let own = chains_beside(board, point, color);
        own.len() > 1 && own.iter().any(|&chain| stands(board, count, chain, color))
    });
    let opponent = color.opponent();
    fill(&mut board, &mut left, opponent, |board, point| {
        let standing = |chain: &Point, side: Color| stands(board, count, *chain, side);
        chains_beside(board, point, opponent).iter().any(|chain| standing(chain, opponent))
            && chains_beside(board, point, color).iter().all(|chain| standing(chain, color))
    });
    board
}

/// Puts a stone of this colour on each point for which that holds, again and again. None takes anything.
fn fill<S: Surface>(
    board: &mut Board<S>,
    left: &mut Vec<Point>,
    color: Color,
    may: impl Fn(&Board<S>, Point) -> bool,
) {
    loop {
        let before = left.len();
        left.retain(|&point| {
            if !may(board, point) {
                return true;
            }
            let stones = board.count(color.opponent());
            match board.with_stone(point, color) {
                Some(after) if after.count(color.opponent()) == stones => {
                    *board = after;
                    false
                }
                _ => true,
            }
        });
        if left.len() == before {
            return;
        }
    }
}

/// The chains of a colour next to a point, each once.
fn chains_beside<S: Surface>(board: &Board<S>, point: Point, color: Color) -> Vec<Point> {
    let stones = board.surface().neighbours(point).iter().filter(|&&at| board.get(at) == Some(color));
    let mut chains: Vec<Point> = stones.filter_map(|&at| board.representative(at)).collect();
    chains.sort_unstable();
    chains.dedup();
    chains
}

/// Whether a chain has a liberty in its owner's territory.
fn stands<S: Surface>(board: &Board<S>, count: &Count, chain: Point, color: Color) -> bool {
    let mut found = false;
    board.each_liberty(chain, |liberty| {
        found = count.owners[liberty.index()] == Some(color);
        !found
    });
    found
}
