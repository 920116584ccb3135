//! Answers that stay open: lines of JSON, or server-sent events, with a sign of life now and then.

use std::convert::Infallible;
use std::time::Duration;

use axum::Extension;
use axum::body::Body;
use axum::http::{HeaderMap, header};
use axum::response::sse::{Event as SseEvent, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::future::BoxFuture;
use futures_util::stream::{self, Stream, StreamExt};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::time::timeout;

use super::accept::NDJSON;
use super::body::malformed;
use super::error::WebError;
use crate::app::App;

/// After such a silence a sign of life is sent.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// Asks a proxy to pass each piece on as it comes: nginx, and those that follow it, would gather them first.
const AT_ONCE: [(&str, &str); 1] = [("x-accel-buffering", "no")];

/// Marks an answer that stays open: its small pieces must not wait in a compressor.
#[derive(Debug, Clone, Copy)]
pub(super) struct Live;

/// The form of an answer that stays open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StreamForm {
    /// One JSON object a line, and an empty line as a sign of life.
    Lines,
    /// Server-sent events, and a comment as a sign of life.
    Messages,
}

/// A line of a stream.
#[derive(Debug, Clone)]
pub(super) struct StreamLine {
    /// The number from which the reader may go on. A line without a number is a part that a later line completes.
    pub(super) seq: Option<String>,
    /// The line as JSON.
    pub(super) text: String,
}

/// The query of a stream.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Since<N> {
    /// The number of the last line that the reader knows.
    pub(super) since: Option<N>,
}

/// The number from which a reader goes on, if it names one.
///
/// A browser that reconnects asks for the same address again; the header says how far it has come since.
pub(super) fn since<N: std::str::FromStr>(
    headers: &HeaderMap,
    asked: Option<N>,
) -> Result<Option<N>, WebError> {
    let Some(last) = headers.get("last-event-id") else { return Ok(asked) };
    let number = last.to_str().ok().and_then(|number| number.parse().ok());
    number.map(Some).ok_or_else(|| malformed("Last-Event-ID is not a number"))
}

/// Sends lines until there are no more, the server stops or asks the reader to come back to another one, or `ended` is done.
pub(super) fn open(
    app: &App,
    ended: BoxFuture<'static, ()>,
    form: StreamForm,
    lines: impl Stream<Item = StreamLine> + Send + 'static,
) -> Response {
    let (stop, guest) = (app.stop.clone(), app.guests.come());
    let over = async move {
        tokio::select! {
            () = stop.cancelled() => {}
            () = guest.asked_to_go() => {}
            () = ended => {}
        }
    };
    let lines = lines.take_until(Box::pin(over));
    match form {
        StreamForm::Messages => {
            let message = |line: StreamLine| {
                let event = SseEvent::default().data(line.text);
                Ok::<_, Infallible>(match line.seq {
                    Some(seq) => event.id(seq),
                    None => event,
                })
            };
            let alive = KeepAlive::new().interval(HEARTBEAT);
            (Extension(Live), AT_ONCE, Sse::new(lines.map(message)).keep_alive(alive)).into_response()
        }
        StreamForm::Lines => {
            let headers = [(header::CONTENT_TYPE, NDJSON), (header::CACHE_CONTROL, "no-store")];
            let lines = lines.map(|line| line.text + "\n");
            let body = Body::from_stream(with_heartbeats(lines).map(Ok::<_, Infallible>));
            (Extension(Live), AT_ONCE, headers, body).into_response()
        }
    }
}

/// Puts an empty line into each long silence.
fn with_heartbeats(lines: impl Stream<Item = String> + Send + 'static) -> impl Stream<Item = String> {
    stream::unfold(Box::pin(lines), |mut lines| async move {
        // A stream keeps its place when nobody waits for it any more.
        let line = match timeout(HEARTBEAT, lines.next()).await {
            Ok(line) => line?,
            Err(_) => "\n".to_owned(),
        };
        Some((line, lines))
    })
}
