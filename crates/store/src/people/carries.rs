//! Links by which players carry their places to other devices.

use tengen_game::Millis;
use tengen_protocol::Player;

use super::home::Home;
use super::sessions::{NewSession, SESSION_UNUSED, begin_session};
use crate::players::player_row::{PlayerRow, player};
use crate::pool::{Store, StoreError};

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
    pub async fn add_carry(
        &self,
        home: Home<'_>,
        hash: &str,
        now: Millis,
        expires_at: Millis,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin_at_home(home).await?;
        tx.query("DELETE FROM carries WHERE expires_at <= $1").bind(now).execute().await?;
        tx.query(
            "INSERT INTO carries (player_id, hash, expires_at, group_id)
             VALUES ($1, $2, $3, (SELECT group_id FROM tokens WHERE hash = $4))
             ON CONFLICT (player_id) DO UPDATE
             SET hash = excluded.hash, expires_at = excluded.expires_at, group_id = excluded.group_id",
        )
        .bind_all((home.player.as_str(), hash, expires_at, home.session))
        .execute()
        .await?;
        tx.commit().await
    }

    /// The player whose place the link with this hash carries, if it is good for anything.
    pub async fn carried(&self, hash: &str, now: Millis) -> Result<Option<Player>, StoreError> {
        let row: Option<PlayerRow> = self
            .read(
                "SELECT players.id, players.name, players.kind, players.created_at
                 FROM carries JOIN players ON players.id = carries.player_id
                 WHERE carries.hash = $1 AND carries.expires_at > $2
                   AND (players.kind IS NULL OR players.kind <> 'deleted')",
            )
            .bind_all((hash, now))
            .fetch_optional()
            .await?;
        row.map(player).transpose()
    }

    /// Makes a session of the link with this hash, and uses the link up; both or neither. A player
    /// has `most` sessions at most; those that are over are forgotten.
    pub async fn take_carry(
        &self,
        hash: &str,
        now: Millis,
        session: NewSession<'_>,
        most: u32,
    ) -> Result<Carrying, StoreError> {
        let mut tx = self.begin().await?;
        let taken: Option<(String, Option<String>)> = tx
            .query("DELETE FROM carries WHERE hash = $1 AND expires_at > $2 RETURNING player_id, group_id")
            .bind_all((hash, now))
            .fetch_optional()
            .await?;
        let Some((player, group)) = taken else { return Ok(Carrying::NoLink) };
        tx.query("DELETE FROM tokens WHERE player_id = $1 AND last_used_at <= $2")
            .bind_all((&player, now - SESSION_UNUSED))
            .execute()
            .await?;
        let (live,): (i64,) =
            tx.query("SELECT count(*) FROM tokens WHERE player_id = $1").bind(&player).fetch_one().await?;
        if live >= i64::from(most) {
            return tx.give_up(Carrying::TooMany).await;
        }
        begin_session(&mut tx, &player, session, now).await?;
        // What has begun by a card ends with it.
        tx.query("UPDATE tokens SET group_id = $1 WHERE hash = $2")
            .bind_all((group, session.hash))
            .execute()
            .await?;
        tx.commit().await?;
        Ok(Carrying::Taken)
    }
}
