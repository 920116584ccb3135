//! Trees that go from a guest to the member who the guest is.

use tengen_game::PlayerId;

use super::changing::{MOST_OWN_BYTES, MOST_TREES};
use super::writing::{GONE_BYTES, NODE_BYTES};
use crate::player_row::DELETED;
use crate::untangled::untangled;
use crate::{Store, StoreError, on_writer};

/// The trees of player $1 beside which player $2 has none, up to their conditions.
const THEY_GO: &str = "player_id = $1 AND NOT EXISTS (
    SELECT 1 FROM variation_trees AS own WHERE own.player_id = $2
    AND (own.game_id = variation_trees.game_id OR own.record_id = variation_trees.record_id))";
/// The trees with nodes of these two, and the bytes that they take.
const BOTH: &str = "SELECT COUNT(CASE WHEN nodes > 0 THEN 1 END),
    CAST(COALESCE(SUM(bytes + $3 * nodes + $4 * gone), 0) AS BIGINT)
    FROM variation_trees WHERE player_id IN ($1, $2)";

impl Store {
    /// Gives the trees of a guest to a member, but for those beside whose games and records the member has one. Links to them end: whoever has one knows
    /// the guest, and not the member. Nothing moves if the member would have more than one may. Answers how many there were.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn take_trees_along(&self, guest: PlayerId, member: PlayerId) -> Result<u64, StoreError> {
        untangled(|| self.take_trees_once(guest, member)).await
    }

    async fn take_trees_once(&self, guest: PlayerId, member: PlayerId) -> Result<u64, StoreError> {
        let is_member = format!(
            "UPDATE players SET named = named WHERE id = $1 AND kind IS NOT NULL AND kind <> '{DELETED}'"
        );
        let links = format!(
            "DELETE FROM shared_variations WHERE tree_id IN (SELECT id FROM variation_trees WHERE {THEY_GO})"
        );
        let trees = format!("UPDATE variation_trees SET player_id = $2 WHERE {THEY_GO}");
        let moved = on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            // Whoever deletes one of the two waits for this, or has come first.
            let is_guest = "UPDATE players SET named = named WHERE id = $1 AND kind IS NULL";
            let guests = sqlx::query(is_guest).bind(guest.as_str()).execute(&mut *transaction).await?;
            let members = sqlx::query(sqlx::AssertSqlSafe(is_member))
                .bind(member.as_str())
                .execute(&mut *transaction)
                .await?;
            let (count, bytes): (i64, i64) = sqlx::query_as(BOTH)
                .bind(guest.as_str())
                .bind(member.as_str())
                .bind(NODE_BYTES)
                .bind(GONE_BYTES)
                .fetch_one(&mut *transaction)
                .await?;
            let fit = count <= i64::from(MOST_TREES) && bytes.cast_unsigned() <= MOST_OWN_BYTES;
            if guests.rows_affected() + members.rows_affected() < 2 || !fit {
                transaction.rollback().await?;
                return Ok(0);
            }
            sqlx::query(sqlx::AssertSqlSafe(links))
                .bind(guest.as_str())
                .bind(member.as_str())
                .execute(&mut *transaction)
                .await?;
            let moved = sqlx::query(sqlx::AssertSqlSafe(trees))
                .bind(guest.as_str())
                .bind(member.as_str())
                .execute(&mut *transaction)
                .await?
                .rows_affected();
            transaction.commit().await?;
            moved
        });
        Ok(moved)
    }
}
