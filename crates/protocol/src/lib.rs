//! The shapes that travel between Tengen and its clients: the JSON of commands, events, snapshots, lists,
//! records and problems.
//!
//! The shapes are described for their users in `docs/protocol.md`. Messages are named by direction:
//! [`FromClient`] and [`ToClient`] on the socket; REST carries the same parts. [`view`] is the one door
//! through which a game leaves the server: whatever an [`Audience`](view::Audience) must not see is left out
//! there and nowhere else.
//!
//! There is a room for each theme, as there is for the handlers of the server. Each room imports from those
//! in front of it: `values`, `people`, `games`, `lists`, [`view`], [`records`], `trees`, `groups`, `staff`,
//! `socket`.

mod games;
mod groups;
mod lists;
mod people;
mod problem;
pub mod records;
mod socket;
mod staff;
mod trees;
mod values;
mod version;
pub mod view;

pub use games::*;
pub use groups::*;
pub use lists::*;
pub use people::*;
pub use problem::{Problem, ProblemCode, Refused};
pub use socket::*;
pub use staff::*;
pub use trees::*;
pub use values::*;
pub use version::{UnknownVersion, Version};

/// The longest frame and the longest body of a request, in bytes.
pub const MAX_MESSAGE_BYTES: usize = 16 * 1024;
