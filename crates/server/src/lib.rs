//! The server: HTTP and WebSockets in [`web`].
//!
//! Imports run one way: `serve -> connections -> web`; [`house`] is a
//! player that needs no socket. Only `web` knows HTTP. The database is that of `tengen_store`.
//! [`check`] stands apart: it reads records from files and needs no server.

pub mod app;
pub mod check;
pub mod connections;
pub mod deadlines;
pub mod files;
pub mod health;
pub mod house;
pub mod indexing;
pub mod leases;
mod new_games;
pub mod options;
pub mod picture;
pub mod readiness;
pub mod received;
pub mod room_for_records;
pub mod serve;
pub mod tokens;
pub mod voice;
pub mod web;
