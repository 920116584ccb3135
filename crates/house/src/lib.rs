//! The built-in opponent: Monte-Carlo tree search on the rules of Tengen, on any board that they know.
//!
//! [`think`] looks at a game and says what it would do. It has no clock and no randomness of its own: how much it
//! computes is given by its [`Level`], in moves played at random, and a seed decides the rest, so that the same
//! question always gets the same answer.
//!
//! ```
//! use std::sync::Arc;
//! use tengen_house::{Choice, Level, think};
//! use tengen_rules::{Game, Preset, Topology};
//!
//! let game = Game::new(Arc::new(Topology::grid(9, 9)?), Preset::Chinese.rules(), &[])?;
//! let thought = think(&game, Preset::Chinese.komi(), 0, Level::First, 1);
//! assert!(matches!(thought.choice, Choice::Play(point) if game.check(point).is_ok()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The search is the usual one: a tree that grows where moves do well, half-random play from its leaves, and what random
//! play makes of each point used for all moves of a position at once (R. Coulom, *Efficient Selectivity and Backup
//! Operators in Monte-Carlo Tree Search*, 2006; S. Gelly and D. Silver, *Combining Online and Offline Knowledge in
//! UCT*, 2007). Of the rules it plays by all: what it proposes is always legal, superko included. Deeper in its tree it
//! knows plain ko only, and it counts area, which leads to the same moves under all rules but for the last few.

mod decision;
mod estimate;
mod level;
mod openings;
mod playout;
mod position;
mod search;
mod surface;
mod tree;

pub use decision::{Choice, Thought, think};
pub use estimate::{Estimate, estimate};
pub use level::Level;
