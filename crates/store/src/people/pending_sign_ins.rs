//! Sign-ins that have begun elsewhere and have not come back: whatever the answer has to fit.

use tengen_game::Millis;

use crate::pool::{Store, StoreError};

impl Store {
    /// Keeps what the answer to a sign-in has to fit, by the hash of what the browser shows. Those that have ended are forgotten.
    pub async fn add_pending_sign_in(
        &self,
        hash: &str,
        state: &str,
        (now, expires_at): (Millis, Millis),
    ) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        tx.query("DELETE FROM pending_sign_ins WHERE expires_at <= $1").bind(now).execute().await?;
        // A browser that begins once more gives the one before up.
        tx.query(
            "INSERT INTO pending_sign_ins (hash, state, expires_at) VALUES ($1, $2, $3)
             ON CONFLICT (hash) DO UPDATE SET state = excluded.state, expires_at = excluded.expires_at",
        )
        .bind_all((hash, state, expires_at))
        .execute()
        .await?;
        tx.commit().await
    }

    /// What the answer to a sign-in has to fit, if one has begun and is not too old. It is forgotten: no answer counts twice.
    pub async fn take_pending_sign_in(&self, hash: &str, now: Millis) -> Result<Option<String>, StoreError> {
        let row: Option<(String, Millis)> = self
            .write("DELETE FROM pending_sign_ins WHERE hash = $1 RETURNING state, expires_at")
            .bind(hash)
            .fetch_optional()
            .await?;
        Ok(row.filter(|(_, expires_at)| *expires_at > now).map(|(state, _)| state))
    }
}
