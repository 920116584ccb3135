//! The ways in that a member has, and those that are left when one is given up.

use tengen_game::PlayerId;

use crate::pool::{Store, StoreError, on_reader};

/// The ways in that are open on this server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenWays {
    /// Passwords.
    pub passwords: bool,
    /// Links by mail.
    pub letters: bool,
    /// Passkeys.
    pub passkeys: bool,
    /// The issuers whose persons may come in.
    pub issuers: Vec<String>,
}

/// The outcome of giving a way in up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removed {
    /// It is none any more.
    Done,
    /// The member does not have it.
    NotThere,
    /// There is no other way in. Nothing was changed.
    LastWayIn,
}

/// Whether player $1 has one of these ways in, if they are open: a password ($2), a mail address ($3), a passkey ($4).
pub(crate) const HAS_WAY_IN: &str =
    "SELECT ($2 AND EXISTS (SELECT 1 FROM accounts WHERE player_id = $1 AND password IS NOT NULL))
         OR ($3 AND EXISTS (SELECT 1 FROM mails WHERE player_id = $1))
         OR ($4 AND EXISTS (SELECT 1 FROM passkeys WHERE player_id = $1))";
pub(crate) const ISSUERS: &str = "SELECT DISTINCT issuer FROM identities WHERE player_id = $1";

/// Whether a player has a way in that is open, by a connection or within a transaction.
macro_rules! has_way_in {
    ($connection:expr, $player:expr, $open:expr) => {{
        let (has,): (bool,) = sqlx::query_as($crate::people::left_ways::HAS_WAY_IN)
            .bind($player)
            .bind($open.passwords)
            .bind($open.letters)
            .bind($open.passkeys)
            .fetch_one($connection)
            .await?;
        let issuers: Vec<(String,)> =
            sqlx::query_as($crate::people::left_ways::ISSUERS).bind($player).fetch_all($connection).await?;
        has || issuers.iter().any(|(issuer,)| $open.issuers.contains(issuer))
    }};
}

/// Gives a transaction up in which a way in was to go, if there was none (`$gone` rows), or if it was the last one.
macro_rules! leave_a_way_in {
    ($transaction:expr, $player:expr, $open:expr, $gone:expr) => {{
        let refused = if $gone == 0 {
            Some($crate::people::left_ways::Removed::NotThere)
        } else if $crate::people::left_ways::has_way_in!(&mut *$transaction, $player, $open) {
            None
        } else {
            Some($crate::people::left_ways::Removed::LastWayIn)
        };
        if let Some(refused) = refused {
            $transaction.rollback().await?;
            return Ok(refused);
        }
    }};
}

pub(crate) use {has_way_in, leave_a_way_in};

impl Store {
    /// Whether a player has a way in that is open.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn has_way_in(&self, player: PlayerId, open: &OpenWays) -> Result<bool, StoreError> {
        let id = player.as_str();
        on_reader!(self, pool => Ok(has_way_in!(pool, id, open)))
    }
}
