//! The steps of a change, each within its transaction.

use std::collections::HashSet;

use tengen_protocol::{MOST_NODES, NodeId, VariationNode};

use super::TreeOf;
use super::change::TreeChange;
use super::row::NodeRow;
use crate::pool::{StoreError, Tx};
use crate::query::from_row::from_row;
use crate::query::pieces::Pieces;

/// How many nodes that are gone are told to devices that still have them. Behind more of them the tree is told whole.
const MOST_GONE: usize = MOST_NODES;
/// How many rows one statement inserts: each has as many values as it has columns, and a statement has a bound for them.
const ROWS: usize = 1_000;

/// About how many bytes a node takes beside its content, in its row and its indexes, and one that is gone.
pub(super) const NODE_BYTES: i64 = 200;
pub(super) const GONE_BYTES: i64 = 100;

/// What is counted of a tree.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) id: String,
    pub(super) revision: i64,
    pub(super) told_from: i64,
    pub(super) last_number: i64,
    pub(super) nodes: i32,
    pub(super) bytes: i64,
    pub(super) gone: i32,
}

from_row!(Counts { id, revision, told_from, last_number, nodes, bytes, gone });

impl Counts {
    /// The bytes that the tree takes of its owner's.
    pub(super) fn cost(&self) -> i64 {
        cost(self.bytes, self.nodes, self.gone)
    }
}

/// The bytes that so many nodes of so many bytes take of their owner's, with those that are gone.
pub(super) fn cost(bytes: i64, nodes: i32, gone: i32) -> i64 {
    bytes + NODE_BYTES * i64::from(nodes) + GONE_BYTES * i64::from(gone)
}

/// Makes a tree. Whoever deletes the record waits for it or has come first. Answers whether the record is there.
pub(super) async fn make_tree(tx: &mut Tx, change: TreeChange<'_>) -> Result<bool, StoreError> {
    if let TreeOf::Record(record) = change.of {
        let held = tx.query("UPDATE records SET size = size WHERE id = $1");
        if held.bind(record.as_str()).execute().await? == 0 {
            return Ok(false);
        }
    }
    tx.query(change.of.choose(
        "INSERT INTO variation_trees
         (id, player_id, game_id, revision, told_from, last_number, nodes, bytes, gone)
         VALUES ($1, $2, $3, 0, 0, 0, 0, 0, 0) ON CONFLICT DO NOTHING",
        "INSERT INTO variation_trees
         (id, player_id, record_id, revision, told_from, last_number, nodes, bytes, gone)
         VALUES ($1, $2, $3, 0, 0, 0, 0, 0, 0) ON CONFLICT DO NOTHING",
    ))
    .bind_all((change.id.as_str(), change.owner.as_str(), change.of.id()))
    .execute()
    .await?;
    Ok(true)
}

/// Removes nodes with all behind them, and notes that they are gone, unless they come again.
pub(super) async fn remove_nodes(
    tx: &mut Tx,
    tree: &mut Counts,
    gone: &[NodeId],
    new: &[VariationNode],
) -> Result<(), StoreError> {
    let removed: Vec<(String, i32)> = removal(&tree.id, gone).query(tx).fetch_all().await?;
    let come_again: HashSet<&str> = new.iter().map(|node| node.id.0.as_str()).collect();
    tree.nodes -= i32::try_from(removed.len()).unwrap_or(i32::MAX);
    tree.bytes -= removed.iter().map(|(_, size)| i64::from(*size)).sum::<i64>();
    let stay_away: Vec<&str> =
        removed.iter().map(|(id, _)| id.as_str()).filter(|id| !come_again.contains(id)).collect();
    let told = i32::try_from(stay_away.len()).unwrap_or(i32::MAX);
    if tree.gone.saturating_add(told) > i32::try_from(MOST_GONE).unwrap_or(i32::MAX) {
        tx.query("DELETE FROM gone_variations WHERE tree_id = $1").bind(&tree.id).execute().await?;
        // Whoever reads the tree in this moment may see this revision without those that have just been forgotten.
        (tree.told_from, tree.gone) = (tree.revision, 0);
    }
    tree.gone += told;
    for ids in stay_away.chunks(ROWS) {
        let mut insert = tx.insert("INSERT INTO gone_variations (tree_id, id, revision)", ids.len(), 3);
        for id in ids {
            insert = insert.bind_all((&tree.id, *id, tree.revision));
        }
        insert.execute().await?;
    }
    Ok(())
}

/// Takes nodes that come off those of which it is told that they are gone.
pub(super) async fn take_back(
    tx: &mut Tx,
    tree: &mut Counts,
    new: &[VariationNode],
) -> Result<(), StoreError> {
    for nodes in new.chunks(ROWS) {
        let mut come = Pieces::default();
        come.sql("DELETE FROM gone_variations WHERE tree_id = ").text(tree.id.as_str()).sql(" AND id IN ");
        come.texts(nodes.iter().map(|node| node.id.0.as_str()));
        let came = come.query(tx).execute().await?;
        tree.gone -= i32::try_from(came).unwrap_or(i32::MAX);
    }
    Ok(())
}

/// The bytes of nodes, as they are kept.
pub(super) async fn bytes_of(tx: &mut Tx, tree: &Counts, nodes: &[VariationNode]) -> Result<i64, StoreError> {
    let mut pieces = Pieces::default();
    pieces.sql("SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM variation_nodes WHERE tree_id = ");
    pieces.text(tree.id.as_str()).sql(" AND id IN ");
    pieces.texts(nodes.iter().map(|node| node.id.0.as_str()));
    let (bytes,): (i64,) = pieces.query(tx).fetch_one().await?;
    Ok(bytes)
}

/// Inserts nodes, so many, with the last numbers of the tree.
pub(super) async fn insert_nodes(
    tx: &mut Tx,
    tree: &Counts,
    new: &[VariationNode],
    count: i32,
    rows: &[NodeRow],
) -> Result<(), StoreError> {
    const INTO: &str =
        "INSERT INTO variation_nodes (tree_id, number, changed, id, parent, from_move, from_event, from_node, made,
                                      captured, marks, words, place, size)";
    let mut number = tree.last_number - i64::from(count);
    for (nodes, rows) in new.chunks(ROWS).zip(rows.chunks(ROWS)) {
        let mut insert = tx.insert(INTO, rows.len(), 14);
        for (row, node) in rows.iter().zip(nodes) {
            number += 1;
            insert = insert.bind_all((&tree.id, number, tree.revision, &row.id, row.parent.as_deref()));
            insert = insert.bind_all((row.from_move, row.from_event, row.from_node, row.made.as_deref()));
            insert = insert.bind_all((&row.captured, &row.marks, &row.words, row.place));
            insert = insert.bind(i32::try_from(size(node)).unwrap_or(i32::MAX));
        }
        insert.execute().await?;
    }
    Ok(())
}

/// Updates the content of nodes.
pub(super) async fn update_nodes(
    tx: &mut Tx,
    tree: &Counts,
    changed: &[VariationNode],
) -> Result<(), StoreError> {
    for node in changed {
        let NodeRow { id, marks, words, place, .. } = NodeRow::of(node)?;
        tx.query(
            "UPDATE variation_nodes SET marks = $1, words = $2, place = $3, size = $4, changed = $5
             WHERE tree_id = $6 AND id = $7",
        )
        .bind_all((
            marks,
            words,
            place,
            i32::try_from(size(node)).unwrap_or(i32::MAX),
            tree.revision,
            &tree.id,
            id,
        ))
        .execute()
        .await?;
    }
    Ok(())
}

/// The bytes of a node that count for its tree.
pub(super) fn size(node: &VariationNode) -> i64 {
    i64::try_from(node.size()).unwrap_or(i64::MAX)
}

/// The statement that removes nodes with all behind them, and answers their ids and sizes.
fn removal(tree: &str, gone: &[NodeId]) -> Pieces {
    let mut pieces = Pieces::default();
    pieces.sql("WITH RECURSIVE below AS (SELECT id FROM variation_nodes WHERE tree_id = ").text(tree);
    pieces.sql(" AND id IN ").texts(gone.iter().map(NodeId::as_str));
    pieces.sql(
        " UNION SELECT child.id FROM variation_nodes AS child JOIN below ON child.parent = below.id
          WHERE child.tree_id = ",
    );
    pieces.text(tree).sql(") DELETE FROM variation_nodes WHERE tree_id = ").text(tree);
    pieces.sql(" AND id IN (SELECT id FROM below) RETURNING id, size");
    pieces
}
