//! What an operator does with a database: `tengen backup`, `tengen restore`, `tengen check-database` and `tengen transfer`.
//! `docs/operations/backups.md` and `docs/operations/databases.md` describe them for their users.
//!
//! A running server holds the lock of its data directory, and so `backup` asks it through a Unix socket in that directory.

#[cfg(unix)]
mod asking;
mod backup;
mod check_database;
mod copy;
#[cfg(unix)]
mod desk;
#[cfg(not(unix))]
#[path = "no_desk.rs"]
mod desk;
mod part;
mod restore;
mod rotation;
mod transfer;
mod wire;

#[cfg(unix)]
pub(crate) use asking::{request, request_data};
pub use backup::{BackupError, backup};
pub use check_database::{CheckError, check_database};
pub use copy::CopyError;
pub(crate) use desk::Desk;
pub(crate) use part::Part;
pub use restore::{RestoreError, restore};
pub use transfer::{TransferError, transfer};
pub(crate) use wire::{Answer, Request};

use std::io::Write;

/// Prints a line to standard output. A reader that has gone is no failure.
fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}
