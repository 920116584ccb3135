//! Players.

use tengen_game::{Millis, PlayerId};
use tengen_protocol::{Player, PlayerCard, Text};

use super::{Store, StoreError, on_reader, on_writer, unreadable};
use crate::computers::kind_of;

pub(super) type PlayerRow = (String, String, bool, Millis);

impl Store {
    /// Keeps a new player and the player's first session, both or neither: the hash of its token, and the device if that is known.
    pub async fn add_player(
        &self,
        player: &Player,
        token_hash: &str,
        device: Option<&str>,
    ) -> Result<(), StoreError> {
        let id = player.id.0;
        on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            sqlx::query("INSERT INTO players (id, name, guest, created_at) VALUES ($1, $2, $3, $4)")
                .bind(id.as_str())
                .bind(&player.name)
                .bind(player.guest)
                .bind(player.created_at)
                .execute(&mut *transaction)
                .await?;
            sqlx::query(
                "INSERT INTO tokens (hash, player_id, created_at, device, last_used_at) VALUES ($1, $2, $3, $4, $3)",
            )
                .bind(token_hash)
                .bind(id.as_str())
                .bind(player.created_at)
                .bind(device)
                .execute(&mut *transaction)
                .await?;
            transaction.commit().await?;
        });
        Ok(())
    }

    /// Keeps a player who has no token, unless the player is there already.
    pub async fn ensure_player(&self, player: &Player) -> Result<(), StoreError> {
        on_writer!(self, pool => {
            sqlx::query(
                "INSERT INTO players (id, name, guest, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
            )
            .bind(player.id.0.as_str())
            .bind(&player.name)
            .bind(player.guest)
            .bind(player.created_at)
            .execute(pool)
            .await?;
        });
        Ok(())
    }

    /// The player with this id.
    pub async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError> {
        let row: Option<PlayerRow> = on_reader!(self, pool => {
            sqlx::query_as("SELECT id, name, guest, created_at FROM players WHERE id = $1")
                .bind(id.as_str())
                .fetch_optional(pool)
                .await
        })?;
        row.map(player).transpose()
    }
}

/// A player as the table has it.
pub(super) fn player((id, name, guest, created_at): PlayerRow) -> Result<Player, StoreError> {
    let id = id.parse().map_err(unreadable)?;
    Ok(Player { id: Text(id), name, guest, kind: kind_of(id), created_at })
}

/// A player as games show one, from the table.
pub(super) fn card(id: &str, name: String, guest: bool) -> Result<PlayerCard, StoreError> {
    let id = id.parse().map_err(unreadable)?;
    Ok(PlayerCard { id: Text(id), name, guest, kind: kind_of(id) })
}
