//! Handicap stones, which records write in three ways: set up, as Black's first moves, or not at all.

use tengen_rules::{Color, Point, Stones, Topology, fixed_handicap};
use tengen_sgf::go::GameInfo;

use crate::Failure;

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

/// The turns of the board by which handicap stones are looked for.
pub(crate) const TURNS: std::ops::Range<u8> = 0..4;

/// The board with handicap stones on its star points, for records that tell their number alone. Nobody knows from which
/// side such a record was written: it is turned by so many quarters, or halves where the sides differ.
pub(crate) fn fixed_stones(topology: &Topology, stones: u8, turns: u8) -> Result<Stones, Failure> {
    let points = fixed_handicap(topology, stones).map_err(|error| {
        Failure::new("handicap_stones", format!("the record places no handicap stones, and {error}"))
    })?;
    let mut board = Stones::empty(topology);
    for point in points {
        board.set(turned(topology, point, turns), Some(Color::Black));
    }
    Ok(board)
}

/// Where a point of a grid comes by so many turns.
fn turned(topology: &Topology, point: Point, turns: u8) -> Point {
    let (width, height) = (topology.width(), topology.height());
    let (mut column, mut row) = (point.index() % width, point.index() / width);
    for _ in 0..turns {
        (column, row) =
            if width == height { (height - 1 - row, column) } else { (width - 1 - column, height - 1 - row) };
    }
    topology.point_at_index(row * width + column).unwrap_or(point)
}
