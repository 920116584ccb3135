//! The socket itself.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tengen_protocol::{FromClient, Problem, ToClient, Version, VersionedEvent};
use tengen_tls::ClientConfig;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use tokio_util::either::Either;

use crate::Error;
use crate::address::Address;
use crate::error::tls_error_in;

/// Buffers of both directions, in bytes: a program may have many sockets.
const BUFFER_BYTES: usize = 4 * 1024;
/// The longest message that is read: a snapshot of the longest game on the largest board is shorter.
const LONGEST_MESSAGE: usize = 16 * 1024 * 1024;
/// How long opening may take.
const OPENING: Duration = Duration::from_secs(15);
/// How long one write may take.
const WRITING: Duration = Duration::from_secs(20);

/// Where sockets are opened.
#[derive(Debug, Clone)]
pub(crate) struct Door {
    /// Where the server is.
    pub(crate) address: Address,
    /// What encrypted connections trust.
    pub(crate) tls: Arc<ClientConfig>,
}

/// A connection, encrypted or not.
type Stream = Either<TcpStream, TlsStream<TcpStream>>;

/// An open socket.
#[derive(Debug)]
pub(crate) struct Socket(WebSocketStream<Stream>);

/// Why there is no socket.
#[derive(Debug)]
pub(crate) enum NoSocket {
    /// The server is away, or will be there for this client later.
    ForNow,
    /// The server has not proven to be the right one.
    Untrusted(Error),
    /// There will be none.
    ForGood(Error),
}

/// A frame that came.
#[derive(Debug)]
pub(crate) enum Frame {
    /// Something that this client knows. A server that knows version 1 alone sends events of that version.
    Message(ToClient<VersionedEvent>),
    /// A ping, or a type that this client does not know.
    Other,
    /// The socket is closed or broken.
    End,
    /// A type that this client knows with content that it can't read.
    Unreadable(String),
}

impl Door {
    async fn connect(&self, host: String, port: u16) -> Result<Stream, NoSocket> {
        let stream = TcpStream::connect((host.as_str(), port)).await.map_err(|_| NoSocket::ForNow)?;
        // Frames are small, and nobody wants to wait for a full packet.
        let _ = stream.set_nodelay(true);
        if !self.address.is_encrypted() {
            return Ok(Either::Left(stream));
        }
        let refuse =
            |error: &dyn std::fmt::Display| NoSocket::ForGood(self.address.refused(&error.to_string()));
        let name = ServerName::try_from(host).map_err(|error| refuse(&error))?;
        match TlsConnector::from(Arc::clone(&self.tls)).connect(name, stream).await {
            Ok(stream) => Ok(Either::Right(stream)),
            Err(error) => Err(match tls_error_in(&error) {
                Some(tls) => NoSocket::Untrusted(Error::Untrusted(tls.clone())),
                None => NoSocket::ForNow,
            }),
        }
    }
}

impl Socket {
    /// Opens a socket of a player, or of nobody.
    pub(crate) async fn open(door: &Door, token: Option<&str>) -> Result<Self, NoSocket> {
        let opening = async {
            let (url, host, port) = door.address.socket(Version::V2);
            let stream = door.connect(host, port).await?;
            let mut request = url.into_client_request().map_err(for_good)?;
            if let Some(token) = token {
                let bearer = HeaderValue::try_from(format!("Bearer {token}"));
                let bearer = bearer.map_err(|_| NoSocket::ForGood(unknown_token()))?;
                request.headers_mut().insert("authorization", bearer);
            }
            let config = WebSocketConfig::default()
                .read_buffer_size(BUFFER_BYTES)
                .write_buffer_size(BUFFER_BYTES)
                .max_message_size(Some(LONGEST_MESSAGE))
                .max_frame_size(Some(LONGEST_MESSAGE));
            match client_async_with_config(request, stream, Some(config)).await {
                Ok((socket, _)) => Ok(Self(socket)),
                Err(tungstenite::Error::Http(answer)) => {
                    let status = answer.status().as_u16();
                    if status == 429 || status == 408 || status >= 500 {
                        return Err(NoSocket::ForNow);
                    }
                    let body = answer.body().as_deref().unwrap_or_default();
                    match serde_json::from_slice::<Problem>(body) {
                        Ok(problem) => Err(NoSocket::ForGood(problem.into())),
                        Err(_) if status == 401 => Err(NoSocket::ForGood(unknown_token())),
                        Err(_) => Err(for_good(tungstenite::Error::Http(answer))),
                    }
                }
                Err(_) => Err(NoSocket::ForNow),
            }
        };
        timeout(OPENING, opening).await.unwrap_or(Err(NoSocket::ForNow))
    }

    /// Sends a message; false if the socket is broken.
    pub(crate) async fn send(&mut self, message: &FromClient) -> bool {
        let Ok(text) = serde_json::to_string(message) else { return false };
        matches!(timeout(WRITING, self.0.send(Message::text(text))).await, Ok(Ok(())))
    }

    /// The next frame. Nothing is lost when this is dropped while it waits.
    pub(crate) async fn next(&mut self) -> Frame {
        match self.0.next().await {
            Some(Ok(Message::Text(text))) => read(&text),
            Some(Ok(Message::Close(_)) | Err(_)) | None => Frame::End,
            Some(Ok(_)) => Frame::Other,
        }
    }

    /// Says goodbye.
    pub(crate) async fn close(mut self) {
        let _ = timeout(Duration::from_secs(1), self.0.close(None)).await;
    }
}

fn for_good(error: tungstenite::Error) -> NoSocket {
    NoSocket::ForGood(Error::from(Box::new(error)))
}

fn unknown_token() -> Error {
    tengen_protocol::ProblemCode::Unauthenticated.problem().into()
}

/// The types of messages that this client knows.
const KNOWN: [&str; 13] = [
    "hello",
    "authenticated",
    "snapshot",
    "event",
    "presence",
    "rematch",
    "subscribed",
    "ack",
    "problem",
    "lagged",
    "lobby",
    "lobby_update",
    "mine",
];

fn read(text: &str) -> Frame {
    #[derive(serde::Deserialize)]
    struct Type {
        #[serde(rename = "type")]
        name: String,
    }
    let error = match serde_json::from_str(text) {
        Ok(message) => return Frame::Message(message),
        Err(error) => error.to_string(),
    };
    match serde_json::from_str::<Type>(text) {
        Ok(other) if !KNOWN.contains(&other.name.as_str()) => Frame::Other,
        Ok(known) => Frame::Unreadable(format!("{}: {error}", known.name)),
        Err(_) => Frame::Unreadable(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_types_are_passed_over_and_broken_ones_are_told() {
        assert!(matches!(read(r#"{"type": "weather", "sun": 1}"#), Frame::Other));
        let lagged = r#"{"type": "lagged", "game": "4t9x2m8q6w1k5c7v", "seq": 40, "new": true}"#;
        assert!(matches!(read(lagged), Frame::Message(ToClient::Lagged { seq: 40, .. })));
        assert!(matches!(read(r#"{"type": "lagged", "game": 7}"#), Frame::Unreadable(_)));
        assert!(matches!(read("hello"), Frame::Unreadable(_)));
    }
}
