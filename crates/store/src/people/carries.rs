//! Links by which players carry their places to other devices.

use tengen_game::Millis;
use tengen_protocol::Player;

use super::home::{Home, hold_home};
use super::sessions::{NewSession, SESSION_UNUSED, begin_session};
use crate::players::player_row::{PlayerRow, player};
use crate::pool::{Store, StoreError, on_reader, on_writer};

/// The outcome of taking a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carrying {
    /// There is a session, and the link is used up.
    Taken,
    /// The link is good for nothing.
    NoLink,
    /// The player has as many sessions as one may have. The link stays as it was.
    TooMany,
}

impl Store {
    /// Keeps a player's new link, by the hash of its secret, until it ends. It takes the place of one from before; links of anybody that
    /// have ended are forgotten.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn add_carry(
        &self,
        home: Home<'_>,
        hash: &str,
        now: Millis,
        expires_at: Millis,
    ) -> Result<(), StoreError> {
        on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            hold_home!(transaction, home);
            sqlx::query("DELETE FROM carries WHERE expires_at <= $1").bind(now).execute(&mut *transaction).await?;
            sqlx::query(
                "INSERT INTO carries (player_id, hash, expires_at, group_id)
                 VALUES ($1, $2, $3, (SELECT group_id FROM tokens WHERE hash = $4))
                 ON CONFLICT (player_id) DO UPDATE
                 SET hash = excluded.hash, expires_at = excluded.expires_at, group_id = excluded.group_id",
            )
            .bind(home.player.as_str())
            .bind(hash)
            .bind(expires_at)
            .bind(home.session)
            .execute(&mut *transaction)
            .await?;
            transaction.commit().await?;
        });
        Ok(())
    }

    /// The player whose place the link with this hash carries, if it is good for anything.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn carried(&self, hash: &str, now: Millis) -> Result<Option<Player>, StoreError> {
        let row: Option<PlayerRow> = on_reader!(self, pool => {
            sqlx::query_as(
                "SELECT players.id, players.name, players.kind, players.created_at
                 FROM carries JOIN players ON players.id = carries.player_id
                 WHERE carries.hash = $1 AND carries.expires_at > $2
                   AND (players.kind IS NULL OR players.kind <> 'deleted')",
            )
            .bind(hash)
            .bind(now)
            .fetch_optional(pool)
            .await
        })?;
        row.map(player).transpose()
    }

    /// Makes a session of the link with this hash, and uses the link up; both or neither. A player
    /// has `most` sessions at most; those that are over are forgotten.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn take_carry(
        &self,
        hash: &str,
        now: Millis,
        session: NewSession<'_>,
        most: u32,
    ) -> Result<Carrying, StoreError> {
        on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            let taken: Option<(String, Option<String>)> =
                sqlx::query_as("DELETE FROM carries WHERE hash = $1 AND expires_at > $2 RETURNING player_id, group_id")
                    .bind(hash)
                    .bind(now)
                    .fetch_optional(&mut *transaction)
                    .await?;
            let Some((player, group)) = taken else { return Ok(Carrying::NoLink) };
            sqlx::query("DELETE FROM tokens WHERE player_id = $1 AND last_used_at <= $2")
                .bind(&player)
                .bind(now - SESSION_UNUSED)
                .execute(&mut *transaction)
                .await?;
            let (live,): (i64,) = sqlx::query_as("SELECT count(*) FROM tokens WHERE player_id = $1")
                .bind(&player)
                .fetch_one(&mut *transaction)
                .await?;
            if live >= i64::from(most) {
                transaction.rollback().await?;
                return Ok(Carrying::TooMany);
            }
            begin_session!(transaction, player, session, now);
            // What has begun by a card ends with it.
            sqlx::query("UPDATE tokens SET group_id = $1 WHERE hash = $2")
                .bind(group)
                .bind(session.hash)
                .execute(&mut *transaction)
                .await?;
            transaction.commit().await?;
        });
        Ok(Carrying::Taken)
    }
}
