//! Databases that have the tables of this release, made once in a process of tests: a copy costs a fraction
//! of the migrations.
//!
//! A server finds in them what it would have made: the migrations and the program that runs them are the
//! same.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{ConnectOptions, Connection, PgConnection};

use crate::scratch;

/// The name of a server's database in its directory.
const FILE: &str = "tengen.sqlite";

/// Puts a file with all tables, and nothing in them, into a directory.
pub(crate) async fn put_sqlite_into(directory: &Path) {
    static TEMPLATE: OnceLock<Vec<u8>> = OnceLock::new();
    let file = directory.join(FILE);
    let put = move || std::fs::write(file, TEMPLATE.get_or_init(|| alone(sqlite()))).unwrap();
    tokio::task::spawn_blocking(put).await.unwrap();
}

/// Makes all tables in an empty Postgres database.
pub(crate) async fn migrate_postgres(url: &str) {
    let mut connection = PgConnection::connect(url).await.unwrap();
    migrations("postgres").await.run(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

async fn sqlite() -> Vec<u8> {
    let directory = scratch::directory("tengen-migrated-").unwrap();
    let file = directory.path().join(FILE);
    // As the server opens it: the file remembers how its log is kept.
    let options = SqliteConnectOptions::new()
        .filename(&file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal);
    let mut connection = options.connect().await.unwrap();
    migrations("sqlite").await.run(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    std::fs::read(file).unwrap()
}

async fn migrations(database: &str) -> Migrator {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../../migrations", database].iter().collect();
    Migrator::new(folder).await.unwrap()
}

/// Does work that outlives the test for which it is begun, in a runtime of its own.
pub(crate) fn alone<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}
