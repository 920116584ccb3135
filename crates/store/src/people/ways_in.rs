//! The passwords of members, and all their ways in together.

use tengen_game::{Millis, PlayerId};

use super::home::Home;
use super::sessions::{end_sessions_within, end_tokens_within};
use crate::pool::{Store, StoreError};
use crate::staff::audit::{Noted, note_act};

impl Store {
    /// The hash of a member's password; nothing, if the account has none or is not there.
    pub async fn password_of(&self, player: PlayerId) -> Result<Option<String>, StoreError> {
        let row: Option<(Option<String>,)> = self
            .read("SELECT password FROM accounts WHERE player_id = $1")
            .bind(player.as_str())
            .fetch_optional()
            .await?;
        Ok(row.and_then(|(password,)| password))
    }

    /// Keeps another password of a member and ends all sessions but the one of this token; both or neither. Answers the hashes of the
    /// tokens that ended.
    pub async fn change_password(
        &self,
        home: Home<'_>,
        password: &str,
        now: Millis,
    ) -> Result<Vec<String>, StoreError> {
        let Home { player, session } = home;
        let mut tx = self.begin_at_home(home).await?;
        tx.query("UPDATE accounts SET password = $1, password_at = $2 WHERE player_id = $3")
            .bind_all((password, now, player.as_str()))
            .execute()
            .await?;
        // Somebody else may have asked for a link by which one signs in.
        tx.query("DELETE FROM mail_links WHERE player_id = $1 AND purpose = 'sign_in'")
            .bind(player.as_str())
            .execute()
            .await?;
        let ended = end_sessions_within(self, &mut tx, player.as_str(), "hash <> $2", session).await?;
        tx.commit().await?;
        Ok(ended)
    }

    /// Keeps the same password by a hash of today's cost, unless it was changed meanwhile. Answers whether it did.
    pub async fn renew_password(&self, player: PlayerId, old: &str, new: &str) -> Result<bool, StoreError> {
        let done = self
            .write("UPDATE accounts SET password = $1 WHERE player_id = $2 AND password = $3")
            .bind_all((new, player.as_str(), old))
            .execute()
            .await?;
        Ok(done == 1)
    }

    /// Forgets all ways in of a member: the password, the authenticator, the recovery codes, the mail address, links to it, the
    /// passkeys, the card of a class, the identities at providers with the roles that came by them, and the devices that are
    /// known; and ends all sessions and personal tokens, those of the member's bots as well. It is written down. All or nothing.
    /// Answers the hashes of the tokens that ended.
    pub async fn forget_ways_in(
        &self,
        player: PlayerId,
        noted: &Noted<'_>,
    ) -> Result<Vec<String>, StoreError> {
        const STATEMENTS: [&str; 10] = [
            "UPDATE accounts SET password = NULL, password_at = NULL WHERE player_id = $1",
            "DELETE FROM authenticators WHERE player_id = $1",
            "DELETE FROM recovery_codes WHERE player_id = $1",
            "DELETE FROM mail_links WHERE player_id = $1",
            "DELETE FROM mails WHERE player_id = $1",
            "DELETE FROM passkeys WHERE player_id = $1",
            "DELETE FROM cards WHERE player_id = $1",
            "DELETE FROM identities WHERE player_id = $1",
            "DELETE FROM grants WHERE player_id = $1 AND issuer IS NOT NULL",
            "DELETE FROM known_devices WHERE player_id = $1",
        ];
        let mut tx = self.begin().await?;
        for statement in STATEMENTS {
            tx.query(statement).bind(player.as_str()).execute().await?;
        }
        let mut ended = end_tokens_within(self, &mut tx, player.as_str(), "").await?;
        let of_bots: Vec<(String,)> = tx
            .query(
                "DELETE FROM access_tokens
                 WHERE player_id IN (SELECT player_id FROM accounts WHERE owner = $1) RETURNING hash",
            )
            .bind(player.as_str())
            .fetch_all()
            .await?;
        ended.extend(of_bots.into_iter().map(|(hash,)| hash));
        note_act(&mut tx, noted).await?;
        tx.commit().await?;
        Ok(ended)
    }
}
