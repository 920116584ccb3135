//! Handicap stones, which records write in three ways: set up, as Black's first moves, or not at all.

use tengen_rules::{Color, Stones};
use tengen_sgf::go::GameInfo;

/// Where the handicap stones come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opening {
    /// There are stones to place, and no move has shown yet how.
    Open {
        /// How many.
        stones: u8,
    },
    /// Black places stones as moves.
    Placing {
        /// How many may follow.
        left: u8,
    },
    /// There are none to place any more.
    Over,
}

impl Opening {
    pub(crate) fn of(info: &GameInfo) -> Opening {
        if info.handicap >= 2 { Opening::Open { stones: info.handicap } } else { Opening::Over }
    }

    /// Whether stones that were set up are the handicap and nothing else.
    pub(crate) fn is_handicap(self, stones: &Stones) -> bool {
        let count = |color| stones.iter().filter(|stone| *stone == Some(color)).count();
        match self {
            Opening::Open { stones } => {
                count(Color::Black) == usize::from(stones) && count(Color::White) == 0
            }
            Opening::Placing { .. } | Opening::Over => false,
        }
    }
}
