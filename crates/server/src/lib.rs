//! The server: HTTP and WebSockets in [`web`], and the parts of a running server, put together in [`app`] and [`serve`].
//!
//! Imports run one way: `serve -> connections -> web`. Only `connections` and `web` know HTTP. The database is that of
//! `tengen_store`, and what the server does is in `tengen_actions`, which knows no HTTP.
//! [`check`] stands apart: it reads records from files and needs no server. [`keeping`] is for operators: backups and what becomes of
//! them.

pub mod admin;
pub mod app;
mod asking;
mod certificate;
pub mod check;
pub mod check_config;
pub mod connections;
mod database_address;
pub mod door;
pub mod drain;
mod examine;
pub mod files;
pub mod guests;
pub mod health;
pub mod keeping;
pub mod letters;
pub mod log;
pub mod metrics;
mod networks;
mod old_keys;
mod opening;
pub mod options;
mod own_network;
pub mod picture;
pub mod proxies;
pub mod qr;
pub mod readiness;
pub mod received;
pub mod serve;
mod serve_error;
mod signals;
pub mod status;
pub mod voice;
mod waiting;
pub mod ways;
pub mod web;
mod wrong_clock;
