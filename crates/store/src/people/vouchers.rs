//! Vouchers: the word of a provider for a person, kept for some minutes behind a secret that is good once.

use tengen_game::Millis;
use tengen_protocol::Role;

use crate::pool::{Store, StoreError, on_reader, on_writer};
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
macro_rules! take_voucher {
    ($transaction:expr, $hash:expr, $now:expr) => {{
        let row: Option<$crate::people::vouchers::VoucherRow> = sqlx::query_as(
            "DELETE FROM vouchers WHERE hash = $1 AND expires_at > $2
             RETURNING issuer, subject, roles, signed_in_at",
        )
        .bind($hash)
        .bind($now)
        .fetch_optional(&mut *$transaction)
        .await?;
        row.map($crate::people::vouchers::Voucher::from)
    }};
}

/// Gives a player the roles of a voucher within a transaction, and takes those away that its issuer has given before. The operator's
/// own stay.
macro_rules! give_roles {
    ($transaction:expr, $player:expr, $voucher:expr, $now:expr) => {{
        sqlx::query("DELETE FROM grants WHERE player_id = $1 AND issuer = $2")
            .bind($player)
            .bind(&$voucher.issuer)
            .execute(&mut *$transaction)
            .await?;
        for role in &$voucher.roles {
            sqlx::query(
                "INSERT INTO grants (player_id, role, granted_at, issuer) VALUES ($1, $2, $3, $4)
                 ON CONFLICT DO NOTHING",
            )
            .bind($player)
            .bind(role.name())
            .bind($now)
            .bind(&$voucher.issuer)
            .execute(&mut *$transaction)
            .await?;
        }
    }};
}

pub(crate) use {give_roles, take_voucher};

impl Store {
    /// Keeps a voucher, by the hash of its secret. Those that have ended are forgotten.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn add_voucher(
        &self,
        hash: &str,
        voucher: &Voucher,
        (now, expires_at): (Millis, Millis),
    ) -> Result<(), StoreError> {
        let words: Vec<_> = voucher.roles.iter().map(|role| role.name()).collect();
        let roles = serde_json::Value::from(words).to_string();
        on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            sqlx::query("DELETE FROM vouchers WHERE expires_at <= $1").bind(now).execute(&mut *transaction).await?;
            sqlx::query(
                "INSERT INTO vouchers (hash, issuer, subject, roles, signed_in_at, expires_at)
                 VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(hash)
            .bind(&voucher.issuer)
            .bind(&voucher.subject)
            .bind(roles)
            .bind(voucher.signed_in_at)
            .bind(expires_at)
            .execute(&mut *transaction)
            .await?;
            transaction.commit().await?;
        });
        Ok(())
    }

    /// The voucher whose secret has this hash, if it is good for anything. It stays good.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn voucher(&self, hash: &str, now: Millis) -> Result<Option<Voucher>, StoreError> {
        let row: Option<VoucherRow> = on_reader!(self, pool => {
            sqlx::query_as(
                "SELECT issuer, subject, roles, signed_in_at FROM vouchers WHERE hash = $1 AND expires_at > $2",
            )
            .bind(hash)
            .bind(now)
            .fetch_optional(pool)
            .await
        })?;
        Ok(row.map(Voucher::from))
    }
}
