//! A client of a Tengen server, for programs that play, watch or keep games of Go.
//!
//! Three ways lead to a server. [`Client`] makes single requests over REST: a guest, a new game, a list, a record.
//! [`Lines`] are its answers that stay open, or that are long: what happens in the player's own games, in the lobby, in
//! one game, and exports of any size. [`Session`] keeps a WebSocket: it follows games and the lobby, sends commands, and comes
//! back by itself when the server or the network was away, without a gap in what it yields. All speak the shapes of [`protocol`],
//! which `docs/protocol.md` describes.
//!
//! A player who joins a game and passes whenever it can:
//!
//! ```no_run
//! use tengen_client::protocol::{Command, Text};
//! use tengen_client::{Client, CommandIds, Table, Update};
//!
//! # async fn play() -> Result<(), Box<dyn std::error::Error>> {
//! let (client, me) = Client::new("http://localhost:8080")?.guest(Some("Pass")).await?;
//! let game = "4t9x2m8q6w1k5c7v".parse()?;
//! let mut table = Table::new(client.join(game).await?);
//! let mut session = client.session();
//! session.follow(game, Some(table.snapshot())).await?;
//! let mut ids = CommandIds::new();
//! while !table.is_finished() {
//!     if let Some(to_move) = table.to_move() && table.color_of(me.id.0) == Some(to_move) {
//!         let pass = Command::Pass { id: Text(ids.next()), turn: table.turn(), confirm: true };
//!         session.commands().send(game, pass).await?;
//!     }
//!     match session.next().await? {
//!         Update::Snapshot { snapshot, .. } => table = Table::new(*snapshot),
//!         Update::Event { event, .. } => table.apply(&event),
//!         _ => {}
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Servers behind `https` are reached by encrypted connections, and have to prove by their certificates that they are the right
//! ones: to the system's certificate authorities, or to those of a file ([`Client::with_ca_file`]).

mod address;
mod command_ids;
mod error;
mod lines;
mod pauses;
mod rest;
mod session;
mod table;
mod whole_list;

pub use command_ids::CommandIds;
pub use error::Error;
pub use lines::Lines;
pub use rest::{Client, GameFilter, OpeningMove, Outcome, Position};
pub use session::{Commands, Session, Update};
pub use table::Table;

/// The ids of players, games and commands.
pub use tengen_game as game;
/// The shapes that travel.
pub use tengen_protocol as protocol;
/// Boards, colours, vertices and rules.
pub use tengen_rules as rules;
