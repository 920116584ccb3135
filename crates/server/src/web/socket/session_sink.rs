//! The messages that go out over a socket, with an end to all patience.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::SinkExt;
use futures_util::stream::SplitSink;
use tengen_game::{CommandId, GameId};
use tengen_live::SharedText;
use tengen_protocol::{Problem, Text, ToClient};
use tokio::time::timeout;

use crate::metrics::Metrics;

/// How long one write may take before the reader counts as gone.
const WRITE_PATIENCE: Duration = Duration::from_secs(20);

/// Where frames to the client go.
pub(super) struct Sink {
    frames: SplitSink<WebSocket, Message>,
    metrics: Metrics,
}

impl Sink {
    /// The writing half of a socket. Problems that it is told are counted.
    pub(super) fn new(frames: SplitSink<WebSocket, Message>, metrics: Metrics) -> Self {
        Self { frames, metrics }
    }
}

/// How a connection ends.
#[derive(Debug)]
pub(super) enum End {
    /// The peer is gone, or does not read.
    Gone,
    /// The peer is told why the server closes.
    Close {
        /// A code of RFC 6455.
        code: u16,
        /// The reason, for developers.
        reason: &'static str,
    },
}

impl End {
    pub(in crate::web) fn close(code: u16, reason: &'static str) -> Self {
        Self::Close { code, reason }
    }
}

/// The frame of a text that is shared with other connections. No copy is made, but the frame's type checks once more that it is a
/// text: some 30 ns a kilobyte, where writing it takes microseconds.
pub(super) fn frame(text: SharedText) -> Message {
    // A text is one whatever it is shared with.
    Message::Text(Utf8Bytes::try_from(Bytes::from(text)).unwrap_or_default())
}

pub(super) fn encode(message: &ToClient) -> Result<Utf8Bytes, End> {
    serde_json::to_string(message).map(Utf8Bytes::from).map_err(|error| {
        tracing::error!(%error, "a message does not encode");
        End::Gone
    })
}

pub(super) async fn tell_problem(
    sink: &mut Sink,
    game: Option<GameId>,
    id: Option<CommandId>,
    problem: Problem,
) -> Result<(), End> {
    send(sink, &ToClient::Problem { game: game.map(Text), id: id.map(Text), problem }).await
}

/// Puts a message behind those that wait to be written; it goes out with the next flush.
pub(super) async fn send(sink: &mut Sink, message: &ToClient) -> Result<(), End> {
    if let ToClient::Problem { problem, .. } = message {
        sink.metrics.refused(&problem.code);
    }
    feed(sink, Message::Text(encode(message)?)).await
}

pub(super) async fn write(sink: &mut Sink, message: Message) -> Result<(), End> {
    feed(sink, message).await?;
    flush(sink).await
}

pub(super) async fn feed(sink: &mut Sink, message: Message) -> Result<(), End> {
    match timeout(WRITE_PATIENCE, sink.frames.feed(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(End::Gone),
    }
}

pub(super) async fn flush(sink: &mut Sink) -> Result<(), End> {
    match timeout(WRITE_PATIENCE, sink.frames.flush()).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(End::Gone),
    }
}
