//! The ways in that a member has, and those that are left when one is given up.

use tengen_game::PlayerId;

use crate::pool::{Store, StoreError, Tx};

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

impl OpenWays {
    /// Whether the persons of one of these issuers may come in.
    fn has_one_of(&self, issuers: &[(String,)]) -> bool {
        issuers.iter().any(|(issuer,)| self.issuers.contains(issuer))
    }
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
const HAS_WAY_IN: &str =
    "SELECT ($2 AND EXISTS (SELECT 1 FROM accounts WHERE player_id = $1 AND password IS NOT NULL))
         OR ($3 AND EXISTS (SELECT 1 FROM mails WHERE player_id = $1))
         OR ($4 AND EXISTS (SELECT 1 FROM passkeys WHERE player_id = $1))";
const ISSUERS: &str = "SELECT DISTINCT issuer FROM identities WHERE player_id = $1";

/// Whether a player has a way in that is open, within a transaction.
pub(crate) async fn has_way_in(tx: &mut Tx, player: &str, open: &OpenWays) -> Result<bool, StoreError> {
    let (has,): (bool,) = tx
        .query(HAS_WAY_IN)
        .bind_all((player, open.passwords, open.letters, open.passkeys))
        .fetch_one()
        .await?;
    let issuers: Vec<(String,)> = tx.query(ISSUERS).bind(player).fetch_all().await?;
    Ok(has || open.has_one_of(&issuers))
}

/// Why a way in stays that was to go within a transaction: there was none (`gone` rows), or it was the last one.
pub(crate) async fn refusal(
    tx: &mut Tx,
    player: &str,
    open: &OpenWays,
    gone: u64,
) -> Result<Option<Removed>, StoreError> {
    if gone == 0 {
        return Ok(Some(Removed::NotThere));
    }
    let has_another = has_way_in(tx, player, open).await?;
    Ok((!has_another).then_some(Removed::LastWayIn))
}

impl Store {
    /// Whether a player has a way in that is open.
    pub async fn has_way_in(&self, player: PlayerId, open: &OpenWays) -> Result<bool, StoreError> {
        let id = player.as_str();
        let has = self.read(HAS_WAY_IN).bind_all((id, open.passwords, open.letters, open.passkeys));
        let (has,): (bool,) = has.fetch_one().await?;
        let issuers: Vec<(String,)> = self.read(ISSUERS).bind(id).fetch_all().await?;
        Ok(has || open.has_one_of(&issuers))
    }
}
