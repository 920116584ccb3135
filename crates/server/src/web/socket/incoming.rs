//! The messages that come in over a socket, each stamped with the moment of its arrival.
//!
//! Frames are read while earlier messages are being worked on, so that neither a player's clock nor the measured delay of the
//! network ever contains the server's own work.

use std::collections::VecDeque;
use std::future::{Future, pending};
use std::pin::pin;

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket, close_code};
use futures_util::StreamExt;
use futures_util::stream::SplitStream;
use tengen_game::{CommandId, GameId, Moment};
use tengen_limits::SocketLimits;
use tengen_protocol::{FromClient, MAX_MESSAGE_BYTES, Problem, ProblemCode, Text, ToClient};
use tokio::time::Instant;

use super::lag::Lag;
use super::session_sink::End;
use crate::app::App;
use crate::received::Received;
use crate::web::body::{parse, too_large};
use crate::web::client::Client;
use crate::web::error::WebError;

/// How many messages may wait, and how many bytes their frames may have had. Beyond that no frame is read until one of them
/// has had its turn, and the client's system keeps the next ones.
const MOST_WAITING: usize = 64;
const MOST_WAITING_BYTES: usize = MAX_MESSAGE_BYTES;

/// Something that has come, in its turn.
#[derive(Debug)]
pub(super) enum Arrived {
    /// A message.
    Message {
        /// The message.
        message: FromClient,
        /// Its arrival, and how far away the client was.
        moment: Moment,
    },
    /// A frame of which nothing comes, and what the client is told about that.
    Refused(Box<ToClient>),
    /// The end: nothing comes any more, or nothing more is read.
    End(End),
}

/// The receiving end of a socket.
pub(super) struct Incoming {
    app: App,
    stream: SplitStream<WebSocket>,
    limits: SocketLimits,
    received: Received,
    lag: Lag,
    heard: Instant,
    /// Each with the length of its frame.
    waiting: VecDeque<(Arrived, usize)>,
    waiting_bytes: usize,
    ended: bool,
}

impl Incoming {
    pub(in crate::web) fn new(
        app: App,
        client: Client,
        stream: SplitStream<WebSocket>,
        received: Received,
    ) -> Self {
        Self {
            limits: app.limits.socket(client),
            app,
            stream,
            received,
            lag: Lag::default(),
            heard: Instant::now(),
            waiting: VecDeque::new(),
            waiting_bytes: 0,
            ended: false,
        }
    }

    /// The first message of those that wait, if it is wanted. Otherwise one more frame is read, after which there may be one or none.
    pub(in crate::web) async fn next(&mut self, wanted: bool) -> Option<Arrived> {
        if self.waiting.is_empty() || !wanted {
            self.read().await;
        }
        if !wanted {
            return None;
        }
        let arrived = self.take_waiting()?;
        if self.waiting.is_empty() {
            // An idle socket needs no memory for it.
            self.waiting = VecDeque::new();
        }
        Some(arrived)
    }

    /// The first message of those that wait, if there is one.
    pub(super) fn take_waiting(&mut self) -> Option<Arrived> {
        let (arrived, bytes) = self.waiting.pop_front()?;
        self.waiting_bytes -= bytes;
        Some(arrived)
    }

    /// Reads on until the peer has closed, too, and takes no note of anything. If bytes were left unread, the system would tell the peer
    /// of an error, perhaps in the place of the last frames.
    pub(super) async fn pass_over_the_rest(&mut self) {
        while !self.ended {
            match self.stream.next().await {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => self.received.message(),
            }
        }
    }

    /// Does some work, and reads frames meanwhile.
    pub(super) async fn read_during<T>(&mut self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        loop {
            tokio::select! {
                biased;
                outcome = &mut work => return outcome,
                () = self.read() => {}
            }
        }
    }

    /// The payload of the next ping.
    pub(super) fn ping(&mut self) -> Bytes {
        self.lag.ask(Instant::now())
    }

    /// When the last frame came.
    pub(in crate::web) fn heard(&self) -> Instant {
        self.heard
    }

    /// Takes no account of the time until now, in which frames were not read.
    pub(super) fn forgive_silence(&mut self) {
        self.heard = Instant::now();
    }

    /// Reads one frame. Waits as long as too much waits already, and for ever after the end.
    async fn read(&mut self) {
        let full = self.waiting.len() >= MOST_WAITING || self.waiting_bytes >= MOST_WAITING_BYTES;
        if self.ended || full {
            return pending().await;
        }
        match self.stream.next().await {
            Some(Ok(Message::Close(_))) | None => self.end(End::Gone),
            // The stream is broken beyond its frames; frames far over the limit end here, too.
            Some(Err(_)) => self.end(End::close(close_code::SIZE, "the frame is too large or broken")),
            Some(Ok(frame)) => self.take(&frame),
        }
    }

    fn take(&mut self, frame: &Message) {
        self.heard = Instant::now();
        self.received.message();
        if let Message::Text(text) = frame
            && text.len() > MAX_MESSAGE_BYTES
        {
            self.refuse(None, None, too_large(MAX_MESSAGE_BYTES).problem());
            return self.end(End::close(close_code::SIZE, "the frame is too large"));
        }
        let counted = self.app.limits.frame(&self.limits).map_err(WebError::from);
        match frame {
            Message::Text(text) => match counted.and_then(|()| parse(text.as_bytes())) {
                Ok(message) => {
                    let moment = Moment { lag: self.lag.millis(), ..Moment::at(self.app.clock.now()) };
                    self.push(Arrived::Message { message, moment }, text.len());
                }
                Err(error) if self.may_refuse() => {
                    let (game, id) = names(text);
                    self.refuse(game, id, error.problem());
                }
                Err(_) => {}
            },
            Message::Binary(_) if self.may_refuse() => {
                self.refuse(None, None, ProblemCode::UnsupportedFrame.problem());
            }
            Message::Binary(_) => {}
            // Nobody waits for an answer to one of these.
            _ if counted.is_err() => _ = self.may_refuse(),
            Message::Pong(payload) => self.lag.answered(payload, self.heard),
            _ => {}
        }
    }

    /// Counts a frame of which nothing comes. The socket of a client that goes on sending such frames ends.
    fn may_refuse(&mut self) -> bool {
        let counted = self.limits.refusal().is_ok();
        if !counted {
            self.end(End::close(close_code::POLICY, "too many frames were refused"));
        }
        counted
    }

    fn refuse(&mut self, game: Option<GameId>, id: Option<CommandId>, problem: Problem) {
        let frame = ToClient::Problem { game: game.map(Text), id: id.map(Text), problem };
        self.push(Arrived::Refused(Box::new(frame)), 0);
    }

    fn end(&mut self, end: End) {
        self.ended = true;
        self.push(Arrived::End(end), 0);
    }

    fn push(&mut self, arrived: Arrived, bytes: usize) {
        self.waiting_bytes += bytes;
        self.waiting.push_back((arrived, bytes));
    }
}

/// The game and the command, or the question, that a frame names, if it can be read so far.
fn names(frame: &str) -> (Option<GameId>, Option<CommandId>) {
    let frame: serde_json::Value = serde_json::from_str(frame).unwrap_or_default();
    let game = frame["game"].as_str().and_then(|id| id.parse().ok());
    let id = frame["command"]["id"].as_str().or(frame["id"].as_str());
    (game, id.and_then(|id| id.parse().ok()))
}
