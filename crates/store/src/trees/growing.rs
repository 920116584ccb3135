//! Trees beside games that only grow, on Postgres: one statement, and so one trip. So most changes are, and one comes each second
//! from everybody who tries moves. Beside a record the record is held as well, which takes the transaction.

use sqlx::PgPool;
use tengen_protocol::{MOST_NODES, MOST_TREE_BYTES};

use super::TreeOf;
use super::change::{MOST_OWN_BYTES, MOST_TREES, TreeChange};
use super::row::NodeRow;
use super::writing::{GONE_BYTES, NODE_BYTES, size};
use crate::pool::{StoreError, unreadable};

/// Counts the change if nobody has changed the tree since it was planned and everything has room, and inserts the nodes. Answers
/// the number of the change.
const GROW: &str = "
    WITH others AS (
        SELECT COUNT(*) FILTER (WHERE nodes > 0) AS trees, COALESCE(SUM(bytes + $6 * nodes + $7 * gone), 0) AS bytes
        FROM variation_trees WHERE player_id = $1 AND game_id IS DISTINCT FROM $2
    ), held AS (
        UPDATE variation_trees AS tree
        SET revision = tree.revision + 1, last_number = tree.last_number + $4, nodes = tree.nodes + $4, bytes = tree.bytes + $5
        FROM others
        WHERE tree.player_id = $1 AND tree.game_id = $2 AND tree.revision = $3 AND tree.gone = 0
          AND tree.nodes + $4 <= $8 AND tree.bytes + $5 <= $9
          AND others.trees < $10 AND others.bytes + tree.bytes + $5 + $6 * (tree.nodes + $4) <= $11
        RETURNING tree.id, tree.revision, tree.last_number - $4 AS before
    ), grown AS (
        INSERT INTO variation_nodes (tree_id, number, changed, id, parent, from_move, from_event, from_node, made,
                                     captured, marks, words, place, size)
        SELECT held.id, held.before + node.at, held.revision, node.id, node.parent, node.from_move, node.from_event,
               node.from_node, node.made, node.captured, node.marks, node.words, node.place, node.size
        FROM held, unnest($12::text[], $13::text[], $14::int[], $15::int[], $16::int[], $17::text[], $18::text[], $19::text[],
                          $20::text[], $21::int[], $22::int[])
            WITH ORDINALITY AS node (id, parent, from_move, from_event, from_node, made, captured, marks, words, place, size, at)
    )
    SELECT revision FROM held";

impl TreeChange<'_> {
    /// Whether nodes come to a tree that there is, and nothing else happens.
    fn only_grows(&self) -> bool {
        self.revision > 0 && !self.replaces && self.gone.is_empty() && self.changed.is_empty()
    }
}

/// Lets a tree grow beside a game. `None` if it takes more than that, or can't be done, and nothing was changed.
pub(super) async fn grow(
    pool: &PgPool,
    change: TreeChange<'_>,
    rows: &[NodeRow],
) -> Result<Option<i64>, StoreError> {
    let TreeOf::Game(game) = change.of else { return Ok(None) };
    if !change.only_grows() {
        return Ok(None);
    }
    let sizes = change.new.iter().map(size).collect::<Vec<_>>();
    let small = |size: &i64| i32::try_from(*size).unwrap_or(i32::MAX);
    let texts = |text: fn(&NodeRow) -> &str| rows.iter().map(text).collect::<Vec<_>>();
    let maybe_texts = |text: fn(&NodeRow) -> Option<&str>| rows.iter().map(text).collect::<Vec<_>>();
    let numbers = |number: fn(&NodeRow) -> Option<i32>| rows.iter().map(number).collect::<Vec<_>>();
    let grown = sqlx::query_scalar(GROW)
        .bind(change.owner.as_str())
        .bind(game.as_str())
        .bind(change.revision.cast_signed())
        .bind(i32::try_from(rows.len()).map_err(unreadable)?)
        .bind(sizes.iter().sum::<i64>())
        .bind(NODE_BYTES)
        .bind(GONE_BYTES)
        .bind(i32::try_from(MOST_NODES).map_err(unreadable)?)
        .bind(i64::try_from(MOST_TREE_BYTES).map_err(unreadable)?)
        .bind(i64::from(MOST_TREES))
        .bind(MOST_OWN_BYTES.cast_signed())
        .bind(texts(|row| &row.id))
        .bind(maybe_texts(|row| row.parent.as_deref()))
        .bind(numbers(|row| row.from_move))
        .bind(numbers(|row| row.from_event))
        .bind(numbers(|row| row.from_node))
        .bind(maybe_texts(|row| row.made.as_deref()))
        .bind(texts(|row| &row.captured))
        .bind(texts(|row| &row.marks))
        .bind(texts(|row| &row.words))
        .bind(rows.iter().map(|row| row.place).collect::<Vec<_>>())
        .bind(sizes.iter().map(small).collect::<Vec<_>>())
        .fetch_optional(pool)
        .await?;
    Ok(grown)
}
