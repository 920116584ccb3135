//! Answers that a client need not get twice: each has a tag made from its content, and a client that shows the tag again is
//! told that nothing is new.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use sha2::{Digest, Sha256};
use tengen_actions::kit::ActionError;

use super::accept::JSON;
use super::caller::MaybeCaller;
use super::error::WebError;

/// The headers on which an answer depends beside its address.
const VARIES: &str = "accept, accept-encoding, authorization, cookie";
/// How many bytes of a digest make a tag.
const TAG_BYTES: usize = 16;

/// The use that caches may make of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keeping {
    /// Kept for everybody, but a cache asks each time whether it is still good. The same to all who show no token.
    Public,
    /// The same, but for the client alone.
    Private,
    /// The same for everybody who asks, and good for a day.
    Day,
    /// Nothing: it is of this moment.
    Never,
}

impl Keeping {
    /// Whether an answer may be kept for others, who do not say who they are either and know no more of private games.
    pub(super) fn of(caller: &MaybeCaller, private: bool) -> Self {
        if caller.player().is_some() || private { Self::Private } else { Self::Public }
    }

    const fn header(self) -> &'static str {
        match self {
            Self::Public => "public, no-cache",
            Self::Private => "private, no-cache",
            Self::Day => "public, max-age=86400",
            Self::Never => "no-store",
        }
    }
}

/// The mark that answers with the same meaning share. It is weak, because compression changes the bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tag(String);

impl Tag {
    /// The tag of a content.
    pub(super) fn of(content: &[u8]) -> Self {
        let digest = Sha256::digest(content);
        Self(format!("W/\"{}\"", URL_SAFE_NO_PAD.encode(&digest[..TAG_BYTES])))
    }

    /// A tag that was made beforehand.
    pub(super) fn made(tag: &str) -> Self {
        Self(tag.to_owned())
    }

    /// The tag as a header tells it.
    pub(super) fn header(&self) -> Option<HeaderValue> {
        HeaderValue::from_str(&self.0).ok()
    }

    /// Whether a client has the content of the tag.
    pub(super) fn is_known(&self, headers: &HeaderMap) -> bool {
        let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
        let own = opaque(&self.0);
        known.flat_map(|value| value.split(',')).any(|tag| tag.trim() == "*" || opaque(tag) == own)
    }
}

/// An answer in JSON, or 304 if the client has it.
pub(super) fn json<T: Serialize>(
    asked: &HeaderMap,
    keeping: Keeping,
    value: &T,
) -> Result<Response, WebError> {
    let body = encode(value)?;
    Ok(tagged(asked, keeping, &Tag::of(&body), JSON, body))
}

/// A value as JSON.
pub(super) fn encode<T: Serialize>(value: &T) -> Result<Vec<u8>, ActionError> {
    serde_json::to_vec(value).map_err(ActionError::internal)
}

/// An answer with a tag, or 304 if the client has it.
pub(super) fn tagged(
    asked: &HeaderMap,
    keeping: Keeping,
    tag: &Tag,
    media_type: &'static str,
    body: impl Into<Body>,
) -> Response {
    known(asked, keeping, tag).unwrap_or_else(|| whole(keeping, tag, media_type, body))
}

/// 304, if the client has the content of the tag. A handler that knows the tag beforehand need not make the answer.
pub(super) fn known(asked: &HeaderMap, keeping: Keeping, tag: &Tag) -> Option<Response> {
    tag.is_known(asked).then(|| with_tag(StatusCode::NOT_MODIFIED.into_response(), keeping, tag))
}

/// An answer with a tag, which the client does not have.
pub(super) fn whole(
    keeping: Keeping,
    tag: &Tag,
    media_type: &'static str,
    body: impl Into<Body>,
) -> Response {
    with_tag(([(header::CONTENT_TYPE, media_type)], body.into()).into_response(), keeping, tag)
}

fn with_tag(mut answer: Response, keeping: Keeping, tag: &Tag) -> Response {
    let headers = answer.headers_mut();
    headers.extend(tag.header().map(|tag| (header::ETAG, tag)));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keeping.header()));
    headers.insert(header::VARY, HeaderValue::from_static(VARIES));
    answer
}
