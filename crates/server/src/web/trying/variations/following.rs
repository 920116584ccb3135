//! Trees of variations that follow a record of which nodes go.

use std::collections::BTreeSet;

use tengen_entropy as entropy;
use tengen_game::{PlayerId, RecordId, ShareId};
use tengen_protocol::VariationNode;
use tengen_protocol::record::Shown;
use tengen_store::{TreeChange, TreeChanged, TreeOf};
use tengen_trouble as trouble;
use tengen_trying::variations::{Way, followed};
use tokio::task::block_in_place;

use super::changing::{TRIES, WRITING};
use super::freezing::Content;
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
    // Trees that are shown as they were have their way with them, but for those of earlier releases: each gets it once.
    for share in app.store.shares_without_a_way(id).await? {
        if let Err(error) = give_way(app, share, before).await {
            told(&error);
        }
    }
    Ok(())
}

fn told(error: &WebError) {
    trouble::log("a tree can't follow its record", error.problem().code);
}

async fn give_way(app: &App, share: ShareId, before: &Shown) -> Result<(), WebError> {
    let Some(nodes) = app.store.own_nodes(share).await? else { return Ok(()) };
    let content = block_in_place(|| {
        let tree: Vec<VariationNode> =
            serde_json::from_str(&nodes).map_err(|error| WebError::Internal(error.to_string()))?;
        Content::of(&tree, Some(before))
    })?;
    app.store.give_snapshot(share, &content.hash(), content.kept()).await?;
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
        let follow = || followed(&tree.nodes, &Way::to(&tree.nodes, before), |number| gone.contains(&number));
        let Some(nodes) = block_in_place(follow) else { break };
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
