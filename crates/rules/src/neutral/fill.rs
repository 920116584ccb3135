//! The points that both colours have to fill once all dame are filled.

use super::filled::filled;
use super::threats::{Owner, threats};
use crate::count::Count;
use crate::marks::Marked;
use crate::regions::Regions;
use crate::surface::Surface;
use crate::{Board, ByColor, Color, Point};

/// How many points of one colour are filled at most. Finished games need a few.
const MAX_FILLED: usize = 24;

/// With more points than these on which stones could be taken, the position is too far from its end to say anything.
const MAX_THREATS: usize = 12;

/// How many points may be filled one after the other before fewer threats are left. Connected stones may be threatened
/// together, so that one point alone saves none of them.
const TRIED: usize = 2;

/// How many times both colours are asked at most.
const ROUNDS: usize = 3;

/// The points that each colour has to fill once the dame are filled. A point that one colour has filled may be the
/// point where the other would have answered a threat. So both are asked again until neither has more to fill.
pub(super) fn points_to_fill<S: Surface>(
    board: &Board<S>,
    marked: &Marked,
    count: &Count,
) -> ByColor<Vec<Point>> {
    let start =
        ByColor::from_fn(|color| filled(&without_own_dead(board, marked, color), marked, count, color));
    let owner = ByColor::from_fn(|color| Owner {
        color,
        owners: &count.owners,
        walls: walls(board, marked, count, color),
    });
    let mut fill: ByColor<Vec<Point>> = ByColor::default();
    for _ in 0..ROUNDS {
        let next = ByColor::from_fn(|color: Color| {
            let opponent = color.opponent();
            let filled = fill[opponent].iter();
            let start = filled.fold(start[color].clone(), |board, &point| {
                board.with_stone(point, opponent).unwrap_or(board)
            });
            points_to_fill_against(start, &owner[color])
        });
        if next == fill {
            break;
        }
        fill = next;
    }
    // Only empty points are marked, none where a dead stone was taken off.
    fill.map(|points| points.into_iter().filter(|&point| board.get(point).is_none()).collect())
}

/// The board on which a colour is threatened: its own dead stones do not help it.
fn without_own_dead<S: Surface>(board: &Board<S>, marked: &Marked, color: Color) -> Board<S> {
    let gone = board.surface().points();
    let gone: Vec<bool> =
        gone.map(|point| marked.is_dead[point.index()] && board.get(point) == Some(color)).collect();
    board.without(&gone)
}

/// The stones of a colour's chains that surround its territory. The colour's other stones stand inside one territory,
/// and an opponent who takes them has gained nothing yet.
fn walls<S: Surface>(board: &Board<S>, marked: &Marked, count: &Count, color: Color) -> Vec<bool> {
    let surface = board.surface();
    let mut territory = vec![None; surface.size()];
    for (number, region) in
        Regions::of(surface, |point| count.owners[point.index()] == Some(color)).enumerate()
    {
        for point in region {
            territory[point.index()] = Some(number);
        }
    }
    let mut walls = vec![false; surface.size()];
    for stone in board.chains().filter(|stone| board.get(*stone) == Some(color)) {
        let chain = board.chain(stone);
        let around = chain.iter().flat_map(|&stone| surface.neighbours(stone));
        let mut beside = around.filter(|&&at| board.get(at) != Some(color)).map(|at| territory[at.index()]);
        let first = beside.next().flatten();
        if !marked.is_dead[stone.index()] && (first.is_none() || beside.any(|other| other != first)) {
            for stone in chain {
                walls[stone.index()] = true;
            }
        }
    }
    walls
}

/// The points that an owner has to fill on this board, on which the opponent moves next.
fn points_to_fill_against<S: Surface>(mut board: Board<S>, owner: &Owner<'_>) -> Vec<Point> {
    let mut fill = Vec::new();
    let mut left = threats(&board, owner);
    // How few threats have been left, and by how many points.
    let (mut fewest, mut enough) = (left.len(), 0);
    while !left.is_empty() && left.len() <= MAX_THREATS && fill.len() < MAX_FILLED.min(enough + TRIED) {
        let best = left
            .iter()
            .filter_map(|&point| {
                let filled = board.with_stone(point, owner.color)?;
                let left = threats(&filled, owner);
                Some((point, filled, left))
            })
            .min_by_key(|(_, _, left)| left.len());
        let Some((point, filled, after)) = best else { break };
        fill.push(point);
        (board, left) = (filled, after);
        if left.len() < fewest {
            (fewest, enough) = (left.len(), fill.len());
        }
    }
    fill.truncate(enough);
    fill
}
