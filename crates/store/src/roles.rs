//! Who runs the server.

use tengen_game::{Millis, PlayerId};
use tengen_protocol::Role;

use super::{Store, StoreError, on_reader, on_writer};

/// Whether player $2 has role $1 and nobody else has it.
pub(super) const LAST_WITH_ROLE: &str =
    "SELECT EXISTS (SELECT 1 FROM grants WHERE role = $1 AND player_id = $2)
        AND NOT EXISTS (SELECT 1 FROM grants WHERE role = $1 AND player_id <> $2)";

impl Store {
    /// The roles of a player on the server.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn roles(&self, player: PlayerId) -> Result<Vec<Role>, StoreError> {
        let rows: Vec<(String,)> = on_reader!(self, pool => {
            sqlx::query_as("SELECT role FROM grants WHERE player_id = $1")
                .bind(player.as_str())
                .fetch_all(pool)
                .await
        })?;
        // A role of a later release is nothing here.
        Ok(Role::ALL.into_iter().filter(|role| rows.iter().any(|(word,)| word == role.name())).collect())
    }

    /// Whether a player has a role on the server that nobody else has.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn is_last(&self, player: PlayerId, role: Role) -> Result<bool, StoreError> {
        let (last,): (bool,) = on_reader!(self, pool => {
            sqlx::query_as(LAST_WITH_ROLE).bind(role.name()).bind(player.as_str()).fetch_one(pool).await
        })?;
        Ok(last)
    }

    /// Gives a player a role on the server, whatever groups the player is in. Answers whether the player did not have it before in this way.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn grant(&self, player: PlayerId, role: Role, now: Millis) -> Result<bool, StoreError> {
        let done = on_writer!(self, pool => {
            sqlx::query(
                "INSERT INTO grants (player_id, role, granted_at) VALUES ($1, $2, $3)
                 ON CONFLICT (player_id, role) DO UPDATE SET issuer = NULL WHERE grants.issuer IS NOT NULL",
            )
                .bind(player.as_str())
                .bind(role.name())
                .bind(now)
                .execute(pool)
                .await
                .map(|done| done.rows_affected())
        })?;
        Ok(done == 1)
    }
}
