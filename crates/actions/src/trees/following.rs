//! Trees of variations that follow a record of which nodes go.

use std::collections::BTreeSet;
use std::sync::Arc;

use tengen_entropy as entropy;
use tengen_game::{PlayerId, RecordId, ShareId};
use tengen_limits::{Client, TooMany};
use tengen_protocol::records::Shown;
use tengen_protocol::{Place, VariationNode};
use tengen_store::{TreeChange, TreeChanged, TreeOf};
use tengen_trouble as trouble;
use tengen_trying::variations::{NumberedNodes, Way, followed};

use super::changing::TRIES;
use super::freezing::Content;
use crate::kit::{ActionError, AtWork, Parts};

/// The two times at which trees follow a change of their record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pass {
    /// Before the record is written. If the server can't do it now, or the client has to rest, nothing is changed, and the client
    /// may send the change again.
    Before,
    /// After it is written: meanwhile somebody may have hung another node there.
    After,
}

/// Nodes that go from a record. Both are shared with threads that make way.
pub(crate) struct Going {
    /// The record before.
    record: Arc<NumberedNodes>,
    /// The numbers of the nodes.
    gone: Arc<BTreeSet<u32>>,
}

impl Going {
    /// Nodes with these numbers, from a record as it was before.
    pub(crate) fn new(before: Shown, gone: BTreeSet<u32>) -> Self {
        Self { record: Arc::new(NumberedNodes::of(before)), gone: Arc::new(gone) }
    }
}

/// Makes moves of the record that lead to nodes of trees the trees' own, before these moves go. Whoever keeps a tree that has no
/// room for them finds those nodes in it still, but drawn nowhere. So does whoever keeps one that can't be read, which is nobody
/// else's trouble. The record is so much work.
///
/// # Errors
///
/// When the database failed, or, before the record is written, when the server can't do it now or the client has to rest.
pub(crate) async fn follow(
    parts: &Parts,
    client: Client,
    (id, work): (RecordId, u64),
    going: &Going,
    pass: Pass,
) -> Result<(), ActionError> {
    for owner in parts.store.owners_of_trees_near(id, &going.gone).await? {
        let followed = follow_one(parts, client, (owner, id, work), going, pass).await;
        followed.or_else(|error| passed(error, pass))?;
    }
    // Trees that are shown as they were have their way with them, but for those of earlier releases: each gets it once.
    for share in parts.store.shares_without_a_way(id).await? {
        let given = give_way(parts, client, (share, work), going, pass).await;
        given.or_else(|error| passed(error, pass))?;
    }
    Ok(())
}

/// Passes a tree that can't follow, unless a moment later it could.
fn passed(error: ActionError, pass: Pass) -> Result<(), ActionError> {
    if pass == Pass::Before && (error.is_passing() || matches!(error, ActionError::TooMany(_))) {
        return Err(error);
    }
    trouble::log("a tree can't follow its record", error.told().code.name());
    Ok(())
}

/// Waits for the turn of a tree. Before the record is written a client who owes more by then than when the waiting began is
/// refused: meanwhile other requests of the same address took what it has. What this one itself has taken doesn't count: a change
/// of a record of the largest size would never come to its end.
async fn turn(parts: &Parts, client: Client, work: u64, pass: Pass) -> Result<AtWork, ActionError> {
    let owed = parts.limits.rest(client);
    let turn = parts.turns.followings.of(work).turn().await?;
    let rest = parts.limits.rest(client);
    if pass == Pass::Before && rest > owed {
        return Err(TooMany { retry_after: rest }.into());
    }
    Ok(turn)
}

async fn give_way(
    parts: &Parts,
    client: Client,
    (share, work): (ShareId, u64),
    going: &Going,
    pass: Pass,
) -> Result<(), ActionError> {
    let Some(nodes) = parts.store.own_nodes(share).await? else { return Ok(()) };
    let record = Arc::clone(&going.record);
    let turn = turn(parts, client, work.max(nodes.len() as u64), pass).await?;
    let content = turn.work_for(&parts.limits, client, move || {
        let tree: Vec<VariationNode> = serde_json::from_str(&nodes).map_err(ActionError::internal)?;
        let content = Content::of(&tree, Some(&record))?;
        Ok::<_, ActionError>((content.hash(), content))
    });
    let (hash, content) = content.await??;
    parts.store.give_snapshot(share, &hash, content.kept()).await?;
    Ok(())
}

async fn follow_one(
    parts: &Parts,
    client: Client,
    (owner, id, work): (PlayerId, RecordId, u64),
    Going { record, gone }: &Going,
    pass: Pass,
) -> Result<(), ActionError> {
    let of = TreeOf::Record(id);
    for _ in 0..TRIES {
        let tree = parts.store.variations(owner, of, None).await?;
        let hangs = |node: &VariationNode| matches!(node.from, Some(Place::Record(place)) if gone.contains(&place.node));
        if !tree.nodes.iter().any(hangs) {
            break;
        }
        let revision = tree.revision;
        let (record, gone) = (Arc::clone(record), Arc::clone(gone));
        let work = parts.store.bytes_of_tree(owner, of).await?.max(work);
        let turn = turn(parts, client, work, pass).await?;
        let nodes = turn.work_for(&parts.limits, client, move || {
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
        let storing = parts.turns.storings.turn().await?;
        let changed = parts.store.change_variations(change).await;
        drop(storing);
        if changed? != TreeChanged::Stale {
            break;
        }
    }
    Ok(())
}
