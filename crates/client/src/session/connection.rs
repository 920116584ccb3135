//! The task behind a session: connects, passes messages and requests on, and connects again.

use std::time::Duration;

use backon::BackoffBuilder as _;
use tengen_protocol::ToClient;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};

use super::request::Request;
use super::socket::{Door, Frame, NoSocket, Socket};
use super::update::{UPDATES, Update};
use super::wanted::Wanted;
use crate::Error;
use crate::pauses::{LONGEST, PAUSES};

/// The server pings every ten seconds; who hears nothing for this long is not connected any more.
const SILENCE: Duration = Duration::from_secs(45);
/// How long a connection must have been good for the next pause to be short.
const GOOD: Duration = Duration::from_secs(5);
/// How much room there must be before the server is asked for the updates that were left out.
const ROOM: usize = UPDATES / 2;

/// Why a connection ended.
enum End {
    /// It broke.
    Broken,
    /// The session was dropped.
    Dropped,
    /// The session can't go on.
    Failed(Error),
}

/// The state that lasts over connections.
pub(crate) struct Connection {
    door: Door,
    token: Option<String>,
    requests: mpsc::Receiver<Request>,
    updates: mpsc::Sender<Result<Update, Error>>,
    wanted: Wanted,
}

impl Connection {
    pub(crate) fn new(
        door: Door,
        token: Option<String>,
        requests: mpsc::Receiver<Request>,
        updates: mpsc::Sender<Result<Update, Error>>,
    ) -> Self {
        let wanted = Wanted::new(updates.clone());
        Self { door, token, requests, updates, wanted }
    }

    /// Lives until the session is dropped, or can't go on.
    pub(crate) async fn run(mut self) {
        let mut pauses = PAUSES.build();
        let mut was_trusted = false;
        loop {
            let (door, token) = (self.door.clone(), self.token.clone());
            // An encrypted connection has its buffers in it.
            let opening = Box::pin(async move { Socket::open(&door, token.as_deref()).await });
            let end = match self.meanwhile(opening).await {
                None => End::Dropped,
                Some(Err(NoSocket::ForGood(error))) => End::Failed(error),
                // A server that was trusted may get a new certificate in time, and a game is worth the wait.
                Some(Err(NoSocket::Untrusted(error))) if !was_trusted => End::Failed(error),
                Some(Err(NoSocket::ForNow | NoSocket::Untrusted(_))) => End::Broken,
                Some(Ok(socket)) => {
                    was_trusted = true;
                    let began = Instant::now();
                    let end = self.serve(socket).await;
                    if began.elapsed() > GOOD {
                        pauses = PAUSES.build();
                    }
                    let _ = self.updates.try_send(Ok(Update::Disconnected));
                    end
                }
            };
            match end {
                End::Broken => {}
                End::Dropped => return,
                End::Failed(error) => {
                    let _ = self.updates.send(Err(error)).await;
                    return;
                }
            }
            if self.meanwhile(sleep(pauses.next().unwrap_or(LONGEST))).await.is_none() {
                return;
            }
        }
    }

    /// Waits for something while there is no connection, and takes requests for when there is one. Nothing if the
    /// session was dropped.
    async fn meanwhile<T>(&mut self, work: impl Future<Output = T>) -> Option<T> {
        let mut work = std::pin::pin!(work);
        let updates = self.updates.clone();
        loop {
            let room = self.wanted.has_room();
            tokio::select! {
                done = &mut work => return Some(done),
                () = updates.closed() => return None,
                Some(request) = self.requests.recv(), if room => {
                    self.wanted.note(request);
                }
            }
        }
    }

    /// Serves one connection until it ends.
    async fn serve(&mut self, mut socket: Socket) -> End {
        let updates = self.updates.clone();
        let mut heard = Instant::now();
        let mut greeted = false;
        loop {
            let room = self.wanted.has_room();
            let behind = self.wanted.is_behind();
            let again_at = self.wanted.again_at();
            let frames = tokio::select! {
                frame = socket.next() => {
                    heard = Instant::now();
                    match frame {
                        Frame::Message(message) => {
                            greeted |= matches!(message, ToClient::Hello { .. });
                            self.wanted.take(message)
                        }
                        Frame::Other => Vec::new(),
                        Frame::End => return End::Broken,
                        Frame::Unreadable(what) => return End::Failed(Error::Unreadable(what)),
                    }
                }
                Some(request) = self.requests.recv(), if room => {
                    let frame = self.wanted.note(request);
                    // Before the greeting all is asked for at once.
                    if greeted { frame.into_iter().collect() } else { Vec::new() }
                }
                () = updates.closed() => {
                    socket.close().await;
                    return End::Dropped;
                }
                Ok(_) = updates.reserve_many(ROOM), if behind => self.wanted.catch_up(),
                () = sleep_until(again_at.unwrap_or(heard)), if again_at.is_some() => self.wanted.everything(),
                () = sleep_until(heard + SILENCE) => return End::Broken,
            };
            for frame in frames {
                if !socket.send(&frame).await {
                    return End::Broken;
                }
            }
        }
    }
}
