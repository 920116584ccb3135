//! Vouchers: the word of a provider for a person, kept for some minutes behind a secret that is good once.

use tengen_game::Millis;
use tengen_protocol::Role;

use crate::pool::{Store, StoreError, Tx};
use crate::query::from_row::from_row;

/// The word of a provider for a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Voucher {
    /// The issuer, exactly as it stands in the operator's settings.
    pub issuer: String,
    /// The issuer's word for the person.
    pub subject: String,
    /// The roles on this server that the person's groups give.
    pub roles: Vec<Role>,
    /// When the person signed in at the provider, if it says so.
    pub signed_in_at: Option<Millis>,
}

/// A voucher as the table has it.
pub(crate) struct VoucherRow {
    issuer: String,
    subject: String,
    roles: String,
    signed_in_at: Option<Millis>,
}

from_row!(VoucherRow { issuer, subject, roles, signed_in_at });

impl From<VoucherRow> for Voucher {
    fn from(VoucherRow { issuer, subject, roles, signed_in_at }: VoucherRow) -> Self {
        // A role of a later release is nothing here.
        let words: Vec<String> = serde_json::from_str(&roles).unwrap_or_default();
        let given = |role: &Role| words.iter().any(|word| word == role.name());
        Self { issuer, subject, roles: Role::ALL.into_iter().filter(given).collect(), signed_in_at }
    }
}

/// Uses a voucher up within a transaction, by the hash of its secret. Nothing, if it is good for nothing.
pub(crate) async fn take_voucher(
    tx: &mut Tx,
    hash: &str,
    now: Millis,
) -> Result<Option<Voucher>, StoreError> {
    let row: Option<VoucherRow> = tx
        .query(
            "DELETE FROM vouchers WHERE hash = $1 AND expires_at > $2
             RETURNING issuer, subject, roles, signed_in_at",
        )
        .bind_all((hash, now))
        .fetch_optional()
        .await?;
    Ok(row.map(Voucher::from))
}

/// Gives a player the roles of a voucher within a transaction, and takes those away that its issuer has given before. The operator's
/// own stay.
pub(crate) async fn give_roles(
    tx: &mut Tx,
    player: &str,
    voucher: &Voucher,
    now: Millis,
) -> Result<(), StoreError> {
    tx.query("DELETE FROM grants WHERE player_id = $1 AND issuer = $2")
        .bind_all((player, &voucher.issuer))
        .execute()
        .await?;
    for role in &voucher.roles {
        tx.query(
            "INSERT INTO grants (player_id, role, granted_at, issuer) VALUES ($1, $2, $3, $4)
             ON CONFLICT DO NOTHING",
        )
        .bind_all((player, role.name(), now, &voucher.issuer))
        .execute()
        .await?;
    }
    Ok(())
}

impl Store {
    /// Keeps a voucher, by the hash of its secret. Those that have ended are forgotten.
    pub async fn add_voucher(
        &self,
        hash: &str,
        voucher: &Voucher,
        (now, expires_at): (Millis, Millis),
    ) -> Result<(), StoreError> {
        let words: Vec<_> = voucher.roles.iter().map(|role| role.name()).collect();
        let roles = serde_json::Value::from(words).to_string();
        let mut tx = self.begin().await?;
        tx.query("DELETE FROM vouchers WHERE expires_at <= $1").bind(now).execute().await?;
        tx.query(
            "INSERT INTO vouchers (hash, issuer, subject, roles, signed_in_at, expires_at)
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind_all((hash, &voucher.issuer, &voucher.subject, roles, voucher.signed_in_at, expires_at))
        .execute()
        .await?;
        tx.commit().await
    }

    /// The voucher whose secret has this hash, if it is good for anything. It stays good.
    pub async fn voucher(&self, hash: &str, now: Millis) -> Result<Option<Voucher>, StoreError> {
        let row: Option<VoucherRow> = self
            .read(
                "SELECT issuer, subject, roles, signed_in_at FROM vouchers
                 WHERE hash = $1 AND expires_at > $2",
            )
            .bind_all((hash, now))
            .fetch_optional()
            .await?;
        Ok(row.map(Voucher::from))
    }
}
