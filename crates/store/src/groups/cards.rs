//! The accounts that a teacher makes for a class, and the printed cards by which their owners come in.
//!
//! A card is good only as long as its account has no other way in: then nobody but its owner has one.

use tengen_game::{GroupId, Millis, PlayerId};
use tengen_protocol::{Player, PlayerCard};

use super::held_group::{GroupChanged, MOST_IN_CLASS, hold_group, hold_led_group};
use crate::people::home::Home;
use crate::people::sessions::{end_sessions_within, end_tokens_within};
use crate::players::names::{NameWish, claim_name};
use crate::players::player_row::{MEMBER, PlayerRow, card, player};
use crate::players::ruled::{OWN_WAY_IN, is_ruled};
use crate::pool::{Store, StoreError, Tx};
use crate::query::untangled::untangled;
use crate::staff::audit::{Noted, note_act};

/// How many accounts are ever made in a class.
pub const MOST_ACCOUNTS: u32 = 1_000;

/// What is kept of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardHashes {
    /// The hash of the secret.
    pub secret: String,
    /// That of the short code, if the card has one.
    pub code: Option<String>,
}

/// An account that is made, with its card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassAccountWish {
    /// The id.
    pub player: PlayerId,
    /// The name.
    pub name: NameWish,
    /// The card.
    pub card: CardHashes,
}

/// The outcome of making accounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountsMade {
    /// They are there.
    Done,
    /// These names, by their places, are those of others, or stand twice. Nothing was changed.
    NamesTaken(Vec<usize>),
    /// It could not be done otherwise. Nothing was changed.
    Not(GroupChanged),
}

/// The outcome of making cards, or of revoking them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CardsChanged {
    /// It is done. These tokens, by their hashes, ended.
    Done {
        /// The hashes.
        ended: Vec<String>,
    },
    /// The group has ended, or the one who wants it leads it no more. Nothing was changed.
    Gone,
    /// The account of this player is not the teacher's to rule. Nothing was changed.
    OwnWayIn(PlayerId),
}

/// Ends the card of a member within a transaction, and the sessions begun by it; of an account that has no other way in,
/// everything. Answers the hashes of the tokens that ended.
pub(crate) async fn end_cards_within(
    store: &Store,
    tx: &mut Tx,
    group: GroupId,
    player: &str,
) -> Result<Vec<String>, StoreError> {
    // Whoever signs in by the card at this moment, or adds another way in, is waited for.
    tx.query("UPDATE accounts SET created_at = created_at WHERE player_id = $1")
        .bind(player)
        .execute()
        .await?;
    tx.query("DELETE FROM cards WHERE group_id = $1 AND player_id = $2")
        .bind_all((group.as_str(), player))
        .execute()
        .await?;
    if is_ruled(tx, group.as_str(), player).await? {
        end_tokens_within(store, tx, player, "").await
    } else {
        end_sessions_within(store, tx, player, "group_id = $2", group.as_str()).await
    }
}

/// Keeps a card of a member within a transaction.
pub(crate) async fn add_card_within(
    tx: &mut Tx,
    group: GroupId,
    player: &str,
    card: &CardHashes,
    now: Millis,
) -> Result<(), StoreError> {
    tx.query("INSERT INTO cards (group_id, player_id, hash, code, made_at) VALUES ($1, $2, $3, $4, $5)")
        .bind_all((group.as_str(), player, &card.secret, card.code.as_deref(), now))
        .execute()
        .await?;
    Ok(())
}

impl Store {
    /// Makes accounts in a class, by a leader who is at home or from the command line, each with a card, and writes that down.
    /// All of them or none.
    pub async fn make_class_accounts(
        &self,
        by: Option<Home<'_>>,
        group: GroupId,
        accounts: &[ClassAccountWish],
        noted: &Noted<'_>,
    ) -> Result<AccountsMade, StoreError> {
        untangled(|| async {
            let now = noted.at;
            let mut tx = self.begin_by(by).await?;
            let is_held = match by {
                Some(home) => hold_led_group(&mut tx, group, home.player).await?,
                None => hold_group(&mut tx, group).await?,
            };
            if !is_held {
                return tx.give_up(AccountsMade::Not(GroupChanged::Gone)).await;
            }
            let added = i32::try_from(accounts.len()).unwrap_or(i32::MAX);
            let room = tx
                .query(
                    "UPDATE groups SET accounts = accounts + $1 WHERE id = $2 AND accounts + $1 <= $3
                     AND (SELECT count(*) FROM group_members WHERE group_id = $2) + $1 <= $4",
                )
                .bind_all((added, group.as_str(), MOST_ACCOUNTS.cast_signed(), MOST_IN_CLASS.cast_signed()))
                .execute()
                .await?;
            if room != 1 {
                return tx.give_up(AccountsMade::Not(GroupChanged::Full)).await;
            }
            let mut taken = Vec::new();
            for (place, account) in accounts.iter().enumerate() {
                let id = account.player.as_str();
                tx.query(
                    "INSERT INTO players (id, name, guest, created_at, kind, named)
                     VALUES ($1, $2, FALSE, $3, $4, TRUE)",
                )
                .bind_all((id, &account.name.name, now, MEMBER))
                .execute()
                .await?;
                if !claim_name(&mut tx, id, &account.name, false, now).await? {
                    taken.push(place);
                    continue;
                }
                tx.query("INSERT INTO accounts (player_id, created_at) VALUES ($1, $2)")
                    .bind_all((id, now))
                    .execute()
                    .await?;
                tx.query(
                    "INSERT INTO group_members (group_id, player_id, role, joined_at, made_here)
                     VALUES ($1, $2, 'member', $3, TRUE)",
                )
                .bind_all((group.as_str(), id, now))
                .execute()
                .await?;
                add_card_within(&mut tx, group, id, &account.card, now).await?;
            }
            if !taken.is_empty() {
                return tx.give_up(AccountsMade::NamesTaken(taken)).await;
            }
            note_act(&mut tx, noted).await?;
            tx.commit().await?;
            Ok(AccountsMade::Done)
        })
        .await
    }

    /// The members of a class whose accounts were made there and have no way in but the card, in the order of their names.
    pub async fn ruled_accounts(&self, group: GroupId) -> Result<Vec<PlayerCard>, StoreError> {
        let sql = format!(
            "SELECT players.id, players.name, players.kind
             FROM group_members JOIN players ON players.id = group_members.player_id
             WHERE group_id = $1 AND role = 'member' AND made_here AND NOT {OWN_WAY_IN}
               AND NOT EXISTS (SELECT 1 FROM grants WHERE grants.player_id = group_members.player_id)
             ORDER BY players.name, players.id"
        );
        let rows: Vec<(String, String, Option<String>)> =
            self.read(sqlx::AssertSqlSafe(sql)).bind(group.as_str()).fetch_all().await?;
        rows.into_iter().map(|(id, name, kind)| card(&id, name, kind.as_deref())).collect()
    }

    /// Takes the cards of some members away, by a leader who is at home, ends what was begun by them, and gives new ones in their
    /// place where there are any. It is written down. All or nothing.
    pub async fn change_cards(
        &self,
        home: Home<'_>,
        group: GroupId,
        cards: &[(PlayerId, Option<CardHashes>)],
        noted: &Noted<'_>,
    ) -> Result<CardsChanged, StoreError> {
        untangled(|| async {
            let mut tx = self.begin_at_home(home).await?;
            if !hold_led_group(&mut tx, group, home.player).await? {
                return tx.give_up(CardsChanged::Gone).await;
            }
            let mut ended = Vec::new();
            for (player, card) in cards {
                ended.extend(end_cards_within(self, &mut tx, group, player.as_str()).await?);
                // Behind what holds the account.
                if !is_ruled(&mut tx, group.as_str(), player.as_str()).await? {
                    return tx.give_up(CardsChanged::OwnWayIn(*player)).await;
                }
                if let Some(card) = card {
                    add_card_within(&mut tx, group, player.as_str(), card, noted.at).await?;
                }
            }
            note_act(&mut tx, noted).await?;
            tx.commit().await?;
            Ok(CardsChanged::Done { ended })
        })
        .await
    }

    /// The member whom the card with a secret of this hash lets in, if it is good for anything.
    pub async fn member_of_card(&self, hash: &str) -> Result<Option<Player>, StoreError> {
        let sql = format!(
            "SELECT players.id, players.name, players.kind, players.created_at
             FROM cards
             JOIN group_members ON group_members.group_id = cards.group_id AND group_members.player_id = cards.player_id
             JOIN players ON players.id = cards.player_id
             WHERE cards.hash = $1 AND made_here AND NOT {OWN_WAY_IN}"
        );
        let row: Option<PlayerRow> = self.read(sqlx::AssertSqlSafe(sql)).bind(hash).fetch_optional().await?;
        row.map(player).transpose()
    }

    /// The hash of the secret of the card whose short code has this hash.
    pub async fn card_of_code(&self, code: &str) -> Result<Option<String>, StoreError> {
        let hash: Option<(String,)> =
            self.read("SELECT hash FROM cards WHERE code = $1").bind(code).fetch_optional().await?;
        Ok(hash.map(|(hash,)| hash))
    }

    /// The salt of the hashes of short codes: the one that is kept, or this one from now on.
    pub async fn card_salt(&self, drawn: &[u8]) -> Result<Vec<u8>, StoreError> {
        let kept: Option<(Vec<u8>,)> =
            self.read("SELECT salt FROM card_salt WHERE id = 1").fetch_optional().await?;
        if let Some((salt,)) = kept {
            return Ok(salt);
        }
        self.write("INSERT INTO card_salt (id, salt) VALUES (1, $1) ON CONFLICT (id) DO NOTHING")
            .bind(drawn)
            .execute()
            .await?;
        let (salt,): (Vec<u8>,) = self.write("SELECT salt FROM card_salt WHERE id = 1").fetch_one().await?;
        Ok(salt)
    }

    /// When the card of a player was made and last used, with its class: for the player's own export.
    pub async fn card_of(
        &self,
        player: PlayerId,
    ) -> Result<Vec<(String, Millis, Option<Millis>)>, StoreError> {
        self.read("SELECT group_id, made_at, used_at FROM cards WHERE player_id = $1 ORDER BY made_at")
            .bind(player.as_str())
            .fetch_all()
            .await
    }
}
