//! The command itself: on the database, or through the server that runs on it.

use std::io::Write as _;
use std::path::PathBuf;

use tengen_clock::Clock;
use tengen_store::{Access, Database, OpenError};
use tengen_tls::CaFileError;

use super::deed::{Deed, carry_out};
use super::outcome::{DeedError, Outcome};
use crate::database_address::database_address;
use crate::options::AdminOptions;

/// Why nothing was done.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// There is no database, or it can't be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The file with certificate authorities can't be used.
    #[error("--ca-file: {0}")]
    CaFile(#[from] CaFileError),
    /// It can't be done.
    #[error(transparent)]
    Deed(#[from] DeedError),
    /// Somebody holds the lock and does not answer.
    #[error("{} is in use by another tengen that does not answer: {error}", .directory.display())]
    NoAnswer {
        /// The data directory.
        directory: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The server that runs says why.
    #[error("{0}")]
    Refused(String),
}

/// Does what the options say, and prints what came of it.
pub async fn run(options: &AdminOptions) -> Result<(), AdminError> {
    let deed = options.deed();
    let address = database_address(options.database_url.as_deref(), options.ca_file.as_deref())?;
    let attached =
        Database::attach(address.as_deref(), &options.data_dir, Access::Write, Clock::system()).await;
    let outcome = match attached {
        Ok(database) => {
            let now = database.store.clock().now();
            let outcome = carry_out(&database.store, &deed, options.public_url.as_deref(), now).await;
            database.store.close().await;
            outcome?
        }
        Err(OpenError::InUse(directory)) => ask(directory, deed).await?,
        Err(error) => return Err(error.into()),
    };
    for line in outcome.lines {
        // A reader that has gone is no failure.
        let _ = writeln!(std::io::stdout(), "{line}");
    }
    Ok(())
}

#[cfg(unix)]
async fn ask(directory: PathBuf, deed: Deed) -> Result<Outcome, AdminError> {
    use crate::keeping::{Answer, Request, request};

    match request(&directory, &Request::Admin(deed)).await {
        Ok(Answer::Carried(outcome)) => Ok(outcome),
        Ok(Answer::Refused(reason)) => Err(AdminError::Refused(reason)),
        Ok(Answer::Done(_)) => Err(AdminError::Refused("the server does not understand".to_owned())),
        Err(error) => Err(AdminError::NoAnswer { directory, error }),
    }
}

#[cfg(not(unix))]
async fn ask(directory: PathBuf, _: Deed) -> Result<Outcome, AdminError> {
    let error = std::io::Error::new(
        std::io::ErrorKind::Unsupported,
        "without Unix sockets, as on this system, a running server can't be asked: stop it first",
    );
    Err(AdminError::NoAnswer { directory, error })
}
