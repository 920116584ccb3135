//! Chains that no opponent can ever take.

use crate::regions::Regions;
use crate::surface::Surface;
use crate::{Board, Color, Point};

/// For each point, whether it has a stone of a chain that stays alive even if its owner passes for ever. Such chains
/// share at least two regions of which every empty point is a liberty of theirs. The algorithm is from D. B. Benson,
/// "Life in the Game of Go", Information Sciences 10 (1976).
///
/// The answer holds on any graph, where suicide is forbidden or only of single stones. Multi-stone suicide can empty a
/// region that counted as an eye.
pub fn unconditionally_alive<S: Surface>(board: &Board<S>) -> Vec<bool> {
    let mut alive = vec![false; board.surface().size()];
    for color in Color::ALL {
        mark_alive(board, color, &mut alive);
    }
    alive
}

/// A region without stones of the colour in question, as an eye of the chains around it.
struct Eye {
    /// The chains around it, by representative.
    around: Vec<Point>,
    /// The chains around the eye to which each of its empty points is a liberty.
    vital_to: Vec<Point>,
    whole: bool,
}

fn mark_alive<S: Surface>(board: &Board<S>, color: Color, alive: &mut [bool]) {
    let mut eyes: Vec<Eye> = Regions::of(board.surface(), |point| board.get(point) != Some(color))
        .map(|region| eye(board, color, &region))
        .collect();
    let mut vital = vec![0u32; alive.len()];
    for chain in eyes.iter().flat_map(|eye| &eye.vital_to) {
        vital[chain.index()] += 1;
    }
    let mut standing: Vec<Point> = board
        .chains()
        .filter_map(|stone| (board.get(stone) == Some(color)).then(|| board.representative(stone)).flatten())
        .collect();
    // Drop chains with fewer than two eyes, then the eyes that they helped to surround, until nothing changes.
    loop {
        let before = standing.len();
        standing.retain(|chain| vital[chain.index()] >= 2);
        if standing.len() == before {
            break;
        }
        for eye in eyes.iter_mut().filter(|eye| eye.whole) {
            if eye.around.iter().any(|chain| vital[chain.index()] < 2) {
                eye.whole = false;
                for chain in &eye.vital_to {
                    vital[chain.index()] -= 1;
                }
            }
        }
    }
    for stone in standing.into_iter().flat_map(|chain| board.chain(chain)) {
        alive[stone.index()] = true;
    }
}

fn eye<S: Surface>(board: &Board<S>, color: Color, region: &[Point]) -> Eye {
    let mut around = Vec::new();
    let mut vital_to: Option<Vec<Point>> = None;
    for &point in region {
        let mut next_to: Vec<Point> = board
            .surface()
            .neighbours(point)
            .iter()
            .filter(|&&neighbour| board.get(neighbour) == Some(color))
            .filter_map(|&neighbour| board.representative(neighbour))
            .collect();
        next_to.sort_unstable();
        next_to.dedup();
        if board.get(point).is_none() {
            match &mut vital_to {
                None => vital_to = Some(next_to.clone()),
                Some(vital) => vital.retain(|chain| next_to.contains(chain)),
            }
        }
        around.extend(next_to);
    }
    around.sort_unstable();
    around.dedup();
    Eye { around, vital_to: vital_to.unwrap_or_default(), whole: true }
}
