//! Copies of an SQLite file: how one is made while a server runs, and whether a file is one.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio_util::sync::CancellationToken;

use super::directory::beside;
use super::error::{StoreError, unreadable};
use super::tables::{SQLITE, last};

/// The first bytes of each SQLite file.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";
/// The tables by which a database of Tengen is known, of whatever release.
const TABLES: [&str; 4] = ["_sqlx_migrations", "players", "games", "events"];
/// After how many steps of its machine SQLite asks whether it should stop: some hundred times a second.
const STEPS: i32 = 10_000;

/// Why a file is no database that this release could serve.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It can't be read.
    #[error("{}: {error}", .path.display())]
    Unreadable {
        /// Where.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// It is something else.
    #[error("{} is no SQLite database", .0.display())]
    NotSqlite(PathBuf),
    /// Another program's.
    #[error("{} is an SQLite database of another program: it has no table {table}", .path.display())]
    NotTengen {
        /// Where.
        path: PathBuf,
        /// A table that each database of Tengen has.
        table: &'static str,
    },
    /// This release does not know its tables.
    #[error("{} is of a later release: its tables are of version {found}, and this release knows {known}", .path.display())]
    Later {
        /// Where.
        path: PathBuf,
        /// The number of its last migration.
        found: i64,
        /// The number of the last migration of this release.
        known: i64,
    },
    /// The newest games are in another file.
    #[error(
        "{} is not whole: the newest of it is in the file beside it whose name ends in -wal; make the copy by `tengen backup`",
        .0.display()
    )]
    HasLog(PathBuf),
    /// SQLite finds faults in it.
    #[error("{} is damaged: {fault}", .path.display())]
    Damaged {
        /// Where.
        path: PathBuf,
        /// What SQLite says.
        fault: String,
    },
}

/// Writes all of an SQLite file into another one, which must be missing or empty, as it is at one moment. Servers may read and
/// write it meanwhile: they are not held up, and their log grows by what they write until the end of the copy.
///
/// What was written is not yet safe from a failure of the machine. When `stop` is cancelled, or the disk is full, the other file
/// is not whole, and there is an error.
pub async fn copy_sqlite(from: &Path, to: &Path, stop: &CancellationToken) -> Result<(), StoreError> {
    let to = to.to_str().ok_or_else(|| unreadable("a name that is not in UTF-8"))?;
    let mut connection = SqliteConnectOptions::new().filename(from).read_only(true).connect().await?;
    let stop = stop.clone();
    connection.lock_handle().await?.set_progress_handler(STEPS, move || !stop.is_cancelled());
    // SQLite's backup in steps would begin anew with each commit of a server.
    let copied = sqlx::query("VACUUM INTO $1").bind(to).execute(&mut connection).await;
    connection.close().await?;
    copied?;
    Ok(())
}

/// Whether a file that nobody uses is a whole database of Tengen, of this release or an earlier one.
pub async fn examine_sqlite(path: &Path) -> Result<(), FileError> {
    let unreadable = |error| FileError::Unreadable { path: path.to_owned(), error };
    let mut magic = [0; MAGIC.len()];
    let length = File::open(path).and_then(|file| file.take(MAGIC.len() as u64).read(&mut magic));
    if length.map_err(unreadable)? < MAGIC.len() || magic != *MAGIC {
        return Err(FileError::NotSqlite(path.to_owned()));
    }
    if std::fs::metadata(beside(path, "-wal")).is_ok_and(|log| log.len() > 0) {
        return Err(FileError::HasLog(path.to_owned()));
    }
    let damaged = |fault: sqlx::Error| FileError::Damaged { path: path.to_owned(), fault: fault.to_string() };
    // Nothing is written beside a file that does not change.
    let options = SqliteConnectOptions::new().filename(path).read_only(true).immutable(true);
    let mut connection = options.connect().await.map_err(damaged)?;
    let examined = examine(&mut connection, path).await;
    connection.close().await.map_err(damaged)?;
    examined.map_err(damaged)?
}

async fn examine(
    connection: &mut SqliteConnection,
    path: &Path,
) -> Result<Result<(), FileError>, sqlx::Error> {
    let path = || path.to_owned();
    for table in TABLES {
        let found: Option<(i32,)> =
            sqlx::query_as("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = $1")
                .bind(table)
                .fetch_optional(&mut *connection)
                .await?;
        if found.is_none() {
            return Ok(Err(FileError::NotTengen { path: path(), table }));
        }
    }
    let (found,): (i64,) = sqlx::query_as("SELECT COALESCE(max(version), 0) FROM _sqlx_migrations")
        .fetch_one(&mut *connection)
        .await?;
    let known = last(&SQLITE);
    if found > known {
        return Ok(Err(FileError::Later { path: path(), found, known }));
    }
    let (fault,): (String,) = sqlx::query_as("PRAGMA integrity_check(1)").fetch_one(connection).await?;
    Ok(if fault == "ok" { Ok(()) } else { Err(FileError::Damaged { path: path(), fault }) })
}
