//! Identities: the people of providers who are members here. One is an issuer and a subject, and nothing else.

use tengen_game::{Millis, PlayerId};
use tengen_protocol::{Player, Role};

use super::home::Home;
use super::left_ways::{OpenWays, Removed, refusal};
use super::vouchers::{Voucher, give_roles, take_voucher};
use crate::players::player_row::{PlayerRow, player};
use crate::pool::{Store, StoreError, Tx};
use crate::query::from_row::from_row;

/// An identity of a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredIdentity {
    /// The issuer.
    pub issuer: String,
    /// The issuer's word for the person.
    pub subject: String,
    /// Since when it is the member's.
    pub linked_at: Millis,
    /// When it was used last.
    pub used_at: Millis,
}

from_row!(StoredIdentity { issuer, subject, linked_at, used_at });

/// The outcome of linking an identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Linked {
    /// It is the member's.
    Done,
    /// It is another member's. Nothing was changed.
    Taken,
    /// The member has as many as one may have. Nothing was changed.
    TooMany,
    /// The voucher is good for nothing. Nothing was changed.
    NoVoucher,
}

/// Makes an identity a member's within a transaction. Answers whether it was nobody's.
pub(crate) async fn link_identity(
    tx: &mut Tx,
    player: &str,
    voucher: &Voucher,
    now: Millis,
) -> Result<bool, StoreError> {
    Ok(tx
        .query(
            "INSERT INTO identities (issuer, subject, player_id, linked_at, used_at)
             VALUES ($1, $2, $3, $4, $4)
             ON CONFLICT DO NOTHING",
        )
        .bind_all((&voucher.issuer, &voucher.subject, player, now))
        .execute()
        .await?
        == 1)
}

/// Notes within a transaction that a member's identity was used. Answers whether the member has it.
pub(crate) async fn use_identity(
    tx: &mut Tx,
    player: &str,
    voucher: &Voucher,
    now: Millis,
) -> Result<bool, StoreError> {
    Ok(tx
        .query("UPDATE identities SET used_at = $1 WHERE issuer = $2 AND subject = $3 AND player_id = $4")
        .bind_all((now, &voucher.issuer, &voucher.subject, player))
        .execute()
        .await?
        == 1)
}

impl Store {
    /// The member to whom an identity belongs.
    pub async fn member_of_identity(
        &self,
        issuer: &str,
        subject: &str,
    ) -> Result<Option<Player>, StoreError> {
        let row: Option<PlayerRow> = self
            .read(
                "SELECT players.id, players.name, players.kind, players.created_at
                 FROM identities JOIN players ON players.id = identities.player_id
                 WHERE identities.issuer = $1 AND identities.subject = $2 AND players.kind = 'member'",
            )
            .bind_all((issuer, subject))
            .fetch_optional()
            .await?;
        row.map(player).transpose()
    }

    /// The identities of a member, the oldest first.
    pub async fn identities(&self, player: PlayerId) -> Result<Vec<StoredIdentity>, StoreError> {
        self.read(
            "SELECT issuer, subject, linked_at, used_at FROM identities
             WHERE player_id = $1 ORDER BY linked_at, issuer, subject",
        )
        .bind(player.as_str())
        .fetch_all()
        .await
    }

    /// Makes the identity of a voucher a member's, with the roles that it gives, and uses the voucher up. Identities beyond `most` are
    /// refused.
    pub async fn link_identity(
        &self,
        home: Home<'_>,
        voucher: &str,
        most: u32,
        now: Millis,
    ) -> Result<Linked, StoreError> {
        let id = home.player.as_str();
        let mut tx = self.begin_at_home(home).await?;
        let Some(vouched) = take_voucher(&mut tx, voucher, now).await? else {
            return tx.give_up(Linked::NoVoucher).await;
        };
        let (has,): (i64,) =
            tx.query("SELECT count(*) FROM identities WHERE player_id = $1").bind(id).fetch_one().await?;
        if has >= i64::from(most) {
            return tx.give_up(Linked::TooMany).await;
        }
        let is_linked = link_identity(&mut tx, id, &vouched, now).await?;
        // Whoever links what is linked already has done so.
        if !is_linked && !use_identity(&mut tx, id, &vouched, now).await? {
            return tx.give_up(Linked::Taken).await;
        }
        give_roles(&mut tx, id, &vouched, now).await?;
        tx.commit().await?;
        Ok(Linked::Done)
    }

    /// Gives an identity of a member up, with the roles that came by it, unless it is the last of the ways in.
    pub async fn unlink_identity(
        &self,
        home: Home<'_>,
        issuer: &str,
        subject: &str,
        open: &OpenWays,
    ) -> Result<Removed, StoreError> {
        let id = home.player.as_str();
        let mut tx = self.begin_at_home(home).await?;
        // Of two that go at once the second waits here for the first.
        let gone = tx
            .query("DELETE FROM identities WHERE player_id = $1 AND issuer = $2 AND subject = $3")
            .bind_all((id, issuer, subject))
            .execute()
            .await?;
        if let Some(refused) = refusal(&mut tx, id, open, gone).await? {
            return tx.give_up(refused).await;
        }
        tx.query(
            // Those of another person of the same provider come back with its next word.
            "DELETE FROM grants WHERE player_id = $1 AND issuer = $2",
        )
        .bind_all((id, issuer))
        .execute()
        .await?;
        tx.commit().await?;
        Ok(Removed::Done)
    }

    /// Notes that a member has proved by a voucher, in the session of this token, who it is; the voucher is used up. Answers whether it was
    /// good, the identity the member's, and the sign-in at the provider not before `since`.
    pub async fn confirm_by_voucher(
        &self,
        player: PlayerId,
        session: &str,
        voucher: &str,
        (since, now): (Millis, Millis),
    ) -> Result<bool, StoreError> {
        let id = player.as_str();
        let mut tx = self.begin().await?;
        let Some(vouched) = take_voucher(&mut tx, voucher, now).await? else {
            return tx.give_up(false).await;
        };
        let is_own = use_identity(&mut tx, id, &vouched, now).await?;
        let at = vouched.signed_in_at.filter(|at| is_own && *at >= since);
        if let Some(at) = at {
            give_roles(&mut tx, id, &vouched, now).await?;
            tx.query("UPDATE tokens SET signed_in_at = $1 WHERE hash = $2 AND player_id = $3")
                .bind_all((at.min(now), session, id))
                .execute()
                .await?;
        }
        tx.commit().await?;
        Ok(at.is_some())
    }

    /// Takes away the roles that came by issuers, but for these: other groups, and those of other issuers, count no more.
    pub async fn keep_roles_of(&self, kept: &[(&str, Role)]) -> Result<(), StoreError> {
        let found: Vec<(String, String)> = self
            .write("SELECT DISTINCT issuer, role FROM grants WHERE issuer IS NOT NULL")
            .fetch_all()
            .await?;
        let is_kept = |issuer: &str, role: &str| {
            kept.iter().any(|(kept, given)| *kept == issuer && given.name() == role)
        };
        for (issuer, role) in found.iter().filter(|(issuer, role)| !is_kept(issuer, role)) {
            self.write("DELETE FROM grants WHERE issuer = $1 AND role = $2")
                .bind_all((issuer, role))
                .execute()
                .await?;
        }
        Ok(())
    }
}
