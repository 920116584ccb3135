//! Records of games that were played elsewhere: brought, listed, shown, given back, taken away.

use aide::NoApi;
use aide::axum::ApiRouter;
use aide::axum::routing::{get_with, post_with};
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tengen_entropy as entropy;
use tengen_game::{Millis, PlayerId, RecordId};
use tengen_protocol::record::{RecordAnswer, RecordList, RecordSummary, RecordsAnswer};
use tengen_protocol::{PlayerCard, Problem, ProblemCode, Text};
use tengen_records::{KeptRecord, MAX_RECORD_BYTES, read_file};
use tengen_store::{AboutRecord, PageCursor, Removal};

use crate::app::App;
use crate::web::accept::{JSON, SGF, preferred};
use crate::web::body::{Fields, Named, RecordFile, answer, malformed};
use crate::web::caller::{Caller, MaybeCaller, Viewer};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::fresh::{self, Keeping, Tag};
use crate::web::lists::query::{self, page_length};
use crate::web::openapi::Describe;
use crate::web::turns::Turns;

/// How many records one player keeps at most, and how many bytes they have together.
const MAX_RECORDS: u64 = 1_000;
const MAX_BYTES: u64 = 64 << 20;

/// Files are read one after the other: most take no time, and the largest leave the other cores to the games.
static IMPORTS: Turns = Turns::new(1, 32);
/// So are records that are shown. The largest answers have some megabytes, and so many of them there are at once.
static SHOWINGS: Turns = Turns::new(1, 64);

pub(in crate::web) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/records",
            post_with(import, |op| {
                op.about("new_records", "records", "Keeps each game of a file in SGF, to be shown")
                    .answers::<RecordsAnswer>(201, JSON, "One record for each game in the file.")
                    .refuses(&[Code::UnreadableRecord, Code::TooManyRecords, Code::RecordsFull])
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

/// The query of a record.
const OF_A_RECORD: &[&str] = &["kept_record", "record_file", "remove_record"];

/// Keeps each game of a file.
async fn import(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Caller(player): Caller,
    Fields(Nothing {}): Fields<Nothing>,
    RecordFile(bytes): RecordFile,
) -> Result<Response, WebError> {
    app.limits.game(player.id.0, client)?;
    app.limits.records(client, bytes.len())?;
    if app.records.max_bytes() == 0 {
        return Err(full(&app));
    }
    let place = IMPORTS.place(&app.limits, client)?;
    let read = place.turn().await?.work(|| read_file(&bytes));
    let records = read.map_err(|error| Problem::from(&error))?;
    check_room(&app, player.id.0, &records).await?;
    let created_at = app.clock.now();
    let records = named(records)?;
    app.store.add_records(player.id.0, created_at, &records).await?;
    let records = records.into_iter().map(|(id, record)| summary(id, created_at, record)).collect();
    Ok((StatusCode::CREATED, answer(RecordsAnswer { records })).into_response())
}

/// No fields: bringing a file takes no options.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// Refuses more records than one player may have, and than all may. Two files that come at the same moment may together go
/// beyond the limit; it is there against abuse, and need not be exact.
async fn check_room(app: &App, player: PlayerId, records: &[KeptRecord]) -> Result<(), WebError> {
    let kept = app.store.kept_records(player).await?;
    let bytes: usize = records.iter().map(|record| record.sgf.len()).sum();
    if kept.records + records.len() as u64 > MAX_RECORDS || kept.bytes + bytes as u64 > MAX_BYTES {
        let limits = json!({"max": MAX_RECORDS, "max_bytes": MAX_BYTES});
        return Err(ProblemCode::TooManyRecords.with(limits).into());
    }
    if !app.records.take(&app.store, bytes as u64).await? {
        return Err(full(app));
    }
    Ok(())
}

/// There is no room for more records of anybody.
fn full(app: &App) -> WebError {
    ProblemCode::RecordsFull.with(json!({"max_bytes": app.records.max_bytes()})).into()
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
struct RecordListFields {
    /// `next` of a page: the page behind it.
    #[schemars(regex(pattern = query::MAYBE_CURSOR))]
    cursor: String,
    /// How many records on a page, 1 to 100; usually 20.
    #[schemars(regex(pattern = query::MAYBE_LIMIT))]
    limit: String,
}

/// One's own records.
async fn list(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    Fields(fields): Fields<RecordListFields>,
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
    let (records, next) = app.store.records_of(viewer.player.id.0, after, limit).await?;
    let next = next.map(|place| place.to_string());
    fresh::json(&headers, Keeping::Private, &RecordList { records, next })
}

/// A record in the form that the client prefers: as a tree, or as a file.
async fn show(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    caller: MaybeCaller,
    Named(id): Named<RecordId>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    if preferred(&headers, &[JSON, SGF]) == SGF {
        return sgf(&app, client, &caller, id, &headers).await;
    }
    let about = app.store.about_record(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
    let (keeping, tag) = (Keeping::of(&caller, false), tag_of(id, &about, JSON));
    if let Some(known) = fresh::known(&headers, keeping, &tag) {
        return Ok(known);
    }
    let place = SHOWINGS.place(&app.limits, client)?;
    let turn = place.turn().await?;
    let sgf = app.store.record_file(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
    let body = turn.work(|| {
        let shown = tengen_records::show(&sgf)
            .map_err(|error| WebError::Internal(format!("record {id}: {error}")))?;
        let AboutRecord { created_at, owner } = about;
        fresh::encode(&RecordAnswer { id: Text(id), created_at, owner, shown })
    })?;
    Ok(fresh::whole(keeping, &tag, JSON, place.body(body)))
}

/// A record as a file.
async fn file(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    caller: MaybeCaller,
    Named(id): Named<RecordId>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    sgf(&app, client, &caller, id, &headers).await
}

async fn sgf(
    app: &App,
    client: Client,
    caller: &MaybeCaller,
    id: RecordId,
    headers: &HeaderMap,
) -> Result<Response, WebError> {
    let about = app.store.about_record(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
    let (keeping, tag) = (Keeping::of(caller, false), tag_of(id, &about, SGF));
    let answer = if let Some(known) = fresh::known(headers, keeping, &tag) {
        known
    } else {
        let place = SHOWINGS.place(&app.limits, client)?;
        let text = app.store.record_file(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
        fresh::whole(keeping, &tag, "application/x-go-sgf; charset=utf-8", place.body(text.into_bytes()))
    };
    let name = [(header::CONTENT_DISPOSITION, format!("attachment; filename=\"tengen-record-{id}.sgf\""))];
    Ok((name, answer).into_response())
}

/// The tag of a record in one form, made before the record is read. The file behind an id never changes, so that the id
/// stands for it; what is shown of it may change with the server's version, and its owner with another name.
fn tag_of(id: RecordId, about: &AboutRecord, form: &str) -> Tag {
    let AboutRecord { created_at, owner } = about;
    let PlayerCard { id: player, name, guest, kind: _ } = owner;
    let version = env!("CARGO_PKG_VERSION");
    Tag::of(format!("{version} {form} {id} {created_at} {} {guest} {name}", player.0).as_bytes())
}

/// Takes one's own record away.
async fn remove(
    State(app): State<App>,
    Caller(player): Caller,
    Named(id): Named<RecordId>,
) -> Result<Response, WebError> {
    match app.store.remove_record(id, player.id.0).await? {
        Removal::Removed => Ok(StatusCode::NO_CONTENT.into_response()),
        Removal::NotTheOwner => Err(ProblemCode::NotTheOwner.into()),
        Removal::Nothing => Err(ProblemCode::NoSuchRecord.into()),
    }
}
