//! The steps of a change, each within its transaction.

use tengen_protocol::{MOST_NODES, NodeId, VariationNode};

use crate::query::from_row::from_row;
use crate::query::pieces::Pieces;

/// How many nodes that are gone are told to devices that still have them. Behind more of them the tree is told whole.
pub(super) const MOST_GONE: usize = MOST_NODES;
/// How many rows one statement inserts: each has as many values as it has columns, and a statement has a bound for them.
pub(super) const ROWS: usize = 1_000;

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

/// Makes a tree. Whoever deletes the player, or the record, waits for it or has come first.
macro_rules! make_tree {
    ($transaction:expr, $is_member:expr, $change:expr) => {{
        let held = sqlx::query(sqlx::AssertSqlSafe($is_member))
            .bind($change.owner.as_str())
            .execute(&mut *$transaction)
            .await?;
        if held.rows_affected() == 0 {
            $transaction.rollback().await?;
            return Err(StoreError::SignedOut);
        }
        if let TreeOf::Record(record) = $change.of {
            let held = sqlx::query("UPDATE records SET size = size WHERE id = $1")
                .bind(record.as_str())
                .execute(&mut *$transaction)
                .await?;
            or_give_up!($transaction, held.rows_affected() == 1, TreeChanged::Gone);
        }
        sqlx::query($change.of.choose(
            "INSERT INTO variation_trees (id, player_id, game_id, revision, told_from, last_number, nodes, bytes, gone)
             VALUES ($1, $2, $3, 0, 0, 0, 0, 0, 0) ON CONFLICT DO NOTHING",
            "INSERT INTO variation_trees (id, player_id, record_id, revision, told_from, last_number, nodes, bytes, gone)
             VALUES ($1, $2, $3, 0, 0, 0, 0, 0, 0) ON CONFLICT DO NOTHING",
        ))
        .bind($change.id.as_str())
        .bind($change.owner.as_str())
        .bind($change.of.id())
        .execute(&mut *$transaction)
        .await?;
    }};
}

/// Removes nodes with all behind them, and notes that they are gone, unless they come again.
macro_rules! remove_nodes {
    ($transaction:expr, $tree:expr, $gone:expr, $new:expr) => {{
        let removed: Vec<(String, i32)> =
            assemble!(removal(&$tree.id, $gone)).build_query_as().fetch_all(&mut *$transaction).await?;
        let come_again: HashSet<&str> = $new.iter().map(|node| node.id.0.as_str()).collect();
        $tree.nodes -= i32::try_from(removed.len()).unwrap_or(i32::MAX);
        $tree.bytes -= removed.iter().map(|(_, size)| i64::from(*size)).sum::<i64>();
        let stay_away: Vec<&str> =
            removed.iter().map(|(id, _)| id.as_str()).filter(|id| !come_again.contains(id)).collect();
        let told = i32::try_from(stay_away.len()).unwrap_or(i32::MAX);
        if $tree.gone.saturating_add(told) > i32::try_from(MOST_GONE).unwrap_or(i32::MAX) {
            sqlx::query("DELETE FROM gone_variations WHERE tree_id = $1")
                .bind(&$tree.id)
                .execute(&mut *$transaction)
                .await?;
            // Whoever reads the tree in this moment may see this revision without those that have just been forgotten.
            ($tree.told_from, $tree.gone) = ($tree.revision, 0);
        }
        $tree.gone += told;
        for ids in stay_away.chunks(ROWS) {
            let mut insert = sqlx::QueryBuilder::new("INSERT INTO gone_variations (tree_id, id, revision) ");
            insert.push_values(ids, |mut row, id| {
                row.push_bind($tree.id.clone()).push_bind((*id).to_owned()).push_bind($tree.revision);
            });
            insert.build().execute(&mut *$transaction).await?;
        }
    }};
}

/// Inserts nodes, so many, with the last numbers of the tree.
macro_rules! insert_nodes {
    ($transaction:expr, $tree:expr, $new:expr, $count:expr, $rows:expr) => {{
        let mut number = $tree.last_number - i64::from($count);
        for (nodes, rows) in $new.chunks(ROWS).zip($rows.chunks(ROWS)) {
            let mut insert = sqlx::QueryBuilder::new(
                "INSERT INTO variation_nodes (tree_id, number, changed, id, parent, from_move, from_event, from_node, made,
                                              captured, marks, words, place, size) ",
            );
            insert.push_values(rows.iter().zip(nodes), |mut values, (row, node)| {
                number += 1;
                values.push_bind($tree.id.clone()).push_bind(number).push_bind($tree.revision);
                values.push_bind(row.id.clone()).push_bind(row.parent.clone()).push_bind(row.from_move);
                values.push_bind(row.from_event).push_bind(row.from_node).push_bind(row.made.clone());
                values.push_bind(row.captured.clone()).push_bind(row.marks.clone()).push_bind(row.words.clone());
                values.push_bind(row.place).push_bind(i32::try_from(size(node)).unwrap_or(i32::MAX));
            });
            insert.build().execute(&mut *$transaction).await?;
        }
    }};
}

/// Updates the content of nodes.
macro_rules! update_nodes {
    ($transaction:expr, $tree:expr, $changed:expr) => {{
        for node in $changed {
            let NodeRow { id, marks, words, place, .. } = NodeRow::of(node)?;
            sqlx::query(
                "UPDATE variation_nodes SET marks = $1, words = $2, place = $3, size = $4, changed = $5
                 WHERE tree_id = $6 AND id = $7",
            )
            .bind(marks)
            .bind(words)
            .bind(place)
            .bind(i32::try_from(size(node)).unwrap_or(i32::MAX))
            .bind($tree.revision)
            .bind(&$tree.id)
            .bind(id)
            .execute(&mut *$transaction)
            .await?;
        }
    }};
}

/// The bytes of a node that count for its tree.
pub(super) fn size(node: &VariationNode) -> i64 {
    i64::try_from(node.size()).unwrap_or(i64::MAX)
}

/// The statement that removes nodes with all behind them, and answers their ids and sizes.
pub(super) fn removal(tree: &str, gone: &[NodeId]) -> Pieces {
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

pub(super) use {insert_nodes, make_tree, remove_nodes, update_nodes};
