//! Moves that are tried beside a game: nothing of them reaches one.

pub(super) mod estimate;
pub(super) mod play;
pub(super) mod variations;
