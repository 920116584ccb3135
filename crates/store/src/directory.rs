//! The data directory, and the lock that one process holds on it.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use super::open_error::OpenError;

/// The name of the database in its directory.
const DATABASE: &str = "tengen.sqlite";
/// The name of the file whose lock is that of the directory.
const LOCK: &str = "lock";

/// A data directory, locked: no other server or command works with it as long as this lives.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    // The system releases the lock when the process ends, however it ends.
    _lock: File,
}

impl Directory {
    /// Locks a directory, which is made if it is missing.
    ///
    /// # Errors
    ///
    /// When another process holds the lock, and when the directory can't be made or written.
    pub fn make(path: &Path) -> Result<Self, OpenError> {
        std::fs::create_dir_all(path)
            .map_err(|error| OpenError::Directory { path: path.to_owned(), error })?;
        Self::lock(path)
    }

    /// Locks a directory that has a database.
    ///
    /// # Errors
    ///
    /// When there is none, when another process holds the lock, and when the directory can't be written.
    pub fn with_database(path: &Path) -> Result<Self, OpenError> {
        if !Self::database_in(path).exists() {
            return Err(OpenError::NoDatabase(path.to_owned()));
        }
        Self::lock(path)
    }

    fn lock(directory: &Path) -> Result<Self, OpenError> {
        let path = directory.join(LOCK);
        let failed = |error| OpenError::Directory { path: path.clone(), error };
        let file = File::options().create(true).append(true).open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { path: directory.to_owned(), _lock: file }),
            Err(TryLockError::WouldBlock) => Err(OpenError::InUse(directory.to_owned())),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file of the database, which need not be there.
    pub fn database(&self) -> PathBuf {
        Self::database_in(&self.path)
    }

    /// The same of a directory that is not locked.
    pub fn database_in(directory: &Path) -> PathBuf {
        directory.join(DATABASE)
    }

    /// The file that becomes the database at the end of a restore.
    pub fn restored(&self) -> PathBuf {
        self.path.join(format!("{DATABASE}.part"))
    }
}

/// The file beside another one whose name ends in this besides, as the log of an SQLite file in `-wal`.
pub fn beside(file: &Path, end: &str) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push(end);
    path.into()
}
