//! Trees that go from a guest to the member who the guest is.

use tengen_game::PlayerId;

use super::change::{MOST_OWN_BYTES, MOST_TREES};
use super::writing::{GONE_BYTES, NODE_BYTES};
use crate::players::player_row::DELETED;
use crate::pool::{Store, StoreError};
use crate::query::untangled::untangled;

/// The trees of player $1 that go to player $2: beside games and records where $2 has none. A tree of an own game stays while
/// spectators have not seen its end at the moment $3: whoever does not play may show it to others.
const THEY_GO: &str = "theirs.player_id = $1 AND theirs.nodes > 0 AND NOT EXISTS (
    SELECT 1 FROM variation_trees AS own WHERE own.player_id = $2 AND own.nodes > 0
    AND (own.game_id = theirs.game_id OR own.record_id = theirs.record_id))
    AND NOT EXISTS (
    SELECT 1 FROM games WHERE games.id = theirs.game_id AND $1 IN (games.black, games.white, games.creator)
    AND (games.phase <> 'finished' OR games.shown_at > $3))";
/// The trees with nodes of these two, and the bytes that they take.
const BOTH: &str = "SELECT COUNT(CASE WHEN nodes > 0 THEN 1 END),
    CAST(COALESCE(SUM(bytes + $3 * nodes + $4 * gone), 0) AS BIGINT)
    FROM variation_trees WHERE player_id IN ($1, $2)";

impl Store {
    /// Gives the trees of a guest to a member, but for those beside whose games and records the member has one, and those of own
    /// games of which spectators have not seen the end. Links to them end: whoever has one knows the guest, and not the member.
    /// Nothing moves if the member would have more than one may. Answers how many there were.
    pub async fn take_trees_along(&self, guest: PlayerId, member: PlayerId) -> Result<u64, StoreError> {
        untangled(|| async {
            let is_member = format!(
                "UPDATE players SET named = named WHERE id = $1 AND kind IS NOT NULL AND kind <> '{DELETED}'"
            );
            let going = format!("SELECT theirs.id FROM variation_trees AS theirs WHERE {THEY_GO}");
            let links = format!("DELETE FROM shared_variations WHERE tree_id IN ({going})");
            let snapshots = format!("DELETE FROM tree_snapshots WHERE tree_id IN ({going})");
            // A device of the member may know a tree there that has no nodes any more: whatever it knows is older than this one.
            let newer = "revision + 1 + COALESCE((SELECT own.revision FROM variation_trees AS own WHERE own.player_id = $2
                AND (own.game_id = variation_trees.game_id OR own.record_id = variation_trees.record_id)), 0)";
            let renewed = format!(
                "UPDATE variation_trees SET revision = {newer}, told_from = {newer} WHERE id IN ({going})"
            );
            let emptied = format!(
                "DELETE FROM variation_trees WHERE player_id = $2 AND nodes = 0 AND EXISTS (
                    SELECT 1 FROM variation_trees AS theirs WHERE {THEY_GO}
                    AND (theirs.game_id = variation_trees.game_id OR theirs.record_id = variation_trees.record_id))"
            );
            let trees = format!("UPDATE variation_trees SET player_id = $2 WHERE id IN ({going})");
            let now = self.clock().now();
            let mut tx = self.begin().await?;
            // Whoever deletes one of the two waits for this, or has come first.
            let is_guest = "UPDATE players SET named = named WHERE id = $1 AND kind IS NULL";
            let guests = tx.query(is_guest).bind(guest.as_str()).execute().await?;
            let members = tx.query(sqlx::AssertSqlSafe(is_member)).bind(member.as_str()).execute().await?;
            let (count, bytes): (i64, i64) = tx
                .query(BOTH)
                .bind_all((guest.as_str(), member.as_str(), NODE_BYTES, GONE_BYTES))
                .fetch_one()
                .await?;
            let fit = count <= i64::from(MOST_TREES) && bytes.cast_unsigned() <= MOST_OWN_BYTES;
            if guests + members < 2 || !fit {
                return tx.give_up(0).await;
            }
            let mut moved = 0;
            for sql in [links, snapshots, renewed, emptied, trees] {
                moved = tx
                    .query(sqlx::AssertSqlSafe(sql))
                    .bind_all((guest.as_str(), member.as_str(), now))
                    .execute()
                    .await?;
            }
            tx.commit().await?;
            Ok(moved)
        })
        .await
    }
}
