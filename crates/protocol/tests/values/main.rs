//! The values of the protocol: how each is read and written, and what is refused.

#![allow(clippy::unwrap_used)] // a test that can not go on should stop, and say where

mod event;
mod line;
mod moved;
mod new_game;
mod object;
mod player;
mod points;
mod rules_choice;
mod sent_command;
mod titles;
mod token;
mod variations;
mod version;
