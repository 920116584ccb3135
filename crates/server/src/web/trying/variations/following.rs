//! Trees of variations that follow a record of which nodes go.

use std::collections::BTreeSet;

use tengen_entropy as entropy;
use tengen_game::RecordId;
use tengen_protocol::record::Shown;
use tengen_store::{TreeChange, TreeChanged, TreeOf};
use tengen_trying::variations::followed;
use tokio::task::block_in_place;

use super::changing::{TRIES, WRITING};
use crate::app::App;
use crate::web::error::WebError;

/// Makes moves of the record that lead to nodes of trees the trees' own, before these moves go. Whoever keeps a tree that has no room for them finds those nodes
/// in it still, but drawn nowhere.
pub(in crate::web) async fn follow(
    app: &App,
    id: RecordId,
    before: &Shown,
    gone: &BTreeSet<u32>,
) -> Result<(), WebError> {
    let of = TreeOf::Record(id);
    for owner in app.store.owners_of_trees_on(id, gone).await? {
        for _ in 0..TRIES {
            let tree = app.store.variations(owner, of, None).await?;
            let Some(nodes) = block_in_place(|| followed(&tree.nodes, before, gone)) else { break };
            let change = TreeChange {
                owner,
                of,
                id: entropy::tree_id()?,
                revision: tree.revision,
                replaces: true,
                gone: &[],
                new: &nodes,
                changed: &[],
            };
            let writing = WRITING.acquire().await.map_err(|error| WebError::Internal(error.to_string()))?;
            let changed = app.store.change_variations(change).await;
            drop(writing);
            if changed? != TreeChanged::Stale {
                break;
            }
        }
    }
    Ok(())
}
