//! Trees of variations that follow a record of which nodes go.

use std::collections::BTreeSet;

use tengen_entropy as entropy;
use tengen_game::{PlayerId, RecordId, ShareId};
use tengen_protocol::record::Shown;
use tengen_store::{TreeChange, TreeChanged, TreeOf};
use tengen_trouble as trouble;
use tengen_trying::variations::followed;
use tokio::task::block_in_place;

use super::changing::{TRIES, WRITING};
use crate::app::App;
use crate::web::error::WebError;

/// Makes moves of the record that lead to nodes of trees the trees' own, before these moves go. Whoever keeps a tree that has no room for them finds those nodes
/// in it still, but drawn nowhere. So does whoever keeps one that can't be read, which is nobody else's trouble.
pub(in crate::web) async fn follow(
    app: &App,
    id: RecordId,
    before: &Shown,
    gone: &BTreeSet<u32>,
) -> Result<(), WebError> {
    for owner in app.store.owners_of_trees_near(id, gone).await? {
        if let Err(error) = follow_one(app, owner, id, before, gone).await {
            told(&error);
        }
    }
    // One after the other: each has a megabyte at most.
    for share in app.store.frozen_beside(id).await? {
        if let Err(error) = follow_frozen(app, share, before, gone).await {
            told(&error);
        }
    }
    Ok(())
}

fn told(error: &WebError) {
    trouble::log("a tree can't follow its record", error.problem().code);
}

async fn follow_frozen(
    app: &App,
    share: ShareId,
    before: &Shown,
    gone: &BTreeSet<u32>,
) -> Result<(), WebError> {
    let tree = app.store.frozen(share).await?.unwrap_or_default();
    if let Some(nodes) = block_in_place(|| followed(&tree, before, gone)) {
        app.store.rewrite_frozen(share, &nodes).await?;
    }
    Ok(())
}

async fn follow_one(
    app: &App,
    owner: PlayerId,
    id: RecordId,
    before: &Shown,
    gone: &BTreeSet<u32>,
) -> Result<(), WebError> {
    let of = TreeOf::Record(id);
    for _ in 0..TRIES {
        let tree = app.store.variations(owner, of, None).await?;
        let Some(nodes) = block_in_place(|| followed(&tree.nodes, before, gone)) else { break };
        let change = TreeChange {
            owner,
            of,
            record_revision: None,
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
    Ok(())
}
