//! Accounts: guests and strangers become members.

use std::collections::BTreeMap;

use tengen_game::{Millis, PlayerId};
use tengen_names::looks;
use tengen_protocol::Player;

use super::identities::link_identity;
use super::sessions::{NewSession, begin_session, end_tokens_within};
use super::vouchers::{give_roles, take_voucher};
use crate::players::names::{NameWish, claim_name, database_time};
use crate::players::player_row::{MEMBER, PlayerRow, player};
use crate::pool::{Store, StoreError, unreadable};
use crate::query::from_row::from_row;
use crate::query::untangled::untangled;

/// Somebody who registers.
#[derive(Debug, Clone, Copy)]
pub struct Registering<'r> {
    /// The player to be: with a new id, or a guest, who keeps id and beginning.
    pub player: PlayerId,
    /// Whether it is a guest who is there already.
    pub is_guest: bool,
    /// The name.
    pub wish: &'r NameWish,
    /// The hash of the password, if there is one.
    pub password: Option<&'r str>,
    /// The hash of the secret of a voucher, whose identity becomes the member's, if there is one.
    pub voucher: Option<&'r str>,
    /// The version of the terms to which the member has agreed.
    pub terms: Option<&'r str>,
    /// The hash of the secret of the invitation that is used.
    pub invitation: Option<&'r str>,
    /// The session: a new one, or the guest's own, whose token stays.
    pub session: NewSession<'r>,
    /// When.
    pub now: Millis,
}

/// The outcome of a registration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Registered {
    /// There is an account. These tokens, by their hashes, are good for nothing any more.
    Done {
        /// The hashes of the guest's other tokens.
        ended: Vec<String>,
    },
    /// Another member has the name. Nothing was changed.
    NameTaken,
    /// The invitation is good for nothing. Nothing was changed.
    NoInvitation,
    /// The player is no guest any more. Nothing was changed.
    NotAGuest,
    /// The voucher is good for nothing. Nothing was changed.
    NoVoucher,
    /// The identity of the voucher is another member's. Nothing was changed.
    IdentityTaken,
}

/// An account as the table has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAccount {
    /// When the player registered.
    pub created_at: Millis,
    /// When the name was last changed, if ever.
    pub renamed_at: Option<Millis>,
    /// What the pages remember.
    pub preferences: BTreeMap<String, String>,
    /// Whether there is a password.
    pub has_password: bool,
    /// The version of the terms to which the member has agreed last, if to any.
    pub terms: Option<String>,
}

impl Store {
    /// Makes an account, with everything that belongs to it, or changes nothing. A guest keeps the id; the session of the request
    /// stays, and all other tokens and links of the guest end.
    pub async fn register(&self, registering: Registering<'_>) -> Result<Registered, StoreError> {
        untangled(|| async {
            let Registering { player, is_guest, wish, password, voucher, terms, invitation, session, now } =
                registering;
            let (id, moment) = (player.as_str(), database_time(self));
            let become_member = format!(
                "UPDATE players SET name = $1, guest = FALSE, kind = '{MEMBER}', named = TRUE, renamed_at = {moment}
                 WHERE id = $2 AND kind IS NULL AND guest"
            );
            let mut tx = self.begin().await?;
            if let Some(hash) = invitation {
                let used = tx
                    .query(
                        "UPDATE invitations SET left_places = left_places - 1
                         WHERE hash = $1 AND left_places > 0 AND expires_at > $2",
                    )
                    .bind_all((hash, now))
                    .execute()
                    .await?;
                if used == 0 {
                    return tx.give_up(Registered::NoInvitation).await;
                }
            }
            if is_guest {
                let done =
                    tx.query(sqlx::AssertSqlSafe(become_member)).bind_all((&wish.name, id)).execute().await?;
                if done == 0 {
                    return tx.give_up(Registered::NotAGuest).await;
                }
            } else {
                tx.query(
                    "INSERT INTO players (id, name, guest, created_at, kind, named)
                     VALUES ($1, $2, FALSE, $3, $4, TRUE)",
                )
                .bind_all((id, &wish.name, now, MEMBER))
                .execute()
                .await?;
            }
            if !claim_name(&mut tx, id, wish, false, now).await? {
                return tx.give_up(Registered::NameTaken).await;
            }
            tx.query(
                "INSERT INTO accounts (player_id, created_at, password, password_at, terms, terms_at)
                 VALUES ($1, $2, $3, CASE WHEN $3 IS NULL THEN NULL ELSE $2 END, $4,
                         CASE WHEN $4 IS NULL THEN NULL ELSE $2 END)",
            )
            .bind_all((id, now, password, terms))
            .execute()
            .await?;
            if let Some(hash) = voucher {
                let Some(vouched) = take_voucher(&mut tx, hash, now).await? else {
                    return tx.give_up(Registered::NoVoucher).await;
                };
                if !link_identity(&mut tx, id, &vouched, now).await? {
                    return tx.give_up(Registered::IdentityTaken).await;
                }
                give_roles(&mut tx, id, &vouched, now).await?;
            }
            let ended = if is_guest {
                let ended = end_tokens_within(self, &mut tx, id, session.hash).await?;
                let stays = tx
                    .query("UPDATE tokens SET signed_in_at = $1 WHERE hash = $2 AND player_id = $3")
                    .bind_all((session.signed_in_at, session.hash, id))
                    .execute()
                    .await?;
                // The guest was signed out meanwhile, and somebody else may hold the token.
                if stays == 0 {
                    return tx.give_up(Registered::NotAGuest).await;
                }
                // Whoever registers has the token. Nobody else is told it who knows the key by which the guest was made.
                tx.query("UPDATE strangers_answers SET sealed = NULL WHERE player_id = $1")
                    .bind(id)
                    .execute()
                    .await?;
                ended
            } else {
                begin_session(&mut tx, id, session, now).await?;
                Vec::new()
            };
            tx.commit().await?;
            Ok(Registered::Done { ended })
        })
        .await
    }

    /// The member who has this name now, in any look, with the hash of the password if the account has one.
    pub async fn member_named(&self, name: &str) -> Result<Option<(Player, Option<String>)>, StoreError> {
        struct Row {
            id: String,
            name: String,
            kind: Option<String>,
            created_at: Millis,
            password: Option<String>,
        }

        from_row!(Row { id, name, kind, created_at, password });

        let looks = looks(name);
        // One name may look like two: the one in the same letters is meant.
        let row: Option<Row> = self
            .read(
                "SELECT players.id, players.name, players.kind, players.created_at, accounts.password
                 FROM names
                 JOIN players ON players.id = names.player_id
                 JOIN accounts ON accounts.player_id = names.player_id
                 WHERE (names.small = $1 OR names.written = $2) AND names.ended_at IS NULL
                 ORDER BY CASE WHEN names.small = $1 THEN 0 ELSE 1 END LIMIT 1",
            )
            .bind_all((looks.small, looks.written))
            .fetch_optional()
            .await?;
        let read = |row: Row| {
            let row_of_player: PlayerRow = (row.id, row.name, row.kind, row.created_at);
            Ok((player(row_of_player)?, row.password))
        };
        row.map(read).transpose()
    }

    /// The account of a player, if there is one.
    pub async fn account(&self, player: PlayerId) -> Result<Option<StoredAccount>, StoreError> {
        struct Row {
            created_at: Millis,
            renamed_at: Option<Millis>,
            preferences: String,
            has_password: bool,
            terms: Option<String>,
        }

        from_row!(Row { created_at, renamed_at, preferences, has_password, terms });

        let row: Option<Row> = self
            .read(
                "SELECT created_at, renamed_at, preferences, password IS NOT NULL AS has_password, terms
                 FROM accounts WHERE player_id = $1",
            )
            .bind(player.as_str())
            .fetch_optional()
            .await?;
        let read = |Row { created_at, renamed_at, preferences, has_password, terms }: Row| {
            let preferences = serde_json::from_str(&preferences).map_err(unreadable)?;
            Ok(StoredAccount { created_at, renamed_at, preferences, has_password, terms })
        };
        row.map(read).transpose()
    }

    /// Keeps what the pages remember for a member.
    pub async fn keep_preferences(
        &self,
        player: PlayerId,
        preferences: &BTreeMap<String, String>,
    ) -> Result<(), StoreError> {
        let preferences = serde_json::to_string(preferences).map_err(unreadable)?;
        self.write("UPDATE accounts SET preferences = $1 WHERE player_id = $2")
            .bind_all((preferences, player.as_str()))
            .execute()
            .await?;
        Ok(())
    }

    /// Keeps that a member has agreed to a version of the terms, and when.
    pub async fn agree(&self, player: PlayerId, terms: &str, now: Millis) -> Result<(), StoreError> {
        self.write("UPDATE accounts SET terms = $1, terms_at = $2 WHERE player_id = $3")
            .bind_all((terms, now, player.as_str()))
            .execute()
            .await?;
        Ok(())
    }
}
