//! A copy of an SQLite database, made by whoever holds the lock of its directory.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use tengen_store::{StoreError, copy_sqlite};
use tokio_util::sync::CancellationToken;

use super::part::Part;

/// Why there is no copy. Nothing of it was left behind.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// A file of that name is there.
    #[error("{} is there already, and stays as it is: name another file", .0.display())]
    Exists(PathBuf),
    /// Somebody else is at it, or was.
    #[error(
        "{} is there already: another backup is being made, or one was interrupted; if none is, remove that file",
        .0.display()
    )]
    PartExists(PathBuf),
    /// The file can't be made, written or named.
    #[error("{} can't be written: {error}", .path.display())]
    File {
        /// Where.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The database says why.
    #[error("{} can't be written, and nothing was left behind: {error}", .path.display())]
    Database {
        /// Where.
        path: PathBuf,
        /// Why.
        error: StoreError,
    },
    /// Somebody has called it off.
    #[error("the backup was interrupted, and nothing was left behind")]
    Interrupted,
}

/// Whether a copy may be made there.
pub(super) fn check_name(file: &Path) -> Result<(), CopyError> {
    if file.symlink_metadata().is_ok() {
        return Err(CopyError::Exists(file.to_owned()));
    }
    let part = Part::of(file);
    if part.symlink_metadata().is_ok() { Err(CopyError::PartExists(part)) } else { Ok(()) }
}

/// Copies a database into a file that is not there yet, and answers how many bytes this has.
pub(super) async fn copy(database: &Path, file: &Path, stop: &CancellationToken) -> Result<u64, CopyError> {
    check_name(file)?;
    let failed = |error: std::io::Error| match error.kind() {
        ErrorKind::AlreadyExists => CopyError::Exists(file.to_owned()),
        _ => CopyError::File { path: file.to_owned(), error },
    };
    let part = Part::new(file).map_err(failed)?;
    let copied = copy_sqlite(database, part.path(), stop).await;
    if stop.is_cancelled() {
        return Err(CopyError::Interrupted);
    }
    copied.map_err(|error| CopyError::Database { path: file.to_owned(), error })?;
    let kept = tokio::task::spawn_blocking(|| part.keep()).await.map_err(std::io::Error::other);
    kept.and_then(|kept| kept).map_err(failed)
}
