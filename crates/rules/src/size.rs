//! How large a board may be.

/// The longest side of a grid.
pub const MAX_SIDE: usize = 25;

/// The most points a board may have, be it a grid or a graph.
pub const MAX_POINTS: usize = MAX_SIDE * MAX_SIDE;
