//! Live games. Each has a room: one task that owns the game's state and takes its commands one after the other.
//!
//! Rooms are only caches. The truth is the log in the database, whose primary key decides when two servers hold the
//! same game, so a room may vanish at any moment: when nobody has asked for it for a while, or with the process.

mod after_end;
mod attendance;
mod delivery;
mod elsewhere;
mod error;
mod followed;
mod followers;
mod listing;
mod live_game;
mod lobby;
#[cfg(test)]
mod made_up;
mod memory;
mod numbered;
mod opening_after;
mod own_feed;
mod own_games;
mod passing_time;
mod position_counts;
mod positions;
mod recent_events;
mod refresh;
mod request;
mod reveals;
mod room;
mod storing;
mod summaries;
mod telling;
mod top;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tengen_clock::Clock;
use tengen_game::GameId;
use tengen_protocol::view::Audience;
use tengen_protocol::{Event, Rematch, Snapshot, Summary, Version, VersionedEventList};
use tengen_store::{Journal, Store};
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time::Duration;
use tokio_util::sync::CancellationToken;

pub use delivery::{CatchUp, ConnectionId, DeliveredEvent, Delivery, Inbox, Missed, Outbox};
pub use error::RoomError;
pub use listing::{Entry, LOGS_OF_A_PAGE, Page, UnplayedLog};
pub use live_game::LiveGame;
pub use lobby::Lobby;
pub use numbered::{Line, Numbered, NumberedFeed};
pub use own_feed::OwnFeed;
pub use own_games::{OwnChange, OwnGames};
pub use positions::{AskedPosition, PositionPage};
pub use refresh::fill;
pub use request::{OfGame, Posted, Sent};
pub use top::Top;

use crate::house;
use crate::options::ServeOptions;
use after_end::{Gatherings, KeptGames};
use memory::{Mark, Memory};
use position_counts::PositionCounts;
use request::Request;
use room::Room;
use summaries::Summaries;

/// How many requests may wait for one room; beyond that a sender waits itself.
const WAITING: usize = 64;
/// How many readers of own games read from the database at the same moment.
const OWN_READS: usize = 2;
/// How often it is looked at what is not the business of one room alone.
const LOOK_AFTER: Duration = Duration::from_millis(500);
/// How often connections that are closed are looked for among those who follow games that have ended.
const TIDY: Duration = Duration::from_mins(1);

/// The rooms of this process.
#[derive(Debug, Clone)]
pub struct Rooms {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    clock: Clock,
    store: Store,
    journal: Journal,
    lobby: Lobby,
    top: Top,
    own_games: OwnGames,
    /// Turns to read what a reader of own games does not know.
    own_reads: Semaphore,
    house: house::Queue,
    position_counts: PositionCounts,
    summaries: Summaries,
    /// Where browsers find the server, if the operator says so.
    site: Option<String>,
    doors: Mutex<HashMap<GameId, Door>>,
    memory: Memory,
    kept: KeptGames,
    gatherings: Gatherings,
}

/// Where requests for a room go, and what is known of it without asking.
#[derive(Debug)]
struct Door {
    requests: mpsc::Sender<Request>,
    mark: Arc<Mark>,
}

impl Rooms {
    /// No rooms yet.
    pub fn new(
        store: Store,
        journal: Journal,
        lobby: Lobby,
        top: Top,
        house: house::Queue,
        options: &ServeOptions,
    ) -> Self {
        let (own_games, position_counts) = (OwnGames::default(), PositionCounts::default());
        let clock = store.clock().clone();
        let shared = Shared {
            own_games,
            own_reads: Semaphore::new(OWN_READS),
            position_counts,
            summaries: Summaries::default(),
            site: options.public_url.clone(),
            doors: Mutex::default(),
            memory: Memory::new(options.max_rooms_bytes),
            kept: KeptGames::default(),
            gatherings: Gatherings::new(clock.clone(), house.clone()),
            clock,
            store,
            journal,
            lobby,
            top,
            house,
        };
        Self { shared: Arc::new(shared) }
    }

    /// Tells whoever may be concerned of a new game, which is on disk.
    pub fn tell_of_new(&self, game: &LiveGame) -> Result<(), RoomError> {
        self.shared.house.note_change(game.id(), game.state());
        self.shared.own_games.tell(game)?;
        if game.is_public() {
            self.shared.lobby.changed(game.summary()?);
        }
        Ok(())
    }

    /// Lets a player do something in a game. Answers the number of the event once it is on disk.
    pub async fn command(&self, game: GameId, sent: Sent) -> Result<u32, RoomError> {
        self.post(game, sent).await?.await
    }

    /// Puts a command into the queue of its game. The commands that are posted one after the other are carried out in that order.
    pub async fn post(&self, game: GameId, sent: Sent) -> Result<Posted, RoomError> {
        self.request(game, |answer| Request::Command { sent, answer }).await.map(Posted)
    }

    /// An event that was stored, as an audience sees it.
    pub async fn event(&self, game: GameId, seq: u32, audience: Audience) -> Result<Event, RoomError> {
        self.ask(game, |answer| Request::Event { seq, audience, answer }).await?
    }

    /// The whole game as an audience sees it.
    pub async fn snapshot(&self, game: GameId, audience: Audience) -> Result<Snapshot, RoomError> {
        self.snapshot_in(game, audience, Version::V1).await
    }

    /// The whole game as an audience sees it, in a version of the protocol.
    pub async fn snapshot_in(
        &self,
        game: GameId,
        audience: Audience,
        version: Version,
    ) -> Result<Snapshot, RoomError> {
        self.ask(game, |answer| Request::Snapshot { audience, version, answer }).await?
    }

    /// The events above a number as an audience sees them, and the number of the last one.
    pub async fn events(
        &self,
        game: GameId,
        since: u32,
        audience: Audience,
        version: Version,
    ) -> Result<OfGame<VersionedEventList>, RoomError> {
        self.ask(game, |answer| Request::Events { since, audience, version, answer }).await?
    }

    /// The record of the game in SGF.
    pub async fn record(&self, game: GameId, audience: Audience) -> Result<OfGame<String>, RoomError> {
        self.ask(game, |answer| Request::Record { audience, answer }).await?
    }

    /// What the house has to do in a game, if anything.
    pub async fn house_turn(&self, game: GameId) -> Result<Option<house::Turn>, RoomError> {
        self.ask(game, |answer| Request::HouseTurn { answer }).await?
    }

    /// How many times events were written in this process.
    pub fn batches(&self) -> u64 {
        self.shared.journal.batches()
    }

    /// Looks at a game whose time may have come. While the database is away there is nothing to see, and whoever wants to
    /// store something would have to wait behind it.
    pub async fn look_at(&self, game: GameId) -> Result<(), RoomError> {
        if self.shared.journal.outages().borrow().lasts {
            return Err(RoomError::Away);
        }
        self.ask(game, |answer| Request::LookAt { answer }).await?
    }

    /// Tells who looks at a finished game of the rematch that is offered, or that it is offered no more.
    pub async fn tell_of_rematch(&self, game: GameId, rematch: Option<Rematch>) -> Result<(), RoomError> {
        self.ask(game, |answer| Request::Rematch { rematch, answer }).await?
    }

    /// Sends the events of a game to a connection from now on, and answers what the connection has missed: everything
    /// above `since`, or a snapshot.
    pub async fn subscribe(
        &self,
        game: GameId,
        outbox: Outbox,
        since: Option<u32>,
    ) -> Result<CatchUp, RoomError> {
        self.ask(game, |answer| Request::Subscribe { outbox, since, answer }).await?
    }

    /// Sends a connection no more events of a game. Does nothing if nobody follows the game.
    pub async fn unsubscribe(&self, game: GameId, connection: ConnectionId) {
        let door = {
            let doors = self.shared.doors();
            let door = doors.get(&game).map(|door| door.requests.clone());
            if door.is_none() {
                // Under the lock: a room whose game has ended hands its followers over while it takes its door away.
                self.shared.gatherings.leave(game, connection);
            }
            door
        };
        if let Some(door) = door
            && door.send(Request::Unsubscribe { connection }).await.is_err()
        {
            self.shared.gatherings.leave(game, connection);
        }
    }

    /// Sees to what is not the business of one room alone, until the server stops: memory, and who follows games that have
    /// ended.
    pub async fn look_after(self, stop: CancellationToken) {
        let mut ticks = self.shared.clock.ticks(LOOK_AFTER);
        let mut tidied = self.shared.clock.instant();
        loop {
            tokio::select! {
                () = ticks.tick() => {}
                () = stop.cancelled() => return,
            }
            self.shared.gatherings.tell();
            self.shared.close_idle_rooms();
            if self.shared.clock.since(tidied) >= TIDY {
                tidied = self.shared.clock.instant();
                self.shared.gatherings.tidy();
                self.shared.kept.tidy();
            }
        }
    }

    /// A game as lists show it, read from its log without opening a room.
    pub async fn summary(&self, game: GameId) -> Result<Summary, RoomError> {
        LiveGame::load(&self.shared.store, game).await?.summary()
    }

    async fn ask<T>(
        &self,
        game: GameId,
        request: impl FnOnce(oneshot::Sender<T>) -> Request,
    ) -> Result<T, RoomError> {
        self.request(game, request).await?.await.map_err(|_| RoomError::Gone)
    }

    /// Puts a request into the queue of its game, and answers where the answer will be.
    async fn request<T>(
        &self,
        game: GameId,
        request: impl FnOnce(oneshot::Sender<T>) -> Request,
    ) -> Result<oneshot::Receiver<T>, RoomError> {
        let (answer, answered) = oneshot::channel();
        let mut request = request(answer);
        loop {
            let door = match self.shared.open_door(game) {
                Some(door) => door,
                None => match self.shared.store.has_ended(game, self.shared.clock.now()).await? {
                    None => return Err(RoomError::NoSuchGame),
                    Some(false) => self.door(game),
                    Some(true) => {
                        self.answer_after_end(game, request).await;
                        break;
                    }
                },
            };
            match door.send(request).await {
                Ok(()) => break,
                // The room closed between the look-up and the knock: the next look-up opens a new one.
                Err(mpsc::error::SendError(returned)) => request = returned,
            }
        }
        Ok(answered)
    }

    fn door(&self, game: GameId) -> mpsc::Sender<Request> {
        let (door, requests) = mpsc::channel(WAITING);
        let mark = Arc::new(Mark::new(&self.shared.memory));
        {
            let mut doors = self.shared.doors();
            if let Some(known) = doors.get(&game).filter(|known| !known.requests.is_closed()) {
                return known.requests.clone();
            }
            doors.insert(game, Door { requests: door.clone(), mark: Arc::clone(&mark) });
        }
        if self.shared.memory.count_opened() {
            self.shared.close_idle_rooms();
        }
        tokio::spawn(Room::run(Arc::clone(&self.shared), game, mark, requests));
        door
    }
}

impl Shared {
    /// The door of a game's room, if there is one.
    fn open_door(&self, game: GameId) -> Option<mpsc::Sender<Request>> {
        let doors = self.doors();
        doors.get(&game).map(|door| &door.requests).filter(|door| !door.is_closed()).cloned()
    }

    /// Asks rooms that nobody follows to close, those first that were used last a long time ago, if they take too much
    /// memory together.
    fn close_idle_rooms(&self) {
        let doors = self.doors();
        for door in self.memory.too_much(doors.values(), |door| &door.mark) {
            // A room with a full queue is not idle.
            let _ = door.requests.try_send(Request::Close);
        }
    }

    fn doors(&self) -> std::sync::MutexGuard<'_, HashMap<GameId, Door>> {
        // The map is whole even if a holder of the lock panicked: each change of it is one call.
        self.doors.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
