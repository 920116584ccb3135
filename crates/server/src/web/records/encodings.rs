//! The bytes from which records were made, and how they read in other encodings.

use std::sync::Arc;

use aide::NoApi;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use tengen_actions::records::{self, own};
use tengen_game::RecordId;
use tengen_protocol::ProblemCode;
use tengen_protocol::records::ENCODING;
use tengen_store::{AboutRecord, BroughtRecord, Upload, UploadFacts};

use super::tag::tag_of;
use crate::app::App;
use crate::web::accept::SGF;
use crate::web::body::{Fields, Named};
use crate::web::caller::Viewer;
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::fresh::{self, Keeping, Tag};
use crate::web::lists::looking::{counted, turns};
use crate::web::packed::Packed;
use crate::web::turns::body_in;

/// What the tag of the bytes says of their form: it is neither of those in which a record is shown.
const AS_THEY_CAME: &str = "original";

/// What the tag of a whole file says of its form.
const WHOLE: &str = "upload";

/// How the name of a file of several games ends: no other format has several.
const ENDING: &str = "sgf";

/// The header that says whether bytes are those that came: the values are those of [`Kept`].
const BYTES: HeaderName = HeaderName::from_static("tengen-bytes");

/// Whether bytes are those that came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kept {
    /// They are.
    AsTheyCame,
    /// Some of its games were taken away since.
    InPart,
    /// A server of an earlier release did not keep them: they are what its text tells.
    Not,
}

impl Kept {
    /// Those of a record, as far as it is known.
    fn of(record: &BroughtRecord) -> Option<Self> {
        record.has_its_bytes().map(|has| if has { Self::AsTheyCame } else { Self::Not })
    }

    /// Those of a whole file.
    fn of_file(upload: &Upload) -> Self {
        if upload.is_whole() {
            Self::AsTheyCame
        } else if upload.facts.lost > 0 {
            Self::Not
        } else {
            Self::InPart
        }
    }

    fn header(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::AsTheyCame => "as-they-came",
            Self::InPart => "in-part",
            Self::Not => "not-kept",
        })
    }
}

/// Bytes that somebody has brought, and what is said of them.
struct Bytes {
    kept: Option<Kept>,
    /// The encoding in which they were read, if all of them were in one.
    encoding: Option<String>,
    /// What they are called as a file, but for the ending.
    name: String,
    ending: &'static str,
}

impl Bytes {
    /// The answer that gives them.
    fn answer(&self, mut answer: Response) -> Response {
        let headers = answer.headers_mut();
        if let Some(encoding) = &self.encoding
            && let Ok(media_type) = HeaderValue::from_str(&format!("{SGF}; charset={encoding}"))
        {
            headers.insert(header::CONTENT_TYPE, media_type);
        }
        headers.extend(self.kept.map(|kept| (BYTES, kept.header())));
        let name = format!("attachment; filename=\"{}.{}\"", self.name, self.ending);
        ([(header::CONTENT_DISPOSITION, name)], answer).into_response()
    }
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
    of_record(&app, client, (id, about, AS_THEY_CAME), &headers).await
}

/// The bytes of a record, in an answer of this form.
async fn of_record(
    app: &App,
    client: Client,
    (id, about, form): (RecordId, AboutRecord, &str),
    headers: &HeaderMap,
) -> Result<Response, WebError> {
    let tag = tag_of(id, &about, form);
    if let Some(known) = fresh::known(headers, Keeping::Private, &tag) {
        return Ok(known);
    }
    let place = app.turns.showings.of(about.work).place(&app.limits, client)?;
    let read = async {
        let record = app.store.brought_record(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
        let mut told = told(id, &record);
        // The file in which it came is damaged, and this is what is left of it.
        if form == WHOLE && record.upload.is_some() {
            told.kept = Some(Kept::InPart);
        }
        Ok::<_, WebError>((record.brought().bytes().into_owned(), (record.revision, told)))
    };
    let packed = Packed::in_turn((&app.limits, client, &place), headers, about.work, read);
    let (body, (revision, told)) = packed.await?;
    let tag = tag_of(id, &AboutRecord { revision, ..about }, form);
    let answer = body.answer(|bytes| fresh::whole(Keeping::Private, &tag, SGF, body_in(place, bytes)));
    Ok(told.answer(answer))
}

/// What is said of the bytes of a record.
fn told(id: RecordId, record: &BroughtRecord) -> Bytes {
    Bytes {
        kept: Kept::of(record),
        encoding: Some(record.headline.encoding.clone()),
        name: format!("tengen-original-{id}"),
        ending: record.brought().ending(),
    }
}

/// The whole file in which one's own record came, with words between its games and those that can't be read. What was taken away
/// since is not in it.
pub(super) async fn upload(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Viewer(viewer): Viewer,
    Named(id): Named<RecordId>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let about = own(&app, id, viewer.player.id.0).await?;
    let Some((file, facts)) = app.store.about_upload(id).await? else {
        return of_record(&app, client, (id, about, WHOLE), &headers).await;
    };
    if let Some(known) = fresh::known(&headers, Keeping::Private, &tag_of_file(file, facts)) {
        return Ok(known);
    }
    let place = app.turns.showings.of(facts.length).place(&app.limits, client)?;
    let (look, turn) = turns(&app.limits, client, &place).await?;
    let store = app.store.clone();
    let reading = counted(Arc::clone(&app.limits), client, look, async move { store.upload(file).await });
    // The database goes on with it though the client may leave.
    let upload = turn.work_to_the_end(reading).await??.ok_or(ProblemCode::NoSuchRecord)?;
    let told = Bytes {
        kept: Some(Kept::of_file(&upload)),
        // Each of its games may be in another one.
        encoding: None,
        name: format!("tengen-upload-{file}"),
        ending: ENDING,
    };
    let Upload { bytes, facts } = upload;
    // It has had its turn to be read, and has another one only to be compressed.
    let read = async { Ok::<_, WebError>((bytes, ())) };
    let (body, ()) = Packed::in_turn((&app.limits, client, &place), &headers, 0, read).await?;
    let tag = tag_of_file(file, facts);
    let answer = body.answer(|bytes| fresh::whole(Keeping::Private, &tag, SGF, body_in(place, bytes)));
    Ok(told.answer(answer))
}

/// The tag of a file of several games.
fn tag_of_file(file: RecordId, UploadFacts { length: _, records, lost }: UploadFacts) -> Tag {
    let version = env!("CARGO_PKG_VERSION");
    Tag::of(format!("{version} {WHOLE} {file} {records} {lost}").as_bytes())
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
    let reader = (viewer.player.id.0, client);
    let reading = records::reading(&app, reader, id, &fields.encoding).await?;
    fresh::json(&headers, Keeping::Private, &reading)
}
