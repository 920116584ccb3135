//! Trees of variations that follow a record of which nodes go.

use std::collections::BTreeSet;
use std::sync::Arc;

use tengen_entropy as entropy;
use tengen_game::{PlayerId, RecordId, ShareId};
use tengen_protocol::record::Shown;
use tengen_protocol::{Place, VariationNode};
use tengen_store::{TreeChange, TreeChanged, TreeOf};
use tengen_trouble as trouble;
use tengen_trying::variations::{NumberedNodes, Way, followed};

use super::changing::{TRIES, WRITING};
use super::freezing::Content;
use crate::app::App;
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::turns::Turns;

/// Trees follow one after the other. Whoever changes a record has a place among those who do, so as many wait here.
static FOLLOWINGS: Turns = Turns::new(1, 0);

/// Nodes that go from a record. Both are shared with threads that make way.
pub(in crate::web) struct Going {
    /// The record before.
    record: Arc<NumberedNodes>,
    /// The numbers of the nodes.
    gone: Arc<BTreeSet<u32>>,
}

impl Going {
    /// Nodes with these numbers, from a record as it was before.
    pub(in crate::web) fn new(before: Shown, gone: BTreeSet<u32>) -> Self {
        Self { record: Arc::new(NumberedNodes::of(before)), gone: Arc::new(gone) }
    }
}

/// Makes moves of the record that lead to nodes of trees the trees' own, before these moves go. Whoever keeps a tree that has no room for them finds those nodes
/// in it still, but drawn nowhere. So does whoever keeps one that can't be read, which is nobody else's trouble.
pub(in crate::web) async fn follow(
    app: &App,
    client: Client,
    id: RecordId,
    going: &Going,
) -> Result<(), WebError> {
    for owner in app.store.owners_of_trees_near(id, &going.gone).await? {
        if let Err(error) = follow_one(app, client, (owner, id), going).await {
            told(&error);
        }
    }
    // Trees that are shown as they were have their way with them, but for those of earlier releases: each gets it once.
    for share in app.store.shares_without_a_way(id).await? {
        if let Err(error) = give_way(app, client, share, going).await {
            told(&error);
        }
    }
    Ok(())
}

fn told(error: &WebError) {
    trouble::log("a tree can't follow its record", error.problem().code);
}

async fn give_way(app: &App, client: Client, share: ShareId, going: &Going) -> Result<(), WebError> {
    let Some(nodes) = app.store.own_nodes(share).await? else { return Ok(()) };
    let record = Arc::clone(&going.record);
    let content = FOLLOWINGS.turn().await?.work_for(&app.limits, client, move || {
        let tree: Vec<VariationNode> =
            serde_json::from_str(&nodes).map_err(|error| WebError::Internal(error.to_string()))?;
        let content = Content::of(&tree, Some(&record))?;
        Ok::<_, WebError>((content.hash(), content))
    });
    let (hash, content) = content.await??;
    app.store.give_snapshot(share, &hash, content.kept()).await?;
    Ok(())
}

async fn follow_one(
    app: &App,
    client: Client,
    (owner, id): (PlayerId, RecordId),
    Going { record, gone }: &Going,
) -> Result<(), WebError> {
    let of = TreeOf::Record(id);
    for _ in 0..TRIES {
        let tree = app.store.variations(owner, of, None).await?;
        let hangs = |node: &VariationNode| matches!(node.from, Some(Place::Record(place)) if gone.contains(&place.node));
        if !tree.nodes.iter().any(hangs) {
            break;
        }
        let revision = tree.revision;
        let (record, gone) = (Arc::clone(record), Arc::clone(gone));
        let nodes = FOLLOWINGS.turn().await?.work_for(&app.limits, client, move || {
            let way = Way::to(&tree.nodes, &record);
            followed(&tree.nodes, &way, |number| gone.contains(&number))
        });
        let Some(nodes) = nodes.await? else { break };
        let change = TreeChange {
            owner,
            of,
            record_revision: None,
            id: entropy::tree_id()?,
            revision,
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
