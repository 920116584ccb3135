//! Moves that are tried beside a game. They are judged by its own rules, with its history, and nothing of
//! them reaches it.
//!
//! [`try_move`] answers a whole question of the protocol, on a [line](tengen_game::Line) of moves.
//! [`variations`] are trees of such moves, which people keep. Nothing here knows a game that is played,
//! files, time or a network.

mod question;
pub mod variations;

pub use question::{NotTried, try_move};
