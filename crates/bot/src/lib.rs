//! Lets a program that speaks the Go Text Protocol play on a Tengen server, through its public interface alone.
//!
//! [`reception`] finds games and sits down to them, as far as there are [`places`]. Each game is a [`seat`]: it hears what happens, asks
//! [`decision`] what to do, and one of the [`engines`] when that needs one. An engine's [`mirror`] tells it the game, and tells it again
//! when the process has to be started anew, or comes from another game. What engines say is read by [`gtp`]. [`options`] come
//! from the command line, the environment and a file of settings.
//!
//! `docs/bots.md` is for those who run it.

pub mod credentials;
pub mod decision;
pub mod engine;
pub mod engines;
pub mod fits;
pub mod gtp;
pub mod mirror;
mod news;
pub mod options;
#[cfg(test)]
mod options_page;
pub mod places;
pub mod position;
pub mod reception;
pub mod seat;
mod setting_up;
mod waiting;
