//! The one way in which a request fails: a problem of the protocol's table.

use std::any::Any;
use std::fmt::Display;
use std::time::Duration;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tengen_actions::kit::{self, ActionError};
use tengen_protocol::{Problem, ProblemCode, Refused};

pub(super) use tengen_actions::kit::Making;

/// Why what a request asked for was not done, as an answer. How far the making of something was, where it is
/// known, is a mark of the answer.
#[derive(Debug)]
pub(super) struct WebError(pub(super) ActionError);

/// The code of the problem that an answer tells, for those who count them.
#[derive(Debug, Clone)]
pub(super) struct Refusal(pub(super) String);

/// When to ask again if the server can't answer now: a database that fails over, or another server that takes the place of this
/// one, is there by then.
const AWAY: Duration = Duration::from_secs(4);

impl WebError {
    /// The server's own fault, by its cause.
    pub(super) fn internal(cause: impl Display) -> Self {
        Self(ActionError::internal(cause))
    }

    /// The problem that a client is told.
    pub(super) fn problem(&self) -> Problem {
        self.0.told().into()
    }
}

/// The problem of a request that has made what it was to make: nobody may take it for a refusal that leaves things as they were.
pub(super) fn after_making(error: impl Into<WebError>) -> WebError {
    WebError(kit::after_making(error.into().0))
}

impl IntoResponse for WebError {
    fn into_response(self) -> Response {
        let problem = self.problem();
        let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let code = problem.code.clone();
        let mut response = (status, Json(problem)).into_response();
        response.extensions_mut().insert(Refusal(code));
        if let ActionError::Beside(making, _) = self.0 {
            response.extensions_mut().insert(making);
        }
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        let away = (status == StatusCode::SERVICE_UNAVAILABLE).then_some(AWAY);
        if let Some(pause) = self.0.pause().or(away) {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(pause.as_secs() + 1));
        }
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

impl<E: Into<ActionError>> From<E> for WebError {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

/// More games are followed than may be: so many.
pub(super) fn too_many_subscriptions(max: u32) -> Refused {
    ProblemCode::TooManySubscriptions.with(json!({"max": max}))
}

/// A handler panicked. The panic is in the log; the client learns that it was the server's fault.
#[allow(clippy::needless_pass_by_value)] // what the layer calls must take the box
pub(super) fn answer_to_panic(panic: Box<dyn Any + Send + 'static>) -> Response {
    let message = panic
        .downcast_ref::<&str>()
        .map(ToString::to_string)
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_default();
    WebError::internal(format!("panic: {message}")).into_response()
}
