//! A client as it should be: it comes back by itself, catches up from the last number it saw, and sends again what was
//! not answered.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::rest::Visitor;
use crate::server::Server;
use crate::socket::{self, Ended, Socket};

/// How many stones and passes a game has.
pub(super) const MOVES: usize = 60;

const WIDTH: usize = 9;
const COLUMNS: &[u8; WIDTH] = b"ABCDEFGHJ";
/// Between two attempts to reach a server that is down.
const PAUSE: Duration = Duration::from_millis(20);
const ATTEMPTS: usize = 3_000;

pub(super) struct Client {
    url: String,
    game: String,
    color: &'static str,
    /// Which of the games it is: each takes another course.
    course: usize,
    stones: [bool; WIDTH * WIDTH],
    /// Sent, and not yet answered.
    unanswered: Option<Value>,
    count: Arc<AtomicUsize>,
    token: String,
    played: Played,
}

/// What a client knows when its game is over.
pub(super) struct Played {
    pub(super) player: String,
    pub(super) log: Vec<Value>,
    /// Ids of commands and the numbers with which they were acknowledged.
    pub(super) acknowledged: Vec<(String, u64)>,
    pub(super) connections: usize,
    pub(super) sent_again: usize,
    /// How many of those were in the log already: the server ended between the commit and the acknowledgement.
    pub(super) stored_before: usize,
}

impl Client {
    pub(super) fn new(
        server: &Server,
        player: Visitor,
        game: String,
        color: &'static str,
        course: usize,
        count: Arc<AtomicUsize>,
    ) -> Self {
        let (log, acknowledged) = (Vec::new(), Vec::new());
        let played =
            Played { player: player.id, log, acknowledged, connections: 0, sent_again: 0, stored_before: 0 };
        let (url, token) = (socket::url(server), player.token.unwrap());
        Self {
            url,
            game,
            color,
            course,
            stones: [false; WIDTH * WIDTH],
            unanswered: None,
            count,
            token,
            played,
        }
    }

    /// Plays the game to its end, over as many connections as it takes.
    pub(super) async fn play(mut self) -> Played {
        for _ in 0..ATTEMPTS {
            if self.connect().await.is_ok() {
                return self.played;
            }
            tokio::time::sleep(PAUSE).await;
        }
        panic!("the server did not come back");
    }

    async fn connect(&mut self) -> Result<(), Ended> {
        let mut request = self.url.as_str().into_client_request().unwrap();
        request.headers_mut().insert("authorization", format!("Bearer {}", self.token).parse().unwrap());
        let mut socket = Socket::connect(request).await.map_err(|_| Ended(None))?;
        let hello = socket.read().await?;
        assert_eq!(hello["player"]["id"], self.played.player);
        self.played.connections += 1;
        self.follow(&mut socket).await?;
        if let Some(command) = &self.unanswered {
            self.played.sent_again += 1;
            send(&mut socket, json!({"type": "command", "game": self.game, "command": command})).await?;
        }
        let mut caught_up = false;
        let mut again = self.unanswered.as_ref().map(|command| command["id"].clone());
        loop {
            if self.is_over() && self.unanswered.is_none() {
                return Ok(());
            }
            if caught_up && self.unanswered.is_none() && self.is_to_move() {
                let command = self.next_command();
                self.unanswered = Some(command.clone());
                send(&mut socket, json!({"type": "command", "game": self.game, "command": command})).await?;
            }
            let mut frame = socket.read().await?;
            match frame["type"].as_str().unwrap() {
                "event" => {
                    if !self.take(frame["event"].take()) {
                        caught_up = false;
                        self.follow(&mut socket).await?;
                    }
                }
                "subscribed" => {
                    caught_up = true;
                    let id = again.take();
                    let stored =
                        id.is_some_and(|id| self.played.log.iter().any(|event| event["command"] == id));
                    self.played.stored_before += usize::from(stored);
                }
                "ack" => self.acknowledge(&frame),
                // The database was cut off as well; the command is sent again over the next connection.
                "problem" if frame["problem"]["code"] == "unavailable" => return Err(Ended(None)),
                _ => panic!("{frame}"),
            }
        }
    }

    async fn follow(&self, socket: &mut Socket) -> Result<(), Ended> {
        send(socket, json!({"type": "subscribe", "game": self.game, "since": self.played.log.len()})).await
    }

    /// Adds an event to the log; not if there is a gap before it.
    fn take(&mut self, event: Value) -> bool {
        let seq = usize::try_from(event["seq"].as_u64().unwrap()).unwrap();
        if let Some(known) = self.played.log.get(seq - 1) {
            assert_eq!(*known, event, "an event has changed");
            return true;
        }
        if seq > self.played.log.len() + 1 {
            return false;
        }
        if let Some(at) = event["move"].as_str() {
            self.stones[point(at)] = true;
            for captured in event["captured"].as_array().unwrap() {
                self.stones[point(captured.as_str().unwrap())] = false;
            }
        }
        self.played.log.push(event);
        true
    }

    fn acknowledge(&mut self, frame: &Value) {
        let command = self.unanswered.take().expect("a command that was sent");
        assert_eq!(frame["id"], command["id"]);
        let id = frame["id"].as_str().unwrap().to_owned();
        self.played.acknowledged.push((id, frame["seq"].as_u64().unwrap()));
        self.count.fetch_add(1, Ordering::Relaxed);
    }

    fn state(&self) -> &Value {
        self.played.log.last().map_or(&Value::Null, |event| &event["state"])
    }

    fn is_over(&self) -> bool {
        self.state()["phase"] == "finished"
    }

    /// Whether it is this player's turn, as far as the log shows. The acknowledgement of a move may come before its
    /// event.
    fn is_to_move(&self) -> bool {
        let last = self.played.acknowledged.last().map_or(0, |(_, seq)| *seq);
        self.state()["to_move"] == self.color && self.played.log.len() as u64 >= last
    }

    /// The next of the free points that the rules allow, counted from one that depends on the game and the turn.
    fn next_command(&self) -> Value {
        let turn = usize::try_from(self.state()["turn"].as_u64().unwrap()).unwrap();
        let id = format!("{}-{turn}", self.color);
        if turn == MOVES {
            return json!({"type": "resign", "id": id});
        }
        let illegal: Vec<usize> = self.state()["illegal"]
            .as_array()
            .unwrap()
            .iter()
            .map(|illegal| point(illegal["at"].as_str().unwrap()))
            .collect();
        let first = (turn * 37 + self.course * 11) % self.stones.len();
        let points = (first..self.stones.len()).chain(0..first);
        match points.into_iter().find(|point| !self.stones[*point] && !illegal.contains(point)) {
            Some(point) => json!({"type": "play", "id": id, "turn": turn, "at": vertex(point)}),
            None => json!({"type": "pass", "id": id, "turn": turn}),
        }
    }
}

async fn send(socket: &mut Socket, message: Value) -> Result<(), Ended> {
    socket.try_send(Message::text(message.to_string())).await.map_err(|_| Ended(None))
}

fn point(vertex: &str) -> usize {
    let (column, row) = vertex.split_at(1);
    let column = COLUMNS.iter().position(|letter| *letter == column.as_bytes()[0]).unwrap();
    (row.parse::<usize>().unwrap() - 1) * WIDTH + column
}

fn vertex(point: usize) -> String {
    format!("{}{}", char::from(COLUMNS[point % WIDTH]), point / WIDTH + 1)
}
