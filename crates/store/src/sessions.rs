//! Sessions: the player's own tokens, each with the device that shows it.

use tengen_game::{Millis, PlayerId};
use tengen_protocol::Player;

use super::pieces::{Pieces, assemble};
use super::players::{PlayerRow, player};
use super::{Pools, Store, StoreError, on_reader, on_writer};

/// The shortest pause between two notes of when a session was used, in milliseconds.
pub const SESSION_NOTED_EVERY: Millis = 3_600_000;
/// A session that was not used for so long is over, in milliseconds: ninety days.
pub(super) const SESSION_UNUSED: Millis = 90 * 86_400_000;
/// For how long the other servers find an ended session in the table, in milliseconds.
const TOLD: Millis = 3_600_000;

/// A session as the table has it.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct StoredSession {
    /// The hash of its token.
    pub hash: String,
    /// The device, as it called itself.
    pub device: Option<String>,
    /// When it began.
    pub created_at: Millis,
    /// When it was last used, to about an hour; when it began, if nobody knows.
    pub last_used_at: Millis,
}

impl Store {
    /// The player to whose session the token with this hash belongs, unless it is over.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn player_of_session(&self, hash: &str, now: Millis) -> Result<Option<Player>, StoreError> {
        let row: Option<PlayerRow> = on_reader!(self, pool => {
            sqlx::query_as(
                "SELECT players.id, players.name, players.guest, players.created_at
                 FROM tokens JOIN players ON players.id = tokens.player_id
                 WHERE tokens.hash = $1 AND (tokens.last_used_at IS NULL OR tokens.last_used_at > $2)",
            )
            .bind(hash)
            .bind(self.right_time(now) - SESSION_UNUSED)
            .fetch_optional(pool)
            .await
        })?;
        row.map(player).transpose()
    }

    /// The sessions of a player that are not over, the last used first.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn sessions(&self, player: PlayerId, now: Millis) -> Result<Vec<StoredSession>, StoreError> {
        let sessions = on_reader!(self, pool => {
            sqlx::query_as(
                "SELECT hash, device, created_at, COALESCE(last_used_at, created_at) AS last_used_at FROM tokens
                 WHERE player_id = $1 AND (last_used_at IS NULL OR last_used_at > $2)
                 ORDER BY COALESCE(last_used_at, created_at) DESC, created_at DESC, hash",
            )
            .bind(player.as_str())
            .bind(self.right_time(now) - SESSION_UNUSED)
            .fetch_all(pool)
            .await
        })?;
        Ok(sessions)
    }

    /// Ends the session of a player whose token has this hash. Answers whether there was one.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn end_session(&self, player: PlayerId, hash: &str) -> Result<bool, StoreError> {
        Ok(!self.end_sessions(player, "hash = $2", hash).await?.is_empty())
    }

    /// Ends all sessions of a player but the one whose token has this hash, and answers the hashes of their tokens.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn end_other_sessions(&self, player: PlayerId, hash: &str) -> Result<Vec<String>, StoreError> {
        self.end_sessions(player, "hash <> $2", hash).await
    }

    /// Ends the sessions of a player for which `which` holds, where `$2` is a hash. The player's link to another device goes as well:
    /// whoever is signed out may have made it.
    async fn end_sessions(
        &self,
        player: PlayerId,
        which: &'static str,
        hash: &str,
    ) -> Result<Vec<String>, StoreError> {
        let delete = format!("DELETE FROM tokens WHERE player_id = $1 AND {which} RETURNING hash");
        let rows: Vec<(String,)> = match &self.pools {
            Pools::Postgres(pool) => {
                let statement = format!(
                    "WITH moment AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT AS now),
                     ended AS ({delete}),
                     told AS (INSERT INTO ended_sessions (hash, ended_at) SELECT hash, now FROM ended, moment),
                     uncarried AS (DELETE FROM carries WHERE player_id = $1),
                     forgotten AS (DELETE FROM ended_sessions WHERE ended_at < (SELECT now FROM moment) - $3)
                     SELECT hash FROM ended"
                );
                sqlx::query_as(sqlx::AssertSqlSafe(statement))
                    .bind(player.as_str())
                    .bind(hash)
                    .bind(TOLD)
                    .fetch_all(pool)
                    .await?
            }
            Pools::Sqlite { writer, .. } => {
                let mut transaction = writer.begin().await?;
                sqlx::query("DELETE FROM carries WHERE player_id = $1")
                    .bind(player.as_str())
                    .execute(&mut *transaction)
                    .await?;
                let ended = sqlx::query_as(sqlx::AssertSqlSafe(delete))
                    .bind(player.as_str())
                    .bind(hash)
                    .fetch_all(&mut *transaction)
                    .await?;
                transaction.commit().await?;
                ended
            }
        };
        Ok(rows.into_iter().map(|(hash,)| hash).collect())
    }

    /// The hashes of the tokens whose sessions any server of this database has ended in the last so many milliseconds, by the database's
    /// clock; of an hour at most. An SQLite file has one server, which knows.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn lately_ended_sessions(&self, within: Millis) -> Result<Vec<String>, StoreError> {
        let Pools::Postgres(pool) = &self.pools else { return Ok(Vec::new()) };
        let query = sqlx::query_as(
            "SELECT hash FROM ended_sessions
             WHERE ended_at > (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT - $1",
        );
        let rows: Vec<(String,)> = query.bind(within).fetch_all(pool).await?;
        Ok(rows.into_iter().map(|(hash,)| hash).collect())
    }

    /// Which of these hashes are those of tokens whose sessions were not ended.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn live_sessions(&self, hashes: &[String]) -> Result<Vec<String>, StoreError> {
        if hashes.is_empty() {
            return Ok(Vec::new());
        }
        let mut pieces = Pieces::default();
        pieces.sql("SELECT hash FROM tokens WHERE hash IN ");
        pieces.texts(hashes.iter().map(String::as_str));
        let rows: Vec<(String,)> = on_reader!(self, pool => {
            assemble!(pieces).build_query_as().fetch_all(pool).await
        })?;
        Ok(rows.into_iter().map(|(hash,)| hash).collect())
    }

    /// Notes when a session was used, unless that was noted less than [`SESSION_NOTED_EVERY`] before, or is before its beginning: the clock
    /// was wrong then, or is now.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn note_session_use(&self, hash: &str, used_at: Millis) -> Result<(), StoreError> {
        let used_at = self.right_time(used_at);
        on_writer!(self, pool => {
            sqlx::query(
                "UPDATE tokens SET last_used_at = $1
                 WHERE hash = $2 AND created_at <= $1 AND (last_used_at IS NULL OR last_used_at <= $3)",
            )
            .bind(used_at)
            .bind(hash)
            .bind(used_at.saturating_sub(SESSION_NOTED_EVERY))
            .execute(pool)
            .await
            .map(|_| ())
        })?;
        Ok(())
    }
}
