//! Places of stones, in as few words as possible.

use tengen_rules::{ByColor, Color, Point, Stones};

/// The points on which stones of each colour are, or were.
#[derive(Debug, Clone)]
pub(crate) struct Places(Vec<ByColor<u64>>);

impl Places {
    /// None on a board of so many points.
    pub(crate) fn none(points: usize) -> Self {
        Self(vec![ByColor::default(); points.div_ceil(u64::BITS as usize)])
    }

    /// Those of these stones.
    pub(crate) fn of(stones: &Stones) -> Self {
        let mut places = Self::none(stones.size());
        for at in (0..stones.size()).filter_map(Point::new) {
            if let Some(color) = stones.get(at) {
                places.add(at, color);
            }
        }
        places
    }

    /// Takes up another one. Does nothing beyond the board.
    pub(crate) fn add(&mut self, at: Point, color: Color) {
        let (word, bit) = (at.index() / u64::BITS as usize, at.index() % u64::BITS as usize);
        if let Some(word) = self.0.get_mut(word) {
            word[color] |= 1 << bit;
        }
    }

    /// Whether at most so many of these are none of the others.
    pub(crate) fn are_among(&self, others: &Places, but: usize) -> bool {
        let mut left_out = 0;
        for (own, other) in self.0.iter().zip(&others.0) {
            left_out += (own.black & !other.black).count_ones() + (own.white & !other.white).count_ones();
            if left_out as usize > but {
                return false;
            }
        }
        true
    }
}
