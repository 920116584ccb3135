//! Records of games that were played elsewhere: brought, listed, shown, given back, taken away.

use aide::axum::ApiRouter;
use aide::axum::routing::{get_with, post_with};
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
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
use super::body::{Fields, RecordFile, RecordPath, answer, malformed};
use super::caller::{Caller, MaybeCaller, Viewer};
use super::client::Client;
use super::error::WebError;
use super::fresh::{self, Keeping, Tag};
use super::openapi::Describe;
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

pub(super) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/records",
            post_with(import, |op| {
                op.about("new_records", "records", "Keeps each game of a file in SGF, to be shown")
                    .answers::<RecordsAnswer>(201, JSON, "One record for each game in the file.")
                    .refuses(&[Code::UnreadableRecord, Code::TooManyRecords])
                    .leads_to(201, OF_A_RECORD, "/records/0/id")
            })
            .layer(DefaultBodyLimit::max(MAX_RECORD_BYTES))
            .get_with(list, |op| {
                op.about("records", "records", "One's own records, newest first")
                    .answers::<RecordList>(200, JSON, "A page of them.")
                    .tagged()
            }),
        )
        .api_route(
            "/records/{id}",
            get_with(show, |op| {
                op.about("kept_record", "records", "A record as a tree of moves")
                    .answers::<RecordAnswer>(200, JSON, "The tree, or the file.")
                    .answers_text(200, Some(SGF), "")
                    .tagged()
            })
            .delete_with(remove, |op| {
                op.about("remove_record", "records", "Takes one's own record away")
                    .answers_text(204, None, "It is gone.")
                    .refuses(&[Code::NotTheOwner])
            }),
        )
        .api_route(
            "/records/{id}/sgf",
            get_with(file, |op| {
                op.about("record_file", "records", "A record as a file")
                    .answers_text(200, Some(SGF), "The file.")
                    .tagged()
            }),
        )
}

/// What may be asked of a record.
const OF_A_RECORD: &[&str] = &["kept_record", "record_file", "remove_record"];

/// Keeps each game of a file.
async fn import(
    State(app): State<App>,
    client: Client,
    Caller(player): Caller,
    Fields(Nothing {}): Fields<Nothing>,
    RecordFile(bytes): RecordFile,
) -> Result<Response, WebError> {
    app.limits.game(player.id.0, client)?;
    let records = in_turn(|| Ok(read_file(&bytes).map_err(|error| Problem::from(&error))?)).await?;
    check_room(&app, player.id.0, &records).await?;
    let created_at = clock::now();
    let records = named(records)?;
    app.store.add_records(player.id.0, created_at, &records).await?;
    let records = records.into_iter().map(|(id, record)| summary(id, created_at, record)).collect();
    Ok((StatusCode::CREATED, answer(RecordsAnswer { records })).into_response())
}

/// No fields: bringing a file takes no options.
#[derive(Deserialize, JsonSchema)]
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
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct ListFields {
    /// `next` of a page: the page behind it.
    #[schemars(regex(pattern = "^([0-9]{1,15}\\.[0-9a-hjkmnp-tv-z]{16})?$"))]
    cursor: String,
    /// How many records on a page, 1 to 100; usually 20.
    #[schemars(regex(pattern = "^([1-9][0-9]?|100)?$"))]
    limit: String,
}

/// One's own records.
async fn list(
    State(app): State<App>,
    Viewer(viewer): Viewer,
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
    let mut records = app.store.records_of(viewer.player.id.0, after, limit + 1).await?;
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
) -> Result<Response, WebError> {
    match app.store.remove_record(id, player.id.0).await? {
        Removal::Removed => Ok(StatusCode::NO_CONTENT.into_response()),
        Removal::NotTheOwner => Err(ProblemCode::NotTheOwner.into()),
        Removal::Nothing => Err(ProblemCode::NoSuchRecord.into()),
    }
}
