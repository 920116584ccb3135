//! Accounts: guests and strangers become members.

use std::collections::BTreeMap;

use tengen_game::{Millis, PlayerId};
use tengen_names::looks;
use tengen_protocol::{Player, Role};

use super::names::{NameWish, claim_name, database_time};
use super::player_row::{MEMBER, PlayerRow, player};
use super::sessions::{NewSession, begin_session, end_sessions_within};
use super::{Store, StoreError, on_reader, on_writer, unreadable};

/// How long a name stays before it may be changed again, in milliseconds: thirty days.
pub const RENAME_PAUSE: Millis = 30 * 86_400_000;

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
}

/// The outcome of a change of name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Renamed {
    /// It is the name now.
    Done,
    /// Another member has it. Nothing was changed.
    Taken,
    /// The last change is too young. Nothing was changed.
    TooSoon,
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
}

impl Store {
    /// Makes an account, with everything that belongs to it, or changes nothing. A guest keeps the id; the session of the request stays, and
    /// all other tokens and links of the guest end.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn register(&self, registering: Registering<'_>) -> Result<Registered, StoreError> {
        let Registering { player, is_guest, wish, password, terms, invitation, session, now } = registering;
        let (id, moment) = (player.as_str(), database_time(self));
        let become_member = format!(
            "UPDATE players SET name = $1, guest = FALSE, kind = '{MEMBER}', named = TRUE, renamed_at = {moment}
             WHERE id = $2 AND kind IS NULL AND guest"
        );
        let ended = on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            if let Some(hash) = invitation {
                let used = sqlx::query(
                    "UPDATE invitations SET left_places = left_places - 1
                     WHERE hash = $1 AND left_places > 0 AND expires_at > $2",
                )
                .bind(hash)
                .bind(now)
                .execute(&mut *transaction)
                .await?;
                if used.rows_affected() == 0 {
                    transaction.rollback().await?;
                    return Ok(Registered::NoInvitation);
                }
            }
            if is_guest {
                let done = sqlx::query(sqlx::AssertSqlSafe(become_member))
                    .bind(&wish.name)
                    .bind(id)
                    .execute(&mut *transaction)
                    .await?;
                if done.rows_affected() == 0 {
                    transaction.rollback().await?;
                    return Ok(Registered::NotAGuest);
                }
            } else {
                sqlx::query(
                    "INSERT INTO players (id, name, guest, created_at, kind, named) VALUES ($1, $2, FALSE, $3, $4, TRUE)",
                )
                .bind(id)
                .bind(&wish.name)
                .bind(now)
                .bind(MEMBER)
                .execute(&mut *transaction)
                .await?;
            }
            if !claim_name!(transaction, id, wish, false, now) {
                transaction.rollback().await?;
                return Ok(Registered::NameTaken);
            }
            sqlx::query(
                "INSERT INTO accounts (player_id, created_at, password, password_at, terms, terms_at)
                 VALUES ($1, $2, $3, CASE WHEN $3 IS NULL THEN NULL ELSE $2 END, $4, CASE WHEN $4 IS NULL THEN NULL ELSE $2 END)",
            )
            .bind(id)
            .bind(now)
            .bind(password)
            .bind(terms)
            .execute(&mut *transaction)
            .await?;
            let ended = if is_guest {
                let mut ended = end_sessions_within!(self, transaction, id, "hash <> $2", session.hash);
                let programs: Vec<(String,)> =
                    sqlx::query_as("DELETE FROM access_tokens WHERE player_id = $1 RETURNING hash")
                        .bind(id)
                        .fetch_all(&mut *transaction)
                        .await?;
                ended.extend(programs.into_iter().map(|(hash,)| hash));
                sqlx::query("UPDATE tokens SET signed_in_at = $1 WHERE hash = $2")
                    .bind(now)
                    .bind(session.hash)
                    .execute(&mut *transaction)
                    .await?;
                ended
            } else {
                begin_session!(transaction, id, session, now);
                Vec::new()
            };
            transaction.commit().await?;
            ended
        });
        Ok(Registered::Done { ended })
    }

    /// The member who has this name now, in any look, with the hash of the password if the account has one.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn member_named(&self, name: &str) -> Result<Option<(Player, Option<String>)>, StoreError> {
        #[derive(sqlx::FromRow)]
        struct Row {
            id: String,
            name: String,
            kind: Option<String>,
            created_at: Millis,
            password: Option<String>,
        }

        let looks = looks(name);
        // One name may look like two: the one in the same letters is meant.
        let row: Option<Row> = on_reader!(self, pool => {
            sqlx::query_as(
                "SELECT players.id, players.name, players.kind, players.created_at, accounts.password
                 FROM names
                 JOIN players ON players.id = names.player_id
                 JOIN accounts ON accounts.player_id = names.player_id
                 WHERE (names.small = $1 OR names.written = $2) AND names.ended_at IS NULL
                 ORDER BY CASE WHEN names.small = $1 THEN 0 ELSE 1 END LIMIT 1",
            )
            .bind(looks.small)
            .bind(looks.written)
            .fetch_optional(pool)
            .await
        })?;
        let read = |row: Row| {
            let row_of_player: PlayerRow = (row.id, row.name, row.kind, row.created_at);
            Ok((player(row_of_player)?, row.password))
        };
        row.map(read).transpose()
    }

    /// The hash of a member's password; nothing, if the account has none or is not there.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn password_of(&self, player: PlayerId) -> Result<Option<String>, StoreError> {
        let row: Option<(Option<String>,)> = on_reader!(self, pool => {
            sqlx::query_as("SELECT password FROM accounts WHERE player_id = $1")
                .bind(player.as_str())
                .fetch_optional(pool)
                .await
        })?;
        Ok(row.and_then(|(password,)| password))
    }

    /// Keeps another password of a member and ends all sessions but the one of this token; both or neither. Answers the hashes of the
    /// tokens that ended.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn change_password(
        &self,
        player: PlayerId,
        password: &str,
        session: &str,
        now: Millis,
    ) -> Result<Vec<String>, StoreError> {
        let ended = on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            sqlx::query("UPDATE accounts SET password = $1, password_at = $2 WHERE player_id = $3")
                .bind(password)
                .bind(now)
                .bind(player.as_str())
                .execute(&mut *transaction)
                .await?;
            // Somebody else may have asked for a link by which one signs in.
            sqlx::query("DELETE FROM mail_links WHERE player_id = $1 AND purpose = 'sign_in'")
                .bind(player.as_str())
                .execute(&mut *transaction)
                .await?;
            let ended = end_sessions_within!(self, transaction, player.as_str(), "hash <> $2", session);
            transaction.commit().await?;
            ended
        });
        Ok(ended)
    }

    /// Keeps the same password by a hash of today's cost, unless it was changed meanwhile.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn renew_password(&self, player: PlayerId, old: &str, new: &str) -> Result<(), StoreError> {
        on_writer!(self, pool => {
            sqlx::query("UPDATE accounts SET password = $1 WHERE player_id = $2 AND password = $3")
                .bind(new)
                .bind(player.as_str())
                .bind(old)
                .execute(pool)
                .await?;
        });
        Ok(())
    }

    /// Gives a member another name, or changes nothing. The old one is free for nobody else.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn rename_member(
        &self,
        id: PlayerId,
        wish: &NameWish,
        now: Millis,
    ) -> Result<Renamed, StoreError> {
        self.rename(id, wish, now, Some(now), now - RENAME_PAUSE).await
    }

    /// The same whenever the last change was. The member may change the name again at once.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn rename_at_once(
        &self,
        id: PlayerId,
        wish: &NameWish,
        now: Millis,
    ) -> Result<Renamed, StoreError> {
        self.rename(id, wish, now, None, Millis::MAX).await
    }

    /// Renames a member whose last change was not after a moment, and notes when this one was.
    async fn rename(
        &self,
        id: PlayerId,
        wish: &NameWish,
        now: Millis,
        noted: Option<Millis>,
        not_after: Millis,
    ) -> Result<Renamed, StoreError> {
        let moment = database_time(self);
        let rename =
            format!("UPDATE players SET name = $1, named = TRUE, renamed_at = {moment} WHERE id = $2");
        on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            let in_time = sqlx::query(
                "UPDATE accounts SET renamed_at = $1 WHERE player_id = $2 AND (renamed_at IS NULL OR renamed_at <= $3)",
            )
            .bind(noted)
            .bind(id.as_str())
            .bind(not_after)
            .execute(&mut *transaction)
            .await?;
            if in_time.rows_affected() == 0 {
                transaction.rollback().await?;
                return Ok(Renamed::TooSoon);
            }
            if !claim_name!(transaction, id.as_str(), wish, true, now) {
                transaction.rollback().await?;
                return Ok(Renamed::Taken);
            }
            sqlx::query(sqlx::AssertSqlSafe(rename)).bind(&wish.name).bind(id.as_str()).execute(&mut *transaction).await?;
            transaction.commit().await?;
        });
        Ok(Renamed::Done)
    }

    /// Forgets all ways in of a member: the password, the authenticator, the recovery codes, the mail address, links to it, and the devices
    /// that are known; and ends all sessions and personal tokens. All or nothing. Answers the hashes of the tokens that ended.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn forget_ways_in(&self, player: PlayerId) -> Result<Vec<String>, StoreError> {
        const STATEMENTS: [&str; 6] = [
            "UPDATE accounts SET password = NULL, password_at = NULL WHERE player_id = $1",
            "DELETE FROM authenticators WHERE player_id = $1",
            "DELETE FROM recovery_codes WHERE player_id = $1",
            "DELETE FROM mail_links WHERE player_id = $1",
            "DELETE FROM mails WHERE player_id = $1",
            "DELETE FROM known_devices WHERE player_id = $1",
        ];
        let ended = on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            for statement in STATEMENTS {
                sqlx::query(statement).bind(player.as_str()).execute(&mut *transaction).await?;
            }
            let mut ended = end_sessions_within!(self, transaction, player.as_str(), "hash <> $2", "");
            let programs: Vec<(String,)> =
                sqlx::query_as("DELETE FROM access_tokens WHERE player_id = $1 RETURNING hash")
                    .bind(player.as_str())
                    .fetch_all(&mut *transaction)
                    .await?;
            ended.extend(programs.into_iter().map(|(hash,)| hash));
            transaction.commit().await?;
            ended
        });
        Ok(ended)
    }

    /// The account of a player, if there is one.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn account(&self, player: PlayerId) -> Result<Option<StoredAccount>, StoreError> {
        let row: Option<(Millis, Option<Millis>, String, bool)> = on_reader!(self, pool => {
            sqlx::query_as(
                "SELECT created_at, renamed_at, preferences, password IS NOT NULL FROM accounts WHERE player_id = $1",
            )
                .bind(player.as_str())
                .fetch_optional(pool)
                .await
        })?;
        let read = |(created_at, renamed_at, preferences, has_password): (_, _, String, _)| {
            let preferences = serde_json::from_str(&preferences).map_err(unreadable)?;
            Ok(StoredAccount { created_at, renamed_at, preferences, has_password })
        };
        row.map(read).transpose()
    }

    /// Keeps what the pages remember for a member.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn keep_preferences(
        &self,
        player: PlayerId,
        preferences: &BTreeMap<String, String>,
    ) -> Result<(), StoreError> {
        let preferences = serde_json::to_string(preferences).map_err(unreadable)?;
        on_writer!(self, pool => {
            sqlx::query("UPDATE accounts SET preferences = $1 WHERE player_id = $2")
                .bind(preferences)
                .bind(player.as_str())
                .execute(pool)
                .await?;
        });
        Ok(())
    }

    /// The roles of a player on the server.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn roles(&self, player: PlayerId) -> Result<Vec<Role>, StoreError> {
        let rows: Vec<(String,)> = on_reader!(self, pool => {
            sqlx::query_as("SELECT role FROM grants WHERE player_id = $1")
                .bind(player.as_str())
                .fetch_all(pool)
                .await
        })?;
        // A role of a later release is nothing here.
        Ok(Role::ALL.into_iter().filter(|role| rows.iter().any(|(word,)| word == role.name())).collect())
    }

    /// Gives a player a role on the server. Answers whether the player did not have it before.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn grant(&self, player: PlayerId, role: Role, now: Millis) -> Result<bool, StoreError> {
        let done = on_writer!(self, pool => {
            sqlx::query("INSERT INTO grants (player_id, role, granted_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
                .bind(player.as_str())
                .bind(role.name())
                .bind(now)
                .execute(pool)
                .await
                .map(|done| done.rows_affected())
        })?;
        Ok(done == 1)
    }
}
