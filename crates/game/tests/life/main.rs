//! The life of a game, played through `decide` and `apply` alone.

#![allow(clippy::unwrap_used, clippy::panic, clippy::needless_pass_by_value)] // a test that can not go on should stop, and say where

mod end_of_game;
mod moves;
mod random_lives;
mod seats;
mod table;
