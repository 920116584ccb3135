//! Changes of trees: planned on what is there, judged, and written if nothing has changed meanwhile.

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::json;
use tengen_entropy as entropy;
use tengen_limits::{Client, TooMany};
use tengen_protocol::{
    MOST_CHANGES, MOST_NODES, NewVariations, NodeId, ProblemCode, Refused, Text, VariationChange,
    VariationChanges, VariationNode, VariationsChanged,
};
use tengen_store::{KnownTree, TreeChange, TreeChanged, TreeOf};
use tengen_trying::variations::{Ground, NotKept, Plan, Written};

use super::beside::{Beside, beside};
use super::bounds::{full, own_full};
use crate::kit::{ActionError, Actor, Parts, malformed, rested};

/// How often a change is planned anew because other devices of the player were faster.
pub(super) const TRIES: u32 = 8;

/// What a tree is to become.
#[derive(Debug)]
pub enum TreeWish {
    /// It is changed in some nodes.
    Changes(VariationChanges),
    /// It is replaced.
    Whole(NewVariations),
}

impl TreeWish {
    /// The changes, and whether they make a new tree.
    fn changes(self) -> Result<(Vec<VariationChange>, bool), ActionError> {
        match self {
            Self::Changes(VariationChanges { changes }) if changes.len() > MOST_CHANGES => {
                Err(malformed(&format!("more than {MOST_CHANGES} changes")))
            }
            Self::Changes(VariationChanges { changes }) => Ok((changes, false)),
            Self::Whole(NewVariations { nodes }) if nodes.len() > MOST_NODES => Err(full().into()),
            Self::Whole(NewVariations { nodes }) => {
                Ok((nodes.into_iter().map(VariationChange::from).collect(), true))
            }
        }
    }
}

/// Counts a change as a command, and its bytes as those of a file of records. One that is refused for its work is not counted.
fn count(parts: &Parts, client: Client, bytes: usize) -> Result<(), TooMany> {
    rested(&parts.limits, client)?;
    parts.limits.command(client)?;
    parts.limits.records(client, bytes)
}

/// Changes a player's own tree, by a wish of so many bytes: all of its changes are made, or none.
pub async fn change_tree(
    parts: &Parts,
    actor: &Actor,
    of: TreeOf,
    wish: TreeWish,
    bytes: usize,
) -> Result<VariationsChanged, ActionError> {
    let (owner, client) = (actor.id(), actor.client);
    count(parts, client, bytes)?;
    let mut beside = beside(parts, owner, of).await?;
    let (changes, replaces) = wish.changes()?;
    let record = beside.record();
    let changes = Arc::new(changes);
    let named: HashSet<&NodeId> = changes.iter().map(|change| &change.id.0).collect();
    let parents = changes.iter().filter_map(|change| change.parent.as_ref()).map(|Text(parent)| parent);
    let parents: HashSet<&NodeId> = parents.filter(|parent| !named.contains(parent)).collect();
    // Whoever replaces a tree does not look at it.
    let known = |ids: HashSet<_>| if replaces { Vec::new() } else { ids.into_iter().collect::<Vec<_>>() };
    let (named, parents) = (known(named), known(parents));
    for _ in 0..TRIES {
        // A record that was changed meanwhile may have become a great one.
        let work = beside.find(parts).await?.max(bytes as u64);
        let place = parts.turns.judgings.of(work).place(&parts.limits, client)?;
        let known = parts.store.known_variations(owner, of, &named).await?;
        let way = way_of(parts, &known, &parents).await?;
        let KnownTree { tree: known_tree, revision: behind, nodes: known } = known;
        let turn = place.turn_for(&parts.limits, client).await?;
        // Only whose turn it is has the record in memory.
        beside.fetch(parts).await?;
        let (tried, asked) = (Arc::clone(&parts.records_tried), Arc::clone(&changes));
        let planned = turn.work_for(&parts.limits, client, move || {
            let ground = beside.ground(&tried);
            let written = ground.and_then(|ground| plan(ground, &way, known, &asked));
            written.map(|written| (beside, way, written))
        });
        let (laid, way, written) = planned.await??;
        beside = laid;
        let is_nothing = written.gone.is_empty() && written.new.is_empty() && written.changed.is_empty();
        if is_nothing && (!replaces || known_tree.is_none()) {
            return Ok(VariationsChanged { revision: behind, behind, captured: [].into() });
        }
        let id = entropy::tree_id()?;
        let change = TreeChange {
            owner,
            of,
            record_revision: beside.revision(),
            id,
            revision: behind,
            replaces,
            gone: &written.gone,
            new: &written.new,
            changed: &written.changed,
        };
        let storing = parts.turns.storings.turn().await?;
        let changed = parts.store.change_variations(change).await;
        drop(storing);
        match changed? {
            TreeChanged::Done(revision) => {
                let tree = known_tree.unwrap_or(id);
                let nodes: Vec<VariationNode> = written.new.into_iter().chain(written.changed).collect();
                // A change that is sent again finds its nodes made, and has the same answer.
                let takes = nodes.iter().filter(|node| !node.captured.is_empty());
                let captured = takes.map(|node| (node.id.0.to_string(), node.captured.clone())).collect();
                if replaces || !written.gone.is_empty() {
                    parts.tree_ways.forget(&tree);
                } else {
                    parts.tree_ways.keep(tree, revision, way.into_iter().chain(nodes).collect());
                }
                return Ok(VariationsChanged { revision, behind, captured });
            }
            TreeChanged::Stale => {
                if let Some(id) = record {
                    beside = Beside::Record(id);
                }
            }
            TreeChanged::Full => return Err(full().into()),
            TreeChanged::OwnFull => return Err(own_full().into()),
            TreeChanged::Gone => return Err(ProblemCode::NoSuchRecord.into()),
        }
    }
    // More devices than a person has changed it all the time. Nothing was changed, and the client may send it again.
    Err(ProblemCode::Unavailable.into())
}

/// What changes make of the nodes that are known, and of those on the way to them.
fn plan(
    ground: &Ground,
    way: &[VariationNode],
    known: Vec<VariationNode>,
    changes: &[VariationChange],
) -> Result<Written, ActionError> {
    let there = way.iter().cloned().chain(known).collect();
    let planned = Plan::new(there, changes.to_vec(), ground.topology())
        .and_then(|mut plan| plan.judge(ground).map(|()| plan.written()));
    planned.map_err(|refused| not_kept(&refused).into())
}

/// The nodes before those that changes name, and those on which new ones are to hang with all before them.
async fn way_of(
    parts: &Parts,
    known: &KnownTree,
    parents: &[&NodeId],
) -> Result<Vec<VariationNode>, ActionError> {
    let Some(tree) = &known.tree else { return Ok(Vec::new()) };
    let named: HashSet<&NodeId> = known.nodes.iter().map(|node| &node.id.0).collect();
    let above = known.nodes.iter().filter_map(|node| node.parent.as_ref()).map(|Text(parent)| parent);
    let ends: HashSet<&NodeId> =
        above.chain(parents.iter().copied()).filter(|end| !named.contains(end)).collect();
    let ends: Vec<&NodeId> = ends.into_iter().collect();
    let mut way = match parts.tree_ways.find(tree, known.revision, &ends) {
        Some(way) => way,
        None => parts.store.ways_to(tree, &ends).await?,
    };
    way.retain(|node| !named.contains(&node.id.0));
    Ok(way)
}

/// The problem of a change that does not fit.
fn not_kept(refused: &NotKept) -> Refused {
    use ProblemCode as Code;
    match refused {
        NotKept::Invalid { node, field } => {
            Code::InvalidNode.with(json!({"node": Text(node), "field": field}))
        }
        NotKept::Missing { node, missing } => {
            Code::NoSuchNode.with(json!({"node": Text(node), "missing": Text(missing)}))
        }
        NotKept::NoPlace { node } => Code::NoSuchPlace.with(json!({"node": Text(node)})),
        NotKept::Differs { node } => Code::NodeDiffers.with(json!({"node": Text(node)})),
        NotKept::NoLiberties { node, at } => {
            Code::InvalidPosition.with(json!({"node": Text(node), "at": Text(at)}))
        }
        NotKept::Illegal { node, at, why } => {
            let at = at.map_or_else(|| "pass".to_owned(), |vertex| vertex.to_string());
            Code::IllegalMove.with(json!({"rule": why.rule(), "at": at, "node": Text(node)}))
        }
    }
}
