//! Points that the engine thinks are nobody's, for the players to agree with or not.
//!
//! The Japanese rules of 1989 count, by article 8, the empty points that the living stones of one player surround, and
//! their commentary expects that before the count all dame are filled, and with them the points where that makes a
//! player mend a shape (*teire*). Players stop before that. So under territory scoring, and under no other, three kinds of
//! empty points would count although nobody would get them if play went on:
//!
//! - An *open border* is where two territories run into each other. Its points are nobody's if they divide what lies
//!   around them into parts that one colour each surrounds. Otherwise too much is open to say anything.
//! - A point *to fill* is one of a colour's territory on which the opponent could take stones once all dame are filled.
//!   For this all dame are filled by the opponent ([`filled`]), but for those over which the owner connects; then the
//!   opponent may play inside, each move an atari, and the owner answers ([`threats`]). As long as stones would be
//!   taken the owner fills one such point, the one that leaves the fewest others.
//! - A *false eye* is a point to fill that has only stones of its owner around it.
//!
//! Stones that are dead still stand there: it is often they that make it necessary to mend a shape. Groups in seki have
//! no territory and so nothing to fill.

mod filled;
mod threats;

use crate::count::Count;
use crate::marks::Marked;
use crate::names::named;
use crate::regions::Regions;
use crate::surface::Surface;
use crate::{Board, Color, Marks, Point, Rules, Scoring, Tax};
use filled::filled;
use threats::{Owner, threats};

/// How many points of one colour are filled at most. Finished games need a few.
const MAX_FILLED: usize = 24;

/// With more points than these on which stones could be taken, the position is too far from its end to say anything.
const MAX_THREATS: usize = 12;

named! {
    /// Why a point is nobody's.
    NeutralReason, "reason" {
        /// Its owner must connect there once all dame are filled, and only the owner's stones are around it.
        FalseEye = "false_eye",
        /// Its owner must fill it once all dame are.
        Fill = "fill",
        /// Two territories run into each other there.
        OpenBorder = "open_border",
    }
}

/// An empty point that counts for nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neutral {
    /// Where it is.
    pub point: Point,
    /// Why.
    pub reason: NeutralReason,
}

/// Proposes which empty points are nobody's if these stones are dead, in the order of the board. It is only a proposal:
/// nothing in the rules depends on it. There are none under area scoring, and none where `dead` names part of a chain.
pub fn propose_neutral<S: Surface>(board: &Board<S>, dead: &[Point], rules: &Rules) -> Vec<Neutral> {
    if rules.scoring == Scoring::Area {
        return Vec::new();
    }
    let Ok(mut marked) = Marked::new(board, &Marks::dead(dead)) else { return Vec::new() };
    // Whose territory is in seki matters under any tax.
    let mut count = Count::new(board, &marked, Tax::Seki);
    let mut neutral = Vec::new();
    let closing = closing(board, &marked, &count);
    if !closing.is_empty() {
        for point in closing {
            marked.is_neutral[point.index()] = true;
            neutral.push(Neutral { point, reason: NeutralReason::OpenBorder });
        }
        count = Count::new(board, &marked, Tax::Seki);
    }
    for color in Color::ALL {
        let start = filled(&board_for(board, &marked, color), &marked, &count, color);
        let owner = Owner { color, owners: &count.owners, walls: walls(board, &marked, &count, color) };
        for point in points_to_fill(start, &owner) {
            let around = board.surface().neighbours(point);
            let closed = around.iter().all(|&at| board.get(at) == Some(color));
            let reason = if closed { NeutralReason::FalseEye } else { NeutralReason::Fill };
            neutral.push(Neutral { point, reason });
        }
    }
    neutral.sort_unstable_by_key(|neutral| neutral.point);
    neutral
}

/// The board on which a colour is threatened: its own dead stones do not help it.
fn board_for<S: Surface>(board: &Board<S>, marked: &Marked, color: Color) -> Board<S> {
    let gone = board.surface().points();
    let gone: Vec<bool> =
        gone.map(|point| marked.is_dead[point.index()] && board.get(point) == Some(color)).collect();
    board.without(&gone)
}

/// The open borders that divide what is around them.
fn closing<S: Surface>(board: &Board<S>, marked: &Marked, count: &Count) -> Vec<Point> {
    let surface = board.surface();
    let living = |point: Point| board.get(point).filter(|_| !marked.is_dead[point.index()]);
    let mut is_border = vec![false; surface.size()];
    for point in &count.open_borders {
        is_border[point.index()] = board.get(*point).is_none();
    }
    let mut closing = Vec::new();
    for region in Regions::of(surface, |point| living(point).is_none()) {
        let border: Vec<Point> = region.iter().copied().filter(|point| is_border[point.index()]).collect();
        let mut inside = vec![false; surface.size()];
        for point in &region {
            inside[point.index()] = !is_border[point.index()];
        }
        let mut parts = Regions::of(surface, |point| inside[point.index()]);
        let owned = |part: Vec<Point>| {
            let stones = part.iter().flat_map(|&point| surface.neighbours(point));
            let mut colors = stones.filter_map(|&at| living(at));
            colors.next().is_some_and(|first| colors.all(|color| color == first))
        };
        if !border.is_empty() && parts.all(owned) {
            closing.extend(border);
        }
    }
    closing
}

/// The stones of a colour's chains that surround its territory. The others stand inside one: whoever takes them has taken
/// nothing yet.
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

/// The points that an owner has to fill on this board, where the dame are filled.
fn points_to_fill<S: Surface>(mut board: Board<S>, owner: &Owner<'_>) -> Vec<Point> {
    let mut fill = Vec::new();
    let mut left = threats(&board, owner);
    while !left.is_empty() && left.len() <= MAX_THREATS && fill.len() < MAX_FILLED {
        let best = left
            .iter()
            .filter_map(|&point| {
                let filled = with_stone(&board, point, owner.color)?;
                let left = threats(&filled, owner);
                Some((point, filled, left))
            })
            .min_by_key(|(_, _, left)| left.len());
        match best {
            Some((point, filled, fewer)) if fewer.len() < left.len() => {
                fill.push(point);
                (board, left) = (filled, fewer);
            }
            _ => break,
        }
    }
    fill
}

/// The board after a stone that is not taken at once.
fn with_stone<S: Surface>(board: &Board<S>, at: Point, color: Color) -> Option<Board<S>> {
    let (mut after, mut taken) = (board.clone(), Vec::new());
    (after.place(at, color, &mut taken) && after.get(at) == Some(color)).then_some(after)
}
