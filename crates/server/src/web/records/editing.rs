//! Records that their owners change.

use std::collections::BTreeSet;
use std::sync::Arc;

use aide::NoApi;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use tengen_game::RecordId;
use tengen_protocol::records::{RecordAnswer, RecordEdit, RecordHeadline, Shown};
use tengen_protocol::{MAX_CHANGES_BYTES, MOST_CHANGES, ProblemCode, Refused, Text};
use tengen_records::{Bounds, Edited, NotEdited, RecordFile, Unreadable, edit_within};
use tengen_sgf::TextEncoding;
use tengen_store::{AboutRecord, BroughtRecord, Rewritten};
use tokio::sync::OwnedMutexGuard;

use super::encodings::labelled;
use super::own::own;
use super::room::room_for;
use super::tag::tag_of;
use crate::app::App;
use crate::web::accept::JSON;
use crate::web::body::{BodyUpTo, Named, malformed};
use crate::web::caller::Caller;
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::fresh::{self, Keeping};
use crate::web::packed::Packed;
use crate::web::record_bounds::bounds_of;
use crate::web::trying::variations::{Going, Pass, follow};
use crate::web::turns::{WorkPlace, body_in, rested};

/// How often a change is made anew because other devices of the owner, on other servers, were faster.
const TRIES: u32 = 8;

/// How changes of a record are refused.
pub(super) const PROBLEMS: &[ProblemCode] = {
    use ProblemCode as Code;
    &[
        Code::NotTheOwner,
        Code::NoSuchNode,
        Code::InvalidNode,
        Code::IllegalMove,
        Code::UnreadableRecord,
        Code::TooManyRecords,
        Code::RecordsFull,
    ]
};

/// Changes one's own record: all changes are made, or none. Two devices that change it at the same time change it one after the other.
pub(super) async fn patch(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Caller(player): Caller,
    Named(id): Named<RecordId>,
    headers: HeaderMap,
    BodyUpTo { value: asked, bytes }: BodyUpTo<RecordEdit, MAX_CHANGES_BYTES>,
) -> Result<Response, WebError> {
    // What is refused for its work is not counted.
    rested(&app.limits, client)?;
    app.limits.command(client)?;
    if asked.changes.len() > MOST_CHANGES {
        return Err(malformed(&format!("more than {MOST_CHANGES} changes")));
    }
    let encoding = asked.encoding.as_deref().map(labelled).transpose()?;
    // Trees follow only where nodes go.
    let may_go = asked.encoding.is_some() || asked.changes.iter().any(|change| change.gone);
    let bounds = &bounds_of(&player).file;
    let (asked, headers) = (Arc::new(asked), Arc::new(headers));
    for number in 0..TRIES {
        // Whoever was faster may have made it a great one.
        let about = own(&app, id, player.id.0).await?;
        let beside = if may_go { app.store.bytes_of_trees_beside(id).await? } else { 0 };
        let work = about.work.max(bytes as u64).max(beside);
        let place = app.turns.edits.of(work).place(&app.limits, client)?;
        let alone = app.record_locks.lock(id, work).await;
        // Only whose turn it is has the record in memory.
        let turn = place.turn_for(&app.limits, client).await?;
        // Neither are the bytes of what has to come later, and they count once.
        if number == 0 {
            app.limits.records(client, bytes)?;
        }
        let record = app.store.brought_record(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
        let (before, size) = (record.revision, record.file.sgf.len());
        let facts = AboutRecord { revision: before, ..about.clone() };
        let (asked, headers) = (Arc::clone(&asked), Arc::clone(&headers));
        let written = turn.work_for(&app.limits, client, move || {
            written((id, bounds), facts, &record, encoding, &asked, &headers)
        });
        let Written { anew, revision, body } = written.await??;
        let place = if revision > before {
            // With the bytes that are kept from now on, unless the text becomes smaller by as much.
            let kept = anew.original.as_ref().map_or(0, Vec::len);
            let more = (anew.file.sgf.len() + kept).saturating_sub(size);
            if more > 0 {
                room_for(&app, &player, 0, more as u64).await?;
            }
            // It is done to the end though the client may leave meanwhile: otherwise the record could be written, and a tree not
            // follow it. So long the client has its place, too: whoever leaves has no more at work than whoever stays.
            let writing = tokio::spawn(anew.write(app.clone(), client, (id, work), before, alone, place));
            let (rewritten, place) = writing.await.map_err(WebError::internal)??;
            if rewritten == Rewritten::Stale {
                continue;
            }
            place
        } else {
            place
        };
        let tag = tag_of(id, &AboutRecord { revision, ..about }, JSON);
        return Ok(body.answer(|bytes| fresh::whole(Keeping::Private, &tag, JSON, body_in(place, bytes))));
    }
    // More devices than a person has changed it all the time. Nothing was changed, and the client may send it again.
    Err(ProblemCode::Unavailable.into())
}

/// A record as it is to be stored and told after a change.
struct Written {
    anew: Anew,
    /// That of before, if nothing changes.
    revision: u32,
    body: Packed,
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
        app: App,
        client: Client,
        (id, work): (RecordId, u64),
        before: u32,
        alone: OwnedMutexGuard<()>,
        place: WorkPlace,
    ) -> Result<(Rewritten, WorkPlace), WebError> {
        let Self { file, headline, original, going } = self;
        if let Some(going) = &going {
            follow(&app, client, (id, work), going, Pass::Before).await?;
        }
        let rewritten = app.store.rewrite_record(id, before, &file, &headline, original.as_deref()).await?;
        if let Some(going) = going.as_ref().filter(|_| rewritten != Rewritten::Stale) {
            follow(&app, client, (id, work), going, Pass::After).await?;
        }
        drop(alone);
        Ok((rewritten, place))
    }
}

/// Changes a record within its owner's bounds, and writes the answer that tells it to a request with these headers.
fn written(
    (id, bounds): (RecordId, &Bounds),
    AboutRecord { created_at, owner, revision, .. }: AboutRecord,
    record: &BroughtRecord,
    encoding: Option<TextEncoding>,
    asked: &RecordEdit,
    headers: &HeaderMap,
) -> Result<Written, WebError> {
    let Changed { edited, gone } = changed(record, bounds, encoding, asked)?;
    let Edited { file, headline, shown, before } = edited;
    let is_same = file == record.file && headline.encoding == record.headline.encoding;
    let revision = if is_same { revision } else { revision.saturating_add(1) };
    let original = if is_same { None } else { record.unkept() };
    // Of a record from which nodes go its content before is known.
    let going = before.filter(|_| !gone.is_empty()).map(|before| Going::new(before, gone));
    let (encoding, ascii) = (Some(headline.encoding.clone()), headline.ascii);
    let answer = RecordAnswer { id: Text(id), created_at, owner, revision, encoding, ascii, shown };
    let body = Packed::json(headers, answer)?;
    Ok(Written { anew: Anew { file, headline, original, going }, revision, body })
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
