//! The ceremonies, with a browser and a device in software.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests fail the test like the tests themselves"
)]

mod any_text;
mod chromium;
mod club;
mod confirmation;
mod log;
mod registration;
mod sign_in;
mod statement;
