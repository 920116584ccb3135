//! The connections that the writer of events has for itself.

use std::sync::Arc;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, SqlitePool};
use tokio::time::{Instant, timeout};

use crate::pool::connect::{ACQUIRE_TIMEOUT, FRESH};
use crate::pool::{Pools, Store, StoreError};

/// How many batches Postgres has at once. With one, a third of the machine is idle while it waits for the disk.
const LANES: usize = 3;

/// A way to the database that carries one batch at a time.
#[derive(Debug)]
pub(crate) enum Lane {
    /// A connection to Postgres, made when it is needed.
    Postgres(PostgresLane),
    /// The one connection that writes to SQLite, which others use, too.
    Sqlite(SqlitePool),
}

/// A connection to Postgres that is in no pool: no batch waits for a free one, and none is pinged when it is given back.
#[derive(Debug)]
pub(crate) struct PostgresLane {
    options: Arc<PgConnectOptions>,
    /// The number by which the feed knows this process.
    pub(crate) origin: i64,
    kept: Option<(PgConnection, Instant)>,
}

impl Lane {
    /// All the lanes of a database.
    pub(crate) fn all(store: &Store) -> Vec<Self> {
        match &store.pools {
            Pools::Postgres(pool) => {
                let lane =
                    || PostgresLane { options: pool.connect_options(), origin: store.origin, kept: None };
                std::iter::repeat_with(|| Self::Postgres(lane())).take(LANES).collect()
            }
            Pools::Sqlite { writer, .. } => vec![Self::Sqlite(writer.clone())],
        }
    }

    /// Gives up its connection: another one has failed, and a database that has closed one has mostly closed all.
    pub(crate) fn forget(&mut self) {
        if let Self::Postgres(lane) = self {
            lane.kept = None;
        }
    }

    /// Says goodbye to the database.
    pub(crate) async fn close(self) {
        if let Self::Postgres(PostgresLane { kept: Some((connection, _)), .. }) = self {
            // What was to be stored is stored, or its failure was told.
            let _ = timeout(ACQUIRE_TIMEOUT, connection.close()).await;
        }
    }
}

impl PostgresLane {
    /// The connection, which the lane no longer has: what fails, or is given up half-way, must not be used again.
    pub(crate) async fn take(&mut self) -> Result<PgConnection, StoreError> {
        let away = |_| sqlx::Error::PoolTimedOut;
        if let Some((mut connection, used)) = self.kept.take() {
            let answers = used.elapsed() < FRESH
                || timeout(ACQUIRE_TIMEOUT, connection.ping()).await.map_err(away)?.is_ok();
            if answers {
                return Ok(connection);
            }
        }
        let connecting = PgConnection::connect_with(&self.options);
        Ok(timeout(ACQUIRE_TIMEOUT, connecting).await.map_err(away)??)
    }

    /// Keeps a connection for the next batch.
    pub(crate) fn keep(&mut self, connection: PgConnection) {
        self.kept = Some((connection, Instant::now()));
    }
}
