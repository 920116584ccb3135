//! Trees as they are at a moment, to be shown so: each content is read, counted and stored once.

use std::fmt::Display;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;
use sha2::{Digest, Sha256};
use tengen_game::PlayerId;
use tengen_limits::Client;
use tengen_protocol::{ProblemCode, VariationNode};
use tengen_store::{Snapshot, SnapshotContent, TreeOf};
use tengen_trying::variations::{NumberedNodes, Way};

use super::bounds::too_many_shares;
use super::weighing::work_of;
use crate::kit::{ActionError, Parts};

/// A tree as it is.
pub(super) struct Frozen {
    revision: u64,
    hash: String,
    /// Nothing, where the database has it.
    content: Option<Content>,
}

/// The content of a tree, with the moves of its record that lead to it.
pub(super) struct Content {
    nodes: String,
    way: String,
    record_revision: Option<u32>,
}

impl Frozen {
    /// It as the database takes it.
    pub(super) fn snapshot(&self) -> Snapshot<'_> {
        let content = self.content.as_ref().map(Content::kept);
        Snapshot { revision: self.revision, hash: &self.hash, content }
    }
}

impl Content {
    /// The content of a tree beside a game or, with all of its nodes, a record.
    pub(super) fn of(tree: &[VariationNode], record: Option<&NumberedNodes>) -> Result<Self, ActionError> {
        let way = record.map(|record| Way::to(tree, record).to_string()).unwrap_or_default();
        let nodes = serde_json::to_string(tree).map_err(|error| internal(&error))?;
        Ok(Self { nodes, way, record_revision: None })
    }

    /// What is stored under the same hash is the same. No line of JSON has another one in it.
    pub(super) fn hash(&self) -> String {
        let digest = Sha256::new().chain_update(&self.nodes).chain_update("\n").chain_update(&self.way);
        URL_SAFE_NO_PAD.encode(digest.finalize())
    }

    /// It as the database takes it.
    pub(super) fn kept(&self) -> SnapshotContent<'_> {
        let Self { nodes, way, record_revision } = self;
        SnapshotContent { nodes, way, record_revision: *record_revision }
    }
}

fn internal(error: &dyn Display) -> ActionError {
    ActionError::internal(format!("a tree that is shown: {error}"))
}

/// Freezes a player's tree. One that is shown as it is already takes no work, and content that is shown already takes no room.
/// What is new counts as the bytes of a file of records, once for a wish: `counted` are those that the wish has counted so far.
pub(super) async fn freeze(
    parts: &Parts,
    client: Client,
    (owner, of): (PlayerId, TreeOf),
    counted: &mut u64,
) -> Result<Frozen, ActionError> {
    if let Some((hash, revision)) = parts.store.snapshot_as_it_is(owner, of).await? {
        return Ok(Frozen { revision, hash, content: None });
    }
    let showings = parts.store.showings(owner).await?;
    if !showings.have_room(0) {
        return Err(too_many_shares().into());
    }
    let work = work_of(parts, owner, of).await?;
    let place = parts.turns.judgings.of(work).place(&parts.limits, client)?;
    let turn = place.turn_for(&parts.limits, client).await?;
    // First the record: what hangs on a later one is stale with it.
    let record = match of {
        TreeOf::Game(_) => None,
        TreeOf::Record(id) => Some(parts.store.record_file(id).await?.ok_or(ProblemCode::NoSuchRecord)?),
    };
    let tree = parts.store.variations(owner, of, None).await?;
    if tree.nodes.is_empty() {
        return Err(ProblemCode::NothingToShare.into());
    }
    let record_revision = record.as_ref().map(|(_, revision)| *revision);
    let revision = tree.revision;
    let frozen = turn.work_for(&parts.limits, client, move || {
        let record = record.map(|(file, _)| file.show()).transpose().map_err(|error| internal(&error))?;
        let record = record.map(NumberedNodes::of);
        let content = Content { record_revision, ..Content::of(&tree.nodes, record.as_ref())? };
        Ok::<_, ActionError>((content.hash(), content))
    });
    let (hash, content) = frozen.await??;
    if !parts.store.has_snapshot(owner, of, &hash).await? {
        let bytes = content.kept().size();
        if !showings.have_room(bytes) {
            return Err(too_many_shares().into());
        }
        // A tree that was changed meanwhile may have grown.
        let more = bytes.saturating_sub(*counted);
        if more > 0 {
            count(parts, client, more).await?;
            *counted = bytes;
        }
    }
    Ok(Frozen { revision, hash, content: Some(content) })
}

/// Counts bytes that are stored. What its address may not store any more takes no room from others.
async fn count(parts: &Parts, client: Client, bytes: u64) -> Result<(), ActionError> {
    if !parts.shares.take(bytes, parts.store.bytes_of_snapshots()).await? {
        return Err(ProblemCode::SharesFull.with(json!({"max_bytes": parts.shares.max_bytes()})).into());
    }
    let counted = parts.limits.records(client, usize::try_from(bytes).unwrap_or(usize::MAX));
    if counted.is_err() {
        parts.shares.give_back(bytes).await;
    }
    counted.map_err(ActionError::from)
}
