//! Changes of trees: planned on what is there, judged, and written if nothing has changed meanwhile.

use std::collections::HashSet;
use std::fmt::Display;
use std::sync::Arc;

use serde_json::json;
use tengen_entropy as entropy;
use tengen_game::{PlayerId, RecordId};
use tengen_limits::TooMany;
use tengen_protocol::{
    MOST_CHANGES, MOST_NODES, NewVariations, NodeId, ProblemCode, Refused, Text, VariationChange,
    VariationChanges, VariationNode, VariationsChanged,
};
use tengen_records::RecordFile;
use tengen_store::{KnownTree, TreeChange, TreeChanged, TreeOf};
use tengen_trying::variations::{Ground, NotKept, Plan, Written};

use super::asked::{ChangesBody, TreeBody, full, own_full};
use crate::app::App;
use crate::record_grounds::RecordGrounds;
use crate::web::body::{Answer, BodyUpTo, answer, malformed};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::turns::rested;

/// How often a change is planned anew because other devices of the player were faster.
pub(super) const TRIES: u32 = 8;

/// The positions on which the nodes of a tree hang.
pub(super) enum Beside {
    /// They are laid: those of a game, or those of a record as it is after so many changes.
    Laid { ground: Arc<Ground>, revision: Option<u32> },
    /// Those of a record.
    Record(RecordId),
    /// Those of a record as it is after so many changes, with this file.
    File { id: RecordId, revision: u32, file: RecordFile },
}

impl Beside {
    /// Those of a game.
    pub(super) fn game(ground: Ground) -> Self {
        Self::Laid { ground: Arc::new(ground), revision: None }
    }

    /// The record, if it is one that was not read.
    fn record(&self) -> Option<RecordId> {
        match self {
            Self::Record(id) => Some(*id),
            Self::Laid { .. } | Self::File { .. } => None,
        }
    }

    /// How often the record was changed.
    fn revision(&self) -> Option<u32> {
        match self {
            Self::Laid { revision, .. } => *revision,
            Self::Record(_) => None,
            Self::File { revision, .. } => Some(*revision),
        }
    }

    /// Finds those of a record that were laid before. Answers how much work it is to lay others, as
    /// [`tengen_store::AboutRecord::work`] has it.
    async fn find(&mut self, app: &App) -> Result<u64, WebError> {
        let Some(id) = self.record() else { return Ok(0) };
        let about = app.store.about_record(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
        let Some(ground) = app.records_tried.find(&id, about.revision) else { return Ok(about.work) };
        *self = Self::Laid { ground, revision: Some(about.revision) };
        Ok(0)
    }

    /// Fetches the file of a record, if it is needed.
    async fn fetch(&mut self, app: &App) -> Result<(), WebError> {
        if let Some(id) = self.record() {
            let (file, revision) = app.store.record_file(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
            *self = Self::File { id, revision, file };
        }
        Ok(())
    }

    /// Lays them, once.
    fn ground(&mut self, tried: &RecordGrounds) -> Result<&Ground, WebError> {
        let internal = |error: &dyn Display| WebError::internal(format!("a record: {error}"));
        if let Self::File { id, revision, file } = self {
            let shown = file.show().map_err(|error| internal(&error))?;
            let ground = Arc::new(Ground::of_record(shown).map_err(|error| internal(&error))?);
            let (id, revision) = (*id, *revision);
            tried.keep(id, revision, Arc::clone(&ground));
            *self = Self::Laid { ground, revision: Some(revision) };
        }
        match self {
            Self::Laid { ground, .. } => Ok(ground),
            Self::Record(_) | Self::File { .. } => Err(internal(&"it was not read")),
        }
    }
}

/// A change of a tree.
pub(super) struct Changing {
    changes: Vec<VariationChange>,
    replaces: bool,
    /// Those of the request.
    bytes: usize,
}

impl Changing {
    /// Changes of some nodes.
    pub(super) fn of(body: ChangesBody) -> Result<Self, WebError> {
        let BodyUpTo { value: VariationChanges { changes }, bytes } = body;
        if changes.len() > MOST_CHANGES {
            return Err(malformed(&format!("more than {MOST_CHANGES} changes")));
        }
        Ok(Self { changes, replaces: false, bytes })
    }

    /// A tree in place of another one.
    pub(super) fn to(body: TreeBody) -> Result<Self, WebError> {
        let BodyUpTo { value: NewVariations { nodes }, bytes } = body;
        if nodes.len() > MOST_NODES {
            return Err(full().into());
        }
        Ok(Self { changes: nodes.into_iter().map(VariationChange::from).collect(), replaces: true, bytes })
    }
}

/// Counts a change as a command, and its bytes as those of a file of records. One that is refused for its work is not counted.
pub(super) fn count(app: &App, client: Client, bytes: usize) -> Result<(), TooMany> {
    rested(&app.limits, client)?;
    app.limits.command(client)?;
    app.limits.records(client, bytes)
}

/// Changes a player's tree.
pub(super) async fn change(
    app: &App,
    client: Client,
    (owner, of): (PlayerId, TreeOf),
    mut beside: Beside,
    Changing { changes, replaces, bytes }: Changing,
) -> Result<Answer<VariationsChanged>, WebError> {
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
        let work = beside.find(app).await?.max(bytes as u64);
        let place = app.turns.judgings.of(work).place(&app.limits, client)?;
        let known = app.store.known_variations(owner, of, &named).await?;
        let way = way_of(app, &known, &parents).await?;
        let KnownTree { tree: known_tree, revision: behind, nodes: known } = known;
        let turn = place.turn_for(&app.limits, client).await?;
        // Only whose turn it is has the record in memory.
        beside.fetch(app).await?;
        let (kept, asked) = (app.clone(), Arc::clone(&changes));
        let planned = turn.work_for(&app.limits, client, move || {
            let ground = beside.ground(&kept.records_tried);
            let written = ground.and_then(|ground| plan(ground, &way, known, &asked));
            written.map(|written| (beside, way, written))
        });
        let (laid, way, written) = planned.await??;
        beside = laid;
        let is_nothing = written.gone.is_empty() && written.new.is_empty() && written.changed.is_empty();
        if is_nothing && (!replaces || known_tree.is_none()) {
            return Ok(answer(VariationsChanged { revision: behind, behind, captured: [].into() }));
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
        let storing = app.turns.storings.turn().await?;
        let changed = app.store.change_variations(change).await;
        drop(storing);
        match changed? {
            TreeChanged::Done(revision) => {
                let tree = known_tree.unwrap_or(id);
                let nodes: Vec<VariationNode> = written.new.into_iter().chain(written.changed).collect();
                // A change that is sent again finds its nodes made, and has the same answer.
                let takes = nodes.iter().filter(|node| !node.captured.is_empty());
                let captured = takes.map(|node| (node.id.0.to_string(), node.captured.clone())).collect();
                if replaces || !written.gone.is_empty() {
                    app.tree_ways.forget(&tree);
                } else {
                    app.tree_ways.keep(tree, revision, way.into_iter().chain(nodes).collect());
                }
                return Ok(answer(VariationsChanged { revision, behind, captured }));
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
) -> Result<Written, WebError> {
    let there = way.iter().cloned().chain(known).collect();
    let planned = Plan::new(there, changes.to_vec(), ground.topology())
        .and_then(|mut plan| plan.judge(ground).map(|()| plan.written()));
    planned.map_err(|refused| not_kept(&refused).into())
}

/// The nodes before those that changes name, and those on which new ones are to hang with all before them.
async fn way_of(app: &App, known: &KnownTree, parents: &[&NodeId]) -> Result<Vec<VariationNode>, WebError> {
    let Some(tree) = &known.tree else { return Ok(Vec::new()) };
    let named: HashSet<&NodeId> = known.nodes.iter().map(|node| &node.id.0).collect();
    let above = known.nodes.iter().filter_map(|node| node.parent.as_ref()).map(|Text(parent)| parent);
    let ends: HashSet<&NodeId> =
        above.chain(parents.iter().copied()).filter(|end| !named.contains(end)).collect();
    let ends: Vec<&NodeId> = ends.into_iter().collect();
    let mut way = match app.tree_ways.find(tree, known.revision, &ends) {
        Some(way) => way,
        None => app.store.ways_to(tree, &ends).await?,
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
