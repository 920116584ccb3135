//! The mail addresses of members, and the links that went out by mail.

use tengen_game::{Millis, PlayerId};
use tengen_protocol::Player;

use super::home::Home;
use super::left_ways::{OpenWays, has_way_in};
use crate::players::player_row::{PlayerRow, player};
use crate::pool::{Store, StoreError};
use crate::query::from_row::from_row;

/// How many accounts with one address a letter is about at most.
const ACCOUNTS: u32 = 5;
/// How many links of a purpose a member may have open at once; the oldest make room.
const LINKS: u32 = 3;

/// The purpose of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailPurpose {
    /// It shows that letters to the address arrive.
    Verify,
    /// It signs in.
    SignIn,
}

impl MailPurpose {
    const fn name(self) -> &'static str {
        match self {
            Self::Verify => "verify",
            Self::SignIn => "sign_in",
        }
    }
}

impl Store {
    /// The mail address of a member, if there is one to which letters arrive.
    pub async fn mail_of(&self, player: PlayerId) -> Result<Option<String>, StoreError> {
        let row: Option<(String,)> = self
            .read("SELECT mail FROM mails WHERE player_id = $1")
            .bind(player.as_str())
            .fetch_optional()
            .await?;
        Ok(row.map(|(mail,)| mail))
    }

    /// The members with this address, by the text that stands for it, each with the address as it was given; five at most.
    pub async fn members_by_mail(&self, key: &str) -> Result<Vec<(Player, String)>, StoreError> {
        struct Row {
            id: String,
            name: String,
            kind: Option<String>,
            created_at: Millis,
            mail: String,
        }

        from_row!(Row { id, name, kind, created_at, mail });

        let rows: Vec<Row> = self
            .read(
                "SELECT players.id, players.name, players.kind, players.created_at, mails.mail
                 FROM mails JOIN players ON players.id = mails.player_id
                 WHERE mails.key = $1 ORDER BY mails.verified_at, players.id LIMIT $2",
            )
            .bind_all((key, i64::from(ACCOUNTS)))
            .fetch_all()
            .await?;
        let read = |row: Row| {
            let row_of_player: PlayerRow = (row.id, row.name, row.kind, row.created_at);
            Ok((player(row_of_player)?, row.mail))
        };
        rows.into_iter().map(read).collect()
    }

    /// Keeps a link that goes out by mail, by the hash of its secret. Where a member has asked for it, it is made in the name of a
    /// session. Links that have ended are forgotten, and those of the same member and purpose beyond three.
    pub async fn add_mail_link(
        &self,
        player: PlayerId,
        session: Option<&str>,
        purpose: MailPurpose,
        mail: &str,
        hash: &str,
        (now, expires_at): (Millis, Millis),
    ) -> Result<(), StoreError> {
        let mut tx = self.begin_by(session.map(|session| Home { player, session })).await?;
        tx.query("DELETE FROM mail_links WHERE expires_at <= $1").bind(now).execute().await?;
        tx.query(
            "DELETE FROM mail_links WHERE hash IN (SELECT hash FROM mail_links
             WHERE player_id = $1 AND purpose = $2
                                                   ORDER BY expires_at DESC, hash LIMIT 1000 OFFSET $3)",
        )
        .bind_all((player.as_str(), purpose.name(), i64::from(LINKS - 1)))
        .execute()
        .await?;
        tx.query(
            "INSERT INTO mail_links (hash, player_id, purpose, mail, expires_at)
             VALUES ($1, $2, $3, $4, $5)",
        )
        .bind_all((hash, player.as_str(), purpose.name(), mail, expires_at))
        .execute()
        .await?;
        tx.commit().await
    }

    /// The member whose link has a secret of this hash, and the address to which it went, if the link is good for that purpose.
    pub async fn mail_link(
        &self,
        purpose: MailPurpose,
        hash: &str,
        now: Millis,
    ) -> Result<Option<(Player, String)>, StoreError> {
        let row: Option<(String, String, Option<String>, Millis, String)> = self
            .read(
                "SELECT players.id, players.name, players.kind, players.created_at, mail_links.mail
                 FROM mail_links JOIN players ON players.id = mail_links.player_id
                 WHERE mail_links.hash = $1 AND mail_links.purpose = $2 AND mail_links.expires_at > $3
                   AND players.kind = 'member'",
            )
            .bind_all((hash, purpose.name(), now))
            .fetch_optional()
            .await?;
        let read = |(id, name, kind, created_at, mail)| Ok((player((id, name, kind, created_at))?, mail));
        row.map(read).transpose()
    }

    /// Keeps an address as the member's, to which letters arrive, and uses the link up that has shown it. All other links of the
    /// member end: they went to another address. Answers whether the link was good.
    pub async fn verify_mail(
        &self,
        player: PlayerId,
        (mail, key): (&str, &str),
        hash: &str,
        now: Millis,
    ) -> Result<bool, StoreError> {
        let mut tx = self.begin().await?;
        let done = tx
            .query("DELETE FROM mail_links WHERE hash = $1 AND player_id = $2 AND expires_at > $3")
            .bind_all((hash, player.as_str(), now))
            .execute()
            .await?;
        if done == 0 {
            return tx.give_up(false).await;
        }
        tx.query("DELETE FROM mail_links WHERE player_id = $1").bind(player.as_str()).execute().await?;
        tx.query(
            "INSERT INTO mails (player_id, mail, key, verified_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (player_id) DO UPDATE
             SET mail = excluded.mail, key = excluded.key, verified_at = excluded.verified_at",
        )
        .bind_all((player.as_str(), mail, key, now))
        .execute()
        .await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Forgets the address of a member, and all links that went out to it. Answers whether it did: the last way in stays.
    pub async fn forget_mail(&self, home: Home<'_>, open: &OpenWays) -> Result<bool, StoreError> {
        let player = home.player;
        let mut tx = self.begin_at_home(home).await?;
        let had_way_in = has_way_in(&mut tx, player.as_str(), open).await?;
        for statement in
            ["DELETE FROM mail_links WHERE player_id = $1", "DELETE FROM mails WHERE player_id = $1"]
        {
            tx.query(statement).bind(player.as_str()).execute().await?;
        }
        if had_way_in && !has_way_in(&mut tx, player.as_str(), open).await? {
            return tx.give_up(false).await;
        }
        tx.commit().await?;
        Ok(true)
    }
}
