//! Players and their tokens.

pub(super) mod players;
pub(super) mod tokens;
