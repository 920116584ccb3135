//! Other names for members.

use tengen_game::{Millis, PlayerId};

use super::names::{NameWish, claim_name, database_time};
use super::untangled::untangled;
use super::{Store, StoreError, on_writer};

/// How long a name stays before it may be changed again, in milliseconds: thirty days.
pub const RENAME_PAUSE: Millis = 30 * 86_400_000;

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

impl Store {
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
        untangled(|| self.rename(id, wish, now, Some(now), now - RENAME_PAUSE)).await
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
        untangled(|| self.rename(id, wish, now, None, Millis::MAX)).await
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
}
