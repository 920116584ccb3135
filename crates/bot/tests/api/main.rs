//! The bot against a real server, with engines that a test scripts.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail the test like the tests themselves"
)]

mod agreement;
mod engines;
mod games;
mod offers;
#[path = "../../../client/tests/api/server.rs"]
mod server;
mod tls;
mod told;
