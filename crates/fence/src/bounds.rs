//! How much of a position is an opening, how few changes are a few, and what two positions have in common by chance.

/// Of so many points of a board one is a stone of the opening.
const POINTS_FOR_A_STONE_OF_THE_OPENING: usize = 10;
/// No opening has more stones. On 19x19 that many are played before a game is like no other.
const LONGEST_OPENING: usize = 20;
/// Of so many points of a board one may have changed: half of an opening, so that two positions which are near have most of their
/// stones in common.
const POINTS_FOR_A_CHANGE: usize = 20;
/// On the smallest boards a stone that is moved makes another position: half of all positions are a few changes away from each other there.
const FEWEST_CHANGES: usize = 1;
/// Three stones that were moved, or six moves. Early in a game whoever has to change more than that looks at another position.
const MOST_CHANGES: usize = 6;
/// Of so many stones one may have changed, however many that are: late in a game there is room for stones that change nothing, in
/// what is settled.
const STONES_FOR_A_CHANGE: usize = 10;
/// Chance is allowed so many of its standard deviations: a position is compared in up to sixteen ways, and in up to nine parts.
const DEVIATIONS: usize = 3;
/// So many stones are luck where even an opening has fewer, as in a game that began in a position of its own.
const LUCK: usize = 4;

/// How many stones are an opening on a board of so many points.
pub fn opening(points: usize) -> usize {
    points.div_ceil(POINTS_FOR_A_STONE_OF_THE_OPENING).min(LONGEST_OPENING)
}

/// How many changes are a few in a position with so many stones on a board of so many points. Each stone that is set is one, and
/// each that is taken; stones of one chain that are taken together are one.
pub fn few(points: usize, stones: usize) -> usize {
    (points / POINTS_FOR_A_CHANGE).clamp(FEWEST_CHANGES, MOST_CHANGES).max(stones / STONES_FOR_A_CHANGE)
}

/// How many of `own` stones on so many points another position has at most, if it has nothing to do with the game but an opening.
/// `pairs` is how many pairs of a stone of the one and a stone of the other have one colour.
///
/// Stones that lay anywhere would have a pair on one point in as many cases as there are points. Games have such pairs at odds
/// that are half as high again: their corners are alike, territories lie together, and of all the ways to turn a board the best
/// one counts. What comes on top is an opening, or, among many stones, as many standard deviations as are allowed.
///
/// An earlier form of this compared whole boards alone, with half as many pairs again and an opening. Of positions from three
/// games of people on 19x19, and from games of an engine on 9x9 and 13x13, none had more than that. Of 2,352 pairs from games of
/// one engine on 19x19, which opens alike, 80 had.
pub(crate) fn by_chance(own: usize, pairs: usize, points: usize, opening: usize) -> usize {
    // The other position has an own stone in `hits` of `all` cases: at three halves of the odds of `pairs / (points * own)`.
    let hits = 3 * pairs;
    let all = (2 * points * own + pairs).max(1);
    let expected = own * hits / all;
    let variance = own * hits * all.saturating_sub(hits) / (all * all);
    let luck = (DEVIATIONS * DEVIATIONS * variance).isqrt();
    expected + luck.max(opening).max(LUCK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_their_bounds() {
        for (points, moves, changes) in
            [(1, 1, 1), (25, 3, 1), (49, 5, 2), (81, 9, 4), (169, 17, 6), (361, 20, 6), (625, 20, 6)]
        {
            assert_eq!((opening(points), few(points, 0)), (moves, changes), "{points}");
        }
    }

    #[test]
    fn more_stones_have_more_changes() {
        for (points, stones, changes) in
            [(25, 19, 1), (25, 20, 2), (81, 49, 4), (81, 50, 5), (361, 69, 6), (361, 200, 20)]
        {
            assert_eq!(few(points, stones), changes, "{stones} on {points}");
        }
    }

    #[test]
    fn chance_has_an_opening_and_never_all_of_a_game() {
        for (points, opening) in
            [(25, 3), (45, 9), (81, 9), (81, 1), (90, 20), (180, 20), (361, 20), (361, 1)]
        {
            assert_eq!(by_chance(0, 0, points, opening), opening.max(LUCK));
            for own in 1..=points {
                // Of two stones of all own ones, and all of those of a position that is full.
                let (few, full) =
                    (by_chance(own, 2, points, opening), by_chance(own, own * points / 2, points, opening));
                assert!(few >= opening && few <= opening.max(LUCK) + 1, "{own} on {points}: {few}");
                assert!(full * 5 >= own * 3 + opening, "{own} on {points}: {full}");
            }
            // The same stones again, and nothing else.
            for own in opening.max(LUCK) * 8 / 5..=points {
                assert!(by_chance(own, own * own / 2, points, opening) < own, "{own} on {points}");
            }
        }
    }
}
