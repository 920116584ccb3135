//! What a server does by itself: games whose time has come ([`deadlines`]), finished games made known by their positions
//! ([`indexing`]), the games of rounds ([`round_games`]), and the [`leases`] of this process.

pub mod deadlines;
pub mod indexing;
pub mod leases;
pub mod round_games;
mod walk;

pub use walk::walk;
