//! Players who are at home: a change of an account is made in the name of a session, and holds only if that session stands when it is made.

use tengen_game::PlayerId;

/// A player, and the session in whose name something is changed.
#[derive(Debug, Clone, Copy)]
pub struct Home<'h> {
    /// The player.
    pub player: PlayerId,
    /// The hash of the session's token.
    pub session: &'h str,
}

/// Holds a player's account and session within a transaction, or gives the transaction up: whoever has signed the session out, reset the
/// account or deleted it since the request came is not overtaken by what the request wants. Both come first in each such
/// transaction, in this order, which is that of a reset and of a deletion.
macro_rules! hold_home {
    ($transaction:expr, $home:expr) => {{
        sqlx::query("UPDATE accounts SET created_at = created_at WHERE player_id = $1")
            .bind($home.player.as_str())
            .execute(&mut *$transaction)
            .await?;
        let held = sqlx::query("UPDATE tokens SET player_id = player_id WHERE hash = $1 AND player_id = $2")
            .bind($home.session)
            .bind($home.player.as_str())
            .execute(&mut *$transaction)
            .await?;
        if held.rows_affected() == 0 {
            $transaction.rollback().await?;
            return Err($crate::pool::StoreError::SignedOut);
        }
    }};
}

pub(crate) use hold_home;
