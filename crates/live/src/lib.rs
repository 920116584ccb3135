//! Live games. Each has a room: one task that owns the game's state and takes its commands one after the other.
//!
//! Rooms are only caches. The truth is the log in the database, whose primary key decides when two servers hold the
//! same game, so a room may vanish at any moment: when nobody has asked for it for a while, or with the process.
//!
//! Rooms know neither HTTP nor lists. They deliver encoded events to the connections that follow a game ([`Outbox`]), and
//! publish what has happened to [`Readers`], which the lists are, to the computer ([`House`]), and to the other servers of the
//! database ([`Neighbours`]).

mod after_end;
mod aside;
mod attendance;
mod delay;
mod delivery;
mod elsewhere;
mod error;
mod followed;
mod followers;
mod live_game;
mod looks;
mod mailbox;
mod memory;
mod readers;
mod recent_events;
mod request;
mod room;
mod rooms;
mod shared;
mod shared_text;
mod watched_elsewhere;

pub use aside::aside;
pub use delay::Delay;
pub use delivery::{CatchUp, DeliveredEvent, Delivery, Missed};
pub use error::RoomError;
pub use live_game::LiveGame;
pub use mailbox::{ConnectionId, Dropped, Inbox, Outbox};
pub use readers::{House, Neighbours, Readers, Watching};
pub use request::{OfGame, Posted, Sent};
pub use room::headline_after;
pub use rooms::{Figures, Options, Rooms};
pub use shared_text::SharedText;
