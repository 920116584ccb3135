//! Records that their owners change.

use std::collections::BTreeSet;
use std::sync::Arc;

use tengen_game::RecordId;
use tengen_limits::Client;
use tengen_protocol::records::{RecordAnswer, RecordEdit, RecordHeadline, Shown};
use tengen_protocol::{MOST_CHANGES, ProblemCode, Refused, Text};
use tengen_records::{Bounds, Edited, NotEdited, RecordFile, Unreadable, edit_within};
use tengen_sgf::TextEncoding;
use tengen_store::{AboutRecord, BroughtRecord, Rewritten};
use tokio::sync::OwnedMutexGuard;

use super::bounds::bounds_of;
use super::own::own;
use super::quota::check_quota;
use super::reading::labelled;
use super::showing::Told;
use crate::kit::{ActionError, Actor, Parts, WorkPlace, malformed, rested};
use crate::trees::{Going, Pass, follow};

/// How often a change is made anew because other devices of the owner, on other servers, were faster.
const TRIES: u32 = 8;

/// Changes one's own record by a wish of so many bytes: all changes are made, or none. Two devices that change it at the same time
/// change it one after the other. `tell` makes the answer of it, in the turn of the change.
pub async fn change_record<T: Send + 'static>(
    parts: &Parts,
    actor: &Actor,
    id: RecordId,
    (asked, bytes): (RecordEdit, usize),
    tell: impl Fn(RecordAnswer) -> Result<T, ActionError> + Send + Sync + 'static,
) -> Result<Told<T>, ActionError> {
    let (player, client) = (&actor.player, actor.client);
    // What is refused for its work is not counted.
    rested(&parts.limits, client)?;
    parts.limits.command(client)?;
    if asked.changes.len() > MOST_CHANGES {
        return Err(malformed(&format!("more than {MOST_CHANGES} changes")));
    }
    let encoding = asked.encoding.as_deref().map(labelled).transpose()?;
    // Trees follow only where nodes go.
    let may_go = asked.encoding.is_some() || asked.changes.iter().any(|change| change.gone);
    let bounds = &bounds_of(player).file;
    let (asked, tell) = (Arc::new(asked), Arc::new(tell));
    for number in 0..TRIES {
        // Whoever was faster may have made it a great one.
        let about = own(parts, id, actor.id()).await?;
        let beside = if may_go { parts.store.bytes_of_trees_beside(id).await? } else { 0 };
        let work = about.work.max(bytes as u64).max(beside);
        let place = parts.turns.edits.of(work).place(&parts.limits, client)?;
        let alone = parts.record_locks.lock(id, work).await;
        // Only whose turn it is has the record in memory.
        let turn = place.turn_for(&parts.limits, client).await?;
        // Neither are the bytes of what has to come later, and they count once.
        if number == 0 {
            parts.limits.records(client, bytes)?;
        }
        let record = parts.store.brought_record(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
        let (before, size) = (record.revision, record.file.sgf.len());
        let facts = AboutRecord { revision: before, ..about.clone() };
        let (asked, tell) = (Arc::clone(&asked), Arc::clone(&tell));
        let written = turn.work_for(&parts.limits, client, move || {
            written((id, bounds), facts, &record, encoding, &asked, &*tell)
        });
        let Written { anew, revision, told } = written.await??;
        let place = if revision > before {
            // With the bytes that are kept from now on, unless the text becomes smaller by as much.
            let kept = anew.original.as_ref().map_or(0, Vec::len);
            let more = (anew.file.sgf.len() + kept).saturating_sub(size);
            if more > 0 {
                check_quota(parts, player, 0, more as u64).await?;
            }
            // It is done to the end though the client may leave meanwhile: otherwise the record could be written, and a tree not
            // follow it. So long the client has its place, too: whoever leaves has no more at work than whoever stays.
            let writing = tokio::spawn(anew.write(parts.clone(), client, (id, work), before, alone, place));
            let (rewritten, place) = writing.await.map_err(ActionError::internal)??;
            if rewritten == Rewritten::Stale {
                continue;
            }
            place
        } else {
            place
        };
        return Ok(Told { about: AboutRecord { revision, ..about }, told, place });
    }
    // More devices than a person has changed it all the time. Nothing was changed, and the client may send it again.
    Err(ProblemCode::Unavailable.into())
}

/// A record as it is to be stored and told after a change.
struct Written<T> {
    anew: Anew,
    /// That of before, if nothing changes.
    revision: u32,
    told: T,
}

/// A record as it is to be stored.
struct Anew {
    file: RecordFile,
    headline: RecordHeadline,
    /// The bytes from which it was made, if they are to be kept from now on.
    original: Option<Vec<u8>>,
    /// The nodes that go, if any do.
    going: Option<Going>,
}

impl Anew {
    /// Stores the record, which is so much work and was changed so many times before. The trees beside it follow before and
    /// after. Until then nobody else changes it, and the place of the request, which is answered back, is taken.
    async fn write(
        self,
        parts: Parts,
        client: Client,
        (id, work): (RecordId, u64),
        before: u32,
        alone: OwnedMutexGuard<()>,
        place: WorkPlace,
    ) -> Result<(Rewritten, WorkPlace), ActionError> {
        let Self { file, headline, original, going } = self;
        if let Some(going) = &going {
            follow(&parts, client, (id, work), going, Pass::Before).await?;
        }
        let rewritten = parts.store.rewrite_record(id, before, &file, &headline, original.as_deref()).await?;
        if let Some(going) = going.as_ref().filter(|_| rewritten != Rewritten::Stale) {
            follow(&parts, client, (id, work), going, Pass::After).await?;
        }
        drop(alone);
        Ok((rewritten, place))
    }
}

/// Changes a record within its owner's bounds, and makes the answer that tells it.
fn written<T>(
    (id, bounds): (RecordId, &Bounds),
    AboutRecord { created_at, owner, revision, .. }: AboutRecord,
    record: &BroughtRecord,
    encoding: Option<TextEncoding>,
    asked: &RecordEdit,
    tell: &impl Fn(RecordAnswer) -> Result<T, ActionError>,
) -> Result<Written<T>, ActionError> {
    let Changed { edited, gone } = changed(record, bounds, encoding, asked)?;
    let Edited { file, headline, shown, before } = edited;
    let is_same = file == record.file && headline.encoding == record.headline.encoding;
    let revision = if is_same { revision } else { revision.saturating_add(1) };
    let original = if is_same { None } else { record.unkept() };
    // Of a record from which nodes go its content before is known.
    let going = before.filter(|_| !gone.is_empty()).map(|before| Going::new(before, gone));
    let (encoding, ascii) = (Some(headline.encoding.clone()), headline.ascii);
    let told = tell(RecordAnswer { id: Text(id), created_at, owner, revision, encoding, ascii, shown })?;
    Ok(Written { anew: Anew { file, headline, original, going }, revision, told })
}

/// A record that was changed.
struct Changed {
    /// The record, and its content before where nodes go.
    edited: Edited,
    /// The numbers of the nodes that went.
    gone: BTreeSet<u32>,
}

/// Reads a record again, if that is asked for, and then makes the changes.
fn changed(
    record: &BroughtRecord,
    bounds: &Bounds,
    encoding: Option<TextEncoding>,
    asked: &RecordEdit,
) -> Result<Changed, Refused> {
    let BroughtRecord { file, headline, .. } = record;
    let unreadable = |error: Unreadable| Refused::from(&error);
    let refused = |error: NotEdited| Refused::from(&error);
    let again = encoding.filter(|encoding| encoding.name() != headline.encoding);
    let edited = match again {
        None => edit_within(file, asked, &headline.encoding, bounds).map_err(refused)?,
        Some(encoding) => {
            let read = record.brought().read_again(encoding).map_err(unreadable)?;
            let edited = edit_within(&read, asked, encoding.name(), bounds).map_err(refused)?;
            Edited { before: Some(file.show().map_err(unreadable)?), ..edited }
        }
    };
    let may_go = again.is_some() || asked.changes.iter().any(|change| change.gone);
    let before = edited.before.as_ref().filter(|_| may_go);
    let gone = before.map(|before| &numbers(before) - &numbers(&edited.shown)).unwrap_or_default();
    Ok(Changed { edited, gone })
}

/// The numbers of the nodes.
fn numbers(shown: &Shown) -> BTreeSet<u32> {
    (0..).zip(&shown.nodes).map(|(place, node)| node.node.unwrap_or(place)).collect()
}
