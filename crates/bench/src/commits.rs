//! What a commit costs: rows of the size of an event, each inserted durably by a transaction of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use sqlx::postgres::PgPoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{AssertSqlSafe, PgPool, SqlitePool};
use tempfile::TempDir;
use tokio::task::JoinSet;

use crate::failure::Failure;
use crate::latency::Latencies;
use crate::report;
use crate::stage::{Database, Stage};

/// How many clients insert at once, in the second part.
const MANY: u32 = 64;

/// A log like that of the server, with a second key, of commands, as a log has that must know them by itself. It stays as it
/// is, so that figures of different releases compare.
const TABLE: &str = "CREATE TABLE events (
    game_id TEXT NOT NULL, seq INTEGER NOT NULL, v INTEGER NOT NULL, at BIGINT NOT NULL, actor TEXT, command_id TEXT,
    fingerprint BIGINT, body TEXT NOT NULL, PRIMARY KEY (game_id, seq), UNIQUE (game_id, actor, command_id)
)";

const INSERT: &str = "INSERT INTO events (game_id, seq, v, at, actor, command_id, fingerprint, body)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";

/// Durable single-row inserts.
#[derive(Debug, Clone)]
pub(crate) struct Rates {
    /// How many a second one client gets done.
    pub(crate) one: f64,
    /// How many sixty-four clients get done together.
    pub(crate) many: f64,
    /// How long one takes where there is one client.
    pub(crate) alone: Latencies,
}

impl Rates {
    /// The better rate.
    pub(crate) fn best(&self) -> f64 {
        self.one.max(self.many)
    }

    /// The medians of several measurements.
    pub(crate) fn median(mut measured: Vec<Self>) -> Option<Self> {
        let middle = measured.len() / 2;
        measured.sort_by(|one, other| one.many.total_cmp(&other.many));
        let many = measured.get(middle)?.many;
        measured.sort_by(|one, other| one.one.total_cmp(&other.one));
        measured.into_iter().nth(middle).map(|median| Self { many, ..median })
    }

    /// As a line of the report.
    pub(crate) fn tell(&self, database: Database) {
        report::line(&format!(
            "  {:8} single-row commits/s: {:>7.0} by one client (p50 {:.2} ms), {:>7.0} by {MANY}",
            database.name(),
            self.one,
            self.alone.millis(50),
            self.many,
        ));
    }
}

/// Measures both databases and prints it.
pub(crate) async fn measure(stage: &Stage) -> Result<(), Failure> {
    report::line(&format!("commits (load {})", report::load()));
    for database in stage.databases() {
        rates(stage, database).await?.tell(database);
    }
    Ok(())
}

/// Measures one database.
pub(crate) async fn rates(stage: &Stage, database: Database) -> Result<Rates, Failure> {
    let span = Duration::from_millis(stage.pick(2_000, 300));
    let writer = Arc::new(Writer::open(stage, database).await?);
    // The first commits of a database are slow: its files grow.
    insert_for(&writer, MANY, span / 4).await?;
    let alone = insert_for(&writer, 1, span).await?;
    let together = insert_for(&writer, MANY, span).await?;
    let rate = |inserted: &[Duration]| inserted.len() as f64 / span.as_secs_f64();
    Ok(Rates { one: rate(&alone), many: rate(&together), alone: Latencies::new(alone) })
}

async fn insert_for(writer: &Arc<Writer>, clients: u32, span: Duration) -> Result<Vec<Duration>, Failure> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let end = Instant::now() + span;
    let mut tasks = JoinSet::new();
    for _ in 0..clients {
        let writer = Arc::clone(writer);
        let game = format!("{:016}", NEXT.fetch_add(1, Ordering::Relaxed));
        tasks.spawn(async move {
            let mut inserted = Vec::new();
            for seq in 0.. {
                let began = Instant::now();
                if began >= end {
                    break;
                }
                writer.insert(&game, seq).await?;
                inserted.push(began.elapsed());
            }
            Ok::<_, Failure>(inserted)
        });
    }
    let mut all = Vec::new();
    while let Some(inserted) = tasks.join_next().await {
        all.extend(inserted??);
    }
    Ok(all)
}

#[derive(Debug)]
enum Writer {
    Sqlite { pool: SqlitePool, _directory: TempDir },
    Postgres(PgPool),
}

impl Writer {
    /// Opens a new database with the server's own settings.
    async fn open(stage: &Stage, database: Database) -> Result<Self, Failure> {
        match database {
            Database::Sqlite => {
                let directory = stage.directory()?;
                let options = SqliteConnectOptions::new()
                    .filename(directory.path().join("bench.sqlite"))
                    .create_if_missing(true)
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(SqliteSynchronous::Full);
                // As the server does: SQLite has one writer at a time, and waits for its lock are slow.
                let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
                sqlx::raw_sql(AssertSqlSafe(
                    format!("{TABLE} STRICT, WITHOUT ROWID").replace("BIGINT", "INTEGER"),
                ))
                .execute(&pool)
                .await?;
                Ok(Self::Sqlite { pool, _directory: directory })
            }
            Database::Postgres => {
                let url = stage.new_database().await?;
                let pool = PgPoolOptions::new()
                    .max_connections(MANY)
                    .min_connections(MANY)
                    .test_before_acquire(false)
                    .connect(&url)
                    .await?;
                sqlx::raw_sql(TABLE).execute(&pool).await?;
                Ok(Self::Postgres(pool))
            }
        }
    }

    async fn insert(&self, game: &str, seq: i32) -> Result<(), Failure> {
        macro_rules! insert {
            ($pool:expr) => {
                sqlx::query(INSERT)
                    .bind(game)
                    .bind(seq)
                    .bind(2_i32)
                    .bind(1_790_000_000_000_i64 + i64::from(seq))
                    .bind("8k2q4w7m1x9c3v5b")
                    .bind(format!("m{seq}"))
                    .bind(i64::from(seq) << 24)
                    .bind(r#"{"type":"played","color":"black","move":"Q16","captured":[]}"#)
                    .execute($pool)
                    .await
                    .map(|_| ())
            };
        }
        match self {
            Self::Sqlite { pool, .. } => insert!(pool)?,
            Self::Postgres(pool) => insert!(pool)?,
        }
        Ok(())
    }
}
