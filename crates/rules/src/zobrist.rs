//! Hashes of positions that are updated stone by stone.

use crate::random::SplitMix;
use crate::{ByColor, Color, MAX_POINTS, Point};

static KEYS: [ByColor<u64>; MAX_POINTS] = keys();

/// The number that a stone contributes to a position's hash; the hash is the exclusive or of all its stones'.
#[inline]
pub(crate) fn key(point: Point, color: Color) -> u64 {
    KEYS[point.index()][color]
}

/// The constants never change, so a hash may be stored or compared between servers.
const fn keys() -> [ByColor<u64>; MAX_POINTS] {
    let mut random = SplitMix::new(0);
    let mut keys = [ByColor { black: 0, white: 0 }; MAX_POINTS];
    let mut index = 0;
    while index < MAX_POINTS {
        keys[index] = ByColor { black: random.next_u64(), white: random.next_u64() };
        index += 1;
    }
    keys
}
