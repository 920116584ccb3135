//! The servers of one database: their beat, what they tell each other, and what silence has cost.

pub(crate) mod beat;
pub(crate) mod figures;
mod losses;
mod outages;
pub(crate) mod presence;
pub(crate) mod shared_secret;
