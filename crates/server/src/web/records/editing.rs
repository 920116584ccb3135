//! Records that their owners change.

use std::collections::BTreeSet;

use aide::NoApi;
use axum::extract::State;
use axum::response::Response;
use tengen_game::RecordId;
use tengen_limits::TooMany;
use tengen_protocol::record::{RecordAnswer, RecordEdit, Shown};
use tengen_protocol::{MAX_CHANGES_BYTES, MOST_CHANGES, Problem, ProblemCode, Text};
use tengen_records::{Edited, NotEdited, edit};
use tengen_sgf::TextEncoding;
use tengen_store::{AboutRecord, BroughtRecord, Rewritten};
use tokio::sync::Semaphore;

use super::encodings::labelled;
use super::own::own;
use super::room::{IMPORTS, room_for};
use super::tag::tag_of;
use crate::app::App;
use crate::web::accept::JSON;
use crate::web::body::{BodyUpTo, Named, malformed};
use crate::web::caller::Caller;
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::fresh::{self, Keeping};
use crate::web::trying::variations::follow;

/// Records are changed one after the other, from the reading of one to its writing: each is read on the text that the one before has left.
static CHANGING: Semaphore = Semaphore::const_new(1);
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
    BodyUpTo { value: asked, bytes }: BodyUpTo<RecordEdit, MAX_CHANGES_BYTES>,
) -> Result<Response, WebError> {
    app.limits.command(client)?;
    app.limits.records(client, bytes)?;
    if asked.changes.len() > MOST_CHANGES {
        return Err(malformed(&format!("more than {MOST_CHANGES} changes")));
    }
    let encoding = asked.encoding.as_deref().map(labelled).transpose()?;
    let rest = app.limits.rest(client);
    if !rest.is_zero() {
        return Err(TooMany { retry_after: rest }.into());
    }
    let place = IMPORTS.place(&app.limits, client)?;
    let _alone = CHANGING.acquire().await.map_err(|error| WebError::Internal(error.to_string()))?;
    for _ in 0..TRIES {
        let about = own(&app, id, player.id.0).await?;
        let record = app.store.brought_record(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
        let turn = place.turn().await?;
        let changed = turn.work_for(&app.limits, client, || changed(&record, encoding, &asked));
        let changed = changed.map_err(|refused| Problem::from(&refused))?;
        let Changed { edited: Edited { file: new, headline, shown, before }, gone, original } = changed;
        let BroughtRecord { file, headline: old, revision, .. } = record;
        let revision = if new == file && headline.encoding == old.encoding {
            revision
        } else {
            // Bytes that are kept from now on count from then on: nobody is kept from making an old record smaller.
            let more = new.sgf.len().saturating_sub(file.sgf.len());
            if more > 0 {
                room_for(&app, player.id.0, 0, more as u64).await?;
            }
            if !gone.is_empty() {
                follow(&app, id, &before, &gone).await?;
            }
            match app.store.rewrite_record(id, revision, &new, &headline, original.as_deref()).await? {
                Rewritten::Done(revision) => {
                    // Since the first time somebody may have hung another node there.
                    if !gone.is_empty() {
                        follow(&app, id, &before, &gone).await?;
                    }
                    revision
                }
                Rewritten::Stale => continue,
            }
        };
        let about = AboutRecord { revision, ..about };
        let tag = tag_of(id, &about, JSON);
        let AboutRecord { created_at, owner, revision } = about;
        let body = fresh::encode(&RecordAnswer { id: Text(id), created_at, owner, revision, shown })?;
        return Ok(fresh::whole(Keeping::Private, &tag, JSON, place.body(body)));
    }
    // More devices than a person has changed it all the time. Nothing was changed, and the client may send it again.
    Err(ProblemCode::Unavailable.into())
}

/// A record that was changed.
struct Changed {
    /// The record, and its content before anything was changed.
    edited: Edited,
    /// The numbers of the nodes that went.
    gone: BTreeSet<u32>,
    /// The bytes from which it was made, if they are to be kept from now on.
    original: Option<Vec<u8>>,
}

/// Reads a record again, if that is asked for, and then makes the changes.
fn changed(
    record: &BroughtRecord,
    encoding: Option<TextEncoding>,
    asked: &RecordEdit,
) -> Result<Changed, NotEdited> {
    let BroughtRecord { file, headline, .. } = record;
    let edited = match encoding.filter(|encoding| encoding.name() != headline.encoding) {
        None => edit(file, asked, &headline.encoding)?,
        Some(encoding) => {
            let read = record.brought().read_again(encoding)?;
            Edited { before: file.show()?, ..edit(&read, asked, encoding.name())? }
        }
    };
    let gone = &numbers(&edited.before) - &numbers(&edited.shown);
    Ok(Changed { edited, gone, original: record.unkept() })
}

/// The numbers of the nodes.
fn numbers(shown: &Shown) -> BTreeSet<u32> {
    (0..).zip(&shown.nodes).map(|(place, node)| node.node.unwrap_or(place)).collect()
}
