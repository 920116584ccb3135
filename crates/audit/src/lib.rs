//! The audit log: who of the staff did what, to whom and when, in a chain of hashes.
//!
//! Each entry carries the hash of the entry before it, and its own hash covers that: whoever changes an entry, takes one out or
//! puts one in between has to make all later ones anew. Whoever has kept the hash of a late entry elsewhere can tell.
//!
//! An entry names people by their ids alone. Words that somebody wrote lie beside it, as an [`Aside`], whose hash is part of the
//! entry. So an aside may be removed where the law wants that, and the chain still holds; a changed one is found out. All of it
//! is pure.
//!
//! ```
//! use tengen_audit::{Chain, Entry, Kind, START, Subject};
//!
//! let entry = Entry {
//!     seq: 1,
//!     at: 1_700_000_000_000,
//!     actor: None,
//!     kind: Kind::Grant.name().to_owned(),
//!     subject: Subject { kind: "player".to_owned(), id: "0123456789abcdef".to_owned() },
//!     facts: r#"{"role":"owner"}"#.to_owned(),
//!     aside: None,
//! };
//! let link = entry.link(START);
//! let mut chain = Chain::default();
//! assert!(chain.next(&link).is_ok());
//! let mut changed = link;
//! changed.entry.at += 1;
//! assert!(Chain::default().next(&changed).is_err());
//! ```

mod aside;
mod chain;
mod entry;
mod hash;
mod kind;

pub use aside::Aside;
pub use chain::{Broken, Chain, How};
pub use entry::{Entry, Link, START, Subject};
pub use kind::Kind;
