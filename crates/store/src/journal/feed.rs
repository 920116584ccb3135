//! The commits on Postgres, in an order that readers can follow. An SQLite file has one server, which hears of all that it
//! stores anyway.
//!
//! Each batch of events, and each new game, has a row in `commits`, written in the same transaction. The number of a row is
//! taken before its commit, and a lower one may become visible after a higher one. So a row gets its position when it is
//! visible: a reader holds a lock, and gives the next positions to all rows that have none, in the order of their numbers. A
//! game's next event is decided when its last one is visible, so this keeps the order of each game.

use sqlx::PgPool;
use tengen_game::{GameId, PlayerId};

use crate::pool::{Pools, Store, StoreError};

/// Gives positions under a lock, which Postgres knows by its number (`tengen` in ASCII). All goes in one trip, so that a server
/// that freezes holds no lock. The statements of the block have a snapshot each: the second one sees what the holder before has
/// committed. The wait is shorter than the patience of a reader, so that no connection is left waiting.
const GIVE_POSITIONS: &str = "DO $$ BEGIN
    SET LOCAL lock_timeout = '5s';
    PERFORM pg_advisory_xact_lock(x'74656e67656e'::bigint);
    UPDATE commits SET position = last.position + next.place
    FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM commits WHERE position IS NULL) AS next,
         (SELECT COALESCE(max(position), 0) AS position FROM commits WHERE position IS NOT NULL) AS last
    WHERE commits.position IS NULL AND commits.id = next.id;
END $$";
/// How many rows stay: those of half a minute at the highest rate that was measured, and of hours at a usual one.
const KEPT: i64 = 100_000;

/// A place in the feed, the same on every server of a database and after a restart: all commits up to it are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position(i64);

/// A transaction that stored events or a new game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// Its place in the feed.
    pub position: Position,
    /// Games, and the number up to which the log has all events of each; 0 of a new game. Some may have been told before.
    /// Of the commits of this process only the new games.
    pub games: Vec<(GameId, u32)>,
}

/// The commits behind a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Following {
    /// The next ones, without a gap.
    Commits(Vec<Commit>),
    /// The next ones were removed, because the reader has not read for long, or the feed ends before the position, because an
    /// earlier state of the database was restored. The reader has to begin again with the tables.
    Removed,
}

/// A handle on the feed; cheap to clone.
#[derive(Debug, Clone)]
pub struct Feed {
    pool: PgPool,
    origin: i64,
}

impl Store {
    /// The feed, if other servers may write to the database, too.
    pub fn feed(&self) -> Option<Feed> {
        match &self.pools {
            Pools::Postgres(pool) => Some(Feed { pool: pool.clone(), origin: self.origin }),
            Pools::Sqlite { .. } => None,
        }
    }
}

impl Feed {
    /// The end of the feed: whatever is committed from now on lies behind it.
    pub async fn end(&self) -> Result<Position, StoreError> {
        self.give_positions().await?;
        self.last().await
    }

    /// The commits behind a position, at most `limit` of them.
    pub async fn read(&self, after: Position, limit: u32) -> Result<Following, StoreError> {
        self.give_positions().await?;
        let rows: Vec<(i64, Vec<String>, Vec<i32>)> = sqlx::query_as(
            "SELECT position, CASE WHEN origin = $1 AND seqs <> '{0}' THEN '{}' ELSE games END,
                    CASE WHEN origin = $1 AND seqs <> '{0}' THEN '{}' ELSE seqs END
             FROM commits WHERE position > $2 ORDER BY position LIMIT $3",
        )
        .bind(self.origin)
        .bind(after.0)
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        let follows = match rows.first() {
            Some((position, ..)) => *position == after.0 + 1,
            None => self.last().await? >= after,
        };
        if !follows {
            return Ok(Following::Removed);
        }
        let commits = rows.into_iter().map(|(position, games, seqs)| {
            // An id that somebody has changed by hand is nobody's, and keeps no other game from being told.
            let games = games
                .into_iter()
                .zip(seqs)
                .filter_map(|(game, seq)| Some((game.parse().ok()?, seq.cast_unsigned())));
            Commit { position: Position(position), games: games.collect() }
        });
        Ok(Following::Commits(commits.collect()))
    }

    /// The players of games: who made each, to whom it is offered, and who plays.
    pub async fn players(&self, games: &[GameId]) -> Result<Vec<(GameId, PlayerId)>, StoreError> {
        let games: Vec<&str> = games.iter().map(GameId::as_str).collect();
        let rows: Vec<(String, String)> = sqlx::query_as(
            "SELECT id, player FROM games, unnest(ARRAY[creator, opponent, black, white]) AS player
             WHERE id = ANY($1) AND player IS NOT NULL",
        )
        .bind(games)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows
            .into_iter()
            .filter_map(|(game, player)| Some((game.parse().ok()?, player.parse().ok()?)))
            .collect())
    }

    /// How many commits lie behind a position.
    pub async fn count_after(&self, position: Position) -> Result<u64, StoreError> {
        let (count,): (i64,) = sqlx::query_as(
            "SELECT (SELECT COUNT(*) FROM commits WHERE position > $1)
                  + (SELECT COUNT(*) FROM commits WHERE position IS NULL)",
        )
        .bind(position.0)
        .fetch_one(&self.pool)
        .await?;
        Ok(count.unsigned_abs())
    }

    /// Removes old rows. Positions go on where they were.
    pub async fn prune(&self) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM commits WHERE position <= (SELECT max(position) FROM commits) - $1")
            .bind(KEPT)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Gives positions to what was committed and has none.
    async fn give_positions(&self) -> Result<(), StoreError> {
        let waits: Option<(i32,)> = sqlx::query_as("SELECT 1 FROM commits WHERE position IS NULL LIMIT 1")
            .fetch_optional(&self.pool)
            .await?;
        if waits.is_none() {
            return Ok(());
        }
        sqlx::raw_sql(GIVE_POSITIONS).execute(&self.pool).await?;
        Ok(())
    }

    /// The last position that was given.
    async fn last(&self) -> Result<Position, StoreError> {
        let (position,): (i64,) =
            sqlx::query_as("SELECT COALESCE(max(position), 0) FROM commits").fetch_one(&self.pool).await?;
        Ok(Position(position))
    }
}
