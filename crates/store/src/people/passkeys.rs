//! The passkeys of members.

use tengen_game::{Millis, PlayerId};
use tengen_protocol::Player;

use super::home::Home;
use super::left_ways::{OpenWays, Removed, refusal};
use crate::players::player_row::player;
use crate::pool::{Store, StoreError, Tx};
use crate::query::from_row::from_row;

/// A passkey of a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MembersPasskey {
    /// Its id, in base64url.
    pub credential_id: String,
    /// The passkey, as JSON.
    pub passkey: String,
    /// The device on which it was made, as that called itself.
    pub device: Option<String>,
    /// When it was made.
    pub created_at: Millis,
    /// When it was used last, if ever.
    pub used_at: Option<Millis>,
}

from_row!(MembersPasskey { credential_id, passkey, device, created_at, used_at });

/// A passkey that has proved who somebody is.
#[derive(Debug, Clone, Copy)]
pub struct UsedPasskey<'p> {
    /// Its id.
    pub credential_id: &'p str,
    /// The passkey as it was read, as JSON. Where it is another one meanwhile, the proof does not hold: two have counted alike.
    pub before: &'p str,
    /// The passkey from now on.
    pub after: &'p str,
}

/// The outcome of adding a passkey.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasskeyAdded {
    /// It is the member's.
    Done,
    /// Somebody has it already.
    Taken,
    /// The member has as many as one may have.
    TooMany,
}

/// Keeps within a transaction that a passkey was used. Answers whether the player has it and it is as it was read.
pub(crate) async fn use_passkey(
    tx: &mut Tx,
    player: &str,
    used: UsedPasskey<'_>,
    now: Millis,
) -> Result<bool, StoreError> {
    Ok(tx
        .query(
            "UPDATE passkeys SET passkey = $1, used_at = $2
             WHERE credential_id = $3 AND player_id = $4 AND passkey = $5",
        )
        .bind_all((used.after, now, used.credential_id, player, used.before))
        .execute()
        .await?
        == 1)
}

impl Store {
    /// The passkeys of a member, the oldest first.
    pub async fn passkeys(&self, player: PlayerId) -> Result<Vec<MembersPasskey>, StoreError> {
        self.read(
            "SELECT credential_id, passkey, device, created_at, used_at FROM passkeys
             WHERE player_id = $1 ORDER BY created_at, credential_id",
        )
        .bind(player.as_str())
        .fetch_all()
        .await
    }

    /// The passkey with this id, as JSON, and the member to whom it belongs.
    pub async fn passkey(&self, credential_id: &str) -> Result<Option<(Player, String)>, StoreError> {
        let row: Option<(String, String, Option<String>, Millis, String)> = self
            .read(
                "SELECT players.id, players.name, players.kind, players.created_at, passkeys.passkey
                 FROM passkeys JOIN players ON players.id = passkeys.player_id
                 WHERE passkeys.credential_id = $1 AND players.kind = 'member'",
            )
            .bind(credential_id)
            .fetch_optional()
            .await?;
        let read =
            |(id, name, kind, created_at, passkey)| Ok((player((id, name, kind, created_at))?, passkey));
        row.map(read).transpose()
    }

    /// Keeps a passkey of a member. Those beyond `most` are refused.
    pub async fn add_passkey(
        &self,
        home: Home<'_>,
        (credential_id, passkey): (&str, &str),
        device: Option<&str>,
        most: u32,
        now: Millis,
    ) -> Result<PasskeyAdded, StoreError> {
        let id = home.player.as_str();
        let mut tx = self.begin_at_home(home).await?;
        // Of two that come at once the second waits here for the first.
        let (has,): (i64,) =
            tx.query("SELECT count(*) FROM passkeys WHERE player_id = $1").bind(id).fetch_one().await?;
        if has >= i64::from(most) {
            return tx.give_up(PasskeyAdded::TooMany).await;
        }
        let added = tx
            .query(
                "INSERT INTO passkeys (credential_id, player_id, passkey, device, created_at)
                 VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
            )
            .bind_all((credential_id, id, passkey, device, now))
            .execute()
            .await?;
        tx.commit().await?;
        Ok(if added == 1 { PasskeyAdded::Done } else { PasskeyAdded::Taken })
    }

    /// Forgets a passkey of a member, unless it is the last of the ways in.
    pub async fn remove_passkey(
        &self,
        home: Home<'_>,
        credential_id: &str,
        open: &OpenWays,
    ) -> Result<Removed, StoreError> {
        let id = home.player.as_str();
        let mut tx = self.begin_at_home(home).await?;
        let gone = tx
            .query("DELETE FROM passkeys WHERE player_id = $1 AND credential_id = $2")
            .bind_all((id, credential_id))
            .execute()
            .await?;
        if let Some(refused) = refusal(&mut tx, id, open, gone).await? {
            return tx.give_up(refused).await;
        }
        tx.commit().await?;
        Ok(Removed::Done)
    }

    /// Notes that a member has proved by a passkey, in the session of this token, who it is. Answers whether the proof holds.
    pub async fn confirm_by_passkey(
        &self,
        player: PlayerId,
        session: &str,
        used: UsedPasskey<'_>,
        now: Millis,
    ) -> Result<bool, StoreError> {
        let id = player.as_str();
        let mut tx = self.begin().await?;
        let holds = use_passkey(&mut tx, id, used, now).await?;
        if holds {
            tx.query("UPDATE tokens SET signed_in_at = $1 WHERE hash = $2 AND player_id = $3")
                .bind_all((now, session, id))
                .execute()
                .await?;
        }
        tx.commit().await?;
        Ok(holds)
    }
}
