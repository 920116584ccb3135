//! Games as the database keeps them: settings, events and results, as JSON.
//!
//! A row is never written again, so each shape that was ever written must stay readable. The shapes stand
//! here alone: they share nothing with those that travel to clients, so that a new version of the protocol
//! changes no database. Words such as colours, vertices and the axes of the rules are written as
//! [`tengen_rules`] spells them. `tests/stored.rs` pins the letters of every shape.
//!
//! ```
//! use tengen_archive::StoredEvent;
//! use tengen_game::{Event, EventKind};
//! use tengen_rules::{Color, Topology};
//!
//! let board = Topology::grid(9, 9)?;
//! let kind = EventKind::Resigned { color: Color::Black };
//! let event = Event { seq: 3, at: 1_790_000_000_000, actor: None, command: None, kind, result: None };
//!
//! let row = StoredEvent::write(&event, &board)?;
//! assert_eq!(row.body, r#"{"type":"resigned","color":"black"}"#);
//! assert_eq!(row.read(&board)?, event);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod event;
mod keeps;
mod kinds;
mod marks;
mod points;
mod position;
mod result;
mod rules;
mod settings;
mod word;

pub use error::StoredError;
pub use event::{EVENT_VERSION, StoredEvent};
pub use result::StoredResult;
pub use settings::StoredSettings;
