//! Games: made, joined, played, and offered once more.

mod commands;
mod joining;
mod making;
mod no_bots;
mod rematch;

pub use commands::{GAMES, command, command_for, post};
pub use joining::join;
pub use making::make;
pub(crate) use making::{Origin, keep, row};
pub use rematch::rematch;
