//! Numbers that look random and are the same every time.

/// A small generator of well-mixed numbers (splitmix64). The engine uses it where it plays at random, seeded from
/// the position, so that the same position always gives the same answer. Not for secrets.
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// A generator; the same seed gives the same numbers.
    pub const fn new(seed: u64) -> SplitMix {
        SplitMix(seed)
    }

    /// The next number.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`; 0 if `end` is 0. The bias is far too small for a game to show.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the product's upper half is below `end`, a usize")]
    pub const fn below(&mut self, end: usize) -> usize {
        ((self.next_u64() as u128 * end as u128) >> 64) as usize
    }
}
