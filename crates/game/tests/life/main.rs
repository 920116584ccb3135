//! The life of a game, played through `decide`, `rule`, `apply`, `lapse` and `make_good` alone.

#![allow(clippy::unwrap_used, clippy::panic, clippy::needless_pass_by_value)] // a test that can not go on should stop, and say where

mod asked;
mod cheats_at_the_end;
mod cheats_in_play;
mod clock_course;
mod clock_model;
mod clock_systems;
mod end_of_game;
mod given_clock;
mod life_page;
mod moves;
mod outages;
mod random_lives;
mod reached;
mod ruling_table;
mod rulings;
mod seats;
mod table;
mod transitions;
mod undo;
mod wishes;
