//! A client's socket, as cheap as can be: no frame is parsed, numbers are found by their bytes.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::failure::Failure;

/// Buffers of both directions, in bytes: there are many sockets.
const BUFFER_BYTES: usize = 4 * 1024;

/// How often a server takes the wish to hear of one's other games.
const ASKING: Duration = Duration::from_secs(1);

/// How every event's frame begins.
const EVENT: &str = r#"{"type":"event""#;

/// What a client asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Games, in version 1 of the protocol. It stays as it is, so that figures of different releases compare.
    Plain,
    /// What a page asks for: version 2, and its player's other games.
    Page,
}

impl Kind {
    /// The name in reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain clients",
            Self::Page => "clients like a page",
        }
    }
}

/// What comes on a socket.
#[derive(Debug)]
pub(crate) enum Next {
    /// A text.
    Text(Utf8Bytes),
    /// The socket has ended, with this code if the server has closed it.
    End(Option<u16>),
}

/// An open socket.
#[derive(Debug)]
pub(crate) struct Socket {
    stream: WebSocketStream<TcpStream>,
    kind: Kind,
    /// When it last asked for its player's other games.
    asked: Option<Instant>,
}

impl Socket {
    /// Opens a socket of a player, or of nobody.
    pub(crate) async fn open(address: SocketAddr, token: Option<&str>, kind: Kind) -> Result<Self, Failure> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Self::over(stream, address, token, kind).await
    }

    /// Opens a socket from this address of the machine.
    pub(crate) async fn open_from(
        home: Ipv4Addr,
        address: SocketAddr,
        token: Option<&str>,
        kind: Kind,
    ) -> Result<Self, Failure> {
        let socket = TcpSocket::new_v4()?;
        socket.bind((home, 0).into())?;
        let stream = socket.connect(address).await?;
        stream.set_nodelay(true)?;
        Self::over(stream, address, token, kind).await
    }

    /// Opens a socket over a connection that is there.
    pub(crate) async fn over(
        stream: TcpStream,
        address: SocketAddr,
        token: Option<&str>,
        kind: Kind,
    ) -> Result<Self, Failure> {
        let version = match kind {
            Kind::Plain => "",
            Kind::Page => "?protocol=2",
        };
        let mut request = format!("ws://{address}/api/v1/ws{version}").into_client_request()?;
        if let Some(token) = token {
            request.headers_mut().insert("authorization", format!("Bearer {token}").parse()?);
        }
        let config =
            WebSocketConfig::default().read_buffer_size(BUFFER_BYTES).write_buffer_size(BUFFER_BYTES);
        let (stream, _) = client_async_with_config(request, stream, Some(config)).await?;
        Ok(Self { stream, kind, asked: None })
    }

    /// Sends a text.
    pub(crate) async fn send(&mut self, text: String) -> Result<(), Failure> {
        Ok(self.stream.send(Message::text(text)).await?)
    }

    /// The next text. That the server refuses something is an error: nothing is sent that it should refuse. So is an end.
    pub(crate) async fn next(&mut self) -> Result<Utf8Bytes, Failure> {
        match self.next_or_end().await? {
            Next::Text(text) => Ok(text),
            Next::End(_) => Err("the server closed a socket".into()),
        }
    }

    /// The next text, or the end of the socket. A refusal is an error.
    pub(crate) async fn next_or_end(&mut self) -> Result<Next, Failure> {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => {
                    if text.starts_with(r#"{"type":"problem""#) || text.starts_with(r#"{"type":"lagged""#) {
                        return Err(format!("the server said {text}").into());
                    }
                    return Ok(Next::Text(text));
                }
                Some(Ok(Message::Close(reason))) => {
                    return Ok(Next::End(reason.map(|reason| reason.code.into())));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Ok(Next::End(None)),
            }
        }
    }

    /// Answers the server's closing of the socket, and waits until it is closed.
    pub(crate) async fn see_off(mut self) {
        while let Some(Ok(_)) = self.stream.next().await {}
    }

    /// Waits for a frame of this type.
    pub(crate) async fn wait_for(&mut self, kind: &str) -> Result<(), Failure> {
        let beginning = format!(r#"{{"type":"{kind}""#);
        while !self.next().await?.starts_with(&beginning) {}
        Ok(())
    }

    /// Waits for the event of this number, whatever else comes before it.
    pub(crate) async fn see(&mut self, seq: u32) -> Result<Utf8Bytes, Failure> {
        loop {
            let text = self.next().await?;
            if event_number(&text) == Some(seq) {
                return Ok(text);
            }
        }
    }

    /// Follows a game from now on.
    pub(crate) async fn subscribe(&mut self, game: &str) -> Result<(), Failure> {
        self.send(subscribe_frame(game)).await?;
        self.wait_for("snapshot").await
    }

    /// Follows a game as its player. A page leaves the last one, if there was one. Where games end within a second, it hears of
    /// some of them twice, as one of its other games, too.
    pub(crate) async fn sit_down(&mut self, game: &str, last: Option<&str>) -> Result<(), Failure> {
        if self.kind == Kind::Page {
            if self.asked.is_none_or(|asked| asked.elapsed() > ASKING) {
                self.asked = Some(Instant::now());
                self.send(format!(r#"{{"type":"subscribe_mine","except":"{game}"}}"#)).await?;
            }
            if let Some(last) = last {
                self.send(format!(r#"{{"type":"unsubscribe","game":"{last}"}}"#)).await?;
            }
        }
        self.subscribe(game).await
    }
}

/// The frame that subscribes to a game.
pub(crate) fn subscribe_frame(game: &str) -> String {
    format!(r#"{{"type":"subscribe","game":"{game}"}}"#)
}

/// The number of the event in a frame, if it is an event's.
pub(crate) fn event_number(frame: &str) -> Option<u32> {
    if !frame.starts_with(EVENT) {
        return None;
    }
    let (start, end) = number_place(frame)?;
    frame.get(start..end)?.parse().ok()
}

/// Where the number stands in an event's frame, in bytes: its field is the first of this name.
pub(crate) fn number_place(frame: &str) -> Option<(usize, usize)> {
    let start = frame.find(r#""seq":"#)? + 6;
    let digits = frame.bytes().skip(start).take_while(u8::is_ascii_digit).count();
    Some((start, start + digits))
}

/// The text of a field in a frame, as long as no character in it needs an escape.
pub(crate) fn text_field<'a>(frame: &'a str, name: &str) -> Option<&'a str> {
    let start = frame.find(name)? + name.len();
    let length = frame.get(start..)?.find('"')?;
    frame.get(start..start + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts_are_found_by_their_bytes() {
        let frame = r#"{"type":"event","game":"g","event":{"seq":17,"v":2}}"#;
        assert_eq!(event_number(frame), Some(17));
        assert_eq!(event_number(r#"{"type":"ack","game":"g","id":"m","seq":17}"#), None);
        assert_eq!(text_field(frame, r#""game":""#), Some("g"));
        assert_eq!(text_field(frame, r#""id":""#), None);
    }
}
