//! `tengen transfer`: all of an SQLite database into an empty Postgres, for a club that grows.

use tengen_clock::Clock;
use tengen_store::{Access, Database, OpenError};
use tengen_tls::CaFileError;

use super::say;
use crate::database_address::database_address;
use crate::options::TransferOptions;

/// Why nothing was transferred. Both databases are as they were, but for tables that were made in an empty one.
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
    for (table, rows) in counts? {
        say(&format!("{table:15} {rows:>12} rows, as before"));
    }
    say(&format!("start servers with DATABASE_URL; {} is as it was", options.from.display()));
    Ok(())
}
