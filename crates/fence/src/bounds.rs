//! How much of a position is an opening, and how few changes are a few.

/// Of so many points of a board one is a stone of the opening.
const POINTS_FOR_A_STONE_OF_THE_OPENING: usize = 10;
/// No opening has more stones. On 19x19 that many are played before a game is like no other.
const LONGEST_OPENING: usize = 20;
/// Of so many points of a board one may have changed: half of an opening, so that two positions which are near have most of their stones in common.
const POINTS_FOR_A_CHANGE: usize = 20;
/// A stone that is moved is taken and set again. On the smallest board that must not free a position.
const FEWEST_CHANGES: usize = 2;
/// Three stones that were moved, or six moves. Whoever has to change more than that looks at another position: what an estimate says of it, and where
/// a computer plays in it, is right for the game by luck.
const MOST_CHANGES: usize = 6;

/// How many moves, or stones, are an opening on a board of so many points.
pub fn opening(points: usize) -> usize {
    points.div_ceil(POINTS_FOR_A_STONE_OF_THE_OPENING).min(LONGEST_OPENING)
}

/// How many changes are a few on a board of so many points. Each stone that is set is one, and each that is taken; stones of one chain that are taken together
/// are one.
pub fn few(points: usize) -> usize {
    (points / POINTS_FOR_A_CHANGE).clamp(FEWEST_CHANGES, MOST_CHANGES)
}

/// How many stones two positions of such a board have in common by chance, if they have so many pairs of stones of one colour. Stones that lay anywhere would have
/// a pair on one point in as many cases as there are points. Games have half as many again: their corners are alike, territories lie together, and of all the ways to turn
/// a board the best one counts. Of 66,000 pairs of positions from different games of people and of the computer, on 9x9, 13x13 and 19x19, five had more in common, and those
/// in the first half of games by one computer.
pub(crate) fn by_chance(pairs: usize, points: usize) -> usize {
    pairs * 3 / (points * 2).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_their_bounds() {
        for (points, moves, changes) in
            [(1, 1, 2), (25, 3, 2), (81, 9, 4), (169, 17, 6), (361, 20, 6), (625, 20, 6)]
        {
            assert_eq!((opening(points), few(points)), (moves, changes), "{points}");
        }
    }
}
