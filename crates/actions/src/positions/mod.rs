//! Positions: moves that are tried on them, and estimates of their score.

mod estimate;
mod trying;
mod withheld;

pub use estimate::estimate;
pub use trying::tried;
pub(crate) use withheld::check_beginning;
