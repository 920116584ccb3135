//! The addresses of records of games that were played elsewhere: brought, listed, shown, changed, given back, taken away. How they
//! read in other encodings is in [`encodings`].

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use tengen_actions::kit::{ActionError, Actor, GREAT};
use tengen_actions::records::{self, Told};
use tengen_game::RecordId;
use tengen_protocol::records::{
    MAYBE_ENCODING, RecordAnswer, RecordEdit, RecordList, RecordReading, RecordsAnswer,
};
use tengen_protocol::{MAX_CHANGES_BYTES, ProblemCode};
use tengen_store::{AboutRecord, PageCursor};

use super::encodings;
use super::shown::ShownRecords;
use super::tag::tag_of;
use crate::app::App;
use crate::web::accept::{JSON, SGF, preferred};
use crate::web::body::{BodyUpTo, Fields, Named, malformed};
use crate::web::caller::{Caller, MaybeCaller, Viewer};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::fresh::{self, Keeping, Tag};
use crate::web::lists::query::{self, page_length};
use crate::web::next_page::{after, noted};
use crate::web::openapi::{Created, Describe};
use crate::web::packed::Packed;
use crate::web::record_file::RecordFile;
use crate::web::routing::{create_with, delete_with, get_with, patch_with};
use crate::web::turns::body_in;

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
            .merge(patch_with(change, |op| {
                op.about("change_record", "records", "Changes one's own record in places")
                    .answers::<RecordAnswer>(200, JSON, "The record as it is now.")
                    .refuses(CHANGE_PROBLEMS)
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

/// How changes of a record are refused.
const CHANGE_PROBLEMS: &[ProblemCode] = {
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
    let label = if fields.encoding.is_empty() { charset } else { Some(fields.encoding) };
    let actor = Actor { player, client };
    let content = records::bring_records(&app, &actor, upload, label.as_deref()).await?;
    let location = match &content.records[..] {
        [record] => format!("/api/v1/records/{}", record.id.0),
        _ => "/api/v1/records".to_owned(),
    };
    Ok(Created { location, content }.into_response())
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
    let (of, asked) = (about.clone(), headers.clone());
    let tell = move |answer: RecordAnswer| {
        let revision = answer.revision;
        let packed = Packed::json(&asked, answer)?;
        if is_great {
            // It may have changed since: the tag is that of the answer.
            SHOWN.keep(tag_of(id, &AboutRecord { revision, ..of }, JSON), &packed);
        }
        Ok::<_, ActionError>(packed)
    };
    let shown = records::show_record(&app, client, (id, about), || kept(&tag), tell).await?;
    Ok(told(id, keeping, shown))
}

/// Changes one's own record.
async fn change(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Caller(player): Caller,
    Named(id): Named<RecordId>,
    headers: HeaderMap,
    BodyUpTo { value, bytes }: BodyUpTo<RecordEdit, MAX_CHANGES_BYTES>,
) -> Result<Response, WebError> {
    let tell = move |answer: RecordAnswer| Packed::json(&headers, answer);
    let changed = records::change_record(&app, &Actor { player, client }, id, (value, bytes), tell).await?;
    Ok(told(id, Keeping::Private, changed))
}

/// The answer that shows a record as a tree.
fn told(id: RecordId, keeping: Keeping, Told { about, told, place }: Told<Packed>) -> Response {
    let tag = tag_of(id, &about, JSON);
    told.answer(|bytes| fresh::whole(keeping, &tag, JSON, body_in(place, bytes)))
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
    NoApi(client): NoApi<Client>,
    Caller(player): Caller,
    Named(id): Named<RecordId>,
) -> Result<Response, WebError> {
    records::remove_record(&app, &Actor { player, client }, id).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
