//! Tests of the engine through its public door, one module for each subject.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests fail the test like the tests themselves"
)]

mod automorphisms;
mod board_counts;
mod capture;
mod closed_eyes;
mod connections;
mod counting;
mod dead_kinds;
mod diagram;
mod endings;
mod forced_fills;
mod handicap;
mod life;
mod long_cycle;
mod naive;
mod naive_agreement;
mod naive_score;
mod naive_seki;
mod neutral;
mod passing;
mod position_keys;
mod properties;
mod proposal;
mod random_games;
mod repetition;
mod seki;
mod seki_kinds;
mod single_suicide;
mod surfaces;
mod symmetry;
mod tiny_boards;
mod worked_sekis;
