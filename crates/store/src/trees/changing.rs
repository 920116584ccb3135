//! Trees as they are changed: all of it, or nothing.

use sqlx::AssertSqlSafe;
use tengen_protocol::{MOST_NODES, MOST_TREE_BYTES, VariationNode};

use super::change::{MOST_OWN_BYTES, MOST_TREES, TreeChange, TreeChanged};
use super::growing::grow;
use super::row::NodeRow;
use super::writing::{
    Counts, GONE_BYTES, NODE_BYTES, bytes_of, cost, insert_nodes, make_tree, remove_nodes, size, take_back,
    update_nodes,
};
use crate::players::player_row::DELETED;
use crate::pool::{Pools, Store, StoreError, unreadable};
use crate::query::from_row::from_row;
use crate::query::untangled::untangled;

/// Holds a tree within a transaction, if nobody has changed it since, and counts the change, its $4 new nodes, and their $5
/// bytes. Answers it with the number of its owner's other trees that have nodes, and the bytes that these take with what they
/// remember of nodes that are gone.
const HOLD: [&str; 2] = [
    "UPDATE variation_trees SET revision = revision + 1, last_number = last_number + $4, nodes = nodes + $4, bytes = bytes + $5
     WHERE player_id = $1 AND game_id = $2 AND revision = $3
     RETURNING id, revision, told_from, last_number, nodes, bytes, gone,
         (SELECT COUNT(*) FROM variation_trees AS other
             WHERE player_id = $1 AND (game_id IS NULL OR game_id <> $2) AND other.nodes > 0) AS others,
         (SELECT CAST(COALESCE(SUM(other.bytes + $6 * other.nodes + $7 * other.gone), 0) AS BIGINT) FROM variation_trees AS other
             WHERE player_id = $1 AND (game_id IS NULL OR game_id <> $2)) AS bytes_of_others",
    "UPDATE variation_trees SET revision = revision + 1, last_number = last_number + $4, nodes = nodes + $4, bytes = bytes + $5
     WHERE player_id = $1 AND record_id = $2 AND revision = $3
     RETURNING id, revision, told_from, last_number, nodes, bytes, gone,
         (SELECT COUNT(*) FROM variation_trees AS other
             WHERE player_id = $1 AND (record_id IS NULL OR record_id <> $2) AND other.nodes > 0) AS others,
         (SELECT CAST(COALESCE(SUM(other.bytes + $6 * other.nodes + $7 * other.gone), 0) AS BIGINT) FROM variation_trees AS other
             WHERE player_id = $1 AND (record_id IS NULL OR record_id <> $2)) AS bytes_of_others",
];

/// A tree that is held.
struct HeldTree {
    counts: Counts,
    others: i64,
    bytes_of_others: i64,
}

from_row!(HeldTree { others, bytes_of_others }, counts);

/// How often a record was changed, which it is not until the end of the transaction: on SQLite nobody else writes meanwhile.
pub(super) const REVISION: [&str; 2] =
    ["SELECT revision FROM records WHERE id = $1", "SELECT revision FROM records WHERE id = $1 FOR SHARE"];

impl Store {
    /// Changes a player's tree, or makes it.
    ///
    /// # Errors
    ///
    /// When the database failed, or the player has left.
    pub async fn change_variations(&self, change: TreeChange<'_>) -> Result<TreeChanged, StoreError> {
        untangled(|| async {
            let TreeChange { owner, of, record_revision, id: _, revision, replaces, gone, new, changed } =
                change;
            let beside = of
                .choose("", if matches!(self.pools, Pools::Postgres(_)) { REVISION[1] } else { REVISION[0] });
            let sizes = |nodes: &[VariationNode]| nodes.iter().map(size).sum::<i64>();
            let (come, come_bytes) = (i32::try_from(new.len()).map_err(unreadable)?, sizes(new));
            let new_rows = new.iter().map(NodeRow::of).collect::<Result<Vec<_>, _>>()?;
            if let Pools::Postgres(pool) = &self.pools
                && let Some(revision) = grow(pool, change, &new_rows).await?
            {
                return Ok(TreeChanged::Done(revision.cast_unsigned()));
            }
            let is_member = format!(
                "UPDATE players SET named = named WHERE id = $1 AND (kind IS NULL OR kind <> '{DELETED}')"
            );
            let mut tx = self.begin().await?;
            if let Some(expected) = record_revision {
                let found: Option<(i64,)> = tx.query(beside).bind(of.id()).fetch_optional().await?;
                if found.is_none() {
                    return tx.give_up(TreeChanged::Gone).await;
                }
                if found != Some((i64::from(expected),)) {
                    return tx.give_up(TreeChanged::Stale).await;
                }
            }
            if revision == 0 {
                if tx.query(AssertSqlSafe(is_member)).bind(owner.as_str()).execute().await? == 0 {
                    return Err(tx.give_up(StoreError::SignedOut).await?);
                }
                if !make_tree(&mut tx, change).await? {
                    return tx.give_up(TreeChanged::Gone).await;
                }
            }
            let held: Option<HeldTree> = tx
                .query(of.choose(HOLD[0], HOLD[1]))
                .bind_all((
                    owner.as_str(),
                    of.id(),
                    revision.cast_signed(),
                    come,
                    come_bytes,
                    NODE_BYTES,
                    GONE_BYTES,
                ))
                .fetch_optional()
                .await?;
            let Some(HeldTree { counts: held, others, bytes_of_others }) = held else {
                return tx.give_up(TreeChanged::Stale).await;
            };
            let mut tree = held.clone();
            let cost_before = tree.cost() - cost(come_bytes, come, 0);
            if replaces {
                for sql in [
                    "DELETE FROM variation_nodes WHERE tree_id = $1",
                    "DELETE FROM gone_variations WHERE tree_id = $1",
                ] {
                    tx.query(sql).bind(&tree.id).execute().await?;
                }
                (tree.told_from, tree.nodes, tree.bytes, tree.gone) = (tree.revision, come, come_bytes, 0);
            }
            if !gone.is_empty() {
                remove_nodes(&mut tx, &mut tree, gone, new).await?;
            }
            if tree.gone > 0 {
                take_back(&mut tx, &mut tree, new).await?;
            }
            if !changed.is_empty() {
                tree.bytes += sizes(changed) - bytes_of(&mut tx, &tree, changed).await?;
            }
            let fits = usize::try_from(tree.nodes).is_ok_and(|nodes| nodes <= MOST_NODES)
                && usize::try_from(tree.bytes).is_ok_and(|bytes| bytes <= MOST_TREE_BYTES);
            if !fits {
                return tx.give_up(TreeChanged::Full).await;
            }
            if tree.cost() > cost_before {
                // Two changes that come at the same moment may together go beyond the limit; it is there against abuse.
                let bytes = (bytes_of_others + tree.cost()).cast_unsigned();
                if others >= i64::from(MOST_TREES) || bytes > MOST_OWN_BYTES {
                    return tx.give_up(TreeChanged::OwnFull).await;
                }
            }
            insert_nodes(&mut tx, &tree, new, come, &new_rows).await?;
            update_nodes(&mut tx, &tree, changed).await?;
            // Of a tree that only grows, everything is counted already.
            if tree != held {
                tx.query(
                    "UPDATE variation_trees SET told_from = $1, nodes = $2, bytes = $3, gone = $4
                     WHERE id = $5",
                )
                .bind_all((tree.told_from, tree.nodes, tree.bytes, tree.gone, &tree.id))
                .execute()
                .await?;
            }
            tx.commit().await?;
            Ok(TreeChanged::Done(tree.revision.cast_unsigned()))
        })
        .await
    }
}
