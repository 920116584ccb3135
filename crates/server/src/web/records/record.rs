//! Records of games that were played elsewhere: brought, listed, shown, given back, taken away. How they are changed is in
//! [`editing`], and how they read in other encodings in [`encodings`].

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use tengen_entropy as entropy;
use tengen_game::{Millis, RecordId};
use tengen_protocol::records::{
    MAYBE_ENCODING, RecordAnswer, RecordList, RecordReading, RecordSummary, RecordsAnswer,
};
use tengen_protocol::{MAX_CHANGES_BYTES, ProblemCode, Refused, Text};
use tengen_records::{KeptRecord, ReadFile, is_plain, read_file_within, work_of};
use tengen_store::{AboutRecord, PageCursor, Removal, ShownRecord};

use super::room::{full, room_for};
use super::shown::ShownRecords;
use super::tag::tag_of;
use super::{editing, encodings};
use crate::app::App;
use crate::web::accept::{JSON, SGF, preferred};
use crate::web::body::{Fields, Named, malformed};
use crate::web::caller::{Caller, MaybeCaller, Viewer};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::fresh::{self, Keeping, Tag};
use crate::web::lists::query::{self, page_length};
use crate::web::next_page::{after, noted};
use crate::web::openapi::{Created, Describe};
use crate::web::packed::Packed;
use crate::web::record_bounds::bounds_of;
use crate::web::record_file::RecordFile;
use crate::web::routing::{create_with, delete_with, get_with, patch_with};
use crate::web::turns::{GREAT, GREATEST, WorkPlace, body_in, rested};

pub(in crate::web) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/records",
            create_with(import, |op| {
                op.about("new_records", "records", "Keeps each game of a file in SGF, to be shown")
                    .answers::<RecordsAnswer>(
                        201,
                        JSON,
                        "One record for each game in the file that can be read.",
                    )
                    .refuses(&[Code::UnreadableRecord, Code::TooManyRecords, Code::RecordsFull])
                    .leads_to(201, OF_A_RECORD, "/records/0/id")
            })
            .merge(get_with(list, |op| {
                op.about("records", "records", "One's own records, newest first")
                    .answers::<RecordList>(200, JSON, "A page of them.")
                    .paged()
                    .tagged()
            })),
        )
        .api_route(
            "/records/{id}",
            get_with(show, |op| {
                op.about("kept_record", "records", "A record as a tree of moves")
                    .answers::<RecordAnswer>(200, JSON, "The tree, or the file.")
                    .answers_text(200, Some(SGF), "")
                    .tagged()
            })
            .merge(patch_with(editing::patch, |op| {
                op.about("change_record", "records", "Changes one's own record in places")
                    .answers::<RecordAnswer>(200, JSON, "The record as it is now.")
                    .refuses(editing::PROBLEMS)
            }))
            .layer(DefaultBodyLimit::max(MAX_CHANGES_BYTES))
            .merge(delete_with(remove, |op| {
                op.about("remove_record", "records", "Takes one's own record away")
                    .answers_text(204, None, "It is gone.")
                    .refuses(&[Code::NotTheOwner])
            })),
        )
        .api_route(
            "/records/{id}/sgf",
            get_with(file, |op| {
                op.about("record_file", "records", "A record as a file")
                    .answers_text(200, Some(SGF), "The file.")
                    .tagged()
            }),
        )
        .api_route(
            "/records/{id}/original",
            get_with(encodings::original, |op| {
                op.about("record_original", "records", "The bytes from which one's own record was made")
                    .answers_text(200, Some(SGF), "The bytes, with the encoding in which they were read.")
                    .tagged()
                    .refuses(&[Code::NotTheOwner])
            }),
        )
        .api_route(
            "/records/{id}/upload",
            get_with(encodings::upload, |op| {
                op.about("record_upload", "records", "The whole file in which one's own record came")
                    .answers_text(200, Some(SGF), "The bytes, without those of records that are gone.")
                    .tagged()
                    .refuses(&[Code::NotTheOwner])
            }),
        )
        .api_route(
            "/records/{id}/reading",
            get_with(encodings::reading, |op| {
                op.about("record_reading", "records", "How one's own record reads in another encoding")
                    .answers::<RecordReading>(200, JSON, "The record as it would be listed, and words of it.")
                    .tagged()
                    .refuses(&[Code::NotTheOwner, Code::UnreadableRecord])
            }),
        )
}

/// The great records that were shown last.
static SHOWN: ShownRecords = ShownRecords::new();

/// The operations on a record.
const OF_A_RECORD: &[&str] = &[
    "kept_record",
    "record_file",
    "record_original",
    "record_upload",
    "record_reading",
    "change_record",
    "remove_record",
];

/// Keeps each game of a file.
async fn import(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Caller(player): Caller,
    Fields(fields): Fields<FileFields>,
    RecordFile { upload, charset }: RecordFile,
) -> Result<Response, WebError> {
    let encoding = match (fields.encoding.as_str(), charset.as_deref()) {
        ("", None) => None,
        ("", Some(label)) | (label, _) => Some(encodings::labelled(label)?),
    };
    rested(&app.limits, client)?;
    if app.records.max_bytes() == 0 {
        return Err(full(&app));
    }
    let bytes = upload.bytes.len() as u64;
    // Of the longest files nobody needs to look for more.
    let work = if bytes > GREATEST { bytes } else { work_of(&upload.bytes) };
    let place = app.turns.imports.of(work).place(&app.limits, client)?;
    let turn = place.turn_for(&app.limits, client).await?;
    // A file that is told to come later is not counted: it comes again as a whole.
    app.limits.game(player.id.0, client)?;
    app.limits.records(client, upload.bytes.len())?;
    let bounds = &bounds_of(&player).file;
    let read = turn.work_for(&app.limits, client, move || read_file_within(&upload.bytes, encoding, bounds));
    let ReadFile { records, refused, more_warnings, around } =
        read.await?.map_err(|error| Refused::from(&error))?;
    let beside = around.as_ref().map_or(0, |around| around.bytes.len());
    let bytes = records.iter().map(KeptRecord::size).sum::<usize>() + beside;
    room_for(&app, &player, records.len() as u64, bytes as u64).await?;
    let created_at = app.clock.now();
    let mut records = named(records)?;
    let warnings: Vec<_> =
        records.iter_mut().flat_map(|(_, record)| std::mem::take(&mut record.warnings)).collect();
    app.store.add_records(player.id.0, created_at, &records, around.as_ref()).await?;
    let records: Vec<_> = records.into_iter().map(|(id, record)| summary(id, created_at, record)).collect();
    let location = match &records[..] {
        [record] => format!("/api/v1/records/{}", record.id.0),
        _ => "/api/v1/records".to_owned(),
    };
    let told = RecordsAnswer { records, warnings, more_warnings, refused };
    Ok(Created { location, content: told }.into_response())
}

/// The query of a file.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct FileFields {
    /// The encoding of the file, by a label of the WHATWG Encoding Standard. Without one the `charset` of the `Content-Type` says
    /// it, and without that the server finds out.
    #[schemars(regex(pattern = MAYBE_ENCODING))]
    encoding: String,
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
    let place = match fields.cursor.as_str() {
        "" => None,
        cursor => Some(
            cursor
                .parse::<PageCursor<RecordId>>()
                .map_err(|_| malformed("cursor is not one of this server"))?,
        ),
    };
    let (records, next) = app.store.records_of(viewer.player.id.0, place, limit).await?;
    let next = next.map(|cursor| cursor.to_string());
    let list = RecordList { records, next };
    Ok(noted(after(&list), fresh::json(&headers, Keeping::Private, &list)?))
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
    // A whole class may look at small ones, whatever else was done for its address, and opens a great one together.
    let is_great = about.work > GREAT;
    let kept = |tag: &Tag| if is_great { SHOWN.find(&headers, tag) } else { None };
    // What is there already takes no place: its bytes count until they are sent, as those of any answer.
    if let Some(packed) = kept(&tag) {
        return Ok(packed.answer(|bytes| fresh::whole(keeping, &tag, JSON, bytes)));
    }
    let place = app.turns.showings.of(about.work).place(&app.limits, client)?;
    let turn = place.turn().await?;
    if let Some(packed) = kept(&tag) {
        return Ok(told(packed, keeping, &tag, place));
    }
    if is_great {
        rested(&app.limits, client)?;
    }
    // It may have changed since: the tag is that of the answer.
    let record = app.store.shown_record(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
    let ShownRecord { file, revision, headline } = record;
    let about = AboutRecord { revision, ..about };
    let tag = tag_of(id, &about, JSON);
    let show = move || {
        let shown = file.show().map_err(|error| WebError::internal(format!("record {id}: {error}")))?;
        let AboutRecord { created_at, owner, revision, .. } = about;
        let encoding = headline.map(|headline| headline.encoding);
        let ascii = Some(is_plain(&file.sgf));
        let answer = RecordAnswer { id: Text(id), created_at, owner, revision, encoding, ascii, shown };
        Packed::json(&headers, answer)
    };
    // What is refused to nobody makes no debt for whoever has to rest: others at the same address would pay for it.
    let packed = if is_great || rested(&app.limits, client).is_ok() {
        turn.work_for(&app.limits, client, show).await??
    } else {
        turn.work(show).await??
    };
    if is_great {
        SHOWN.keep(tag.clone(), &packed);
    }
    Ok(told(packed, keeping, &tag, place))
}

/// The answer that shows a record as a tree.
fn told(packed: Packed, keeping: Keeping, tag: &Tag, place: WorkPlace) -> Response {
    packed.answer(|bytes| fresh::whole(keeping, tag, JSON, body_in(place, bytes)))
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
        let place = app.turns.showings.of(about.work).place(&app.limits, client)?;
        let read = async {
            let (file, revision) = app.store.record_file(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
            Ok::<_, WebError>((file.sgf.into_bytes(), revision))
        };
        let packed = Packed::in_turn((&app.limits, client, &place), headers, about.work, read);
        let (body, revision) = packed.await?;
        let tag = tag_of(id, &AboutRecord { revision, ..about }, SGF);
        let media_type = "application/x-go-sgf; charset=utf-8";
        body.answer(|bytes| fresh::whole(keeping, &tag, media_type, body_in(place, bytes)))
    };
    let name = [(header::CONTENT_DISPOSITION, format!("attachment; filename=\"tengen-record-{id}.sgf\""))];
    Ok((name, answer).into_response())
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
