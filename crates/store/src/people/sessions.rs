//! Sessions: the player's own tokens, each with the device that shows it.

use tengen_game::{Millis, PlayerId};

use super::identities::use_identity;
use super::passkeys::{UsedPasskey, use_passkey};
use super::vouchers::{give_roles, take_voucher};
use crate::players::enclosed::ENCLOSED_IN;
use crate::players::player_row::{Bearer, BearerRow, bearer};
use crate::players::ruled::is_ruled;
use crate::pool::{Pools, Store, StoreError, Tx};
use crate::query::from_row::from_row;
use crate::query::pieces::Pieces;
use crate::staff::audit::{Noted, note_act};
use crate::staff::sanctions::changed_at;

/// The shortest pause between two notes of when a session was used, in milliseconds.
pub const SESSION_NOTED_EVERY: Millis = 3_600_000;
/// A session that was not used for so long is over, in milliseconds: ninety days.
pub(crate) const SESSION_UNUSED: Millis = 90 * 86_400_000;
/// For how long the other servers find an ended session in the table, in milliseconds: an hour.
pub const TOLD: Millis = 3_600_000;

/// A new session.
#[derive(Debug, Clone, Copy)]
pub struct NewSession<'s> {
    /// The hash of its token.
    pub hash: &'s str,
    /// The device, as it called itself.
    pub device: Option<&'s str>,
    /// When the player proved who it is, if the session begins by that.
    pub signed_in_at: Option<Millis>,
}

/// What a player has proved it by who signs in: it has to hold at the moment at which the session begins.
#[derive(Debug, Clone, Copy)]
pub enum Proved<'p> {
    /// The password with this hash.
    Password(&'p str),
    /// The link in a letter with a secret of this hash, which is used up.
    Letter(&'p str),
    /// The voucher with a secret of this hash, which is used up, of an identity that is the player's.
    Voucher(&'p str),
    /// A passkey of the player.
    Passkey(UsedPasskey<'p>),
    /// The card of a class with a secret of this hash: the session ends with it.
    Card(&'p str),
}

impl<'p> Proved<'p> {
    /// The statement that holds it against what the tables have. On Postgres a change of the password has to wait, or goes first.
    fn statement(self, store: &Store) -> (&'static str, &'p str) {
        match self {
            Self::Voucher(hash) => (
                "SELECT identities.player_id FROM identities JOIN vouchers
                    ON vouchers.issuer = identities.issuer AND vouchers.subject = identities.subject
                 WHERE identities.player_id = $1 AND vouchers.hash = $2 AND vouchers.expires_at > $3",
                hash,
            ),
            Self::Passkey(used) => {
                ("SELECT player_id FROM passkeys WHERE player_id = $1 AND credential_id = $2 AND $3 = $3", used.credential_id)
            }
            // Another way in would have been held by the account, which is held before.
            Self::Card(hash) => (
                "UPDATE cards SET used_at = $3 WHERE player_id = $1 AND hash = $2 AND EXISTS (
                     SELECT 1 FROM group_members
                     WHERE group_members.group_id = cards.group_id AND group_members.player_id = $1 AND made_here)
                 RETURNING player_id",
                hash,
            ),
            Self::Password(hash) if store.is_shared() => {
                ("SELECT player_id FROM accounts WHERE player_id = $1 AND password = $2 AND $3 = $3 FOR UPDATE", hash)
            }
            Self::Password(hash) => {
                ("SELECT player_id FROM accounts WHERE player_id = $1 AND password = $2 AND $3 = $3", hash)
            }
            Self::Letter(hash) => (
                "DELETE FROM mail_links WHERE player_id = $1 AND hash = $2 AND expires_at > $3 AND purpose = 'sign_in'
                 RETURNING player_id",
                hash,
            ),
        }
    }
}

/// Begins a session of a player within a transaction.
pub(crate) async fn begin_session(
    tx: &mut Tx,
    player: &str,
    session: NewSession<'_>,
    now: Millis,
) -> Result<(), StoreError> {
    tx.query(
        "INSERT INTO tokens (hash, player_id, created_at, device, last_used_at, signed_in_at)
         VALUES ($1, $2, $3, $4, $3, $5)",
    )
    .bind_all((session.hash, player, now, session.device, session.signed_in_at))
    .execute()
    .await?;
    Ok(())
}

/// Ends the sessions of a player within a transaction for which `$which` holds, where `$2` is a hash. The player's link to another device
/// goes as well: whoever is signed out may have made it. Answers the hashes of the tokens.
pub(crate) async fn end_sessions_within(
    store: &Store,
    tx: &mut Tx,
    player: &str,
    which: &str,
    hash: &str,
) -> Result<Vec<String>, StoreError> {
    let rows: Vec<(String,)> =
        tx.query(sqlx::AssertSqlSafe(ending(store, which))).bind_all((player, hash)).fetch_all().await?;
    // Behind the tokens: whoever makes a link holds the own one, and is waited for.
    tx.query("DELETE FROM carries WHERE player_id = $1").bind(player).execute().await?;
    Ok(rows.into_iter().map(|(hash,)| hash).collect::<Vec<String>>())
}

/// Ends all sessions and personal tokens of a player within a transaction, but the session of this hash. Answers the hashes of
/// the ended ones.
pub(crate) async fn end_tokens_within(
    store: &Store,
    tx: &mut Tx,
    player: &str,
    hash: &str,
) -> Result<Vec<String>, StoreError> {
    let mut ended = end_sessions_within(store, tx, player, "hash <> $2", hash).await?;
    let programs: Vec<(String,)> = tx
        .query("DELETE FROM access_tokens WHERE player_id = $1 RETURNING hash")
        .bind(player)
        .fetch_all()
        .await?;
    ended.extend(programs.into_iter().map(|(hash,)| hash));
    Ok(ended)
}

/// The statement that ends sessions. On Postgres other servers have to find the ended ones for a while. The last change of a token that
/// goes on stays known, for whoever reads its rights compares with that.
pub(crate) fn ending(store: &Store, which: &str) -> String {
    let delete = format!("DELETE FROM tokens WHERE player_id = $1 AND {which} RETURNING hash");
    if !store.is_shared() {
        return delete;
    }
    format!(
        "WITH moment AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT AS now),
         ended AS ({delete}),
         told AS (INSERT INTO ended_sessions (hash, ended_at) SELECT hash, now FROM ended, moment
            ON CONFLICT (hash) DO UPDATE SET ended_at = GREATEST(excluded.ended_at, ended_sessions.ended_at + 1)),
         forgotten AS (DELETE FROM ended_sessions WHERE ended_at < (SELECT now FROM moment) - {TOLD}
            AND NOT EXISTS (SELECT 1 FROM tokens WHERE tokens.hash = ended_sessions.hash)
            AND NOT EXISTS (SELECT 1 FROM access_tokens WHERE access_tokens.hash = ended_sessions.hash))
         SELECT hash FROM ended"
    )
}

/// The sessions beyond so many, the last used first; the one of `$2` is not among them.
pub(crate) fn beyond(most: u32) -> String {
    format!(
        "hash <> $2 AND hash IN (SELECT hash FROM tokens WHERE player_id = $1 AND hash <> $2
                                 ORDER BY COALESCE(last_used_at, created_at) DESC, hash LIMIT 1000 OFFSET {})",
        most.saturating_sub(1)
    )
}

/// A session as the table has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSession {
    /// The hash of its token.
    pub hash: String,
    /// The device, as it called itself.
    pub device: Option<String>,
    /// When it began.
    pub created_at: Millis,
    /// When it was last used, to about an hour; when it began, if nobody knows.
    pub last_used_at: Millis,
}

from_row!(StoredSession { hash, device, created_at, last_used_at });

impl Store {
    /// The player to whose session the token with this hash belongs, unless it is over.
    pub async fn player_of_session(&self, hash: &str, now: Millis) -> Result<Option<Bearer>, StoreError> {
        let changed_at = changed_at(self, "tokens");
        let row: Option<BearerRow> = self.read(sqlx::AssertSqlSafe(format!(
                "SELECT players.id, players.name, players.kind, players.created_at, players.suspended_until,
                        EXISTS (SELECT 1 FROM sanctions WHERE sanctions.player_id = players.id AND sanctions.kind = 'warning' AND read_at IS NULL),
                        {ENCLOSED_IN}, {changed_at}
                 FROM tokens JOIN players ON players.id = tokens.player_id
                 WHERE tokens.hash = $1 AND (tokens.last_used_at IS NULL OR tokens.last_used_at > $2)
                   AND (players.kind IS NULL OR players.kind <> 'deleted')"
            ))).bind_all((hash, self.right_time(now) - SESSION_UNUSED)).fetch_optional().await?;
        row.map(bearer).transpose()
    }

    /// The sessions of a player that are not over, the last used first.
    pub async fn sessions(&self, player: PlayerId, now: Millis) -> Result<Vec<StoredSession>, StoreError> {
        self.read(
            "SELECT hash, device, created_at, COALESCE(last_used_at, created_at) AS last_used_at
             FROM tokens
                 WHERE player_id = $1 AND (last_used_at IS NULL OR last_used_at > $2)
                 ORDER BY COALESCE(last_used_at, created_at) DESC, created_at DESC, hash",
        )
        .bind_all((player.as_str(), self.right_time(now) - SESSION_UNUSED))
        .fetch_all()
        .await
    }

    /// Ends the session of a player whose token has this hash. Answers whether there was one.
    pub async fn end_session(&self, player: PlayerId, hash: &str) -> Result<bool, StoreError> {
        Ok(!self.end_sessions(player, "hash = $2", hash).await?.is_empty())
    }

    /// Ends all sessions of a player but the one whose token has this hash, and answers the hashes of their tokens.
    pub async fn end_other_sessions(&self, player: PlayerId, hash: &str) -> Result<Vec<String>, StoreError> {
        self.end_sessions(player, "hash <> $2", hash).await
    }

    /// Ends all sessions of a player by the staff, and the personal tokens as well if `with_tokens`, and writes that down.
    /// Answers the hashes of what ended.
    pub async fn end_sessions_by_staff(
        &self,
        player: PlayerId,
        with_tokens: bool,
        noted: &Noted<'_>,
    ) -> Result<Vec<String>, StoreError> {
        let mut tx = self.begin().await?;
        let ended = if with_tokens {
            end_tokens_within(self, &mut tx, player.as_str(), "").await?
        } else {
            end_sessions_within(self, &mut tx, player.as_str(), "hash <> $2", "").await?
        };
        note_act(&mut tx, noted).await?;
        tx.commit().await?;
        Ok(ended)
    }

    /// Ends the sessions of a player for which `which` holds, where `$2` is a hash, all or none.
    async fn end_sessions(
        &self,
        player: PlayerId,
        which: &'static str,
        hash: &str,
    ) -> Result<Vec<String>, StoreError> {
        let mut tx = self.begin().await?;
        let ended = end_sessions_within(self, &mut tx, player.as_str(), which, hash).await?;
        tx.commit().await?;
        Ok(ended)
    }

    /// Begins a session of a player who has proved who it is. Of as many as one may have, those that were not used for the longest time
    /// end; their hashes are answered. Nothing is answered, and nothing changed, if the proof does not hold any more.
    pub async fn sign_in(
        &self,
        player: PlayerId,
        proved: Proved<'_>,
        session: NewSession<'_>,
        now: Millis,
        most: u32,
    ) -> Result<Option<Vec<String>>, StoreError> {
        let which = beyond(most);
        let (holds, proof) = proved.statement(self);
        let mut tx = self.begin().await?;
        if let Proved::Card(hash) = proved {
            // Whoever adds a way in, or takes the card away, is waited for.
            tx.query("UPDATE accounts SET created_at = created_at WHERE player_id = $1")
                .bind(player.as_str())
                .execute()
                .await?;
            let group: Option<(String,)> =
                tx.query("SELECT group_id FROM cards WHERE hash = $1").bind(hash).fetch_optional().await?;
            let is_only_way = match group {
                Some((group,)) => is_ruled(&mut tx, group.as_str(), player.as_str()).await?,
                None => false,
            };
            if !is_only_way {
                return tx.give_up(None).await;
            }
        }
        let held: Option<(String,)> =
            tx.query(holds).bind_all((player.as_str(), proof, now)).fetch_optional().await?;
        if held.is_none() {
            return tx.give_up(None).await;
        }
        if let Proved::Passkey(used) = proved
            && !use_passkey(&mut tx, player.as_str(), used, now).await?
        {
            return tx.give_up(None).await;
        }
        if let Proved::Voucher(hash) = proved {
            // Somebody else may have used it up, or given the identity up, since it was looked at.
            let vouched = take_voucher(&mut tx, hash, now).await?;
            let Some(vouched) = vouched else {
                return tx.give_up(None).await;
            };
            if !use_identity(&mut tx, player.as_str(), &vouched, now).await? {
                return tx.give_up(None).await;
            }
            give_roles(&mut tx, player.as_str(), &vouched, now).await?;
        }
        begin_session(&mut tx, player.as_str(), session, now).await?;
        if let Proved::Card(card) = proved {
            tx.query(
                "UPDATE tokens SET group_id = (SELECT group_id FROM cards WHERE hash = $1)
                 WHERE hash = $2",
            )
            .bind_all((card, session.hash))
            .execute()
            .await?;
        }
        let ended = end_sessions_within(self, &mut tx, player.as_str(), &which, session.hash).await?;
        tx.commit().await?;
        Ok(Some(ended))
    }

    /// Notes that the player has proved once more, in the session of this token, who it is.
    pub async fn confirm_session(&self, hash: &str, now: Millis) -> Result<(), StoreError> {
        self.write("UPDATE tokens SET signed_in_at = $1 WHERE hash = $2")
            .bind_all((now, hash))
            .execute()
            .await?;
        Ok(())
    }

    /// When the player last proved in the session of this token who it is; nothing, if never.
    pub async fn signed_in_at(&self, hash: &str) -> Result<Option<Millis>, StoreError> {
        let row: Option<(Option<Millis>,)> =
            self.read("SELECT signed_in_at FROM tokens WHERE hash = $1").bind(hash).fetch_optional().await?;
        Ok(row.and_then(|(at,)| at))
    }

    /// The hashes of the tokens whose sessions any server of this database has ended in the last so many milliseconds, and of
    /// tokens whose player may do something else since, each with that moment; by the database's clock, and of an hour at most.
    /// An SQLite file has one server, which knows.
    pub async fn lately_ended_sessions(&self, within: Millis) -> Result<Vec<(String, Millis)>, StoreError> {
        let Pools::Postgres(pool) = &self.pools else { return Ok(Vec::new()) };
        let query = sqlx::query_as(
            "SELECT hash, ended_at FROM ended_sessions
             WHERE ended_at > (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT - $1",
        );
        Ok(query.bind(within).fetch_all(pool).await?)
    }

    /// Which of these hashes are those of tokens whose sessions were not ended.
    pub async fn live_sessions(&self, hashes: &[String]) -> Result<Vec<String>, StoreError> {
        if hashes.is_empty() {
            return Ok(Vec::new());
        }
        let mut pieces = Pieces::default();
        pieces.sql("SELECT hash FROM tokens WHERE hash IN ");
        pieces.texts(hashes.iter().map(String::as_str));
        let rows: Vec<(String,)> = pieces.read(self).fetch_all().await?;
        Ok(rows.into_iter().map(|(hash,)| hash).collect())
    }

    /// Notes when a session was used, unless that was noted less than [`SESSION_NOTED_EVERY`] before, or is before its beginning: the clock
    /// was wrong then, or is now.
    pub async fn note_session_use(&self, hash: &str, used_at: Millis) -> Result<(), StoreError> {
        let used_at = self.right_time(used_at);
        self.write(
            "UPDATE tokens SET last_used_at = $1
             WHERE hash = $2 AND created_at <= $1 AND (last_used_at IS NULL OR last_used_at <= $3)",
        )
        .bind_all((used_at, hash, used_at.saturating_sub(SESSION_NOTED_EVERY)))
        .execute()
        .await?;
        Ok(())
    }
}
