//! The bytes from which records were made, and how they read in other encodings.

use aide::NoApi;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use tengen_game::RecordId;
use tengen_protocol::record::{ENCODING, RecordSummary};
use tengen_protocol::{Problem, ProblemCode, Text};
use tengen_sgf::TextEncoding;
use tengen_store::AboutRecord;

use super::own::own;
use super::room::{IMPORTS, SHOWINGS};
use super::tag::tag_of;
use crate::app::App;
use crate::web::accept::SGF;
use crate::web::body::{Fields, Named, malformed};
use crate::web::caller::Viewer;
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::fresh::{self, Keeping};
use crate::web::packed::Packed;

/// What the tag of the bytes says of their form: it is neither of those in which a record is shown.
const AS_THEY_CAME: &str = "original";

/// The encoding with a label.
pub(super) fn labelled(label: &str) -> Result<TextEncoding, WebError> {
    label.parse().map_err(|_| malformed("the encoding is none that is known"))
}

/// The bytes from which one's own record was made. Around it there may be words that are nobody else's concern.
pub(super) async fn original(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Viewer(viewer): Viewer,
    Named(id): Named<RecordId>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let about = own(&app, id, viewer.player.id.0).await?;
    let tag = tag_of(id, &about, AS_THEY_CAME);
    if let Some(known) = fresh::known(&headers, Keeping::Private, &tag) {
        return Ok(known);
    }
    let place = SHOWINGS.of(about.work).place(&app.limits, client)?;
    let read = async {
        let record = app.store.brought_record(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
        let brought = record.brought();
        let (bytes, ending) = (brought.bytes().into_owned(), brought.ending());
        Ok::<_, WebError>((bytes, (ending, record.revision, record.headline.encoding)))
    };
    let packed = Packed::in_turn((&app.limits, client, &place), &headers, about.work, read);
    let (body, (ending, revision, encoding)) = packed.await?;
    let tag = tag_of(id, &AboutRecord { revision, ..about }, AS_THEY_CAME);
    let mut answer = body.answer(|bytes| fresh::whole(Keeping::Private, &tag, SGF, place.body(bytes)));
    if let Ok(media_type) = HeaderValue::from_str(&format!("{SGF}; charset={encoding}")) {
        answer.headers_mut().insert(header::CONTENT_TYPE, media_type);
    }
    let name = format!("attachment; filename=\"tengen-original-{id}.{ending}\"");
    Ok(([(header::CONTENT_DISPOSITION, name)], answer).into_response())
}

/// The query of a reading.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadingFields {
    /// The encoding, by a label of the WHATWG Encoding Standard.
    #[schemars(regex(pattern = ENCODING))]
    encoding: String,
}

/// How lists would show one's own record if its bytes were read in another encoding. Nothing is changed.
pub(super) async fn reading(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Viewer(viewer): Viewer,
    Named(id): Named<RecordId>,
    Fields(fields): Fields<ReadingFields>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let encoding = labelled(&fields.encoding)?;
    let about = own(&app, id, viewer.player.id.0).await?;
    let place = IMPORTS.of(about.work).place(&app.limits, client)?;
    let turn = place.turn_for(&app.limits, client).await?;
    let record = app.store.brought_record(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
    let headline = turn.work_for(&app.limits, client, move || record.brought().headline_in(encoding));
    let headline = headline.await?.map_err(|error| Problem::from(&error))?;
    let summary = RecordSummary { id: Text(id), created_at: about.created_at, headline };
    fresh::json(&headers, Keeping::Private, &summary)
}
