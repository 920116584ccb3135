//! The data directory, and the lock that one process holds on it.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::open_error::OpenError;
use super::permissions::{Readers, appending, keep_for, make_directory};

/// The name of the database in its directory.
const DATABASE: &str = "tengen.sqlite";
/// The name of the file whose lock is that of the directory.
const LOCK: &str = "lock";
/// The name of the file that says that the games go on elsewhere. Whoever took this database for that of the server would make
/// copies of games that nobody plays any more, or change players in vain.
const MOVED: &str = "moved-to-postgres";
/// What stands in it.
const ABOUT_MOVED: &str = "The games of this directory were copied into Postgres by `tengen transfer`, and go on there. Without this file they would go on here.\n";

/// A data directory, locked: no other server or command works with it as long as this lives.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    // The system releases the lock when the process ends, however it ends.
    _lock: File,
}

impl Directory {
    /// Locks a directory. If it is missing it is made, for its owner alone.
    ///
    /// # Errors
    ///
    /// When another process holds the lock, and when the directory can't be made or written.
    pub fn make(path: &Path) -> Result<Self, OpenError> {
        make_directory(path).map_err(|error| OpenError::Directory { path: path.to_owned(), error })?;
        Self::lock(path)
    }

    /// Locks a directory that has a database.
    ///
    /// # Errors
    ///
    /// When there is none, when its games go on in Postgres, when another process holds the lock, and when the directory can't be written.
    pub fn with_database(path: &Path) -> Result<Self, OpenError> {
        if !Self::database_in(path).exists() {
            return Err(OpenError::NoDatabase(path.to_owned()));
        }
        Self::has_not_moved(path)?;
        Self::lock(path)
    }

    /// Refuses a directory whose games go on in Postgres.
    pub(crate) fn has_not_moved(directory: &Path) -> Result<(), OpenError> {
        let mark = directory.join(MOVED);
        if mark.exists() { Err(OpenError::Moved { directory: directory.to_owned(), mark }) } else { Ok(()) }
    }

    /// Writes down that the games of this directory go on in Postgres: nobody works with its database from then on. Answers where
    /// that stands.
    ///
    /// # Errors
    ///
    /// When the file can't be written.
    pub fn mark_moved(&self) -> io::Result<PathBuf> {
        let mark = self.path.join(MOVED);
        let mut file = appending().open(&mark)?;
        file.write_all(ABOUT_MOVED.as_bytes())?;
        file.sync_all()?;
        Ok(mark)
    }

    /// Takes that back, for a directory that has another database now.
    ///
    /// # Errors
    ///
    /// When the file can't be removed.
    pub fn unmark_moved(&self) -> io::Result<()> {
        match fs::remove_file(self.path.join(MOVED)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    fn lock(directory: &Path) -> Result<Self, OpenError> {
        let path = directory.join(LOCK);
        let failed = |error| OpenError::Directory { path: path.clone(), error };
        let file = appending().open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { path: directory.to_owned(), _lock: file }),
            Err(TryLockError::WouldBlock) => Err(OpenError::InUse(directory.to_owned())),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    /// Makes an empty file for the database, if there is none. SQLite would let everybody read its own, and gives the files beside this
    /// one the same mode.
    pub(crate) fn make_database(&self) -> Result<(), OpenError> {
        let path = self.database();
        appending().open(&path).map(drop).map_err(|error| OpenError::Directory { path, error })
    }

    /// Lets these read the directory with the lock and the files of the database, and nobody else. Answers how many of them had another
    /// mode before.
    ///
    /// # Errors
    ///
    /// When one of them is somebody else's. All others have their mode then.
    pub fn keep_for(&self, readers: Readers) -> io::Result<usize> {
        let mut paths = vec![self.path.clone()];
        for entry in self.path.read_dir()? {
            let entry = entry?;
            let name = entry.file_name();
            // Its log, its index, and databases from before a restore.
            let is_ours = name == LOCK || name.to_str().is_some_and(|name| name.starts_with(DATABASE));
            if is_ours && entry.path().is_file() {
                paths.push(entry.path());
            }
        }
        let mut failure = None;
        let mut changed = 0;
        for path in paths {
            match keep_for(readers, &path) {
                Ok(was_other) => changed += usize::from(was_other),
                // SQLite removes files, too.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => failure = Some(error),
            }
        }
        failure.map_or(Ok(changed), Err)
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
