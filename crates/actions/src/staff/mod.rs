//! The staff: what it does to keep order, and writes down.

mod games;
mod reason;

pub use games::act_on_game;
pub use reason::{because, reasoned};
