//! Signing in by providers that run for the test, with a plain HTTP client as the browser.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests fail the test like the tests themselves"
)]

mod discovery;
mod encrypted;
mod refusals;
mod visitor;
mod whole_flow;
