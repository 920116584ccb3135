//! The work that a server does by itself, while nobody waits for it: the turns of the computer ([`house`]), games whose time has
//! come ([`deadlines`]), finished games made known by their positions ([`indexing`]), and the [`leases`] of this process.
//!
//! All work stands in the database, as a job or as a due time, so a server that dies leaves it to the next one.
//! Each kind of work is one task that runs until the server stops, by the clock of its store. It is handed what it needs, and
//! nothing here knows HTTP or who composes the server.

pub mod deadlines;
pub mod house;
pub mod indexing;
pub mod leases;
