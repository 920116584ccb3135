//! Trees as they are read: whole, what has changed of them, and the nodes that a change concerns.

use std::collections::BTreeSet;

use tengen_game::{PlayerId, RecordId, TreeId};
use tengen_protocol::{NodeId, Text, VariationNode, Variations};

use super::TreeOf;
use super::row::NodeRow;
use crate::pool::{Store, StoreError, unreadable};
use crate::query::from_row::from_row;
use crate::query::pieces::Pieces;

/// The columns of nodes.
const NODES: &str = "SELECT id, parent, from_move, from_event, from_node, made, captured, marks, words, place
    FROM variation_nodes WHERE tree_id = ";

/// A tree with some of its nodes, up to the condition on these; without any of them a row of the tree alone.
const KNOWN: &str = "SELECT tree.id AS tree, tree.revision, COALESCE(node.id, '') AS id, node.parent, node.from_move, node.from_event,
    node.from_node, node.made, COALESCE(node.captured, '') AS captured, COALESCE(node.marks, '') AS marks,
    COALESCE(node.words, '') AS words, COALESCE(node.place, 0) AS place
    FROM variation_trees AS tree LEFT JOIN variation_nodes AS node ON node.tree_id = tree.id AND ";

/// A tree, and one of its nodes.
struct KnownRow {
    tree: String,
    revision: i64,
    node: NodeRow,
}

from_row!(KnownRow { tree, revision }, node);

/// A tree, as far as changes concern it.
#[derive(Debug, Clone, Default)]
pub struct KnownTree {
    /// The tree, if there is one.
    pub tree: Option<TreeId>,
    /// The number of its last change; 0 if there was none.
    pub revision: u64,
    /// The nodes that were asked for.
    pub nodes: Vec<VariationNode>,
}

impl Store {
    /// A player's tree, or what has changed of it since a revision. It is whole, also, if nobody knows any more what has changed since.
    pub async fn variations(
        &self,
        owner: PlayerId,
        of: TreeOf,
        since: Option<u64>,
    ) -> Result<Variations, StoreError> {
        let Some((tree, revision, told_from)) = self.variation_tree(owner, of).await? else {
            return Ok(Variations {
                revision: 0,
                nodes: Vec::new(),
                gone: since.filter(|since| *since == 0).map(|_| Vec::new()),
            });
        };
        let since = since.and_then(|since| i64::try_from(since).ok());
        let since = since.filter(|since| (told_from..=revision).contains(since));
        let mut pieces = Pieces::default();
        pieces.sql(NODES).text(tree.as_str()).sql(" AND changed > ").number(since.unwrap_or(-1));
        pieces.sql(" ORDER BY number");
        let rows: Vec<NodeRow> = pieces.read(self).fetch_all().await?;
        let gone = match since {
            None => None,
            Some(since) => {
                let rows: Vec<(String,)> = self
                    .read("SELECT id FROM gone_variations WHERE tree_id = $1 AND revision > $2 ORDER BY id")
                    .bind_all((tree.as_str(), since))
                    .fetch_all()
                    .await?;
                let ids = rows.into_iter().map(|(id,)| id.parse().map(Text).map_err(unreadable));
                Some(ids.collect::<Result<_, _>>()?)
            }
        };
        let nodes = rows.into_iter().map(NodeRow::read).collect::<Result<_, _>>()?;
        Ok(Variations { revision: revision.cast_unsigned(), nodes, gone })
    }

    /// A player's tree, and those of these nodes that it has.
    pub async fn known_variations(
        &self,
        owner: PlayerId,
        of: TreeOf,
        named: &[&NodeId],
    ) -> Result<KnownTree, StoreError> {
        // In one statement: whatever changes behind it makes the change stale that is planned on this.
        let mut pieces = Pieces::default();
        pieces.sql(KNOWN);
        if named.is_empty() {
            pieces.sql("1 = 0");
        } else {
            pieces.sql("node.id IN ").texts(named.iter().map(|id| id.as_str()));
        }
        pieces.sql(" WHERE tree.player_id = ").text(owner.as_str());
        pieces.sql(of.choose(" AND tree.game_id = ", " AND tree.record_id = ")).text(of.id());
        let rows: Vec<KnownRow> = pieces.read(self).fetch_all().await?;
        let Some(KnownRow { tree, revision, .. }) = rows.first() else { return Ok(KnownTree::default()) };
        let (tree, revision) = (tree.parse().map_err(unreadable)?, revision.cast_unsigned());
        let nodes = rows.into_iter().map(|row| row.node).filter(|node| !node.id.is_empty());
        let nodes = nodes.map(NodeRow::read).collect::<Result<_, _>>()?;
        Ok(KnownTree { tree: Some(tree), revision, nodes })
    }

    /// Those of these nodes that a tree has, and all before them, in any order and without their content.
    pub async fn ways_to(&self, tree: &TreeId, nodes: &[&NodeId]) -> Result<Vec<VariationNode>, StoreError> {
        if nodes.is_empty() {
            return Ok(Vec::new());
        }
        let mut way = Pieces::default();
        way.sql(
            "WITH RECURSIVE way AS (
                 SELECT id, parent, from_move, from_event, from_node, made FROM variation_nodes WHERE tree_id = ",
        );
        way.text(tree.as_str()).sql(" AND id IN ");
        way.texts(nodes.iter().map(|id| id.as_str()));
        way.sql(
            " UNION
                 SELECT above.id, above.parent, above.from_move, above.from_event, above.from_node, above.made
                 FROM variation_nodes AS above JOIN way ON above.id = way.parent WHERE above.tree_id = ",
        );
        way.text(tree.as_str());
        way.sql(
            ") SELECT id, parent, from_move, from_event, from_node, made,
                 '' AS captured, '' AS marks, '' AS words, 0 AS place FROM way",
        );
        let way: Vec<NodeRow> = way.read(self).fetch_all().await?;
        way.into_iter().map(NodeRow::read).collect()
    }

    /// Whether a player keeps a tree that has nodes.
    pub async fn keeps_variations(&self, owner: PlayerId, of: TreeOf) -> Result<bool, StoreError> {
        let sql = of.choose(
            "SELECT COUNT(*) FROM variation_trees WHERE player_id = $1 AND game_id = $2 AND nodes > 0",
            "SELECT COUNT(*) FROM variation_trees WHERE player_id = $1 AND record_id = $2 AND nodes > 0",
        );
        let (trees,): (i64,) = self.read(sql).bind_all((owner.as_str(), of.id())).fetch_one().await?;
        Ok(trees > 0)
    }

    /// The things beside which a player keeps trees that have nodes.
    pub async fn trees_of(&self, owner: PlayerId) -> Result<Vec<TreeOf>, StoreError> {
        let rows: Vec<(Option<String>, Option<String>)> = self
            .read(
                "SELECT game_id, record_id FROM variation_trees
                 WHERE player_id = $1 AND nodes > 0 ORDER BY id",
            )
            .bind(owner.as_str())
            .fetch_all()
            .await?;
        rows.into_iter().map(|(game, record)| TreeOf::read(game.as_deref(), record.as_deref())).collect()
    }

    /// The players in whose trees beside a record something hangs between the first and the last one of these of its nodes.
    pub async fn owners_of_trees_near(
        &self,
        record: RecordId,
        nodes: &BTreeSet<u32>,
    ) -> Result<Vec<PlayerId>, StoreError> {
        let (Some(first), Some(last)) = (nodes.first(), nodes.last()) else { return Ok(Vec::new()) };
        let [first, last] = [first, last].map(|node| i32::try_from(*node).unwrap_or(i32::MAX));
        let rows: Vec<(String,)> = self
            .read(
                "SELECT DISTINCT player_id
                 FROM variation_trees
                 JOIN variation_nodes ON variation_nodes.tree_id = variation_trees.id
                 WHERE record_id = $1 AND from_node BETWEEN $2 AND $3 ORDER BY player_id",
            )
            .bind_all((record.as_str(), first, last))
            .fetch_all()
            .await?;
        rows.into_iter().map(|(owner,)| owner.parse().map_err(unreadable)).collect()
    }

    /// The bytes of a player's tree; 0 if there is none.
    pub async fn bytes_of_tree(&self, owner: PlayerId, of: TreeOf) -> Result<u64, StoreError> {
        let sql = of.choose(
            "SELECT bytes FROM variation_trees WHERE player_id = $1 AND game_id = $2",
            "SELECT bytes FROM variation_trees WHERE player_id = $1 AND record_id = $2",
        );
        let bytes: Option<(i64,)> =
            self.read(sql).bind_all((owner.as_str(), of.id())).fetch_optional().await?;
        Ok(bytes.map_or(0, |(bytes,)| bytes.cast_unsigned()))
    }

    /// The bytes of the greatest tree of anybody beside a record; 0 if there is none.
    pub async fn bytes_of_trees_beside(&self, record: RecordId) -> Result<u64, StoreError> {
        let (bytes,): (Option<i64>,) = self
            .read("SELECT MAX(bytes) FROM variation_trees WHERE record_id = $1")
            .bind(record.as_str())
            .fetch_one()
            .await?;
        Ok(bytes.map_or(0, i64::cast_unsigned))
    }

    /// All nodes of a tree.
    pub(super) async fn nodes_of_tree(&self, tree: &str) -> Result<Vec<VariationNode>, StoreError> {
        let mut pieces = Pieces::default();
        pieces.sql(NODES).text(tree).sql(" ORDER BY number");
        let rows: Vec<NodeRow> = pieces.read(self).fetch_all().await?;
        rows.into_iter().map(NodeRow::read).collect()
    }

    /// The id of a player's tree, the number of its last change, and that since which all changes are told.
    async fn variation_tree(
        &self,
        owner: PlayerId,
        of: TreeOf,
    ) -> Result<Option<(TreeId, i64, i64)>, StoreError> {
        let sql = of.choose(
            "SELECT id, revision, told_from FROM variation_trees WHERE player_id = $1 AND game_id = $2",
            "SELECT id, revision, told_from FROM variation_trees WHERE player_id = $1 AND record_id = $2",
        );
        let row: Option<(String, i64, i64)> =
            self.read(sql).bind_all((owner.as_str(), of.id())).fetch_optional().await?;
        row.map(|(id, revision, told_from)| Ok((id.parse().map_err(unreadable)?, revision, told_from)))
            .transpose()
    }
}
