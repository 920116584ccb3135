//! Records of games that were played elsewhere: brought, listed, shown, given back, taken away.

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::json;
use tengen_game::{Millis, PlayerId, RecordId};
use tengen_protocol::record::{
    KeptRecord, MAX_RECORD_BYTES, RecordAnswer, RecordList, RecordSummary, RecordsAnswer, Shown, read_file,
};
use tengen_protocol::{Problem, ProblemCode, Text};
use tokio::sync::Semaphore;
use tokio::task::block_in_place;

use super::accept::{JSON, SGF, preferred};
use super::body::{Answer, Fields, RecordFile, RecordPath, answer, malformed};
use super::caller::{Caller, MaybeCaller};
use super::client::Client;
use super::error::WebError;
use super::fresh::{self, Keeping, Tag};
use super::query::page_length;
use crate::app::App;
use crate::store::{PageCursor, Removal, StoredRecord};
use crate::{clock, entropy};

/// How many records one player keeps at most, and how many bytes they have together.
const MAX_RECORDS: u64 = 1_000;
const MAX_BYTES: u64 = 64 << 20;

/// Files are read one after the other: most take no time, and the largest leave the other cores to the games.
static READING: Semaphore = Semaphore::const_new(1);

/// Does something that takes as long as a file is large.
async fn in_turn<T>(read: impl FnOnce() -> Result<T, WebError>) -> Result<T, WebError> {
    let _turn = READING.acquire().await.map_err(|error| WebError::Internal(error.to_string()))?;
    block_in_place(read)
}

pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/records", post(import).layer(DefaultBodyLimit::max(MAX_RECORD_BYTES)).get(list))
        .route("/records/{id}", get(show).delete(remove))
        .route("/records/{id}/sgf", get(file))
}

/// Keeps each game of a file.
async fn import(
    State(app): State<App>,
    client: Client,
    Caller(player): Caller,
    Fields(Nothing {}): Fields<Nothing>,
    RecordFile(bytes): RecordFile,
) -> Result<(StatusCode, Answer<RecordsAnswer>), WebError> {
    app.limits.game(player.id.0, client)?;
    let records = in_turn(|| Ok(read_file(&bytes).map_err(|error| Problem::from(&error))?)).await?;
    check_room(&app, player.id.0, &records).await?;
    let created_at = clock::now();
    let records = named(records)?;
    app.store.add_records(player.id.0, created_at, &records).await?;
    let records = records.into_iter().map(|(id, record)| summary(id, created_at, record)).collect();
    Ok((StatusCode::CREATED, answer(RecordsAnswer { records })))
}

/// No fields: bringing a file takes no options.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// Refuses more records than one player may have. Two files that come at the same moment may together go beyond the
/// limit; it is there against abuse, and need not be exact.
async fn check_room(app: &App, player: PlayerId, records: &[KeptRecord]) -> Result<(), WebError> {
    let kept = app.store.kept_records(player).await?;
    let bytes: usize = records.iter().map(|record| record.sgf.len()).sum();
    if kept.records + records.len() as u64 > MAX_RECORDS || kept.bytes + bytes as u64 > MAX_BYTES {
        let limits = json!({"max": MAX_RECORDS, "max_bytes": MAX_BYTES});
        return Err(ProblemCode::TooManyRecords.with(limits).into());
    }
    Ok(())
}

/// Gives records ids that lists, in which the highest comes first, show in this order.
fn named(records: Vec<KeptRecord>) -> Result<Vec<(RecordId, KeptRecord)>, WebError> {
    let mut ids = Vec::with_capacity(records.len());
    for _ in 0..records.len() {
        ids.push(entropy::record_id()?);
    }
    ids.sort_unstable_by(|one, other| other.cmp(one));
    Ok(ids.into_iter().zip(records).collect())
}

fn summary(id: RecordId, created_at: Millis, record: KeptRecord) -> RecordSummary {
    RecordSummary { id: Text(id), created_at, headline: record.headline }
}

/// The query of the list.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct ListFields {
    cursor: String,
    limit: String,
}

/// One's own records.
async fn list(
    State(app): State<App>,
    Caller(player): Caller,
    Fields(fields): Fields<ListFields>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let limit = page_length(&fields.limit)?;
    let after = match fields.cursor.as_str() {
        "" => None,
        cursor => Some(
            cursor
                .parse::<PageCursor<RecordId>>()
                .map_err(|_| malformed("cursor is not one of this server"))?,
        ),
    };
    let mut records = app.store.records_of(player.id.0, after, limit + 1).await?;
    let has_more = records.len() > limit as usize;
    records.truncate(limit as usize);
    let last = records.last().filter(|_| has_more);
    let next = last.map(|last| PageCursor { created_at: last.created_at, id: last.id.0 }.to_string());
    fresh::json(&headers, Keeping::Private, &RecordList { records, next })
}

/// A record in the form that the client prefers: as a tree, or as a file.
async fn show(
    State(app): State<App>,
    caller: MaybeCaller,
    RecordPath(id): RecordPath,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let record = app.store.record(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
    if preferred(&headers, &[JSON, SGF]) == SGF {
        return Ok(sgf(&caller, id, record, &headers));
    }
    let StoredRecord { created_at, owner, sgf } = record;
    let body = in_turn(|| {
        let shown = Shown::read(&sgf).map_err(|error| WebError::Internal(format!("record {id}: {error}")))?;
        fresh::encode(&RecordAnswer { id: Text(id), created_at, owner, shown })
    })
    .await?;
    Ok(fresh::tagged(&headers, Keeping::of(&caller, false), &Tag::of(&body), JSON, body))
}

/// A record as a file.
async fn file(
    State(app): State<App>,
    caller: MaybeCaller,
    RecordPath(id): RecordPath,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let record = app.store.record(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
    Ok(sgf(&caller, id, record, &headers))
}

fn sgf(caller: &MaybeCaller, id: RecordId, record: StoredRecord, headers: &HeaderMap) -> Response {
    let text = record.sgf.into_bytes();
    let answer = fresh::tagged(
        headers,
        Keeping::of(caller, false),
        &Tag::of(&text),
        "application/x-go-sgf; charset=utf-8",
        text,
    );
    let name = [(header::CONTENT_DISPOSITION, format!("attachment; filename=\"tengen-record-{id}.sgf\""))];
    (name, answer).into_response()
}

/// Takes one's own record away.
async fn remove(
    State(app): State<App>,
    Caller(player): Caller,
    RecordPath(id): RecordPath,
) -> Result<StatusCode, WebError> {
    match app.store.remove_record(id, player.id.0).await? {
        Removal::Removed => Ok(StatusCode::NO_CONTENT),
        Removal::NotTheOwner => Err(ProblemCode::NotTheOwner.into()),
        Removal::Nothing => Err(ProblemCode::NoSuchRecord.into()),
    }
}
