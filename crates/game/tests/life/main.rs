//! The life of a game, played through `decide` and `apply` alone.

mod end_of_game;
mod moves;
mod random_lives;
mod seats;
mod table;
