//! The life of one game of Go: seats, phases, moves in turn, clocks, and the agreement about dead stones.
//!
//! A game is its [`Settings`] plus its numbered [`Event`]s. Two pure functions do everything that players do:
//!
//! - [`State::decide`] answers what a [`Command`] of a player would do: the next event, or a [`Refusal`] with
//!   the reason. It changes nothing.
//! - [`State::apply`] folds an event into the state.
//!
//! [`State::rule`] answers the same for a [`Ruling`] of the server's staff, who play no part in the game
//! otherwise.
//!
//! Time has two functions of its own. [`State::lapse`] answers the event to which the passing of time alone
//! has led: a flag falls, a pause is over. [`State::make_good`] gives back the time that an outage of the
//! server took.
//!
//! None of these functions has a clock, a database or a random number of its own. The time is an argument.
//! Facts that only the server knows (the network's lag, a lot, who is connected) come as a [`Moment`]. Facts
//! that do not follow from the past (the server's proposal of dead stones) are written into the event, so
//! that folding the events again gives the same game for ever.
//!
//! ```
//! use tengen_game::{Colors, Command, GameId, NewGame, PlayerId, Settings, State};
//! use tengen_rules::{BoardName, Preset};
//!
//! let ann = PlayerId::from_entropy([1; 10]);
//! let ben = PlayerId::from_entropy([2; 10]);
//! let settings = Settings::new(ann, NewGame {
//!     board: BoardName::Grid { width: 9, height: 9 }, color: Colors::Black, ..NewGame::with_preset(Preset::Japanese)
//! })?;
//! let mut game = State::new(settings, 0)?;
//! let mut clock = 0;
//! for (player, command) in [
//!     (ben, Command::Join),
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

mod abort_reason;
mod absence;
mod actor;
mod agreement;
mod aids;
mod apply;
mod asked;
mod beginning;
mod clock;
mod command;
mod decide;
mod event;
mod given_clock;
mod id;
mod line;
mod moment;
mod passing_time;
mod pause;
mod phase;
mod player_time;
mod reached;
mod refusal;
mod result;
mod ruling;
mod settings;
mod state;
mod time_system;
mod trail;
mod undo;

pub use abort_reason::{AbortReason, AbortReasonError};
pub use agreement::{Agreement, PROPOSALS_EACH};
pub use aids::{Aids, AidsWish};
pub use apply::ReplayError;
pub use asked::Asked;
pub use beginning::{Beginning, BeginningError, BeginningWish};
pub use clock::{Clock, FLAG_GRACE, LAG_A_MOVE, LAG_PART};
pub use command::{ClaimOutcome, Command};
pub use event::{CommandRef, Event, EventKind, Millis};
pub use given_clock::NO_MOVE_BEFORE_CLOCK;
pub use id::{
    AnnouncementId, CaseId, CommandId, GameId, GroupId, IdError, IdentityId, InvitationId, PasskeyId,
    PlayerId, RecordId, SanctionId, SessionId, ShareId, TaskId, TokenId, TreeId,
};
pub use line::{Line, NotPossible};
pub use moment::Moment;
pub use passing_time::{Outage, Waiting};
pub use pause::{Pause, PauseBudget};
pub use phase::Phase;
pub use player_time::{PlayerTime, TimeUp};
pub use reached::{Earlier, Reached};
pub use refusal::Refusal;
pub use result::{GameResult, ResultBy};
pub use ruling::{Ruling, STAFF_PAUSE_MOST};
pub use settings::{Colors, NewGame, Settings, SettingsError};
pub use state::{MoveMade, State};
pub use time_system::{LOOK_AT_PROPOSAL, PAUSES_EACH, Pace, Patience, TimeSystem, TimeSystemError};
pub use trail::Trail;
pub use undo::{UNDOS_EACH, UndoRequest};
