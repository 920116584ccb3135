//! Connections to the database: opening it, what it says when it fails, and the handle through which all else asks.

mod away;
pub(crate) mod connect;
pub(crate) mod copy;
mod damage;
pub(crate) mod directory;
mod error;
pub(crate) mod failure;
pub(crate) mod missing_player;
pub(crate) mod open_error;
pub(crate) mod permissions;
pub(crate) mod postgres_address;
mod proof;
pub(crate) mod servers;
mod store;
mod tables;
mod tx;
pub(crate) mod undone;
pub(crate) mod waits;

pub use error::StoreError;
pub(crate) use error::{unread, unreadable};
pub(crate) use store::Pools;
pub use store::Store;
pub(crate) use tx::{Query, Tx, push_placeholder};
