//! Players as all themes know them: their rows, their names, and who sees whom.

pub mod computers;
pub(crate) mod enclosed;
pub(crate) mod names;
pub(crate) mod player_row;
pub(crate) mod ruled;
