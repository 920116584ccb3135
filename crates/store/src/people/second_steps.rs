//! The second step of a sign-in: authenticators and recovery codes.

use tengen_game::{Millis, PlayerId};

use super::home::Home;
use crate::pool::{Store, StoreError, Tx};
use crate::query::from_row::from_row;

/// A member's authenticator.
#[derive(Clone, PartialEq, Eq)]
pub struct Authenticator {
    /// The secret that it shares with the server: 20 bytes in base64 without padding.
    pub secret: String,
    /// When the member has shown that it works; nothing, as long as nobody is asked for its codes.
    pub confirmed_at: Option<Millis>,
    /// The step of its last code.
    pub last_step: Option<i64>,
}

from_row!(Authenticator { secret, confirmed_at, last_step });

impl std::fmt::Debug for Authenticator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Authenticator").field("confirmed_at", &self.confirmed_at).finish_non_exhaustive()
    }
}

/// Keeps the hashes of a member's recovery codes, in place of all others, within a transaction.
async fn keep_codes(tx: &mut Tx, player: &str, codes: &[String]) -> Result<(), StoreError> {
    tx.query("DELETE FROM recovery_codes WHERE player_id = $1").bind(player).execute().await?;
    for hash in codes {
        tx.query("INSERT INTO recovery_codes (player_id, hash) VALUES ($1, $2)")
            .bind_all((player, hash))
            .execute()
            .await?;
    }
    Ok(())
}

impl Store {
    /// The authenticator of a member, if there is one.
    pub async fn authenticator(&self, player: PlayerId) -> Result<Option<Authenticator>, StoreError> {
        self.read("SELECT secret, confirmed_at, last_step FROM authenticators WHERE player_id = $1")
            .bind(player.as_str())
            .fetch_optional()
            .await
    }

    /// Keeps an authenticator that has not been shown to work. It takes the place of another such one. Answers whether it was
    /// kept: one that works stays.
    pub async fn offer_authenticator(
        &self,
        home: Home<'_>,
        secret: &str,
        now: Millis,
    ) -> Result<bool, StoreError> {
        let mut tx = self.begin_at_home(home).await?;
        let done = tx
            .query(
                "INSERT INTO authenticators (player_id, secret, made_at) VALUES ($1, $2, $3)
                 ON CONFLICT (player_id) DO UPDATE
                 SET secret = excluded.secret, made_at = excluded.made_at, last_step = NULL
                 WHERE authenticators.confirmed_at IS NULL",
            )
            .bind_all((home.player.as_str(), secret, now))
            .execute()
            .await?;
        tx.commit().await?;
        Ok(done == 1)
    }

    /// Notes that a member's authenticator works, by the step of its first code, and keeps the hashes of these recovery codes in place of
    /// all others; both or neither. Answers whether there was such an authenticator with this secret.
    pub async fn confirm_authenticator(
        &self,
        home: Home<'_>,
        secret: &str,
        step: i64,
        codes: &[String],
        now: Millis,
    ) -> Result<bool, StoreError> {
        let player = home.player;
        let mut tx = self.begin_at_home(home).await?;
        let done = tx
            .query(
                "UPDATE authenticators SET confirmed_at = $1, last_step = $2
                 WHERE player_id = $3 AND secret = $4 AND confirmed_at IS NULL",
            )
            .bind_all((now, step, player.as_str(), secret))
            .execute()
            .await?;
        if done == 0 {
            return tx.give_up(false).await;
        }
        keep_codes(&mut tx, player.as_str(), codes).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Keeps the hashes of new recovery codes of a member, in place of all others.
    pub async fn replace_recovery_codes(&self, home: Home<'_>, codes: &[String]) -> Result<(), StoreError> {
        let mut tx = self.begin_at_home(home).await?;
        keep_codes(&mut tx, home.player.as_str(), codes).await?;
        tx.commit().await
    }

    /// How many recovery codes of a member are left.
    pub async fn recovery_codes_left(&self, player: PlayerId) -> Result<u32, StoreError> {
        let (count,): (i64,) = self
            .read("SELECT count(*) FROM recovery_codes WHERE player_id = $1")
            .bind(player.as_str())
            .fetch_one()
            .await?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    /// Uses a code of an authenticator up, by its step. Answers whether no code of this step or a later one was used before.
    pub async fn use_step(&self, player: PlayerId, step: i64) -> Result<bool, StoreError> {
        let done = self
            .write(
                "UPDATE authenticators SET last_step = $1
                 WHERE player_id = $2 AND confirmed_at IS NOT NULL AND (last_step IS NULL
                 OR last_step < $1)",
            )
            .bind_all((step, player.as_str()))
            .execute()
            .await?;
        Ok(done == 1)
    }

    /// Uses a recovery code up, by its hash. Answers whether there was such a one.
    pub async fn use_recovery_code(&self, player: PlayerId, hash: &str) -> Result<bool, StoreError> {
        let done = self
            .write("DELETE FROM recovery_codes WHERE player_id = $1 AND hash = $2")
            .bind_all((player.as_str(), hash))
            .execute()
            .await?;
        Ok(done == 1)
    }

    /// Forgets the authenticator of a member, and the recovery codes. Answers whether there was one.
    pub async fn forget_authenticator(&self, player: PlayerId) -> Result<bool, StoreError> {
        let mut tx = self.begin().await?;
        tx.query("DELETE FROM recovery_codes WHERE player_id = $1").bind(player.as_str()).execute().await?;
        let done = tx
            .query("DELETE FROM authenticators WHERE player_id = $1")
            .bind(player.as_str())
            .execute()
            .await?;
        tx.commit().await?;
        Ok(done == 1)
    }
}
