//! Trees as they were when they were shown. Each content of a tree is stored once, however many of its showings have it, and goes
//! with the last of these.

use tengen_game::{PlayerId, RecordId, ShareId};

use super::TreeOf;
use crate::pool::{Store, StoreError, Tx, unreadable};

/// How many showings of trees a player may have.
pub const MOST_SHARES: u32 = 100;
/// How many bytes the trees may have together that a player shows as they were, each content of a tree counted once, with the
/// moves of the record that lead to it.
pub const MOST_SHARED_BYTES: u64 = 16 << 20;

/// A tree as it is at a moment, to be shown so.
#[derive(Debug, Clone, Copy)]
pub struct Snapshot<'s> {
    /// The number of the tree's last change.
    pub revision: u64,
    /// The hash of the content.
    pub hash: &'s str,
    /// The content; `None` where it is stored already.
    pub content: Option<SnapshotContent<'s>>,
}

/// The content of a snapshot.
#[derive(Debug, Clone, Copy)]
pub struct SnapshotContent<'s> {
    /// The nodes, in JSON.
    pub nodes: &'s str,
    /// The moves of the record that lead to the nodes on which the tree hangs, as text; empty beside a game.
    pub way: &'s str,
    /// The record has to have been changed so often still; `None` beside a game, and where the record of before is meant.
    pub record_revision: Option<u32>,
}

impl SnapshotContent<'_> {
    /// The bytes that count for it.
    pub fn size(&self) -> u64 {
        (self.nodes.len() + self.way.len()) as u64
    }
}

/// How much a player shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Showings {
    /// How many showings there are.
    pub shares: u64,
    /// The bytes of what is shown as it was.
    pub bytes: u64,
}

impl Showings {
    /// Whether one more showing fits, with so many bytes that are not shown yet.
    pub fn have_room(&self, bytes: u64) -> bool {
        self.shares < u64::from(MOST_SHARES) && self.bytes.saturating_add(bytes) <= MOST_SHARED_BYTES
    }
}

/// The showings of player $1, and the bytes of what they show as it was. Showings that a release before made have their own bytes.
pub(super) const SHOWN_BYTES: &str =
    "SELECT COUNT(*), CAST(COALESCE(SUM(shared_variations.size), 0) + (
        SELECT COALESCE(SUM(tree_snapshots.size), 0)
        FROM tree_snapshots JOIN variation_trees AS own ON own.id = tree_snapshots.tree_id WHERE own.player_id = $1) AS BIGINT)
    FROM shared_variations JOIN variation_trees ON variation_trees.id = shared_variations.tree_id WHERE player_id = $1";
/// Removes what no showing of tree $1 shows any more. Whoever holds the tree knows that none comes meanwhile.
pub(super) const DROP_UNSHOWN: &str = "DELETE FROM tree_snapshots WHERE tree_id = $1 AND NOT EXISTS (
    SELECT 1 FROM shared_variations AS showing WHERE showing.tree_id = $1 AND showing.snapshot = tree_snapshots.hash)";
/// The nodes of a showing of a snapshot: a server of the release before knows by them that it does not grow.
pub(super) const NODES_ELSEWHERE: &str = "[]";

/// Inserts a snapshot, if it is not there.
pub(super) async fn insert_snapshot(
    tx: &mut Tx,
    tree: &str,
    hash: &str,
    content: SnapshotContent<'_>,
) -> Result<(), StoreError> {
    tx.query(
        "INSERT INTO tree_snapshots (tree_id, hash, size, nodes, way)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
    )
    .bind_all((tree, hash, content.size().cast_signed(), content.nodes, content.way))
    .execute()
    .await?;
    Ok(())
}

impl Store {
    /// The hash of a snapshot that shows a player's tree as it is, and the number of the tree's last change, if there is one.
    pub async fn snapshot_as_it_is(
        &self,
        owner: PlayerId,
        of: TreeOf,
    ) -> Result<Option<(String, u64)>, StoreError> {
        let sql = of.choose(
            "SELECT snapshot, shared_variations.revision
             FROM shared_variations JOIN variation_trees ON variation_trees.id = tree_id
             WHERE player_id = $1 AND game_id = $2 AND snapshot IS NOT NULL
             AND shared_variations.revision = variation_trees.revision LIMIT 1",
            "SELECT snapshot, shared_variations.revision
             FROM shared_variations JOIN variation_trees ON variation_trees.id = tree_id
             WHERE player_id = $1 AND record_id = $2 AND snapshot IS NOT NULL
             AND shared_variations.revision = variation_trees.revision LIMIT 1",
        );
        let row: Option<(String, i64)> =
            self.read(sql).bind_all((owner.as_str(), of.id())).fetch_optional().await?;
        Ok(row.map(|(hash, revision)| (hash, revision.cast_unsigned())))
    }

    /// How much a player shows already.
    pub async fn showings(&self, owner: PlayerId) -> Result<Showings, StoreError> {
        let (shares, bytes): (i64, i64) = self.read(SHOWN_BYTES).bind(owner.as_str()).fetch_one().await?;
        Ok(Showings { shares: shares.cast_unsigned(), bytes: bytes.cast_unsigned() })
    }

    /// Whether a player shows this content of a tree already.
    pub async fn has_snapshot(&self, owner: PlayerId, of: TreeOf, hash: &str) -> Result<bool, StoreError> {
        let sql = of.choose(
            "SELECT EXISTS (SELECT 1 FROM tree_snapshots JOIN variation_trees ON variation_trees.id = tree_id
             WHERE player_id = $1 AND game_id = $2 AND hash = $3)",
            "SELECT EXISTS (SELECT 1 FROM tree_snapshots JOIN variation_trees ON variation_trees.id = tree_id
             WHERE player_id = $1 AND record_id = $2 AND hash = $3)",
        );
        let (has,): (bool,) = self.read(sql).bind_all((owner.as_str(), of.id(), hash)).fetch_one().await?;
        Ok(has)
    }

    /// How many bytes all trees have together that players show as they were. It reads indexes from end to end.
    pub async fn bytes_of_snapshots(&self) -> Result<u64, StoreError> {
        let (bytes,): (i64,) = self
            .read(
                "SELECT CAST((SELECT COALESCE(SUM(size), 0) FROM tree_snapshots)
                 + (SELECT COALESCE(SUM(size), 0) FROM shared_variations WHERE size > 0) AS BIGINT)",
            )
            .fetch_one()
            .await?;
        Ok(bytes.cast_unsigned())
    }

    /// The showings of trees beside a record that have their own nodes, as those of earlier releases do: nothing leads to them if
    /// nodes of the record go.
    pub async fn shares_without_a_way(&self, record: RecordId) -> Result<Vec<ShareId>, StoreError> {
        let rows: Vec<(String,)> = self
            .read(
                "SELECT shared_variations.id
                 FROM shared_variations JOIN variation_trees ON variation_trees.id = tree_id
                 WHERE record_id = $1 AND shared_variations.nodes IS NOT NULL AND snapshot IS NULL",
            )
            .bind(record.as_str())
            .fetch_all()
            .await?;
        rows.into_iter().map(|(id,)| id.parse().map_err(unreadable)).collect()
    }

    /// The own nodes of a showing, in JSON; `None` if it has none, or there is no such showing.
    pub async fn own_nodes(&self, id: ShareId) -> Result<Option<String>, StoreError> {
        let row: Option<(String,)> = self
            .read(
                "SELECT nodes FROM shared_variations
                 WHERE id = $1 AND nodes IS NOT NULL AND snapshot IS NULL",
            )
            .bind(id.as_str())
            .fetch_optional()
            .await?;
        Ok(row.map(|(nodes,)| nodes))
    }

    /// Gives a showing with nodes of its own a snapshot in their place. The way makes it greater than it was, whatever there is
    /// room for: there are as many of these as showings at most.
    pub async fn give_snapshot(
        &self,
        id: ShareId,
        hash: &str,
        content: SnapshotContent<'_>,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        // Whoever ends a showing holds its tree, too.
        tx.query(
            "UPDATE variation_trees SET revision = revision
             WHERE id = (SELECT tree_id FROM shared_variations WHERE id = $1)",
        )
        .bind(id.as_str())
        .execute()
        .await?;
        let tree: Option<(String,)> = tx
            .query(
                "UPDATE shared_variations SET nodes = $2, size = 0, snapshot = $3
                 WHERE id = $1 AND nodes IS NOT NULL AND snapshot IS NULL RETURNING tree_id",
            )
            .bind_all((id.as_str(), NODES_ELSEWHERE, hash))
            .fetch_optional()
            .await?;
        if let Some((tree,)) = tree {
            insert_snapshot(&mut tx, &tree, hash, content).await?;
        }
        tx.commit().await
    }
}
