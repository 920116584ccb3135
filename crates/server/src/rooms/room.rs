//! One live game: commands in their order, each stored before anybody hears of it.

use std::sync::Arc;
use std::time::Duration;

use tengen_game::{Command, CommandId, Event as GameEvent, GameId, PlayerId, Refusal};
use tengen_protocol::view::Audience;
use tengen_protocol::{Event, ResultShape, Snapshot, StoredEvent};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::live_game::{LiveGame, damaged};
use super::{CatchUp, ConnectionId, Outbox, RoomError, Rooms, Shared};
use crate::clock;
use crate::store::{Append, Appended, Headline};

/// How long a room without subscribers waits for the next request before it closes.
const IDLE: Duration = Duration::from_mins(1);
/// How often a command is decided again because another server was faster.
const TRIES: usize = 8;
/// A log of more events than this is long.
const LONG: u32 = 100;

type Answer<T> = oneshot::Sender<Result<T, RoomError>>;

/// What a room is asked for.
#[derive(Debug)]
pub(super) enum Request {
    Command { actor: PlayerId, id: Option<CommandId>, command: Command, answer: Answer<Event> },
    Snapshot { answer: Answer<Snapshot> },
    Events { since: u32, audience: Audience, answer: Answer<(Vec<Event>, u32)> },
    Record { answer: Answer<String> },
    Subscribe { outbox: Outbox, since: Option<u32>, answer: Answer<CatchUp> },
    Unsubscribe { connection: ConnectionId },
}

pub(super) struct Room {
    shared: Arc<Shared>,
    id: GameId,
    game: LiveGame,
    subscribers: Vec<Outbox>,
    /// Set after a commit whose outcome is unknown: the log is read again before anything else is decided.
    in_doubt: bool,
}

impl Room {
    /// Opens the room, serves its requests, and closes it when it is not needed any more.
    pub(super) async fn run(shared: Arc<Shared>, id: GameId, mut requests: mpsc::Receiver<Request>) {
        match LiveGame::load(&shared.store, id).await {
            Ok(game) => {
                let mut room = Self { shared, id, game, subscribers: Vec::new(), in_doubt: false };
                room.serve(&mut requests).await;
                room.close(requests).await;
            }
            Err(error) => {
                if !matches!(error, RoomError::NoSuchGame) {
                    tracing::error!(game = %id, %error, "a game can't be loaded");
                }
                shared.doors().remove(&id);
                requests.close();
                // The cause goes to whoever opened the door; others who came in meanwhile are told to try again.
                let missing = matches!(error, RoomError::NoSuchGame);
                let mut error = Some(error);
                while let Some(request) = requests.recv().await {
                    let otherwise = if missing { RoomError::NoSuchGame } else { RoomError::Gone };
                    request.refuse(error.take().unwrap_or(otherwise));
                }
            }
        }
    }

    async fn serve(&mut self, requests: &mut mpsc::Receiver<Request>) {
        loop {
            match timeout(IDLE, requests.recv()).await {
                Ok(Some(request)) => self.handle(request).await,
                Ok(None) => return,
                Err(_) => {
                    self.subscribers.retain(Outbox::is_open);
                    if self.subscribers.is_empty() {
                        return;
                    }
                }
            }
        }
    }

    /// Takes the door away before it shuts, so that it can't take away that of the next room, and sends whoever came in
    /// meanwhile there: a subscriber who stayed here would never hear of anything.
    async fn close(mut self, mut requests: mpsc::Receiver<Request>) {
        self.shared.doors().remove(&self.id);
        requests.close();
        self.subscribers.clear();
        let rooms = Rooms { shared: Arc::clone(&self.shared) };
        while let Some(request) = requests.recv().await {
            // Should that room be closed again already, the request is dropped, and its sender told to try again.
            let _ = rooms.door(self.id).send(request).await;
        }
    }

    async fn handle(&mut self, request: Request) {
        // Nobody may be waiting for an answer any more; then nothing is lost.
        match request {
            Request::Command { actor, id, command, answer } => {
                let _ = answer.send(self.command(actor, id, &command).await);
            }
            Request::Snapshot { answer } => {
                let _ = answer.send(self.settle().await.map(|()| self.game.snapshot()));
            }
            Request::Events { since, audience, answer } => {
                let events = self.settle().await.and_then(|()| self.missed(since, audience));
                let _ = answer.send(events.map(|events| (events, self.game.state().seq())));
            }
            Request::Record { answer } => {
                let _ = answer.send(self.settle().await.map(|()| self.game.record()));
            }
            Request::Subscribe { outbox, since, answer } => {
                let _ = answer.send(self.subscribe(outbox, since).await);
            }
            Request::Unsubscribe { connection } => {
                self.subscribers.retain(|subscriber| subscriber.connection != connection);
            }
        }
    }

    async fn command(
        &mut self,
        actor: PlayerId,
        id: Option<CommandId>,
        command: &Command,
    ) -> Result<Event, RoomError> {
        if self.in_doubt {
            self.settle().await?;
        }
        for _ in 0..TRIES {
            if let Some(id) = &id
                && let Some(seq) = self.game.state().accepted_as(actor, id, command)?
            {
                return self.game.event(seq, Audience::Player(actor));
            }
            let event = match self.decide(actor, id.clone(), command) {
                Ok(event) => event,
                // The player may have seen what another server stored and this room has not read yet.
                Err(_) if self.is_behind().await? => continue,
                Err(refusal) => return Err(refusal.into()),
            };
            match self.shared.journal.append(self.append(&event)?).await {
                Ok(Appended::Stored) => {
                    // Should this fail, the log is ahead of the room, which must read it before it goes on.
                    self.in_doubt = true;
                    self.game.apply(&self.shared.store, event).await?;
                    self.in_doubt = false;
                    self.publish()?;
                    return self.game.event(self.game.state().seq(), Audience::Player(actor));
                }
                Ok(Appended::Conflict) => self.catch_up().await?,
                Err(error) => {
                    self.in_doubt = true;
                    return Err(error.into());
                }
            }
        }
        Err(RoomError::Gone)
    }

    /// Decides a command. A pass may end play, and then the proposal of dead stones takes some ten milliseconds, in
    /// which other rooms must not wait for this thread.
    fn decide(
        &self,
        actor: PlayerId,
        id: Option<CommandId>,
        command: &Command,
    ) -> Result<GameEvent, Refusal> {
        let now = clock::now().max(self.game.created_at());
        let decide = || self.game.state().decide(actor, id, command, now);
        match command {
            Command::Pass { .. } => tokio::task::block_in_place(decide),
            _ => decide(),
        }
    }

    /// The row of an event, and the headline of the game if the event changes it.
    fn append(&self, event: &GameEvent) -> Result<Append, RoomError> {
        let state = self.game.state();
        let headline = event.begins().map(|phase| -> Result<Headline, RoomError> {
            let players = match &event.kind {
                tengen_game::EventKind::Joined { players } => Some(*players),
                _ => state.players(),
            };
            let result = event.result.as_ref().map(ResultShape::from);
            let result = result.map(|result| serde_json::to_string(&result)).transpose().map_err(damaged)?;
            let move_count = state.moves().len() + usize::from(event.is_move());
            Ok(Headline { phase, players, move_count, result })
        });
        let stored = StoredEvent::write(event, state.settings().topology()).map_err(damaged)?;
        Ok(Append { game: self.id, event: stored, headline: headline.transpose()? })
    }

    async fn subscribe(&mut self, outbox: Outbox, since: Option<u32>) -> Result<CatchUp, RoomError> {
        self.settle().await?;
        let catch_up = match since {
            None => CatchUp::Snapshot(Box::new(self.game.snapshot())),
            Some(since) => CatchUp::Events {
                events: self.missed(since, audience(outbox.player))?,
                seq: self.game.state().seq(),
                finished: self.game.is_finished(),
            },
        };
        self.subscribers.retain(|known| known.is_open() && known.connection != outbox.connection);
        if !self.game.is_finished() {
            self.subscribers.push(outbox);
        }
        Ok(catch_up)
    }

    /// The events above a number. A long log takes some milliseconds, in which other rooms must not wait for this thread.
    fn missed(&self, since: u32, audience: Audience) -> Result<Vec<Event>, RoomError> {
        if self.game.state().seq() > LONG {
            tokio::task::block_in_place(|| self.game.events(since, audience))
        } else {
            self.game.events(since, audience)
        }
    }

    /// Makes sure that the state is that of the log.
    async fn settle(&mut self) -> Result<(), RoomError> {
        if self.in_doubt || self.shared.store.is_shared() {
            self.catch_up().await?;
            self.in_doubt = false;
        }
        Ok(())
    }

    /// Whether another server has stored events that this room had not read.
    async fn is_behind(&mut self) -> Result<bool, RoomError> {
        if !self.shared.store.is_shared() {
            return Ok(false);
        }
        let before = self.game.state().seq();
        self.catch_up().await?;
        Ok(self.game.state().seq() > before)
    }

    async fn catch_up(&mut self) -> Result<(), RoomError> {
        let before = self.game.state().seq();
        self.game.catch_up(&self.shared.store).await?;
        let missed = before..self.game.state().seq();
        if missed.len() > 1 {
            // Subscribers see the gap in the numbers and ask for what is in it.
            tracing::debug!(game = %self.id, events = missed.len(), "caught up with another server");
        }
        if missed.is_empty() { Ok(()) } else { self.publish() }
    }

    /// Tells everybody of the last event, which is on disk. It is encoded once for the player behind it, who sees the
    /// command's id, and once for all others.
    fn publish(&mut self) -> Result<(), RoomError> {
        let state = self.game.state();
        if !state.settings().private() {
            self.shared.lobby.changed(self.game.summary());
        }
        if self.subscribers.is_empty() {
            return Ok(());
        }
        let actor = self.game.last_actor();
        let for_others = self.game.delivery(Audience::Spectator)?;
        let for_actor = match actor {
            Some(actor) => self.game.delivery(Audience::Player(actor))?,
            None => for_others.clone(),
        };
        self.subscribers.retain(|subscriber| {
            let own = subscriber.player.is_some() && subscriber.player == actor;
            subscriber.send(if own { for_actor.clone() } else { for_others.clone() }).is_ok()
        });
        Ok(())
    }
}

impl Drop for Room {
    /// However a room ends, also by a panic: nobody keeps waiting for what will not come.
    fn drop(&mut self) {
        let seq = self.game.state().seq();
        for subscriber in &self.subscribers {
            subscriber.end(self.id, seq);
        }
    }
}

impl Request {
    fn refuse(self, error: RoomError) {
        match self {
            Self::Command { answer, .. } => drop(answer.send(Err(error))),
            Self::Snapshot { answer } => drop(answer.send(Err(error))),
            Self::Events { answer, .. } => drop(answer.send(Err(error))),
            Self::Record { answer } => drop(answer.send(Err(error))),
            Self::Subscribe { answer, .. } => drop(answer.send(Err(error))),
            Self::Unsubscribe { .. } => {}
        }
    }
}

fn audience(player: Option<PlayerId>) -> Audience {
    player.map_or(Audience::Spectator, Audience::Player)
}
