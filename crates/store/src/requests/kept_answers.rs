//! Answers to requests that make something, by the keys that their senders gave them.

use tengen_game::{Millis, PlayerId};

use super::key_holder::{BEGUN_AT, ENDS_AT, Holder, KEYS_KEPT, KeyedRequest};
use crate::players::player_row::DELETED;
use crate::pool::{Store, StoreError, unreadable};

/// How many keys of one player, or of the strangers of one network, are kept: as many games as one could make in a quarter of a day
/// without a pause.
pub const MOST_KEYS: u32 = 1_000;
/// How many bytes the answers of one of them have together. The last of them may exceed it.
const MOST_KEPT: i64 = 4 * 1_048_576;
/// How many old keys are forgotten in one transaction: on SQLite moves wait for it.
const FORGOTTEN_AT_ONCE: u32 = 200;
/// In place of a status: the request has ended, and nobody knows how.
const UNKNOWN: i32 = 0;

/// An answer that is given again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptAnswer {
    /// The status, a success.
    pub status: u16,
    /// Where what was made is, of a player's request.
    pub location: Option<String>,
    /// What else was answered.
    pub content: KeptContent,
}

/// What is kept of an answer beside its status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeptContent {
    /// Its headers and its body, encrypted.
    Sealed(Vec<u8>),
    /// Its body alone, which may be empty, as a server of the release before has kept it.
    Open(String),
    /// Nothing: it was too long, or could not be encrypted.
    Nothing,
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
    /// The player, or the network, has as many keys as are kept.
    TooMany,
}

/// The hash of a request, when it came, the status, the location, and the body in plain or sealed.
type KeptRow = (String, Millis, Option<i32>, Option<String>, Option<String>, Option<Vec<u8>>);

impl Store {
    /// What is known of a request with a key that has come before; nothing, if it has not, or its key has ended.
    pub async fn known_keyed(&self, keyed: &KeyedRequest, now: Millis) -> Result<Option<Keyed>, StoreError> {
        let KeyedRequest { holder, key, request } = keyed;
        let ((table, of), columns, (age, old)) = (holder.table(), holder.columns(), holder.age(now));
        let look = format!("SELECT {columns} FROM {table} WHERE {of} = $1 AND key = $2 AND {age} > $3");
        let before: Option<KeptRow> = self
            .read(sqlx::AssertSqlSafe(look))
            .bind_all((holder.id(), key.as_str(), old))
            .fetch_optional()
            .await?;
        before.map(|before| again(before, request)).transpose()
    }

    /// Notes that a request with a key begins, unless it has come before and its key has not ended.
    ///
    /// Of two that come at once, to whichever servers, one is the first.
    ///
    /// # Errors
    ///
    /// When the database failed, or the player has been deleted.
    pub async fn begin_keyed(&self, keyed: &KeyedRequest, now: Millis) -> Result<Keyed, StoreError> {
        let KeyedRequest { holder, key, request } = keyed;
        let ((table, of), columns, bytes) = (holder.table(), holder.columns(), holder.bytes());
        let ((age, old), held) = (holder.age(now), hold());
        let forget = format!("DELETE FROM {table} WHERE {of} = $1 AND key = $2 AND {age} <= $3");
        let look = format!("SELECT {columns} FROM {table} WHERE {of} = $1 AND key = $2");
        let count = format!(
            "SELECT COUNT(*), CAST(COALESCE(SUM({bytes}), 0) AS BIGINT) FROM {table} WHERE {of} = $1 AND {age} > $2"
        );
        let mut tx = self.begin().await?;
        // Held as by a deletion: nothing is kept of a player who is gone, and requests of one player come one after the other.
        // Nobody is held among strangers, of whom some that come at once may have a few keys more.
        if let Holder::Player(player) = holder {
            let held = tx.query(sqlx::AssertSqlSafe(held)).bind(player.as_str()).execute().await?;
            if held == 0 {
                return Err(tx.give_up(StoreError::SignedOut).await?);
            }
        }
        // Other old keys are forgotten elsewhere: nobody waits here for rows of others.
        tx.query(sqlx::AssertSqlSafe(forget)).bind_all((holder.id(), key.as_str(), old)).execute().await?;
        let before: Option<KeptRow> = tx
            .query(sqlx::AssertSqlSafe(look.clone()))
            .bind_all((holder.id(), key.as_str()))
            .fetch_optional()
            .await?;
        if let Some(before) = before {
            tx.commit().await?;
            return again(before, request);
        }
        let (keys, kept): (i64, i64) =
            tx.query(sqlx::AssertSqlSafe(count)).bind_all((holder.id(), old)).fetch_one().await?;
        if keys >= i64::from(MOST_KEYS) || kept >= MOST_KEPT {
            tx.commit().await?;
            return Ok(Keyed::TooMany);
        }
        let note = tx.query(holder.note()).bind_all((holder.id(), key.as_str(), request.as_str(), now));
        let note = match holder {
            Holder::Player(_) => note,
            Holder::Network { kept, .. } => note.bind(now + kept),
        };
        let noted = note.execute().await?;
        if noted == 0 {
            // Of two strangers' requests that came at once, the other one was the first.
            let first: Option<KeptRow> = tx
                .query(sqlx::AssertSqlSafe(look))
                .bind_all((holder.id(), key.as_str()))
                .fetch_optional()
                .await?;
            tx.commit().await?;
            return first.map_or(Ok(Keyed::Unanswered { since: now }), |first| again(first, request));
        }
        tx.commit().await?;
        Ok(Keyed::New)
    }

    /// Keeps the answer to a request that began with a key: its status, and, unless it is too long, its headers and its body,
    /// encrypted. Of a player's request it is also kept in plain where that is which it made. A player whom a stranger's request
    /// has made takes the answer along when leaving.
    pub async fn answer_keyed(
        &self,
        keyed: &KeyedRequest,
        status: u16,
        location: Option<&str>,
        made: Option<PlayerId>,
        sealed: Option<&[u8]>,
    ) -> Result<(), StoreError> {
        if let (Holder::Network { .. }, Some(made)) = (&keyed.holder, made) {
            return self.answer_stranger(keyed, status, made, sealed).await;
        }
        let KeyedRequest { holder, key, request } = keyed;
        let keep = match holder {
            Holder::Player(_) => {
                "UPDATE kept_answers SET status = $3, sealed = $4, location = $6
                 WHERE player_id = $1 AND key = $2 AND request = $5"
            }
            Holder::Network { .. } => {
                "UPDATE strangers_answers SET status = $3, sealed = $4
                 WHERE network = $1 AND key = $2 AND request = $5"
            }
        };
        let keep = self.write(keep).bind_all((
            holder.id(),
            key.as_str(),
            i32::from(status),
            sealed,
            request.as_str(),
        ));
        let keep = match holder {
            Holder::Player(_) => keep.bind(location),
            Holder::Network { .. } => keep,
        };
        keep.execute().await?;
        Ok(())
    }

    /// Keeps the answer to a stranger who has become this player, unless the player has left already.
    async fn answer_stranger(
        &self,
        keyed: &KeyedRequest,
        status: u16,
        made: PlayerId,
        sealed: Option<&[u8]>,
    ) -> Result<(), StoreError> {
        let KeyedRequest { holder, key, request } = keyed;
        let hold = hold();
        let mut tx = self.begin().await?;
        let held = tx.query(sqlx::AssertSqlSafe(hold)).bind(made.as_str()).execute().await?;
        // Of one who has left it is known that there was something, and nothing else.
        let sealed = if held == 0 { None } else { sealed };
        tx.query(
            "UPDATE strangers_answers SET status = $3, sealed = $4, player_id = $6
             WHERE network = $1 AND key = $2 AND request = $5",
        )
        .bind_all((holder.id(), key.as_str(), i32::from(status), sealed, request.as_str(), made.as_str()))
        .execute()
        .await?;
        tx.commit().await
    }

    /// Notes that a request that began with a key has ended, and that nobody knows how.
    pub async fn lose_keyed(&self, keyed: &KeyedRequest) -> Result<(), StoreError> {
        let KeyedRequest { holder, key, request } = keyed;
        let (table, of) = holder.table();
        let lose = format!(
            "UPDATE {table} SET status = $3 WHERE {of} = $1 AND key = $2 AND request = $4 AND status IS NULL"
        );
        self.write(sqlx::AssertSqlSafe(lose))
            .bind_all((holder.id(), key.as_str(), UNKNOWN, request.as_str()))
            .execute()
            .await?;
        Ok(())
    }

    /// Forgets a key whose request has made nothing.
    pub async fn forget_keyed(&self, keyed: &KeyedRequest) -> Result<(), StoreError> {
        let KeyedRequest { holder, key, request } = keyed;
        let (table, of) = holder.table();
        let forget =
            format!("DELETE FROM {table} WHERE {of} = $1 AND key = $2 AND request = $3 AND status IS NULL");
        self.write(sqlx::AssertSqlSafe(forget))
            .bind_all((holder.id(), key.as_str(), request.as_str()))
            .execute()
            .await?;
        Ok(())
    }

    /// Forgets some keys of anybody that are older than they are kept, the oldest first, and answers how many. None are left
    /// where it answers 0, but for those that a deletion of their player holds.
    pub async fn forget_old_keys(&self, now: Millis) -> Result<u64, StoreError> {
        let of_day = now - KEYS_KEPT;
        let players = self.forget_old_keys_in("kept_answers", "player_id", (BEGUN_AT, of_day)).await?;
        Ok(players + self.forget_old_keys_in("strangers_answers", "network", (ENDS_AT, now)).await?)
    }

    async fn forget_old_keys_in(
        &self,
        table: &str,
        of: &str,
        (age, old): (&str, Millis),
    ) -> Result<u64, StoreError> {
        // Nobody has to wait for the writer of SQLite if there is nothing to do.
        let look = format!("SELECT EXISTS (SELECT 1 FROM {table} WHERE {age} <= $1)");
        let (waiting,): (bool,) = self.read(sqlx::AssertSqlSafe(look)).bind(old).fetch_one().await?;
        if !waiting {
            return Ok(0);
        }
        // Of several servers each takes others, and a deletion is not waited for.
        let lock = if self.is_shared() { " FOR UPDATE SKIP LOCKED" } else { "" };
        let forget = format!(
            "WITH old AS MATERIALIZED (
                 SELECT {of}, key FROM {table} WHERE {age} <= $1
                 ORDER BY {age} LIMIT {FORGOTTEN_AT_ONCE}{lock}
             )
             DELETE FROM {table} WHERE ({of}, key) IN (SELECT {of}, key FROM old)"
        );
        self.write(sqlx::AssertSqlSafe(forget)).bind(old).execute().await
    }
}

/// Holds a player as a deletion does: nothing is kept of one who is gone.
fn hold() -> String {
    format!("UPDATE players SET named = named WHERE id = $1 AND (kind IS NULL OR kind <> '{DELETED}')")
}

/// What is known of a request with a key that has come before.
fn again(
    (known, since, status, location, body, sealed): KeptRow,
    request: &str,
) -> Result<Keyed, StoreError> {
    if known != request {
        return Ok(Keyed::OtherRequest);
    }
    let status = match status {
        None => return Ok(Keyed::Unanswered { since }),
        Some(UNKNOWN) => return Ok(Keyed::Unknown),
        Some(status) => status,
    };
    let status = u16::try_from(status).map_err(unreadable)?;
    let content = match (sealed, body) {
        (Some(sealed), _) => KeptContent::Sealed(sealed),
        (None, Some(body)) => KeptContent::Open(body),
        (None, None) => KeptContent::Nothing,
    };
    Ok(Keyed::Answered(KeptAnswer { status, location, content }))
}
