//! Reading requests. A request that does not read is a problem of the protocol's table, never a plain text of some library.

use std::str::FromStr;

use axum::body::{Body as Incoming, Bytes, to_bytes};
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::json;
use tengen_actions::kit;
use tengen_game::{
    CaseId, GameId, GroupId, IdentityId, InvitationId, PasskeyId, PlayerId, RecordId, SanctionId, SessionId,
    ShareId, TokenId,
};
use tengen_protocol::{MAX_MESSAGE_BYTES, ProblemCode, Word, object};
use tengen_rules::BoardName;

use super::accept::JSON;
use super::arriving::{Pace, TooSlow, arriving};
use super::caller::Anyone;
use super::error::WebError;
pub(super) use super::openapi::{Answer, answer};
use super::openapi::{
    GenContext, Operation, OperationInput, may_refuse, path_parameter, query_parameters, request_body,
};
use crate::app::App;

/// A JSON body.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = WebError;

    async fn from_request(request: Request, app: &App) -> Result<Self, WebError> {
        if !is(JSON, request.headers()) {
            return Err(ProblemCode::UnsupportedMediaType.into());
        }
        let bytes = read(request, app, MAX_MESSAGE_BYTES).await?;
        parse(&bytes).map(Self)
    }
}

impl<T: JsonSchema> OperationInput for Body<T> {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        request_body::<T>(ctx, operation, true);
    }
}

/// A JSON body that may be longer than others, up to so many bytes. The layer of the route stops it there.
pub(super) struct BodyUpTo<T, const MOST: usize> {
    pub(super) value: T,
    /// How long it is.
    pub(super) bytes: usize,
}

impl<T: DeserializeOwned, const MOST: usize> FromRequest<App> for BodyUpTo<T, MOST> {
    type Rejection = WebError;

    async fn from_request(request: Request, app: &App) -> Result<Self, WebError> {
        if !is(JSON, request.headers()) {
            return Err(ProblemCode::UnsupportedMediaType.into());
        }
        let bytes = read(request, app, MOST).await?;
        Ok(Self { value: parse(&bytes)?, bytes: bytes.len() })
    }
}

impl<T: JsonSchema, const MOST: usize> OperationInput for BodyUpTo<T, MOST> {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        request_body::<T>(ctx, operation, true);
    }
}

/// A JSON body that may be left out, content type and all; then it is the default.
pub(super) struct OptionalBody<T>(pub(super) T);

impl<T: DeserializeOwned + Default> FromRequest<App> for OptionalBody<T> {
    type Rejection = WebError;

    async fn from_request(request: Request, app: &App) -> Result<Self, WebError> {
        let json = is(JSON, request.headers());
        let bytes = read(request, app, MAX_MESSAGE_BYTES).await?;
        match (bytes.is_empty(), json) {
            (true, _) => Ok(Self(T::default())),
            (false, true) => parse(&bytes).map(Self),
            (false, false) => Err(ProblemCode::UnsupportedMediaType.into()),
        }
    }
}

impl<T: JsonSchema> OperationInput for OptionalBody<T> {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        request_body::<T>(ctx, operation, false);
    }
}

/// The fields of a query.
pub(super) struct Fields<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Fields<T> {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, WebError> {
        let query: Result<Query<T>, QueryRejection> = Query::from_request_parts(parts, state).await;
        query.map(|Query(fields)| Self(fields)).map_err(|rejection| malformed(&rejection.body_text()))
    }
}

impl<T: JsonSchema> OperationInput for Fields<T> {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        query_parameters::<T>(ctx, operation);
        may_refuse(operation, &[ProblemCode::Malformed]);
    }
}

/// A thing that an address may name.
pub(super) trait Addressed: Word + FromStr {
    /// The name of the parameter in the address.
    const PARAMETER: &'static str = "id";
    /// The problem if there is no such thing, or if the name does not read.
    const NONE: ProblemCode;
}

impl Addressed for GameId {
    const NONE: ProblemCode = ProblemCode::NoSuchGame;
}

impl Addressed for PlayerId {
    const NONE: ProblemCode = ProblemCode::NoSuchPlayer;
}

impl Addressed for RecordId {
    const NONE: ProblemCode = ProblemCode::NoSuchRecord;
}

impl Addressed for TokenId {
    const NONE: ProblemCode = ProblemCode::NoSuchToken;
}

impl Addressed for SessionId {
    const NONE: ProblemCode = ProblemCode::NoSuchSession;
}

impl Addressed for InvitationId {
    const NONE: ProblemCode = ProblemCode::NoSuchInvitation;
}

impl Addressed for CaseId {
    const NONE: ProblemCode = ProblemCode::NoSuchCase;
}

impl Addressed for SanctionId {
    const NONE: ProblemCode = ProblemCode::NoSuchSanction;
}

impl Addressed for GroupId {
    const NONE: ProblemCode = ProblemCode::NoSuchGroup;
}

impl Addressed for IdentityId {
    const NONE: ProblemCode = ProblemCode::NoSuchIdentity;
}

impl Addressed for PasskeyId {
    const NONE: ProblemCode = ProblemCode::NoSuchPasskey;
}

impl Addressed for ShareId {
    const NONE: ProblemCode = ProblemCode::NoSuchShare;
}

impl Addressed for BoardName {
    const PARAMETER: &'static str = "name";
    const NONE: ProblemCode = ProblemCode::NoSuchBoard;
}

/// The thing that the address names.
pub(super) struct Named<T>(pub(super) T);

impl<S: Send + Sync, T: Addressed> FromRequestParts<S> for Named<T> {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, WebError> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        path.ok().and_then(|Path(word)| word.parse().ok()).map(Self).ok_or(T::NONE.into())
    }
}

impl<T: Addressed> OperationInput for Named<T> {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        path_parameter::<T>(ctx, operation, T::PARAMETER);
        may_refuse(operation, &[T::NONE]);
    }
}

/// Reads a JSON object as a value of this type.
pub(super) fn parse<T: DeserializeOwned>(json: &[u8]) -> Result<T, WebError> {
    let mut text = serde_json::Deserializer::from_slice(json);
    let value = object(&mut text).and_then(|value| text.end().map(|()| value));
    value.map_err(|error| malformed(&error.to_string()))
}

/// The problem of a request that does not read.
pub(super) fn malformed(detail: &str) -> WebError {
    kit::malformed(detail).into()
}

/// The problem of a body that is too long.
pub(super) fn too_large(limit: usize) -> WebError {
    ProblemCode::TooLarge.with(json!({"limit_bytes": limit})).into()
}

/// Reads a body of so many bytes at most. It takes its time, so the caller is asked for again if anything has changed meanwhile.
pub(super) async fn read(request: Request, app: &App, limit: usize) -> Result<Bytes, WebError> {
    let (mut parts, body) = request.into_parts();
    let head = parts.clone();
    let gathered = |body| Bytes::from_request(Request::from_parts(head, body), app);
    let bytes = arriving(body, Pace::SMALL, gathered).await.map_err(too_slow)?;
    if let Some(caller) = parts.extensions.get::<Anyone>().cloned() {
        caller.is_still_let_in(&mut parts, app).await?;
    }
    bytes.map_err(|rejection| match rejection {
        BytesRejection::FailedToBufferBody(error) if error.status() == 413 => too_large(limit),
        other => malformed(&other.body_text()),
    })
}

/// The same of a body that comes at this pace, and whose caller is looked at elsewhere.
pub(super) async fn gather(body: Incoming, limit: usize, pace: Pace) -> Result<Bytes, WebError> {
    let bytes = arriving(body, pace, |body| to_bytes(body, limit)).await.map_err(too_slow)?;
    bytes.map_err(|_| too_large(limit))
}

fn too_slow(_: TooSlow) -> WebError {
    ProblemCode::TooSlow.into()
}

pub(super) fn is(media_type: &str, headers: &HeaderMap) -> bool {
    let content_type =
        headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    content_type.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case(media_type)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use futures_util::stream;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_body_that_comes_too_slowly_is_told_so() {
        let silence = Incoming::from_stream(stream::pending::<Result<Bytes, Infallible>>());
        let problem = gather(silence, MAX_MESSAGE_BYTES, Pace::SMALL).await.unwrap_err().problem();
        assert_eq!((problem.status, problem.code.as_str()), (400, "too_slow"));
        let long = Incoming::from(vec![b' '; MAX_MESSAGE_BYTES + 1]);
        let problem = gather(long, MAX_MESSAGE_BYTES, Pace::SMALL).await.unwrap_err().problem();
        assert_eq!((problem.status, problem.code.as_str()), (413, "too_large"));
    }
}
