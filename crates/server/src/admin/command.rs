//! The command itself: on the database, or through the server that runs on it.

use std::io::Write as _;
use std::path::PathBuf;

use tengen_clock::Clock;
use tengen_store::{Access, Database, OpenError};
use tengen_tls::CaFileError;
use tokio_util::sync::CancellationToken;

use super::deed::{Deed, carry_out};
use super::outcome::{DeedError, Outcome};
use crate::database_address::database_address;
use crate::options::AdminOptions;
use crate::signals::stop_on_signal;

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
    /// The server that runs has not handed out all.
    #[error(
        "the server has ended, or could not read all of the data, of which its log tells; nothing was left behind"
    )]
    Cut,
    /// Somebody has called it off.
    #[error("the export was interrupted, and nothing was left behind")]
    Interrupted,
    /// The system refused something.
    #[error(transparent)]
    System(#[from] std::io::Error),
    /// The server that runs says why.
    #[error("{0}")]
    Refused(String),
}

/// Does what the options say, and prints what came of it.
pub async fn run(options: &AdminOptions) -> Result<(), AdminError> {
    let deed = options.deed();
    let outcome = if matches!(deed, Deed::Export { .. }) {
        let stop = CancellationToken::new();
        let signals = tokio::spawn(stop_on_signal(stop.clone())?);
        let outcome = tokio::select! {
            outcome = Box::pin(work(options, deed)) => outcome,
            // The part of the file goes with the work.
            () = stop.cancelled() => Err(AdminError::Interrupted),
        };
        signals.abort();
        outcome?
    } else {
        Box::pin(work(options, deed)).await?
    };
    for line in outcome.lines {
        // A reader that has gone is no failure.
        let _ = writeln!(std::io::stdout(), "{line}");
    }
    Ok(())
}

async fn work(options: &AdminOptions, deed: Deed) -> Result<Outcome, AdminError> {
    let address = database_address(options.database_url.as_deref(), options.ca_file.as_deref())?;
    let attached =
        Database::attach(address.as_deref(), &options.data_dir, Access::Write, Clock::system()).await;
    match attached {
        Ok(database) => {
            let now = database.store.clock().now();
            let outcome = carry_out(&database.store, &deed, options.public_url.as_deref(), now).await;
            database.store.close().await;
            Ok(outcome?)
        }
        Err(OpenError::InUse(directory)) => ask(directory, deed).await,
        Err(error) => Err(error.into()),
    }
}

#[cfg(unix)]
async fn ask(directory: PathBuf, deed: Deed) -> Result<Outcome, AdminError> {
    use crate::keeping::{Answer, Request, request};

    let deed = match deed {
        Deed::Export { name, file, reason } => return fetch(directory, name, &file, reason).await,
        deed => deed,
    };
    match request(&directory, &Request::Admin(deed)).await {
        Ok(Answer::Carried(outcome)) => Ok(outcome),
        Ok(Answer::Refused(reason)) => Err(AdminError::Refused(reason)),
        Ok(Answer::Done(_) | Answer::Begun) => {
            Err(AdminError::Refused("the server does not understand".to_owned()))
        }
        Err(error) => Err(AdminError::NoAnswer { directory, error }),
    }
}

/// Writes what the server hands out of a member into a file: the server may have another user, and a system of files of its own.
#[cfg(unix)]
async fn fetch(
    directory: PathBuf,
    name: String,
    file: &std::path::Path,
    reason: String,
) -> Result<Outcome, AdminError> {
    use super::place::Place;
    use crate::keeping::{Answer, Request, request_data};

    let mut place = Place::new(file)?;
    let (answer, mut pieces) = match request_data(&directory, &Request::Export { name, reason }).await {
        Ok(answered) => answered,
        Err(error) => return Err(AdminError::NoAnswer { directory, error }),
    };
    match answer {
        Answer::Begun => {}
        Answer::Refused(reason) => return Err(AdminError::Refused(reason)),
        Answer::Done(_) | Answer::Carried(_) => {
            return Err(AdminError::Refused("the server does not understand".to_owned()));
        }
    }
    while let Some(piece) = pieces.next().await.map_err(|_| AdminError::Cut)? {
        place.write(&piece)?;
    }
    Ok(place.keep().await?)
}

#[cfg(not(unix))]
async fn ask(directory: PathBuf, _: Deed) -> Result<Outcome, AdminError> {
    let error = std::io::Error::new(
        std::io::ErrorKind::Unsupported,
        "without Unix sockets, as on this system, a running server can't be asked: stop it first",
    );
    Err(AdminError::NoAnswer { directory, error })
}
