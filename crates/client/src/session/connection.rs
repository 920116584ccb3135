//! The task behind a session: connects, tells, asks, and connects again.

use std::collections::HashMap;
use std::time::Duration;

use tengen_game::GameId;
use tengen_protocol::{FromClient, Problem, Text, ToClient};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};

use super::back_off::BackOff;
use super::following::{Following, Verdict};
use super::socket::{Frame, NoSocket, Socket};
use super::waiting::WaitingCommands;
use super::{Request, UPDATES, Update};
use crate::Error;
use crate::address::Address;

/// The server pings every ten seconds; who hears nothing for this long is not connected any more.
const SILENCE: Duration = Duration::from_secs(45);
/// How long a connection must have been good for the next pause to be short.
const GOOD: Duration = Duration::from_secs(5);
/// How soon something is sent again that the server had no time for, if it does not say when.
const AGAIN: Duration = Duration::from_secs(1);
/// The longest wait for a busy server, whatever it says.
const LONGEST_WAIT: Duration = Duration::from_mins(1);
/// How much room there must be before the server is asked for what was left out.
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
    address: Address,
    token: Option<String>,
    requests: mpsc::Receiver<Request>,
    updates: mpsc::Sender<Result<Update, Error>>,
    followed: HashMap<GameId, Following>,
    lobby: bool,
    lobby_behind: bool,
    waiting: WaitingCommands,
    /// When everything that is open is asked for once more, because the server was busy.
    again_at: Option<Instant>,
}

impl Connection {
    pub(crate) fn new(
        address: Address,
        token: Option<String>,
        requests: mpsc::Receiver<Request>,
        updates: mpsc::Sender<Result<Update, Error>>,
    ) -> Self {
        Self {
            address,
            token,
            requests,
            updates,
            followed: HashMap::new(),
            lobby: false,
            lobby_behind: false,
            waiting: WaitingCommands::default(),
            again_at: None,
        }
    }

    /// Lives until the session is dropped, or can't go on.
    pub(crate) async fn run(mut self) {
        let mut back_off = BackOff::new();
        loop {
            let (address, token) = (self.address.clone(), self.token.clone());
            let opening = async move { Socket::open(&address, token.as_deref()).await };
            let end = match self.meanwhile(opening).await {
                None => End::Dropped,
                Some(Err(NoSocket::ForGood(error))) => End::Failed(error),
                Some(Err(NoSocket::ForNow)) => End::Broken,
                Some(Ok(socket)) => {
                    let began = Instant::now();
                    let end = self.serve(socket).await;
                    if began.elapsed() > GOOD {
                        back_off.reset();
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
            if self.meanwhile(sleep(back_off.pause())).await.is_none() {
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
            let room = self.waiting.has_room();
            tokio::select! {
                done = &mut work => return Some(done),
                () = updates.closed() => return None,
                Some(request) = self.requests.recv(), if room => {
                    self.note(request);
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
            let room = self.waiting.has_room();
            let behind = self.lobby_behind || self.followed.values().any(Following::is_behind);
            let again_at = self.again_at;
            let frames = tokio::select! {
                frame = socket.next() => {
                    heard = Instant::now();
                    match frame {
                        Frame::Message(message) => {
                            greeted |= matches!(message, ToClient::Hello { .. });
                            self.take(message)
                        }
                        Frame::Other => Vec::new(),
                        Frame::End => return End::Broken,
                        Frame::Unreadable(what) => return End::Failed(Error::Unreadable(what)),
                    }
                }
                Some(request) = self.requests.recv(), if room => {
                    let frame = self.note(request);
                    // Before the greeting all is asked for at once.
                    if greeted { frame.into_iter().collect() } else { Vec::new() }
                }
                () = updates.closed() => {
                    socket.close().await;
                    return End::Dropped;
                }
                Ok(_) = updates.reserve_many(ROOM), if behind => self.catch_up(),
                () = sleep_until(again_at.unwrap_or(heard)), if again_at.is_some() => self.everything(),
                () = sleep_until(heard + SILENCE) => return End::Broken,
            };
            for frame in frames {
                if !socket.send(&frame).await {
                    return End::Broken;
                }
            }
        }
    }

    /// Remembers what is wanted, and answers the frame that asks for it.
    fn note(&mut self, request: Request) -> Option<FromClient> {
        match request {
            Request::Follow { game, since } => {
                let mut following = Following::new(since);
                let frame = subscribe(game, following.ask());
                self.followed.insert(game, following);
                Some(frame)
            }
            Request::Unfollow { game } => {
                self.followed.remove(&game).map(|_| FromClient::Unsubscribe { game: Text(game) })
            }
            Request::Lobby { follow } => {
                (self.lobby, self.lobby_behind) = (follow, false);
                Some(if follow { FromClient::SubscribeLobby {} } else { FromClient::UnsubscribeLobby {} })
            }
            Request::Command { game, command, answer } => Some(self.waiting.add(game, command, answer)),
        }
    }

    /// Takes a message, and answers what has to be asked because of it.
    fn take(&mut self, message: ToClient) -> Vec<FromClient> {
        let ask = match message {
            ToClient::Hello { now, player, .. } => {
                let _ = self.updates.try_send(Ok(Update::Connected { player, now }));
                return self.everything();
            }
            ToClient::Snapshot { game, snapshot } => self.begin(game.0, snapshot),
            ToClient::Event { game, event } => {
                let Some(following) = self.followed.get_mut(&game.0) else { return Vec::new() };
                let seq = event.seq;
                match following.event(seq) {
                    Verdict::Leave => None,
                    Verdict::Ask(since) => Some(subscribe(game.0, since)),
                    Verdict::Yield => {
                        match self.updates.try_send(Ok(Update::Event { game: game.0, event })) {
                            Ok(()) => following.yielded(seq),
                            Err(_) => following.fall_behind(),
                        }
                        None
                    }
                }
            }
            ToClient::Subscribed { game, seq } => {
                match self.followed.get_mut(&game.0).map(|following| following.subscribed(seq)) {
                    Some(Verdict::Ask(since)) => Some(subscribe(game.0, since)),
                    _ => None,
                }
            }
            ToClient::Lagged { game, .. } => {
                self.followed.get_mut(&game.0).map(|following| subscribe(game.0, following.ask()))
            }
            ToClient::Ack { game, id, seq } => {
                self.waiting.accepted(game.0, &id.0, seq);
                None
            }
            ToClient::Problem { game, id, problem } => {
                self.hear_problem(game.map(|game| game.0), id.as_ref(), problem);
                None
            }
            ToClient::Presence { game, presence } => {
                self.tell_if_followed(game.0, Update::Presence { game: game.0, presence });
                None
            }
            ToClient::Rematch { game, rematch } => {
                self.tell_if_followed(game.0, Update::Rematch { game: game.0, rematch });
                None
            }
            ToClient::Lobby { games, .. } => {
                self.tell_lobby(Update::Lobby { games });
                None
            }
            ToClient::LobbyUpdate { games, removed, .. } => {
                let removed = removed.into_iter().map(|game| game.0).collect();
                self.tell_lobby(Update::LobbyUpdate { games, removed });
                None
            }
            ToClient::Authenticated { .. } | ToClient::Mine { .. } => None,
        };
        ask.into_iter().collect()
    }

    fn begin(&mut self, game: GameId, snapshot: Box<tengen_protocol::Snapshot>) -> Option<FromClient> {
        let following = self.followed.get_mut(&game)?;
        if following.snapshot() == Verdict::Yield {
            let seq = snapshot.seq;
            match self.updates.try_send(Ok(Update::Snapshot { game, snapshot })) {
                Ok(()) => following.began(seq),
                Err(_) => following.fall_behind(),
            }
        }
        None
    }

    fn hear_problem(
        &mut self,
        game: Option<GameId>,
        id: Option<&Text<tengen_game::CommandId>>,
        problem: Problem,
    ) {
        if matches!(problem.status, 429 | 503) && problem.code != "too_many_subscriptions" {
            let told = problem.params.get("retry_after_ms").and_then(serde_json::Value::as_u64);
            let pause = told.map_or(AGAIN, Duration::from_millis).clamp(AGAIN / 4, LONGEST_WAIT);
            self.again_at = Some(Instant::now() + pause);
            return;
        }
        if let (Some(game), Some(id)) = (game, id) {
            self.waiting.refused(game, &id.0, problem);
            return;
        }
        if self.updates.try_send(Ok(Update::Problem { game, problem: Box::new(problem) })).is_ok() {
            game.map(|game| self.followed.remove(&game));
        } else if let Some(following) = game.and_then(|game| self.followed.get_mut(&game)) {
            // It is asked for again when there is room, and so is the problem told.
            following.fall_behind();
        }
    }

    fn tell_if_followed(&self, game: GameId, update: Update) {
        if self.followed.contains_key(&game) {
            let _ = self.updates.try_send(Ok(update));
        }
    }

    fn tell_lobby(&mut self, update: Update) {
        let whole = matches!(update, Update::Lobby { .. });
        if self.lobby && (whole || !self.lobby_behind) {
            self.lobby_behind = self.updates.try_send(Ok(update)).is_err();
        }
    }

    /// Asks for what was left out.
    fn catch_up(&mut self) -> Vec<FromClient> {
        let behind = self.followed.iter_mut().filter(|(_, following)| following.is_behind());
        let mut frames: Vec<_> = behind.map(|(game, following)| subscribe(*game, following.ask())).collect();
        if std::mem::take(&mut self.lobby_behind) {
            frames.push(FromClient::SubscribeLobby {});
        }
        frames
    }

    /// Asks for all that is wanted, and sends all commands that were not answered.
    fn everything(&mut self) -> Vec<FromClient> {
        self.again_at = None;
        let games = self.followed.iter_mut();
        let mut frames: Vec<_> = games.map(|(game, following)| subscribe(*game, following.ask())).collect();
        if self.lobby {
            self.lobby_behind = false;
            frames.push(FromClient::SubscribeLobby {});
        }
        frames.extend(self.waiting.again());
        frames
    }
}

fn subscribe(game: GameId, since: Option<u32>) -> FromClient {
    FromClient::Subscribe { game: Text(game), since }
}
