//! Players who are at home: a change of an account is made in the name of a session, and holds only if that session stands when it is made.

use tengen_game::PlayerId;

use crate::pool::{Store, StoreError, Tx};

/// A player, and the session in whose name something is changed.
#[derive(Debug, Clone, Copy)]
pub struct Home<'h> {
    /// The player.
    pub player: PlayerId,
    /// The hash of the session's token.
    pub session: &'h str,
}

impl Store {
    /// Begins a transaction in the name of a session: it holds the player's account and that session, so that whoever has signed
    /// the session out, reset the account or deleted it since the request came is not overtaken by what the request wants. Both
    /// come first in each such transaction, in this order, which is that of a reset and of a deletion.
    ///
    /// # Errors
    ///
    /// [`StoreError::SignedOut`] when the session has ended, or when the database failed.
    pub(crate) async fn begin_at_home(&self, home: Home<'_>) -> Result<Tx, StoreError> {
        let mut tx = self.begin().await?;
        tx.query("UPDATE accounts SET created_at = created_at WHERE player_id = $1")
            .bind(home.player.as_str())
            .execute()
            .await?;
        let held = tx
            .query("UPDATE tokens SET player_id = player_id WHERE hash = $1 AND player_id = $2")
            .bind_all((home.session, home.player.as_str()))
            .execute()
            .await?;
        if held == 0 {
            return Err(tx.give_up(StoreError::SignedOut).await?);
        }
        Ok(tx)
    }

    /// The same where it may also be begun by somebody who needs no session.
    pub(crate) async fn begin_by(&self, by: Option<Home<'_>>) -> Result<Tx, StoreError> {
        match by {
            Some(home) => self.begin_at_home(home).await,
            None => self.begin().await,
        }
    }
}
