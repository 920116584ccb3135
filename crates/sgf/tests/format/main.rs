//! The format from outside: its corners, its mistakes, round trips, depth, encodings, and another reader's opinion.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests fail the test like the tests themselves"
)]

mod corners;
mod deep;
mod drawn;
mod encodings;
mod forgiven;
mod go;
mod manuscript;
mod mistakes;
mod oracle;
mod results;
mod round_trip;
mod trees;
