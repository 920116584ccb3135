//! Opening a database and bringing its tables up to date.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnection, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use sqlx::{Connection, SqliteConnection};
use tengen_clock::Clock;
use tokio::sync::{Semaphore, SemaphorePermit, watch};
use tokio::time::timeout;

use super::away::{gone, not_opened};
use super::damage::Damage;
use super::directory::Directory;
use super::error::StoreError;
use super::open_error::OpenError;
use super::postgres_address;
use super::store::{Pools, Store};
use super::tables::{self, POSTGRES, SQLITE};
use super::waits::waits;

/// How long a request waits for a connection before it is told that the database is away.
pub(crate) const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
/// By this name Postgres knows the connections of servers.
const APPLICATION: &str = "tengen";
/// And by this one those of commands, which are no servers.
const TOOL: &str = "tengen command";
/// How often a starting server asks whether it is alone, and how long it waits in between.
const ASKED: usize = 10;
const ASK_AGAIN: Duration = Duration::from_millis(100);
/// How many connections read from SQLite at once.
const SQLITE_READERS: u32 = 4;
/// How many rows SQLite's thread reads ahead: exports read thousands at once, and each wait of one thread for the other costs
/// more than a row.
const SQLITE_ROWS: usize = 1_024;
/// After how many pages SQLite brings its log into the file: moves change the same pages again and again, and each is brought
/// there once. It also says how much there is to read after a crash: 16 MiB.
const SQLITE_CHECKPOINT: &str = "4000";
/// How many bytes of the log's file SQLite keeps after it was once longer, as a migration makes it.
const SQLITE_LOG: &str = "67108864";
/// A connection to Postgres that was last used longer ago may have died meanwhile, and is asked first whether it still answers. Where
/// many games are played none is, and where few are nobody notices a trip.
pub(crate) const FRESH: Duration = Duration::from_millis(20);

/// An open database. It holds the lock on the data directory as long as it lives.
#[derive(Debug)]
pub struct Database {
    /// The connections for queries.
    pub store: Store,
    /// Whether no other server was at work on it when it was opened.
    pub alone: bool,
    /// The locked directory, if it is an SQLite file.
    directory: Option<Directory>,
}

impl Database {
    /// The usual number of connections to Postgres, at most, beside the three that store events and the one that says that the server
    /// is there.
    pub const CONNECTIONS: u16 = 16;
    /// With fewer of them requests would wait for the server's own work at a start.
    pub const LEAST_CONNECTIONS: u16 = 4;

    /// Opens Postgres if there is an address, else the SQLite file in the directory; either way with tables up to date.
    /// Everybody who uses the database goes by this clock.
    pub async fn open(url: Option<&str>, data_dir: &Path, clock: Clock) -> Result<Self, OpenError> {
        Self::with_connections(url, data_dir, Self::CONNECTIONS, clock).await
    }

    /// As [`Database::open`], with at most so many connections to Postgres in the place of [`Self::CONNECTIONS`]. An SQLite file has as
    /// many as it needs.
    pub async fn with_connections(
        url: Option<&str>,
        data_dir: &Path,
        connections: u16,
        clock: Clock,
    ) -> Result<Self, OpenError> {
        match url {
            Some(url) => Self::postgres(url, connections, clock).await,
            None => Self::sqlite(data_dir, clock).await,
        }
    }

    /// The directory of the SQLite file, unless the database is Postgres.
    pub fn directory(&self) -> Option<&Directory> {
        self.directory.as_ref()
    }

    /// Opens a database that servers may use, too, and leaves its tables as they are. To write into an SQLite file its directory is
    /// locked, so that no server uses it.
    ///
    /// # Errors
    ///
    /// When there is none, or its tables are not those of this release.
    pub async fn attach(
        url: Option<&str>,
        data_dir: &Path,
        access: Access,
        clock: Clock,
    ) -> Result<Self, OpenError> {
        let (pools, directory) = if let Some(url) = url {
            let pool = PgPoolOptions::new()
                .max_connections(1)
                .acquire_timeout(ACQUIRE_TIMEOUT)
                .connect_with(postgres_address::read(url)?.application_name(TOOL))
                .await?;
            (Pools::Postgres(pool), None)
        } else {
            let directory = match access {
                Access::Write => Some(Directory::with_database(data_dir)?),
                Access::Read => None,
            };
            let file = Directory::database_in(data_dir);
            if !file.exists() {
                return Err(OpenError::NoDatabase(data_dir.to_owned()));
            }
            let options = SqliteConnectOptions::new()
                .filename(file)
                .foreign_keys(true)
                .busy_timeout(ACQUIRE_TIMEOUT)
                .synchronous(SqliteSynchronous::Full);
            let options = options.read_only(matches!(access, Access::Read));
            let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
            (Pools::Sqlite { reader: pool.clone(), writer: pool }, directory)
        };
        let store = Store::new(pools, 1, clock);
        store.expect_tables().await?;
        Ok(Self { store, alone: false, directory })
    }

    async fn postgres(url: &str, connections: u16, clock: Clock) -> Result<Self, OpenError> {
        let options = postgres_address::read(url)?;
        let first = timeout(ACQUIRE_TIMEOUT, PgConnection::connect_with(&options)).await;
        let first = first.unwrap_or_else(|_| Err(io::Error::from(io::ErrorKind::TimedOut).into()));
        let first = first.map_err(|error| not_opened(&options, error))?;
        let alone = is_alone(first).await.map_err(|error| not_opened(&options, error))?;
        let pool = PgPoolOptions::new()
            .max_connections(connections.into())
            .acquire_timeout(ACQUIRE_TIMEOUT)
            // The pool would ask each connection first, and most requests wait for several of them.
            .test_before_acquire(false)
            .before_acquire(|connection, used| {
                Box::pin(async move {
                    if used.idle_for >= FRESH {
                        connection.ping().await?;
                    }
                    Ok(true)
                })
            })
            .connect_with(options.clone().application_name(APPLICATION))
            .await
            .map_err(|error| not_opened(&options, error))?;
        tables::prepare_postgres(&pool).await.map_err(|error| gone(&options, error))?;
        Ok(Self {
            store: Store::new(Pools::Postgres(pool), connections.into(), clock),
            alone,
            directory: None,
        })
    }

    async fn sqlite(directory: &Path, clock: Clock) -> Result<Self, OpenError> {
        let directory = Directory::make(directory)?;
        Directory::has_not_moved(directory.path())?;
        if !directory.database().exists() && directory.restored().exists() {
            return Err(OpenError::HalfRestored(directory.database()));
        }
        directory.make_database()?;
        // WAL lets readers go on while the writer commits; FULL makes every commit survive a power failure.
        let options = SqliteConnectOptions::new()
            .filename(directory.database())
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(ACQUIRE_TIMEOUT)
            .pragma("wal_autocheckpoint", SQLITE_CHECKPOINT)
            .pragma("journal_size_limit", SQLITE_LOG)
            .row_buffer_size(SQLITE_ROWS);
        let pool = |connections| {
            SqlitePoolOptions::new()
                .max_connections(connections)
                .acquire_timeout(ACQUIRE_TIMEOUT)
                // A file does not hang up.
                .test_before_acquire(false)
        };
        // After a failed write (the disk is full) SQLite may have rolled back by itself, and the driver counts a
        // transaction that is not there any more: no other one could ever begin on that connection.
        let is_usable = |connection: &SqliteConnection| !connection.is_in_transaction();
        let writer = pool(1)
            .before_acquire(move |connection, _| Box::pin(async move { Ok(is_usable(connection)) }))
            .connect_with(options.clone())
            .await?;
        tables::prepare_sqlite(&writer).await?;
        let reader = pool(SQLITE_READERS).connect_with(options.read_only(true)).await?;
        // The lock on the directory says so.
        let alone = true;
        Ok(Self {
            store: Store::new(Pools::Sqlite { reader, writer }, SQLITE_READERS, clock),
            alone,
            directory: Some(directory),
        })
    }
}

/// What is done with a database to which no server belongs in this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// It is read, also while servers write it.
    Read,
    /// It is changed.
    Write,
}

impl Store {
    /// Whether the tables are those of this release.
    async fn expect_tables(&self) -> Result<(), OpenError> {
        let known = tables::last(match &self.pools {
            Pools::Postgres(_) => &POSTGRES,
            Pools::Sqlite { .. } => &SQLITE,
        });
        let last = "SELECT COALESCE(max(version), 0) FROM _sqlx_migrations";
        let found: Result<(i64,), sqlx::Error> = match &self.pools {
            Pools::Postgres(pool) => sqlx::query_as(last).fetch_one(pool).await,
            Pools::Sqlite { reader, .. } => sqlx::query_as(last).fetch_one(reader).await,
        };
        let found = match found {
            Ok((found,)) => found,
            // No table says that there are none.
            Err(sqlx::Error::Database(error)) if error.message().contains("_sqlx_migrations") => 0,
            Err(error) => return Err(error.into()),
        };
        if found == known { Ok(()) } else { Err(OpenError::OtherTables { found, known }) }
    }

    /// What a query answers that looks through many rows. It waits for its turn, as long as for a connection: half of the connections
    /// are for such queries at most, so that what is small never waits for them.
    pub(crate) async fn among_lists<T>(
        &self,
        asked: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        let _place = self.place_among_lists().await?;
        asked.await
    }

    /// Waits until queries may look through many rows.
    pub(crate) async fn place_among_lists(&self) -> Result<SemaphorePermit<'_>, StoreError> {
        let place = waits(timeout(ACQUIRE_TIMEOUT, self.lists.acquire())).await;
        Ok(place.map_err(|_| StoreError::Crowded)?.map_err(|_| sqlx::Error::PoolClosed)?)
    }

    /// A handle on these, of which so many connections read.
    fn new(pools: Pools, readers: u32, clock: Clock) -> Self {
        // The keys of hash maps are random bits of the system.
        let origin = RandomState::new().build_hasher().finish().cast_signed();
        let lists = Arc::new(Semaphore::new((readers as usize / 2).max(1)));
        Self { pools, origin, damage: Damage::default(), clock, servers: watch::Sender::default(), lists }
    }
}

/// Whether no server is connected to the database. One that was killed a moment ago still seems to be, until Postgres
/// has noticed; so whoever is not alone at once asks again for a second.
async fn is_alone(mut connection: PgConnection) -> Result<bool, sqlx::Error> {
    let mut alone = false;
    for _ in 0..ASKED {
        let (others,): (i64,) = sqlx::query_as(
            "SELECT count(*) FROM pg_stat_activity
             WHERE datname = current_database() AND application_name = $1",
        )
        .bind(APPLICATION)
        .fetch_one(&mut connection)
        .await?;
        alone = others == 0;
        if alone {
            break;
        }
        tokio::time::sleep(ASK_AGAIN).await;
    }
    connection.close().await?;
    Ok(alone)
}
