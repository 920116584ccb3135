//! Answers to requests that make something, by the keys that their senders gave them.

use tengen_game::{Millis, PlayerId};

use super::player_row::DELETED;
use super::{Store, StoreError, on_reader, on_writer, unreadable};

/// How long a key is kept, in milliseconds: a day.
pub const KEYS_KEPT: Millis = 86_400_000;
/// How many keys of one player are kept: as many games as one could make in a quarter of a day without a pause.
pub const MOST_KEYS: u32 = 1_000;
/// How many bytes the answers of one player have together. The last of them may exceed it.
const MOST_KEPT: i64 = 4 * 1_048_576;
/// How many old keys are forgotten in one transaction: on SQLite moves wait for it.
const FORGOTTEN_AT_ONCE: u32 = 200;
/// In place of a status: the request has ended, and nobody knows how.
const UNKNOWN: i32 = 0;

/// A request with a key.
#[derive(Debug, Clone)]
pub struct KeyedRequest {
    /// Whose request it is.
    pub player: PlayerId,
    /// The hash of the key.
    pub key: String,
    /// The hash of all by which two requests are told apart.
    pub request: String,
}

/// An answer that is given again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptAnswer {
    /// The status, a success.
    pub status: u16,
    /// Where what was made is.
    pub location: Option<String>,
    /// The body in JSON; it may be empty.
    pub body: String,
}

/// What is to be done with a request that has a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Keyed {
    /// It is the first one with this key.
    New,
    /// It was answered before.
    Answered(KeptAnswer),
    /// It came before, and has no answer yet.
    Unanswered {
        /// When it came.
        since: Millis,
    },
    /// It came before, and nobody knows how it ended.
    Unknown,
    /// Another request came with this key.
    OtherRequest,
    /// The player has as many keys as are kept.
    TooMany,
}

type KeptRow = (String, Millis, Option<i32>, Option<String>, Option<String>);

impl Store {
    /// Notes that a request with a key begins, unless it has come before, within a day.
    ///
    /// Of two that come at once, to whichever servers, one is the first.
    ///
    /// # Errors
    ///
    /// When the database failed, or the player has been deleted.
    pub async fn begin_keyed(&self, keyed: &KeyedRequest, now: Millis) -> Result<Keyed, StoreError> {
        let KeyedRequest { player, key, request } = keyed;
        let held = format!(
            "UPDATE players SET named = named WHERE id = $1 AND (kind IS NULL OR kind <> '{DELETED}')"
        );
        on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            // Held as by a deletion: nothing is kept of a player who is gone, and requests of one player come one after the other.
            let held = sqlx::query(sqlx::AssertSqlSafe(held)).bind(player.as_str()).execute(&mut *transaction).await?;
            if held.rows_affected() == 0 {
                transaction.rollback().await?;
                return Err(StoreError::SignedOut);
            }
            // Other old keys are forgotten elsewhere: nobody waits here for rows of others.
            sqlx::query("DELETE FROM kept_answers WHERE player_id = $1 AND key = $2 AND begun_at <= $3")
                .bind(player.as_str())
                .bind(key.as_str())
                .bind(now - KEYS_KEPT)
                .execute(&mut *transaction)
                .await?;
            let before: Option<KeptRow> = sqlx::query_as(
                "SELECT request, begun_at, status, location, body FROM kept_answers WHERE player_id = $1 AND key = $2",
            )
            .bind(player.as_str())
            .bind(key.as_str())
            .fetch_optional(&mut *transaction)
            .await?;
            if let Some(before) = before {
                transaction.commit().await?;
                return again(before, request);
            }
            // Lengths in bytes are known without reading the texts.
            let (keys, kept): (i64, i64) = sqlx::query_as(
                "SELECT COUNT(*), COALESCE(SUM(OCTET_LENGTH(body)), 0) FROM kept_answers
                 WHERE player_id = $1 AND begun_at > $2",
            )
            .bind(player.as_str())
            .bind(now - KEYS_KEPT)
            .fetch_one(&mut *transaction)
            .await?;
            if keys >= i64::from(MOST_KEYS) || kept >= MOST_KEPT {
                transaction.commit().await?;
                return Ok(Keyed::TooMany);
            }
            sqlx::query("INSERT INTO kept_answers (player_id, key, request, begun_at) VALUES ($1, $2, $3, $4)")
                .bind(player.as_str())
                .bind(key.as_str())
                .bind(request.as_str())
                .bind(now)
                .execute(&mut *transaction)
                .await?;
            transaction.commit().await?;
        });
        Ok(Keyed::New)
    }

    /// Keeps the answer to a request that began with a key.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn answer_keyed(&self, keyed: &KeyedRequest, answer: &KeptAnswer) -> Result<(), StoreError> {
        on_writer!(self, pool => {
            sqlx::query(
                "UPDATE kept_answers SET status = $3, location = $4, body = $5
                 WHERE player_id = $1 AND key = $2 AND request = $6",
            )
            .bind(keyed.player.as_str())
            .bind(keyed.key.as_str())
            .bind(i32::from(answer.status))
            .bind(answer.location.as_deref())
            .bind(answer.body.as_str())
            .bind(keyed.request.as_str())
            .execute(pool)
            .await?;
        });
        Ok(())
    }

    /// Notes that a request that began with a key has ended, and that nobody knows how.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn lose_keyed(&self, keyed: &KeyedRequest) -> Result<(), StoreError> {
        on_writer!(self, pool => {
            sqlx::query(
                "UPDATE kept_answers SET status = $3
                 WHERE player_id = $1 AND key = $2 AND request = $4 AND status IS NULL",
            )
            .bind(keyed.player.as_str())
            .bind(keyed.key.as_str())
            .bind(UNKNOWN)
            .bind(keyed.request.as_str())
            .execute(pool)
            .await?;
        });
        Ok(())
    }

    /// Forgets a key whose request has made nothing.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn forget_keyed(&self, keyed: &KeyedRequest) -> Result<(), StoreError> {
        on_writer!(self, pool => {
            sqlx::query(
                "DELETE FROM kept_answers
                 WHERE player_id = $1 AND key = $2 AND request = $3 AND status IS NULL",
            )
            .bind(keyed.player.as_str())
            .bind(keyed.key.as_str())
            .bind(keyed.request.as_str())
            .execute(pool)
            .await?;
        });
        Ok(())
    }

    /// Forgets some keys of anybody that are older than they are kept, the oldest first, and answers how many. None are left
    /// where it answers 0, but for those that a deletion of their player holds.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn forget_old_keys(&self, now: Millis) -> Result<u64, StoreError> {
        let since = now - KEYS_KEPT;
        // Nobody has to wait for the writer of SQLite if there is nothing to do.
        let (waiting,): (bool,) = on_reader!(self, pool => {
            sqlx::query_as("SELECT EXISTS (SELECT 1 FROM kept_answers WHERE begun_at <= $1)")
                .bind(since)
                .fetch_one(pool)
                .await
        })?;
        if !waiting {
            return Ok(0);
        }
        // Of several servers each takes others, and a deletion is not waited for.
        let lock = if self.is_shared() { " FOR UPDATE SKIP LOCKED" } else { "" };
        let forget = format!(
            "WITH old AS MATERIALIZED (
                 SELECT player_id, key FROM kept_answers WHERE begun_at <= $1
                 ORDER BY begun_at LIMIT {FORGOTTEN_AT_ONCE}{lock}
             )
             DELETE FROM kept_answers WHERE (player_id, key) IN (SELECT player_id, key FROM old)"
        );
        Ok(on_writer!(self, pool => {
            sqlx::query(sqlx::AssertSqlSafe(forget)).bind(since).execute(pool).await?.rows_affected()
        }))
    }
}

/// What is known of a request with a key that has come before.
fn again((known, since, status, location, body): KeptRow, request: &str) -> Result<Keyed, StoreError> {
    if known != request {
        return Ok(Keyed::OtherRequest);
    }
    let status = match status {
        None => return Ok(Keyed::Unanswered { since }),
        Some(UNKNOWN) => return Ok(Keyed::Unknown),
        Some(status) => status,
    };
    let status = u16::try_from(status).map_err(unreadable)?;
    Ok(Keyed::Answered(KeptAnswer { status, location, body: body.unwrap_or_default() }))
}
