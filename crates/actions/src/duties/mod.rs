//! What a server does by itself: games whose time has come ([`deadlines`]), finished games made known by their positions
//! ([`indexing`]), the games of rounds ([`round_games`]) and those of players who have left ([`left_behind`]), players
//! who are gone ([`idle_guests`]) or suspended ([`suspending`]), [`names`], and the [`leases`] of this process.

pub mod deadlines;
pub mod idle_guests;
pub mod indexing;
pub mod leases;
pub mod left_behind;
pub mod names;
pub mod round_games;
pub mod suspending;
mod walk;

use walk::walk;
