//! Points that the engine thinks are nobody's, for the players to agree with or not.
//!
//! By article 8 of the Japanese rules of 1989, the empty points that the living stones of one player surround count.
//! The commentary expects that before the count all dame are filled, and also the points where a player must mend a
//! shape once the dame are filled (*teire*). Players stop before that. So under territory scoring, and under no other,
//! three kinds of empty points would count although nobody would get them if play went on, and a fourth kind does not
//! count in the eyes of the rules:
//!
//! - An *open border* is where two territories run into each other. Its points are nobody's if they divide what lies
//!   around them into parts that one colour each surrounds. Otherwise too much is open to say anything.
//! - A point *to fill* is one of a colour's territory on which the opponent could take stones once all dame are filled.
//!   For this all dame are filled by the opponent ([`filled`]), but for those over which the owner connects; then the
//!   opponent may play inside, each move an atari, and the owner answers ([`threats`]). As long as stones would be
//!   taken the owner fills one such point, the one that leaves the fewest others. What one colour fills may be where the
//!   other would have answered, so both are asked again with those points filled.
//! - A *false eye* is a point to fill that has only stones of its owner around it.
//! - A point *in seki* is one that a group in seki surrounds, or one that opposing groups in seki share. Where the rules
//!   have a tax it counts for nobody, marked or not ([`crate::seki`]); it is named so that the players see why.
//!
//! Stones that are dead still stand there: it is often they that make it necessary to mend a shape. Groups in seki have
//! no territory and so nothing to fill.

mod fill;
mod filled;
mod threats;

use crate::count::Count;
use crate::marks::Marked;
use crate::names::named;
use crate::regions::Regions;
use crate::surface::Surface;
use crate::{Board, Marks, Point, Rules, Scoring, Tax};
use fill::points_to_fill;

named! {
    /// Why a point is nobody's.
    NeutralReason, "reason" {
        /// Its owner must connect there once all dame are filled, and only the owner's stones are around it.
        FalseEye = "false_eye",
        /// Its owner must fill it once all dame are.
        Fill = "fill",
        /// Two territories run into each other there.
        OpenBorder = "open_border",
        /// Groups that live in seki surround or share it.
        Seki = "seki",
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

/// Proposes which empty points are nobody's if these stones are dead, in the order of the board. Nothing in the rules
/// depends on the proposal. It is empty under area scoring, and where `dead` names part of a chain.
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
    for (color, points) in points_to_fill(board, &marked, &count).iter() {
        for &point in points {
            let around = board.surface().neighbours(point);
            let closed = around.iter().all(|&at| board.get(at) == Some(color));
            let reason = if closed { NeutralReason::FalseEye } else { NeutralReason::Fill };
            neutral.push(Neutral { point, reason });
        }
    }
    if rules.tax != Tax::None {
        let seki = count.seki.iter().filter(|point| !marked.is_neutral[point.index()]);
        neutral.extend(seki.map(|&point| Neutral { point, reason: NeutralReason::Seki }));
    }
    neutral.sort_unstable_by_key(|neutral| neutral.point);
    neutral
}

/// The open borders that divide their surroundings.
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
