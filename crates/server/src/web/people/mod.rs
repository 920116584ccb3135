//! Players, their sessions and their tokens.

mod device;
pub(super) mod players;
pub(super) mod sessions;
pub(super) mod tokens;
