//! `tengen restore`: makes a copy the database of a data directory.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use tengen_store::{Directory, FileError, OpenError, beside, examine_sqlite};
use tokio_util::sync::CancellationToken;

use super::part::sync_directory_of;
use super::say;
use crate::options::RestoreOptions;
use crate::signals::stop_on_signal;

/// How many bytes are copied before the next look at the signals.
const PIECE: usize = 1024 * 1024;
/// How many databases from before are kept side by side.
const MOST_KEPT: u32 = 1_000;

/// Why nothing was restored. The database that was there is still there.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// It is no copy of a database.
    #[error(transparent)]
    File(#[from] FileError),
    /// The directory is in use, or can't be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The directory has a database.
    #[error(
        "{} is there already; with --replace it would be kept beside the restored one, as tengen.sqlite.before-restore-N",
        .0.display()
    )]
    Exists(PathBuf),
    /// A file can't be written or renamed.
    #[error("{}: {error}", .path.display())]
    Write {
        /// Where.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Somebody has called it off.
    #[error("the restore was interrupted; nothing was changed")]
    Interrupted,
    /// The system refused something.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// Checks the file, and makes a copy of it the database of the directory.
pub async fn restore(options: &RestoreOptions) -> Result<(), RestoreError> {
    let stop = CancellationToken::new();
    let signals = tokio::spawn(stop_on_signal(stop.clone())?);
    // Before a directory is made.
    examine_sqlite(&options.file).await?;
    let directory = Directory::make(&options.data_dir)?;
    let database = directory.database();
    if database.exists() && !options.replace {
        return Err(RestoreError::Exists(database));
    }
    let path = directory.restored();
    // What an interrupted restore has left in place of a database keeps a server from beginning with an empty one.
    let is_kept = path.exists() && !database.exists();
    let copied = Copied { path, is_kept };
    let copying = {
        let (from, to, stop) = (options.file.clone(), copied.path.clone(), stop.clone());
        tokio::task::spawn_blocking(move || copy(&from, &to, &stop))
    };
    copying.await.map_err(io::Error::other)??;
    // The copy counts: the file may have changed since it was looked at.
    examine_sqlite(&copied.path).await?;
    if stop.is_cancelled() {
        return Err(RestoreError::Interrupted);
    }
    signals.abort();
    let before = take_the_place(copied, &database)?;
    directory.unmark_moved()?;
    if let Some(before) = before {
        say(&format!("the database from before is {}", before.display()));
    }
    say(&format!("{} was restored from {}", database.display(), options.file.display()));
    Ok(())
}

/// The copy until it is the database. It is removed with this value, unless it was kept.
struct Copied {
    path: PathBuf,
    is_kept: bool,
}

impl Drop for Copied {
    fn drop(&mut self) {
        if !self.is_kept {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Copies the bytes to the disk. What an interrupted restore has left there is overwritten.
fn copy(from: &Path, to: &Path, stop: &CancellationToken) -> Result<(), RestoreError> {
    let failed = |error| RestoreError::Write { path: to.to_owned(), error };
    let mut source = File::open(from)?;
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut target = options.open(to).map_err(failed)?;
    let mut piece = vec![0; PIECE];
    loop {
        if stop.is_cancelled() {
            return Err(RestoreError::Interrupted);
        }
        let length = source.read(&mut piece)?;
        if length == 0 {
            return target.sync_all().map_err(failed);
        }
        target.write_all(&piece[..length]).map_err(failed)?;
    }
}

/// Moves the database that is there aside, and its log with it, and gives the copy its name. Answers where the other one is.
///
/// A process that ends in the middle leaves the copy behind, and a server that finds the copy and no database does not start.
fn take_the_place(mut copied: Copied, database: &Path) -> Result<Option<PathBuf>, RestoreError> {
    let failed = |error| RestoreError::Write { path: database.to_owned(), error };
    let (log, index) = (beside(database, "-wal"), beside(database, "-shm"));
    let is_free = |path: &PathBuf| !path.exists() && !beside(path, "-wal").exists();
    let mut names = (1..=MOST_KEPT).map(|number| beside(database, &format!(".before-restore-{number}")));
    let before = names.find(is_free).ok_or_else(|| failed(ErrorKind::AlreadyExists.into()))?;
    // The log is what was acknowledged last, and it must not lie beside the copy under the name of its own log. It has two names for a
    // moment, so that the database is at no moment without it.
    if log.exists() {
        fs::hard_link(&log, beside(&before, "-wal")).map_err(failed)?;
    }
    let had_one = match fs::rename(database, &before) {
        Ok(()) => true,
        Err(error) if error.kind() == ErrorKind::NotFound => false,
        Err(error) => return Err(failed(error)),
    };
    // From here on the copy is all that keeps a server from beginning with an empty database.
    copied.is_kept = true;
    for file in [log, index] {
        match fs::remove_file(&file) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(failed(error)),
            _ => {}
        }
    }
    fs::rename(&copied.path, database).map_err(failed)?;
    sync_directory_of(database).map_err(failed)?;
    Ok(had_one.then_some(before))
}
