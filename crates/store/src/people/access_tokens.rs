//! Personal access tokens.

use tengen_game::{Millis, PlayerId, TokenId};
use tengen_protocol::{AccessToken, Scope, Text};

use super::home::Home;
use crate::players::enclosed::ENCLOSED_IN;
use crate::players::player_row;
use crate::players::player_row::Bearer;
use crate::pool::{Store, StoreError, unreadable};
use crate::query::from_row::from_row;
use crate::query::pieces::Pieces;
use crate::staff::audit::{Noted, note_act};
use crate::staff::sanctions::changed_at;

/// The shortest pause between two notes of when a token was used, in milliseconds.
pub const NOTED_EVERY: Millis = 60_000;

/// A token that was shown, and whose it is.
#[derive(Debug, Clone)]
pub struct ShownToken {
    /// The player.
    pub bearer: Bearer,
    /// The token.
    pub token: AccessToken,
}

/// The outcome of making a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NewAccessToken {
    /// It is kept.
    Done,
    /// The player has as many tokens as one may have. It was not kept.
    TooMany,
    /// There is no such player any more: somebody has deleted the bot meanwhile. It was not kept.
    Gone,
}

struct TokenRow {
    id: String,
    name: String,
    can_read: bool,
    can_play: bool,
    can_staff: bool,
    created_at: Millis,
    expires_at: Option<Millis>,
    last_used_at: Option<Millis>,
}

from_row!(TokenRow { id, name, can_read, can_play, can_staff, created_at, expires_at, last_used_at });

struct ShownRow {
    token: TokenRow,
    player_id: String,
    player_name: String,
    kind: Option<String>,
    player_created_at: Millis,
    suspended_until: Option<Millis>,
    is_warned: bool,
    enclosed_in: Option<String>,
    changed_at: Option<Millis>,
}

from_row!(
    ShownRow {
        player_id,
        player_name,
        kind,
        player_created_at,
        suspended_until,
        is_warned,
        enclosed_in,
        changed_at
    },
    token
);

impl Store {
    /// Keeps a new token of a player, or of a bot of the player who is at home, and its hash, if the player has fewer than `most`
    /// that have not expired by the moment at which it is made. Tokens that have expired are forgotten. One that is good for acts
    /// of the staff is written down.
    pub async fn add_access_token(
        &self,
        home: Home<'_>,
        player: PlayerId,
        token: &AccessToken,
        hash: &str,
        most: u32,
        noted: Option<&Noted<'_>>,
    ) -> Result<NewAccessToken, StoreError> {
        let scope = |scope| token.scopes.contains(&scope);
        let mut tx = self.begin_at_home(home).await?;
        // Whoever deletes the player waits for this, or has gone first. And two servers that count at the same moment would both
        // find room.
        let held = tx
            .query(
                "UPDATE players SET created_at = created_at WHERE id = $1 AND (kind IS NULL OR kind <> $2)",
            )
            .bind_all((player.as_str(), player_row::DELETED))
            .execute()
            .await?;
        if held == 0 {
            return tx.give_up(NewAccessToken::Gone).await;
        }
        tx.query("DELETE FROM access_tokens WHERE player_id = $1 AND expires_at <= $2")
            .bind_all((player.as_str(), token.created_at))
            .execute()
            .await?;
        let (live,): (i64,) = tx
            .query("SELECT count(*) FROM access_tokens WHERE player_id = $1")
            .bind(player.as_str())
            .fetch_one()
            .await?;
        let has_room = live < i64::from(most);
        if has_room {
            tx.query(
                "INSERT INTO access_tokens (id, hash, player_id, name, can_read, can_play, can_staff,
                                            created_at, expires_at)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            )
            .bind_all((
                token.id.0.as_str(),
                hash,
                player.as_str(),
                &token.name,
                scope(Scope::Read),
                scope(Scope::Play),
                scope(Scope::Staff),
                token.created_at,
                token.expires_at,
            ))
            .execute()
            .await?;
            if let Some(noted) = noted {
                note_act(&mut tx, noted).await?;
            }
        }
        tx.commit().await?;
        Ok(if has_room { NewAccessToken::Done } else { NewAccessToken::TooMany })
    }

    /// The tokens of a player that have not expired, newest first, each with its hash.
    pub async fn access_tokens(
        &self,
        player: PlayerId,
        now: Millis,
    ) -> Result<Vec<(AccessToken, String)>, StoreError> {
        struct Row {
            token: TokenRow,
            hash: String,
        }

        from_row!(Row { hash }, token);

        let rows: Vec<Row> = self
            .read(
                "SELECT id, hash, name, can_read, can_play, can_staff, created_at, expires_at, last_used_at
                 FROM access_tokens
                 WHERE player_id = $1 AND (expires_at IS NULL OR expires_at > $2)
                 ORDER BY created_at DESC, id DESC",
            )
            .bind_all((player.as_str(), now))
            .fetch_all()
            .await?;
        rows.into_iter().map(|row| Ok((token(row.token)?, row.hash))).collect()
    }

    /// The token with this hash, unless it has expired.
    pub async fn access_token(&self, hash: &str, now: Millis) -> Result<Option<ShownToken>, StoreError> {
        let changed_at = changed_at(self, "access_tokens");
        let row: Option<ShownRow> = self.read(sqlx::AssertSqlSafe(format!(
                "SELECT access_tokens.id, access_tokens.name, can_read, can_play, can_staff, access_tokens.created_at, expires_at,
                        last_used_at, player_id, players.name AS player_name, players.kind,
                        players.created_at AS player_created_at, suspended_until,
                        EXISTS (SELECT 1 FROM sanctions WHERE sanctions.player_id = players.id AND sanctions.kind = 'warning' AND read_at IS NULL) AS is_warned,
                        {ENCLOSED_IN} AS enclosed_in, {changed_at} AS changed_at
                 FROM access_tokens JOIN players ON players.id = access_tokens.player_id
                 WHERE hash = $1 AND (expires_at IS NULL OR expires_at > $2)
                   AND (players.kind IS NULL OR players.kind <> 'deleted')"
            ))).bind_all((hash, now)).fetch_optional().await?;
        let shown = |row: ShownRow| {
            let bearer = player_row::bearer((
                row.player_id,
                row.player_name,
                row.kind,
                row.player_created_at,
                row.suspended_until,
                row.is_warned,
                row.enclosed_in,
                row.changed_at,
            ))?;
            Ok(ShownToken { bearer, token: token(row.token)? })
        };
        row.map(shown).transpose()
    }

    /// Forgets a token of a player for ever, and answers the hash that it had; nothing if the player has no such token.
    pub async fn revoke_access_token(
        &self,
        player: PlayerId,
        id: TokenId,
    ) -> Result<Option<String>, StoreError> {
        let row: Option<(String,)> = self
            .write("DELETE FROM access_tokens WHERE player_id = $1 AND id = $2 RETURNING hash")
            .bind_all((player.as_str(), id.as_str()))
            .fetch_optional()
            .await?;
        Ok(row.map(|(hash,)| hash))
    }

    /// Forgets all tokens of a player for ever, and answers the hashes that they had.
    pub async fn revoke_access_tokens(&self, player: PlayerId) -> Result<Vec<String>, StoreError> {
        let rows: Vec<(String,)> = self
            .write("DELETE FROM access_tokens WHERE player_id = $1 RETURNING hash")
            .bind(player.as_str())
            .fetch_all()
            .await?;
        Ok(rows.into_iter().map(|(hash,)| hash).collect())
    }

    /// Which of these hashes are those of tokens that have not been revoked.
    pub async fn live_access_tokens(&self, hashes: &[String]) -> Result<Vec<String>, StoreError> {
        if hashes.is_empty() {
            return Ok(Vec::new());
        }
        let mut pieces = Pieces::default();
        pieces.sql("SELECT hash FROM access_tokens WHERE hash IN ");
        pieces.texts(hashes.iter().map(String::as_str));
        let rows: Vec<(String,)> = pieces.read(self).fetch_all().await?;
        Ok(rows.into_iter().map(|(hash,)| hash).collect())
    }

    /// Notes when a token was used, unless that was noted less than [`NOTED_EVERY`] before.
    pub async fn note_token_use(&self, hash: &str, used_at: Millis) -> Result<(), StoreError> {
        self.write(
            "UPDATE access_tokens SET last_used_at = $1
             WHERE hash = $2 AND (last_used_at IS NULL OR last_used_at <= $3)",
        )
        .bind_all((used_at, hash, used_at.saturating_sub(NOTED_EVERY)))
        .execute()
        .await?;
        Ok(())
    }
}

fn token(row: TokenRow) -> Result<AccessToken, StoreError> {
    let granted = |scope: &Scope| match scope {
        Scope::Read => row.can_read,
        Scope::Play => row.can_play,
        Scope::Staff => row.can_staff,
    };
    Ok(AccessToken {
        id: Text(row.id.parse().map_err(unreadable)?),
        name: row.name,
        scopes: Scope::ALL.into_iter().filter(granted).collect(),
        created_at: row.created_at,
        expires_at: row.expires_at,
        last_used_at: row.last_used_at,
    })
}
