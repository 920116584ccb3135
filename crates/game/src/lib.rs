//! The life of one game of Go: seats, phases, moves in turn, and the agreement about dead stones.
//!
//! A game is its [`Settings`] plus its numbered [`Event`]s. Two pure functions do everything:
//!
//! - [`State::decide`] answers what a [`Command`] of a player would do: the next event, or a [`Refusal`] with the
//!   reason. It changes nothing.
//! - [`State::apply`] folds an event into the state.
//!
//! Neither has a clock, a database or a random number of its own. The time is an argument, a colour drawn by lot comes
//! with the command, and what is not a function of the past (the server's proposal of dead stones) is written into the
//! event, so that folding the events again gives the same game for ever.
//!
//! ```
//! use tengen_game::{Colors, Command, GameId, NewGame, PlayerId, Settings, State};
//! use tengen_rules::{BoardName, Color, Preset};
//!
//! let ann = PlayerId::from_entropy([1; 10]);
//! let ben = PlayerId::from_entropy([2; 10]);
//! let settings = Settings::new(ann, NewGame {
//!     board: BoardName::Grid { width: 9, height: 9 }, color: Colors::Black, ..NewGame::with_preset(Preset::Japanese)
//! })?;
//! let mut game = State::new(settings)?;
//! let mut clock = 0;
//! for (player, command) in [
//!     (ben, Command::Join { lot: Color::Black }),
//!     (ann, Command::Play { turn: 0, at: "E5".parse()? }),
//!     (ben, Command::Resign),
//! ] {
//!     clock += 1_000;
//!     let event = game.decide(player, None, &command, clock)?;
//!     game.apply(&event)?;
//! }
//! assert_eq!(game.result().map(|result| result.to_string()), Some("B+R".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod command;
mod decide;
mod event;
mod id;
mod refusal;
mod result;
mod settings;
mod state;

pub use command::Command;
pub use event::{CommandRef, Event, EventKind, Millis};
pub use id::{CommandId, GameId, IdError, PlayerId};
pub use refusal::Refusal;
pub use result::{GameResult, ResultBy};
pub use settings::{Colors, NewGame, Settings, SettingsError};
pub use state::{Agreement, MoveMade, PROPOSALS_EACH, Phase, ReplayError, State};
