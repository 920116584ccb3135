//! What the servers of one database tell each other, sooner than each finds it there: news of events and new games, of
//! rematches, and of tokens that are revoked.
//!
//! News say nothing that the database does not say, too. They may be lost, repeated or late, and no server needs them: without
//! them each finds everything in the database a second later. Rooms know no news; they tell their [`Neighbours`].
//!
//! [`Neighbours`]: tengen_live::Neighbours

mod incoming;
mod news;
mod outgoing;

pub use incoming::{Ears, Revoke, listen};
pub use outgoing::Teller;
