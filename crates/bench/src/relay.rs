//! A bare relay: what a move costs without rules and without a disk. The sender gets an answer, and both players the frame
//! of an event that a Tengen server once sent, with its number patched in.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::routing::any;
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use crate::client::{number_place, text_field};
use crate::failure::Failure;
use crate::report;

/// As large as those of the server.
const BUFFER_BYTES: usize = 4 * 1024;
/// How many frames may wait for one connection.
const WAITING: usize = 256;
/// How many are written before the socket is flushed.
const AT_ONCE: usize = 64;

/// The frames to send and the games that somebody follows.
#[derive(Debug)]
struct Relay {
    frames: Vec<Patched>,
    games: Mutex<HashMap<String, Arc<Game>>>,
}

/// A frame around its number.
#[derive(Debug)]
struct Patched(String, String);

#[derive(Debug, Default)]
struct Game {
    events: AtomicU32,
    members: Mutex<Vec<mpsc::Sender<Utf8Bytes>>>,
}

/// Serves on a free port until the process ends.
pub(crate) async fn serve(frames: &Path) -> Result<(), Failure> {
    let frames = std::fs::read_to_string(frames)?;
    let patched = |frame: &str| {
        let (start, end) = number_place(frame)?;
        Some(Patched(frame.get(..start)?.to_owned(), frame.get(end..)?.to_owned()))
    };
    let frames = frames.lines().map(patched).collect::<Option<Vec<_>>>().ok_or("a frame without a number")?;
    let relay = Arc::new(Relay { frames, games: Mutex::default() });
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    report::announce(listener.local_addr()?);
    let router = Router::new().route("/api/v1/ws", any(upgrade)).with_state(relay);
    let listener = axum::serve::ListenerExt::tap_io(listener, |stream| {
        let _ = stream.set_nodelay(true);
    });
    Ok(axum::serve(listener, router).await?)
}

async fn upgrade(State(relay): State<Arc<Relay>>, upgrade: WebSocketUpgrade) -> axum::response::Response {
    upgrade
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(BUFFER_BYTES)
        .on_upgrade(move |socket| async move { relay.talk(socket).await.unwrap_or_default() })
}

impl Relay {
    /// Serves one connection; nothing when it is gone.
    async fn talk(&self, mut socket: WebSocket) -> Option<()> {
        let (sender, mut queue) = mpsc::channel(WAITING);
        let mut followed: HashMap<String, Arc<Game>> = HashMap::new();
        let mut frames = Vec::new();
        loop {
            tokio::select! {
                frame = socket.next() => {
                    let Message::Text(text) = frame?.ok()? else { continue };
                    let id = text_field(&text, r#""game":""#)?;
                    if let Some(game) = followed.get(id) { self.relay(&text, id, game, &sender)? } else {
                        followed.insert(id.to_owned(), self.join(id, &sender));
                        sender.try_send(r#"{"type":"snapshot"}"#.into()).ok()?;
                    }
                }
                _ = queue.recv_many(&mut frames, AT_ONCE) => {
                    for frame in frames.drain(..) {
                        socket.feed(Message::Text(frame)).await.ok()?;
                    }
                    socket.flush().await.ok()?;
                }
            }
        }
    }

    fn join(&self, id: &str, sender: &mpsc::Sender<Utf8Bytes>) -> Arc<Game> {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        let game = Arc::clone(games.entry(id.to_owned()).or_default());
        game.members.lock().unwrap_or_else(PoisonError::into_inner).push(sender.clone());
        game
    }

    fn relay(&self, text: &str, id: &str, game: &Game, sender: &mpsc::Sender<Utf8Bytes>) -> Option<()> {
        let number = game.events.fetch_add(1, Ordering::Relaxed);
        let Patched(before, after) = self.frames.get((number as usize).min(self.frames.len() - 1))?;
        // The first event of a game is not a move.
        let seq = number + 2;
        let command = text_field(text, r#""id":""#)?;
        let ack = format!(r#"{{"type":"ack","game":"{id}","id":"{command}","seq":{seq}}}"#);
        sender.try_send(ack.into()).ok()?;
        let event = Utf8Bytes::from(format!("{before}{seq}{after}"));
        for member in game.members.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            member.try_send(event.clone()).ok()?;
        }
        Some(())
    }
}
