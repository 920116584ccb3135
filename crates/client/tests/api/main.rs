//! The client against a real server.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail the test like the tests themselves"
)]

mod devices;
mod example;
mod guide;
mod lists;
mod made_once;
mod records;
mod rest;
mod server;
mod sessions;
mod streams;
mod tls;
mod tokens;
