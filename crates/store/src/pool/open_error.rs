//! Reasons for which there is no database to work with.

use std::path::PathBuf;

use sqlx::migrate::MigrateError;

use super::failure::Failure;

/// Why a database can't be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The address is neither `postgres://` nor `postgresql://`.
    #[error("DATABASE_URL must begin with postgres:// (leave it out for the SQLite file)")]
    Address,
    /// Another process uses the directory.
    #[error("{} is in use by another tengen", .0.display())]
    InUse(PathBuf),
    /// The directory has no SQLite file.
    #[error("{} has no tengen.sqlite", .0.display())]
    NoDatabase(PathBuf),
    /// The games of the directory go on in Postgres.
    #[error(
        "the games of {} go on in Postgres, to which `tengen transfer` has copied them: name it by DATABASE_URL. Only if they are to go on \
         where they were, remove {}",
        .directory.display(),
        .mark.display()
    )]
    Moved {
        /// The directory.
        directory: PathBuf,
        /// The file that says so.
        mark: PathBuf,
    },
    /// The SQLite file was being restored when that was interrupted. A server would begin with an empty one.
    #[error(
        "{} was to be restored, which was interrupted; run `tengen restore` again, or remove the file whose name ends in .part",
        .0.display()
    )]
    HalfRestored(PathBuf),
    /// The directory or a file in it can't be made or opened.
    #[error("{}: {error}", .path.display())]
    Directory {
        /// Where.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The database can't be opened.
    #[error("can't open the database: {0}")]
    Database(#[source] Failure),
    /// A Postgres that may come, or come back, by itself: nobody listens or answers there, it starts or stops, or it has no connection
    /// left.
    #[error("can't open the database: {0}")]
    Away(#[source] Failure),
    /// A later release has changed the tables in a way that this one can't follow.
    #[error(
        "the tables are of version {found}, and this program ({}) knows them up to {known}: version {changed} is one that servers of earlier \
         releases can't use. Start a server of the release that made it ({release})",
        env!("CARGO_PKG_VERSION")
    )]
    LaterTables {
        /// The number of the last migration.
        found: i64,
        /// The number of the last one that this release knows.
        known: i64,
        /// The first one that does more than to add.
        changed: i64,
        /// The release that made that one.
        release: String,
    },
    /// The tables are not those of this release.
    #[error(
        "the tables are of version {found}, and this program works with version {known}: use the program of the release that runs, \
         or start its server once, which brings them up to date"
    )]
    OtherTables {
        /// The number of the last migration.
        found: i64,
        /// The number of the last one of this release.
        known: i64,
    },
    /// The tables can't be brought up to date.
    #[error("can't migrate the database: {0}")]
    Migrate(#[source] Failure),
}

impl From<sqlx::Error> for OpenError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(Failure(error))
    }
}

impl From<MigrateError> for OpenError {
    fn from(error: MigrateError) -> Self {
        Self::Migrate(Failure(error.into()))
    }
}
