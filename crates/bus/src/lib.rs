//! Messages between the servers of one database, by NATS. This crate carries lines of text and knows nothing of their content.
//!
//! Nothing here is truth. A message may be lost, repeated, reordered or late, and NATS may be away for any time: nobody waits for
//! it. Each message is [signed](Secret) with a secret that only the database has, so what somebody else says is dropped.

mod addresses;
mod bus;
mod counts;
mod inbox;
mod seal;

pub use addresses::{AddressError, Addresses};
pub use bus::{Bus, BusError, Health, Options};
pub use counts::{Dropped, Figures};
pub use inbox::{Inbox, Message};
pub use seal::Secret;
