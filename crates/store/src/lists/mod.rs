//! Lists of games.

pub(crate) mod filter;
pub(crate) mod games;
mod keys;
