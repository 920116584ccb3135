//! Where an opponent could take stones by ataris alone.

use crate::surface::Surface;
use crate::{Board, Color, Point};

/// How many ataris an opponent plays before one of its moves must take stones.
const MAX_ATARIS: usize = 3;

/// Whose territory the opponent plays in.
pub(super) struct Owner<'a> {
    pub(super) color: Color,
    /// For each point whose territory it is.
    pub(super) owners: &'a [Option<Color>],
    /// The stones that must not be taken.
    pub(super) walls: Vec<bool>,
}

impl Owner<'_> {
    fn has_wall(&self, stones: &[Point]) -> bool {
        stones.iter().any(|stone| self.walls[stone.index()])
    }
}

/// The points in an owner's territory on which the opponent could play and then take stones of a wall, whatever the
/// owner answers, in the order of the board.
pub(super) fn threats<S: Surface>(board: &Board<S>, owner: &Owner<'_>) -> Vec<Point> {
    let mut points = Vec::new();
    for chain in board.chains().filter(|&stone| board.get(stone) == Some(owner.color)) {
        let liberties = board.liberties(chain);
        if liberties.len() <= 2 {
            points.extend(liberties);
        }
    }
    points.sort_unstable();
    points.dedup();
    points.retain(|&point| {
        owner.owners[point.index()] == Some(owner.color) && takes(board, point, owner, MAX_ATARIS)
    });
    points
}

/// Whether the opponent takes stones of a wall by playing there, at once or after so many ataris at most.
fn takes<S: Surface>(board: &Board<S>, at: Point, owner: &Owner<'_>, ataris: usize) -> bool {
    let color = owner.color;
    let (mut after, mut taken) = (board.clone(), Vec::new());
    if !after.place(at, color.opponent(), &mut taken) || taken.contains(&at) {
        return false;
    }
    let lost = owner.has_wall(&taken);
    let taken_back = taken_back_at(&after, at, &taken);
    if lost && (taken_back.is_none() || ataris == 0) {
        return true;
    }
    let beside = board.surface().neighbours(at).iter().copied();
    let in_atari: Vec<Point> = beside
        .filter(|&stone| after.get(stone) == Some(color) && after.last_liberty(stone).is_some())
        .filter(|&stone| owner.has_wall(&after.chain(stone)))
        .collect();
    if let Some(answer) = taken_back.filter(|_| lost) {
        return !saves(&after, answer, &in_atari, owner, ataris);
    }
    if in_atari.is_empty() || ataris == 0 {
        return false;
    }
    !answers(&after, at, &in_atari).into_iter().any(|answer| saves(&after, answer, &in_atari, owner, ataris))
}

/// Where a single stone that was taken can be taken back at once, together with the stones that took it. A stone that took it alone is
/// in ko.
fn taken_back_at<S: Surface>(board: &Board<S>, at: Point, taken: &[Point]) -> Option<Point> {
    let &[stone] = taken else { return None };
    board.last_liberty(at).filter(|&last| last == stone && board.chain(at).len() > 1)
}

/// The points where the owner may answer: the last liberties of its chains, and those of stones that threaten the
/// chains.
fn answers<S: Surface>(board: &Board<S>, at: Point, in_atari: &[Point]) -> Vec<Point> {
    let mut answers: Vec<Point> = in_atari.iter().filter_map(|&stone| board.last_liberty(stone)).collect();
    answers.extend(board.last_liberty(at));
    for &stone in in_atari {
        let color = board.get(stone);
        for stone in board.chain(stone) {
            let beside = board.surface().neighbours(stone).iter();
            let others = beside.filter(|&&other| board.get(other).is_some() && board.get(other) != color);
            answers.extend(others.filter_map(|&other| board.last_liberty(other)));
        }
    }
    answers.sort_unstable();
    answers.dedup();
    answers
}

/// Whether nothing is in atari after the owner plays there, and no further atari takes anything.
fn saves<S: Surface>(
    board: &Board<S>,
    answer: Point,
    in_atari: &[Point],
    owner: &Owner<'_>,
    ataris: usize,
) -> bool {
    let Some(after) = board.with_stone(answer, owner.color) else { return false };
    let mut next = Vec::new();
    for &stone in in_atari.iter().chain([&answer]).filter(|&&stone| owner.has_wall(&after.chain(stone))) {
        let liberties = after.liberties(stone);
        match liberties.len() {
            1 => return false,
            2 => next.extend(liberties),
            _ => {}
        }
    }
    next.sort_unstable();
    next.dedup();
    !next.into_iter().any(|point| takes(&after, point, owner, ataris - 1))
}
