//! The devices on which members have signed in before.

use tengen_game::{Millis, PlayerId};

use crate::pool::{Store, StoreError};

/// How many of them are kept of a member.
const MOST: u32 = 32;

impl Store {
    /// Whether a member has signed in before on the device that shows the secret of this hash.
    pub async fn knows_device(&self, player: PlayerId, hash: &str) -> Result<bool, StoreError> {
        let row: Option<(i32,)> = self
            .read("SELECT 1 FROM known_devices WHERE player_id = $1 AND hash = $2")
            .bind_all((player.as_str(), hash))
            .fetch_optional()
            .await?;
        Ok(row.is_some())
    }

    /// Keeps the device that shows the secret of this hash as one on which a member has signed in. Those that were not used for the longest
    /// time are forgotten.
    pub async fn note_device(&self, player: PlayerId, hash: &str, now: Millis) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        tx.query(
            "INSERT INTO known_devices (player_id, hash, used_at) VALUES ($1, $2, $3)
             ON CONFLICT (player_id, hash) DO UPDATE SET used_at = excluded.used_at",
        )
        .bind_all((player.as_str(), hash, now))
        .execute()
        .await?;
        tx.query(
            "DELETE FROM known_devices WHERE player_id = $1 AND hash IN
             (SELECT hash FROM known_devices
             WHERE player_id = $1 ORDER BY used_at DESC, hash LIMIT 1000 OFFSET $2)",
        )
        .bind_all((player.as_str(), i64::from(MOST)))
        .execute()
        .await?;
        tx.commit().await
    }
}
