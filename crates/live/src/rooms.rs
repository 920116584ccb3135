//! The rooms of this process, and the way of a request to the one that it is for.

use std::sync::{Arc, Mutex};

use tengen_archive::StoredEvent;
use tengen_duties::Repeat;
use tengen_game::{GameId, Ruling, State};
use tengen_protocol::view::Audience;
use tengen_protocol::{Event, PlayerCard, Rematch, Snapshot, Version, VersionedEventList};
use tengen_store::{Announcer, Journal, Outages, Store};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Duration;
use tokio_util::sync::CancellationToken;
use tracing::{field, info_span};

use crate::after_end::{Gatherings, KeptGames};
use crate::looks::Looks;
use crate::memory::{Mark, Memory};
use crate::request::{ReadGame, ReadState, Request};
use crate::room::{Left, Room};
use crate::shared::{Door, Shared};
use crate::watched_elsewhere::WatchedElsewhere;
use crate::{
    CatchUp, ConnectionId, House, LiveGame, Neighbours, OfGame, Outbox, Posted, Readers, RoomError, Sent,
    Watching,
};

/// How many requests may wait for one room; beyond that a sender waits itself.
const WAITING: usize = 64;
/// How often it is looked at what is not the business of one room alone.
const LOOK_AFTER: Duration = Duration::from_millis(500);
/// How often connections that are closed are looked for among those who follow games that have ended.
const TIDY: Duration = Duration::from_mins(1);

/// The rooms of this process.
#[derive(Debug, Clone)]
pub struct Rooms {
    pub(crate) shared: Arc<Shared>,
}

/// The operator's wishes for rooms.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Where browsers find the server, for the addresses in records.
    pub site: Option<String>,
    /// How many bytes of memory the rooms may take together. Beyond that, no game is read only to be watched.
    pub max_bytes: usize,
}

/// Figures about all rooms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figures {
    /// How many rooms there are.
    pub rooms: usize,
    /// How many bytes of memory they take, about.
    pub bytes: usize,
    /// How many events wait to be stored.
    pub waiting_events: usize,
}

impl Rooms {
    /// No rooms yet.
    pub fn new(
        store: Store,
        journal: Journal,
        readers: Arc<dyn Readers>,
        house: Arc<dyn House>,
        neighbours: Option<Arc<dyn Neighbours>>,
        options: Options,
    ) -> Self {
        let clock = store.clock().clone();
        let shared = Shared {
            site: options.site,
            doors: Mutex::default(),
            memory: Memory::new(options.max_bytes),
            kept: KeptGames::default(),
            watched_elsewhere: WatchedElsewhere::default(),
            gatherings: Gatherings::new(clock.clone(), Arc::clone(&house)),
            announcer: Announcer::new(&store),
            looks: Looks::default(),
            told_elsewhere: tokio::sync::Mutex::default(),
            clock,
            store,
            journal,
            readers,
            house,
            neighbours,
        };
        Self { shared: Arc::new(shared) }
    }

    /// Tells whoever may be concerned of a new game, which is on disk.
    pub fn tell_of_new(&self, game: &LiveGame) -> Result<(), RoomError> {
        self.shared.house.note_change(game.id(), game.state());
        if let Some(neighbours) = &self.shared.neighbours {
            neighbours.opened(game);
        }
        self.shared.readers.stored(game)?;
        self.shared.readers.shown(game)
    }

    /// Lets a player do something in a game. Answers the number of the event once it is on disk.
    pub async fn command(&self, game: GameId, sent: Sent) -> Result<u32, RoomError> {
        self.post(game, sent).await?.await
    }

    /// Puts a command into the queue of its game. The commands that are posted one after the other are carried out in that order.
    pub async fn post(&self, game: GameId, sent: Sent) -> Result<Posted, RoomError> {
        let span = info_span!(target: "tengen_traces", "command", game = %game, command = sent.command.name(), stored = field::Empty, error.type = field::Empty);
        self.request(game, |answer| Request::Command { sent, answer, span }).await.map(Posted::from)
    }

    /// Lets the server's staff rule in a game. Answers the number of the event once it is on disk.
    ///
    /// It is stored and told like the event of a command. Where it meets the game's own end, the event that is stored first stands, and
    /// the other one is refused.
    pub async fn rule(&self, game: GameId, ruling: Ruling) -> Result<u32, RoomError> {
        let span = info_span!(target: "tengen_traces", "ruling", game = %game, ruling = ruling.name(), stored = field::Empty);
        self.ask(game, |answer| Request::Rule { ruling, answer, span }).await?
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

    /// Reads something from the state of a game; nothing if the game has ended. That is no visit: it keeps no room open.
    pub async fn with_state<T: Send + 'static>(
        &self,
        game: GameId,
        read: impl FnOnce(&State) -> T + Send + 'static,
    ) -> Result<Option<T>, RoomError> {
        self.ask(game, |answer| Request::State { read: ReadState::new(read, answer) }).await?
    }

    /// Reads something from a game, whether or not it goes on. That is no visit: it keeps no room open.
    pub async fn read<T: Send + 'static>(
        &self,
        game: GameId,
        read: impl FnOnce(&LiveGame) -> T + Send + 'static,
    ) -> Result<T, RoomError> {
        self.ask(game, |answer| Request::Game { read: ReadGame::new(read, answer) }).await?
    }

    /// Figures about the rooms of this moment.
    pub fn figures(&self) -> Figures {
        let rooms = self.shared.doors().len();
        Figures { rooms, bytes: self.shared.memory.taken(), waiting_events: self.shared.journal.waiting() }
    }

    /// Whether a game has a room here.
    pub fn has_room(&self, game: GameId) -> bool {
        self.shared.open_door(game).is_some()
    }

    /// Has the room of a game read on in the log, up to this number if it is known. Answers whether the room tells the readers. One
    /// with a full queue reads on before it answers the requests there, and may have told nobody.
    pub fn catch_up(&self, game: GameId, seq: Option<u32>) -> bool {
        self.shared.open_door(game).is_some_and(|door| door.try_send(Request::CatchUp { seq }).is_ok())
    }

    /// Has the room of a game take up an event that another server has stored. Answers whether the game has a room here. One with
    /// a full queue misses the event, and reads it when somebody has it [read on](Self::catch_up).
    pub fn hear(&self, game: GameId, event: StoredEvent) -> bool {
        let Some(door) = self.shared.open_door(game) else { return false };
        let _ = door.try_send(Request::Heard { event });
        true
    }

    /// Tells those who look at a finished game here of the rematch that somebody has offered at another server, or that it is
    /// offered no more. If nobody looks, the next visitor reads that from the table.
    pub fn hear_of_rematch(&self, game: GameId, rematch: Option<Rematch>) {
        match self.shared.open_door(game) {
            Some(door) => {
                let (answer, _) = oneshot::channel();
                let _ = door.try_send(Request::Rematch { rematch, answer });
            }
            None => self.shared.gatherings.tell_of_rematch(game, rematch),
        }
    }

    /// Takes note of the number of those who watch a game at another server, which is known by its number. It holds for half a minute.
    pub fn hear_of_watchers(&self, game: GameId, server: i64, watching: Watching) {
        if self.shared.watched_elsewhere.note(game, server, watching, self.shared.clock.instant()) {
            self.tell_of_watchers_elsewhere(game);
        }
    }

    fn tell_of_watchers_elsewhere(&self, game: GameId) {
        self.shared.readers.watched_elsewhere(game, self.shared.watched_elsewhere.sum(game));
        if let Some(door) = self.shared.open_door(game) {
            // A room with a full queue counts again when somebody comes or goes.
            let _ = door.try_send(Request::WatchedElsewhere);
        }
    }

    /// Shows players by these cards from now on, in all games.
    pub fn rename(&self, cards: &[PlayerCard]) {
        let cards: Arc<[PlayerCard]> = cards.into();
        self.shared.kept.forget_all();
        let doors: Vec<_> = self.shared.doors().keys().copied().collect();
        for door in doors.into_iter().filter_map(|game| self.shared.open_door(game)) {
            // A room with a full queue shows the old name until it closes.
            let _ = door.try_send(Request::Renamed { cards: Arc::clone(&cards) });
        }
    }

    /// Has the players of games looked for whom another server has seen come or go. Games that nobody follows here are left alone.
    pub fn hear_of_players(&self, games: impl IntoIterator<Item = GameId>) {
        self.shared.looks.ask(games.into_iter().filter(|game| self.is_held(*game)));
    }

    fn is_held(&self, game: GameId) -> bool {
        self.shared.doors().get(&game).is_some_and(|door| door.mark.is_held())
    }

    /// Has all rooms read on in the log.
    pub fn catch_up_everywhere(&self) {
        let games: Vec<GameId> = self.shared.doors().keys().copied().collect();
        for game in games {
            self.catch_up(game, None);
        }
    }

    /// The outages of the database, as they are noticed.
    pub fn outages(&self) -> watch::Receiver<Outages> {
        self.shared.journal.outages()
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
        if let Some(neighbours) = &self.shared.neighbours {
            neighbours.offered(game, rematch);
        }
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
        let mut ticks = Repeat::every(LOOK_AFTER, &self.shared.clock, &stop);
        let mut tidied = self.shared.clock.instant();
        while ticks.tick().await {
            self.shared.gatherings.tell();
            self.shared.close_idle_rooms();
            for game in self.shared.watched_elsewhere.forget_old(self.shared.clock.instant()) {
                self.tell_of_watchers_elsewhere(game);
            }
            if self.shared.clock.since(tidied) >= TIDY {
                tidied = self.shared.clock.instant();
                self.shared.gatherings.tidy();
                self.shared.kept.tidy();
            }
        }
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
        let rooms = self.clone();
        tokio::spawn(async move {
            let left = Room::run(Arc::clone(&rooms.shared), game, mark, requests).await;
            rooms.pass_on(game, left).await;
        });
        door
    }

    /// Sends requests that a room has left to the next room: a subscriber who stayed there would never hear of anything. After a
    /// game that has ended there is no next room.
    async fn pass_on(&self, game: GameId, left: Left) {
        let Left { mut requests, ended } = left;
        while let Some(request) = requests.recv().await {
            if ended {
                self.answer_after_end(game, request).await;
            } else {
                // Should that room be closed again already, the request is dropped, and its sender told to try again.
                let _ = self.door(game).send(request).await;
            }
        }
    }
}
