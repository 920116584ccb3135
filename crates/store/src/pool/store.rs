//! The handle on the database, and the pools of connections behind it.

use std::fmt::Display;
use std::sync::Arc;

use sqlx::{PgPool, SqlitePool};
use tengen_clock::Clock;
use tengen_game::{GameId, Millis};
use tokio::sync::{Semaphore, watch};

use super::damage::Damage;
use super::error::StoreError;
use super::servers::Servers;

/// A handle on the database; cheap to clone.
#[derive(Debug, Clone)]
pub struct Store {
    pub(crate) pools: Pools,
    /// The rows that this process has stored carry this number, which is another one in each process.
    pub(crate) origin: i64,
    pub(crate) damage: Damage,
    pub(crate) clock: Clock,
    pub(crate) servers: watch::Sender<Servers>,
    /// One for each query that may look through many rows now.
    pub(crate) lists: Arc<Semaphore>,
}

/// One pool for Postgres; for SQLite one connection that writes and a pool that reads.
#[derive(Debug, Clone)]
pub(crate) enum Pools {
    Postgres(PgPool),
    Sqlite { reader: SqlitePool, writer: SqlitePool },
}

impl Store {
    /// Whether other servers may write to the database, too.
    pub fn is_shared(&self) -> bool {
        matches!(self.pools, Pools::Postgres(_))
    }

    /// The clock of the server to which this handle belongs.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Names a game in the log that does not read back, once.
    pub fn name_damaged(&self, game: GameId, error: impl Display) {
        self.damage.name("game", game.as_str(), error);
    }

    /// Names a game in the log that only servers of a later release can read, once.
    pub fn name_of_later_release(&self, game: GameId, error: impl Display) {
        self.damage.name_later("game", game.as_str(), error);
    }

    /// The content of a row, unless it does not read back. Then the row, which is that of a `kind` with this id, is named in the
    /// log, once.
    pub(crate) fn readable<T>(&self, kind: &'static str, id: &str, read: Result<T, StoreError>) -> Option<T> {
        match read {
            Ok(read) => return Some(read),
            Err(StoreError::LaterRelease(error)) => self.damage.name_later(kind, id, error),
            Err(error) => self.damage.name(kind, id, error),
        }
        None
    }

    /// Closes every connection, once those in use are done.
    pub async fn close(&self) {
        match &self.pools {
            Pools::Postgres(pool) => pool.close().await,
            Pools::Sqlite { reader, writer } => {
                reader.close().await;
                writer.close().await;
            }
        }
    }
}

impl Store {
    /// What this process knows of the servers of the database.
    pub fn servers(&self) -> Servers {
        *self.servers.borrow()
    }

    /// By how many milliseconds this server's clock is ahead of the database's, if that is so much that nothing may be decided by
    /// it. That holds for each time that the clock has told before: a leap counts at once, and not only when the clocks are compared
    /// again. An SQLite file has one server and no clock of its own.
    pub fn wrong_clock(&self) -> Option<Millis> {
        let shared = self.is_shared();
        shared.then(|| self.servers().wrong_clock(self.clock.leapt())).flatten()
    }

    /// A time of this server by the database's clock, both in milliseconds since 1970.
    pub(crate) fn database_time(&self, at: Millis) -> Millis {
        at - self.servers().clock_ahead
    }

    /// A time of the database by this server's clock, both in milliseconds since 1970.
    pub(crate) fn own_time(&self, at: Millis) -> Millis {
        at + self.servers().clock_ahead
    }

    /// A time that this server's clock tells now, as a right clock has it; both in milliseconds since 1970.
    pub(crate) fn right_time(&self, now: Millis) -> Millis {
        now - self.wrong_clock().unwrap_or(0)
    }

    /// The servers of the database, as they come and go.
    pub fn watch_servers(&self) -> watch::Receiver<Servers> {
        self.servers.subscribe()
    }
}
