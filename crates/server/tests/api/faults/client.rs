//! A player's client as it should be: it comes back by itself, catches up from the last number it saw, and repeats
//! commands without an answer. Its connection need not be as good.

use std::time::Duration;

use serde_json::{Value, json};
use tengen_testbed::pause;
use tokio_tungstenite::tungstenite::Message;

use super::log::Log;
use super::progress::Progress;
use super::way::Way;
use crate::rest::Visitor;
use crate::socket::{Ended, Socket};

/// How many stones and passes a game has.
pub(super) const MOVES: usize = 60;

const WIDTH: usize = 9;
const COLUMNS: &[u8; WIDTH] = b"ABCDEFGHJ";
/// Between two attempts to reach a server that is down.
const PAUSE: Duration = Duration::from_millis(20);
/// The pause before a refused command is sent again.
const PATIENCE: Duration = Duration::from_millis(100);
/// How long a player who has vanished stays away.
const GONE: Duration = Duration::from_millis(300);

/// A player's seat in a game.
pub(super) struct Seat {
    pub(super) player: Visitor,
    pub(super) game: String,
    pub(super) color: &'static str,
    /// Which of the games it is: each takes another course.
    pub(super) course: usize,
    /// How long the player thinks about each move.
    pub(super) pace: Duration,
}

/// The fate of a command that is sent for the first time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sending {
    Whole,
    /// The connection ends in the middle of the frame.
    Torn,
    /// The player is gone before the answer comes.
    Alone,
}

pub(super) struct Client {
    way: Way,
    seat: Seat,
    stones: [bool; WIDTH * WIDTH],
    /// Sent, and not yet answered.
    unanswered: Option<Value>,
    progress: Progress,
    played: Played,
}

/// A client's knowledge of its game when that is over.
#[derive(Default)]
pub(super) struct Played {
    pub(super) log: Log,
    /// Ids of commands and the numbers with which they were acknowledged.
    pub(super) acknowledged: Vec<(String, u64)>,
    pub(super) connections: usize,
    pub(super) sent_again: usize,
    /// How many of those were in the log already: the server ended between the commit and the acknowledgement.
    pub(super) stored_before: usize,
    pub(super) torn: usize,
    pub(super) vanished: usize,
}

impl Client {
    pub(super) fn new(way: Way, seat: Seat, progress: Progress) -> Self {
        let stones = [false; WIDTH * WIDTH];
        Self { way, seat, stones, unanswered: None, progress, played: Played::default() }
    }

    /// Plays the game to its end, over as many connections as it takes.
    pub(super) async fn play(mut self) -> Played {
        let progress = self.progress.clone();
        let playing = async {
            while self.connect().await.is_err() {
                pause(PAUSE, "the server may be down").await;
            }
        };
        progress.unless_over(playing).await;
        self.played
    }

    async fn connect(&mut self) -> Result<(), Ended> {
        let mut socket = self.way.connect(self.seat.player.token.as_deref()).await?;
        let hello = socket.read().await?;
        assert_eq!(hello["player"]["id"], self.seat.player.id);
        self.played.connections += 1;
        self.follow(&mut socket).await?;
        self.send_again(&mut socket).await?;
        let mut caught_up = false;
        let mut again = self.unanswered.as_ref().map(|command| command["id"].clone());
        loop {
            if self.played.log.is_over() && self.unanswered.is_none() {
                return Ok(());
            }
            if caught_up && self.unanswered.is_none() && self.is_to_move() {
                pause(self.seat.pace, "the player thinks").await;
                socket = self.send_next(socket).await?;
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
                        id.is_some_and(|id| self.played.log.0.iter().any(|event| event["command"] == id));
                    self.played.stored_before += usize::from(stored);
                }
                "ack" => self.acknowledge(&frame),
                "lagged" => {
                    caught_up = false;
                    self.follow(&mut socket).await?;
                }
                // A server that can decide nothing. It sends its clients away where others can.
                "problem"
                    if frame["problem"]["code"] == "unavailable"
                        || frame["problem"]["code"] == "wrong_clock" =>
                {
                    assert_eq!(frame["problem"]["status"], 503);
                    pause(PATIENCE, "a refused command is not sent again at once").await;
                    if frame["id"].is_null() {
                        self.follow(&mut socket).await?;
                    } else {
                        self.progress.note_refused();
                        self.send_again(&mut socket).await?;
                    }
                }
                _ => panic!("{frame}"),
            }
        }
    }

    async fn follow(&self, socket: &mut Socket) -> Result<(), Ended> {
        let since = self.played.log.0.len();
        send(socket, &json!({"type": "subscribe", "game": self.seat.game, "since": since})).await
    }

    async fn send_again(&mut self, socket: &mut Socket) -> Result<(), Ended> {
        let Some(command) = &self.unanswered else { return Ok(()) };
        self.played.sent_again += 1;
        send(socket, &json!({"type": "command", "game": self.seat.game, "command": command})).await
    }

    /// Sends the next command as well as the connection allows.
    async fn send_next(&mut self, mut socket: Socket) -> Result<Socket, Ended> {
        let command = self.next_command();
        self.unanswered = Some(command.clone());
        let message = json!({"type": "command", "game": self.seat.game, "command": command});
        match self.sending() {
            Sending::Whole => {
                send(&mut socket, &message).await?;
                Ok(socket)
            }
            Sending::Torn => {
                self.played.torn += 1;
                socket.tear(&message).await;
                Err(Ended(None))
            }
            Sending::Alone => {
                self.played.vanished += 1;
                send(&mut socket, &message).await?;
                drop(socket);
                pause(GONE, "the player has vanished").await;
                Err(Ended(None))
            }
        }
    }

    /// In one of five games Black's connection breaks in the middle of frames, in another one White vanishes from time to
    /// time.
    fn sending(&self) -> Sending {
        match (self.seat.course % 5, self.seat.color, self.turn() % 10) {
            (1, "black", 4) => Sending::Torn,
            (2, "white", 7) => Sending::Alone,
            _ => Sending::Whole,
        }
    }

    /// Adds an event to the log; not if there is a gap before it.
    fn take(&mut self, event: Value) -> bool {
        let known = self.played.log.0.len();
        let taken = self.played.log.take(event);
        for event in &self.played.log.0[known..] {
            if let Some(at) = event["move"].as_str() {
                self.stones[point(at)] = true;
                for captured in event["captured"].as_array().unwrap() {
                    self.stones[point(captured.as_str().unwrap())] = false;
                }
            }
        }
        taken
    }

    fn acknowledge(&mut self, frame: &Value) {
        let command = self.unanswered.take().expect("a command that was sent");
        assert_eq!(frame["id"], command["id"]);
        let id = frame["id"].as_str().unwrap().to_owned();
        self.played.acknowledged.push((id, frame["seq"].as_u64().unwrap()));
        self.progress.note_acknowledged();
    }

    fn turn(&self) -> usize {
        usize::try_from(self.played.log.state()["turn"].as_u64().unwrap()).unwrap()
    }

    /// Whether it is this player's turn, as far as the log shows. The acknowledgement of a move may come before its
    /// event.
    fn is_to_move(&self) -> bool {
        let last = self.played.acknowledged.last().map_or(0, |(_, seq)| *seq);
        self.played.log.state()["to_move"] == self.seat.color && self.played.log.0.len() as u64 >= last
    }

    /// The next of the free points that the rules allow, counted from one that depends on the game and the turn.
    fn next_command(&self) -> Value {
        let turn = self.turn();
        let id = format!("{}-{turn}", self.seat.color);
        if turn == MOVES {
            return json!({"type": "resign", "id": id});
        }
        let illegal: Vec<usize> = self.played.log.state()["illegal"]
            .as_array()
            .unwrap()
            .iter()
            .map(|illegal| point(illegal["at"].as_str().unwrap()))
            .collect();
        let first = (turn * 37 + self.seat.course * 11) % self.stones.len();
        let points = (first..self.stones.len()).chain(0..first);
        match points.into_iter().find(|point| !self.stones[*point] && !illegal.contains(point)) {
            Some(point) => json!({"type": "play", "id": id, "turn": turn, "at": vertex(point)}),
            None => json!({"type": "pass", "id": id, "turn": turn}),
        }
    }
}

async fn send(socket: &mut Socket, message: &Value) -> Result<(), Ended> {
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
