//! A client on the socket.

use std::collections::VecDeque;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use socket2::{Domain, Type};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::http::header::AUTHORIZATION;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async, connect_async};

use crate::described::check_frame;
use crate::rest::{Visitor, the_game};
use crate::server::Server;

const PATIENCE: Duration = Duration::from_mins(1);

pub(crate) type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// An open socket. Frames that no test has asked for yet are kept in their order. Frames that tell who is there are
/// kept apart, because they may come between any others.
#[derive(Debug)]
pub(crate) struct Socket {
    stream: Stream,
    kept: VecDeque<Value>,
    presences: VecDeque<Value>,
    /// The version of the protocol.
    version: usize,
}

/// The socket has ended, with this code if there was one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ended(pub(crate) Option<u16>);

impl Socket {
    /// A socket of a player, or of a stranger, that has said hello.
    pub(crate) async fn open(server: &Server, visitor: &Visitor) -> Self {
        Self::speaking(server, visitor, "", 1).await
    }

    /// A socket of a player, or of a stranger, in the version of the protocol for which the query of the address asks.
    pub(crate) async fn speaking(server: &Server, visitor: &Visitor, query: &str, version: usize) -> Self {
        let mut request = (url(server) + query).into_client_request().unwrap();
        if let Some(token) = &visitor.token {
            let value = HeaderValue::from_str(&format!("Bearer {token}")).unwrap();
            request.headers_mut().insert(AUTHORIZATION, value);
        }
        let mut socket = Self { version, ..Self::connect(request).await.unwrap() };
        let hello = socket.next().await;
        assert_eq!((&hello["type"], &hello["protocol"]), (&json!("hello"), &json!(version)));
        assert_eq!(hello["player"]["id"].as_str().unwrap_or_default(), visitor.id);
        socket
    }

    /// A socket whose first frame is still to come.
    pub(crate) async fn connect(request: impl IntoClientRequest + Unpin) -> Result<Self, tungstenite::Error> {
        let (stream, _) = connect_async(request).await?;
        Ok(Self::over(stream))
    }

    /// The same, from this address of the machine.
    pub(crate) async fn connect_from(
        source: Ipv4Addr,
        request: impl IntoClientRequest + Unpin,
        address: SocketAddr,
    ) -> Result<Self, tungstenite::Error> {
        let stream = TcpSocket::new_v4()?;
        stream.bind((source, 0).into())?;
        let stream = MaybeTlsStream::Plain(stream.connect(address).await?);
        Ok(Self::over(client_async(request, stream).await?.0))
    }

    /// A socket over a [`narrow`] connection.
    pub(crate) async fn narrow(
        request: impl IntoClientRequest + Unpin,
        address: SocketAddr,
    ) -> Result<Self, tungstenite::Error> {
        let (stream, _) = client_async(request, MaybeTlsStream::Plain(narrow(address)?)).await?;
        Ok(Self::over(stream))
    }

    fn over(stream: Stream) -> Self {
        Self { stream, kept: VecDeque::new(), presences: VecDeque::new(), version: 1 }
    }

    /// Sends the first half of a frame, and breaks the connection off.
    pub(crate) async fn tear(mut self, message: &Value) {
        const TEXT: u8 = 0x81;
        const MASKED: u8 = 0x80;
        const LENGTH_OF_TWO_BYTES: u8 = 126;
        let text = message.to_string();
        let mask = [7, 77, 177, 27];
        let mut frame = vec![TEXT, MASKED | LENGTH_OF_TWO_BYTES];
        frame.extend(u16::try_from(text.len()).unwrap().to_be_bytes());
        frame.extend(mask);
        frame.extend(text.bytes().zip(mask.into_iter().cycle()).map(|(byte, mask)| byte ^ mask));
        // The server may have gone first.
        let _ = self.stream.get_mut().write_all(&frame[..frame.len() / 2]).await;
    }

    pub(crate) async fn send(&mut self, message: Value) {
        self.send_raw(Message::text(message.to_string())).await;
    }

    pub(crate) async fn send_raw(&mut self, message: Message) {
        self.try_send(message).await.unwrap();
    }

    pub(crate) async fn try_send(&mut self, message: Message) -> Result<(), tungstenite::Error> {
        timeout(PATIENCE, self.stream.send(message)).await.expect("the server reads")
    }

    /// The next frame.
    pub(crate) async fn next(&mut self) -> Value {
        match self.kept.pop_front() {
            Some(frame) => frame,
            None => self.read().await.expect("an open socket"),
        }
    }

    /// The next frame off the wire that does not tell who is there, or how the socket ended.
    pub(crate) async fn read(&mut self) -> Result<Value, Ended> {
        loop {
            let frame = self.read_any().await?;
            if frame["type"] != "presence" {
                return Ok(frame);
            }
            self.presences.push_back(frame);
        }
    }

    /// The presence in a game, as soon as it fits. Earlier tellings are forgotten.
    pub(crate) async fn presence(&mut self, game: &str, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            while let Some(mut told) = self.presences.pop_front() {
                if told["game"] == game && fits(&told["presence"]) {
                    return told["presence"].take();
                }
            }
            let frame = self.read_any().await.expect("an open socket");
            self.keep(frame);
        }
    }

    fn keep(&mut self, frame: Value) {
        let kind = if frame["type"] == "presence" { &mut self.presences } else { &mut self.kept };
        kind.push_back(frame);
    }

    /// The payload of the next pong; frames that come before it are kept.
    pub(crate) async fn pong(&mut self) -> Vec<u8> {
        let pong = async {
            loop {
                match self.stream.next().await.expect("an open socket").unwrap() {
                    Message::Pong(payload) => return payload.to_vec(),
                    Message::Text(text) => self.keep(serde_json::from_str(&text).unwrap()),
                    _ => {}
                }
            }
        };
        timeout(PATIENCE, pong).await.expect("the server answers")
    }

    /// The next frame of any kind. The server's pings prolong no wait.
    async fn read_any(&mut self) -> Result<Value, Ended> {
        let text = async {
            loop {
                match self.stream.next().await {
                    Some(Ok(Message::Text(text))) => return Ok(text),
                    Some(Ok(Message::Close(frame))) => {
                        return Err(Ended(frame.map(|frame| frame.code.into())));
                    }
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => return Err(Ended(None)),
                }
            }
        };
        let text = timeout(PATIENCE, text).await.expect("the server answers")?;
        let frame = serde_json::from_str(&text).unwrap();
        check_frame(&frame, self.version);
        Ok(frame)
    }

    /// The next frame of this type; others are kept for later.
    pub(crate) async fn next_of(&mut self, kind: &str) -> Value {
        self.next_where(|frame| frame["type"] == kind).await
    }

    /// The next frame that fits; others are kept for later.
    pub(crate) async fn next_where(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        if let Some(place) = self.kept.iter().position(&fits) {
            return self.kept.remove(place).unwrap();
        }
        loop {
            let frame = self.read().await.expect("an open socket");
            if fits(&frame) {
                return frame;
            }
            self.kept.push_back(frame);
        }
    }

    /// The next event of a game, which must have this number.
    pub(crate) async fn event(&mut self, game: &str, seq: u64) -> Value {
        let mut frame = self.next_where(|frame| frame["type"] == "event" && frame["game"] == game).await;
        assert_eq!(frame["event"]["seq"], seq, "{frame}");
        frame["event"].take()
    }

    /// Follows a game: the answer is its snapshot, as [`the_game`] shows it.
    pub(crate) async fn subscribe(&mut self, game: &str) -> Value {
        the_game(self.look(game).await)
    }

    /// Follows a game: the answer is its snapshot, with the members that depend on the moment.
    pub(crate) async fn look(&mut self, game: &str) -> Value {
        self.send(json!({"type": "subscribe", "game": game})).await;
        let mut frame = self.next_where(|frame| frame["type"] == "snapshot" && frame["game"] == game).await;
        frame["snapshot"].take()
    }

    /// Follows a game from a number on: the answer is the missed events.
    pub(crate) async fn subscribe_since(&mut self, game: &str, since: u64) -> Vec<Value> {
        self.send(json!({"type": "subscribe", "game": game, "since": since})).await;
        let end = self.next_where(|frame| frame["type"] == "subscribed" && frame["game"] == game).await;
        let last = end["seq"].as_u64().unwrap();
        let mut missed = Vec::new();
        for seq in since + 1..=last {
            missed.push(self.event(game, seq).await);
        }
        missed
    }

    /// Sends a command and waits for its `ack` or `problem`.
    pub(crate) async fn command(&mut self, game: &str, command: Value) -> Value {
        let id = command["id"].clone();
        self.send(json!({"type": "command", "game": game, "command": command})).await;
        let answers = |frame: &Value| frame["type"] == "ack" || frame["type"] == "problem";
        let answer = self.next_where(|frame| answers(frame) && frame["id"] == id).await;
        assert_eq!(answer["game"], game);
        answer
    }

    /// Sends a command that must be accepted; the answer is the number of its event.
    pub(crate) async fn accepted(&mut self, game: &str, command: Value) -> u64 {
        let answer = self.command(game, command).await;
        assert_eq!(answer["type"], "ack", "{answer}");
        answer["seq"].as_u64().unwrap()
    }

    /// Reads on until the socket ends.
    pub(crate) async fn ended(mut self) -> Ended {
        loop {
            if let Err(ended) = self.read().await {
                return ended;
            }
        }
    }
}

/// A connection on which the server can send little before the client reads. With a small window and small segments,
/// the system keeps small buffers at both ends.
pub(crate) fn narrow(address: SocketAddr) -> io::Result<TcpStream> {
    let stream = socket2::Socket::new(Domain::IPV4, Type::STREAM, None)?;
    stream.set_recv_buffer_size(4_096)?;
    stream.set_tcp_mss(536)?;
    stream.connect(&address.into())?;
    stream.set_nonblocking(true)?;
    TcpStream::from_std(stream.into())
}

pub(crate) fn url(server: &Server) -> String {
    format!("ws://{}/api/v1/ws", server.address())
}
