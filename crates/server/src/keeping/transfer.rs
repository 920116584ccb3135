//! `tengen transfer`: all of an SQLite database into an empty Postgres, for a club that grows.

use std::io;
use std::path::PathBuf;

use tengen_clock::Clock;
use tengen_store::{Access, Database, Directory, OpenError};
use tengen_tls::CaFileError;

use super::say;
use crate::database_address::database_address;
use crate::options::TransferOptions;

/// Why nothing was transferred, but for the last one. Both databases are as they were, but for tables that were made in an empty one.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    /// The file with certificate authorities can't be used.
    #[error("--ca-file: {0}")]
    CaFile(#[from] CaFileError),
    /// A database can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The rows can't be copied.
    #[error(transparent)]
    Rows(#[from] tengen_store::TransferError),
    /// Somebody is at work on the other database.
    #[error("servers are connected to the Postgres database: stop them, and transfer to an empty one")]
    Served,
    /// All rows are copied, and the directory does not say so.
    #[error(
        "all rows are in Postgres, but it can't be written down in {} that the games go on there ({error}): move the directory away, so \
         that nobody takes it for that of the server",
        .directory.display()
    )]
    Unmarked {
        /// The data directory.
        directory: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// Copies all rows, and prints how many each table has in both databases.
pub async fn transfer(options: &TransferOptions) -> Result<(), TransferError> {
    let clock = Clock::system();
    let address = database_address(Some(&options.to), options.ca_file.as_deref())?;
    let from = Database::attach(None, &options.from, Access::Write, clock.clone()).await?;
    // It makes the tables.
    let to = Database::open(address.as_deref(), &options.from, clock).await?;
    if !to.alone {
        return Err(TransferError::Served);
    }
    let counts = from.store.transfer(&to.store).await;
    from.store.close().await;
    to.store.close().await;
    let counts = counts?;
    let unmarked = |error| TransferError::Unmarked { directory: options.from.clone(), error };
    let mark = from.directory().map(Directory::mark_moved).transpose().map_err(unmarked)?;
    for (table, rows) in counts {
        say(&format!("{table:15} {rows:>12} rows, as before"));
    }
    say(&format!("start servers with DATABASE_URL; the database in {} is as it was", options.from.display()));
    if let Some(mark) = mark {
        say(&format!("no server, backup or admin works with it any more; {} says so", mark.display()));
    }
    Ok(())
}
