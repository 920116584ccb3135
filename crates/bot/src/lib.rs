//! Lets a program that speaks the Go Text Protocol play on a Tengen server, through its public interface alone.
//!
//! [`reception`] finds games and sits down to them. Each game is a [`seat`]: it hears what happens, asks [`decision`]
//! what to do, and its [`mirror`] when that needs an engine. The mirror tells an [`engine`] the game, and tells it again
//! when the process has to be started anew. What engines say is read by [`gtp`].
//!
//! `docs/bots.md` is for those who run it.

pub mod credentials;
pub mod decision;
pub mod engine;
pub mod fits;
pub mod gtp;
pub mod mirror;
mod news;
pub mod options;
pub mod reception;
pub mod seat;
