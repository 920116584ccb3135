//! Pairs for a round: those who stand alike meet, and nobody meets anybody twice as long as that can be.

use std::cmp::Reverse;

use crate::matching::{Graph, find_partner, most_pairs};

/// The standing of a player before a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    /// Points: two for a win or a bye, one for a game without a winner on the board.
    pub points: u32,
    /// The number of times that the player was left over.
    pub byes: u32,
    /// The number of games with Black, less those with White.
    pub blacks: i32,
}

/// A round. Everybody stands in it once, by the place in the list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pairing {
    /// Black and White of each game.
    pub pairs: Vec<(usize, usize)>,
    /// The one who is left over, of an odd number.
    pub bye: Option<usize>,
}

/// Pairs everybody. `met` says how often two have met. The same standings lead to the same pairs; of those
/// who stand alike the one who comes first in the list counts as higher.
///
/// Nobody is left over a second time before everybody was. Within that as few pairs meet again as can be, and
/// within that those at the top meet those who stand nearest to them.
///
/// ```
/// use tengen_groups::{Standing, pair};
///
/// let round = pair(&[Standing::default(); 3], |_, _| 0);
/// assert_eq!((round.pairs, round.bye), (vec![(1, 0)], Some(2)));
/// ```
pub fn pair(standings: &[Standing], met: impl Fn(usize, usize) -> u32) -> Pairing {
    let mut order: Vec<usize> = (0..standings.len()).collect();
    order.sort_by_key(|who| (Reverse(standings[*who].points), *who));
    let bye = (order.len() % 2 == 1).then(|| left_over(standings, &order, &met)).flatten();
    order.retain(|who| Some(*who) != bye);

    let mut pairs = Vec::new();
    for (higher, lower) in partners(standings, &order, &met) {
        // The player who had Black less often has it; the lower one in doubt.
        let is_higher_black = standings[higher].blacks < standings[lower].blacks;
        pairs.push(if is_higher_black { (higher, lower) } else { (lower, higher) });
    }
    Pairing { pairs, bye }
}

/// The one who is left over: the lowest of those who were so least often, without whom as few as can be meet
/// again.
fn left_over(standings: &[Standing], order: &[usize], met: &impl Fn(usize, usize) -> u32) -> Option<usize> {
    let fewest = order.iter().map(|who| standings[*who].byes).min()?;
    let fresh = Graph::new(order.len(), |one, other| met(order[one], order[other]) == 0);
    let mut best: Option<(usize, usize)> = None;
    for place in (0..order.len()).rev().filter(|place| standings[order[*place]].byes == fewest) {
        let mut rest = fresh.clone();
        rest.take_out(place);
        let alone = most_pairs(&rest).iter().filter(|partner| partner.is_none()).count() - 1;
        if best.is_none_or(|(fewest, _)| alone < fewest) {
            best = Some((alone, order[place]));
        }
        if alone == 0 {
            break;
        }
    }
    best.map(|(_, who)| who)
}

/// The pairs of an even number, each with the higher one first.
fn partners(
    standings: &[Standing],
    order: &[usize],
    met: &impl Fn(usize, usize) -> u32,
) -> Vec<(usize, usize)> {
    let mut fresh = Graph::new(order.len(), |one, other| met(order[one], order[other]) == 0);
    let mut found = most_pairs(&fresh);
    let mut pairs = Vec::new();
    // Players for whom there is nobody new meet somebody again.
    let mut again: Vec<usize> = (0..order.len()).filter(|place| found[*place].is_none()).collect();
    while let Some((one, other)) = nearest_again(standings, order, &again, met) {
        pairs.push((one, other));
        again.retain(|place| *place != one && *place != other);
        fresh.take_out(one);
        fresh.take_out(other);
    }
    for one in 0..order.len() {
        let Some(partner) = found[one].filter(|other| *other > one) else { continue };
        let gap = |other: usize| standings[order[one]].points.abs_diff(standings[order[other]].points);
        let mut others: Vec<usize> = (one + 1..order.len())
            .filter(|other| found[*other].is_some() && fresh.has(one, *other))
            .collect();
        others.sort_by_key(|other| (gap(*other), *other));
        // The one of the pairs that were found is always among them.
        let chosen =
            others.into_iter().find(|other| *other == partner || exchange(&fresh, one, *other, &mut found));
        let chosen = chosen.unwrap_or(partner);
        pairs.push((one, chosen));
        fresh.take_out(one);
        fresh.take_out(chosen);
    }
    pairs.sort_unstable();
    pairs.into_iter().map(|(one, other)| (order[one], order[other])).collect()
}

/// The first of those who meet somebody again, with the one met least often, and of these the nearest.
fn nearest_again(
    standings: &[Standing],
    order: &[usize],
    again: &[usize],
    met: &impl Fn(usize, usize) -> u32,
) -> Option<(usize, usize)> {
    let one = *again.first()?;
    let rate = |other: &usize| {
        let (one, other) = (order[one], order[*other]);
        (met(one, other), standings[one].points.abs_diff(standings[other].points))
    };
    let other = again.iter().skip(1).min_by_key(|other| (rate(other), **other))?;
    Some((one, *other))
}

/// Makes a pair of two, if their partners of before find others. Answers whether that is so; otherwise
/// nothing has changed.
fn exchange(graph: &Graph, one: usize, other: usize, found: &mut Vec<Option<usize>>) -> bool {
    let (Some(left), Some(right)) = (found[one], found[other]) else { return false };
    let mut rest = graph.clone();
    rest.take_out(one);
    rest.take_out(other);
    let mut changed = found.clone();
    (changed[left], changed[right]) = (None, None);
    (changed[one], changed[other]) = (None, None);
    if !find_partner(&rest, left, &mut changed) {
        return false;
    }
    (changed[one], changed[other]) = (Some(other), Some(one));
    *found = changed;
    true
}
