//! Deliveries from rooms to connections, and the end of a subscription whose connection reads too slowly.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use tengen_game::{GameId, PlayerId};
use tengen_protocol::view::Audience;
use tengen_protocol::{Event, EventV2, Snapshot, Version, VersionedEventList};
use tokio::sync::{Notify, mpsc};

use super::error::RoomError;
use super::shared_text::SharedText;

/// How many deliveries may wait for one connection. A reader that falls further behind catches up from the log.
const WAITING: usize = 256;

/// A connection of this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ConnectionId(u64);

/// A frame on its way to connections. It was encoded once for all readers, and they share it. Each connection has room for
/// some deliveries.
#[derive(Debug)]
pub struct Delivery {
    /// The game.
    pub game: GameId,
    /// The frame of the socket.
    pub frame: SharedText,
    /// The event in the frame; nothing if the frame tells of something beside the game, such as presence.
    pub event: Option<DeliveredEvent>,
}

/// An event in a delivery.
#[derive(Debug)]
pub struct DeliveredEvent {
    /// The event's number.
    pub seq: u32,
    /// The event alone, as REST streams send it: a part of the frame.
    pub text: SharedText,
    /// Whether it is the last event of its game.
    pub last: bool,
}

impl Delivery {
    /// An event in version 1 as it goes out to connections.
    pub(crate) fn of_event(game: GameId, event: &Event) -> Result<Arc<Self>, RoomError> {
        Self::encode(game, event, event.seq, event.state.result.is_some())
    }

    /// An event in version 2 as it goes out to connections.
    pub(crate) fn of_event_v2(game: GameId, event: &EventV2) -> Result<Arc<Self>, RoomError> {
        Self::encode(game, event, event.seq, event.is_last())
    }

    fn encode(game: GameId, event: &impl Serialize, seq: u32, last: bool) -> Result<Arc<Self>, RoomError> {
        let json = serde_json::to_string(event).map_err(damaged)?;
        let head = format!(r#"{{"type":"event","game":"{game}","event":"#);
        let (start, end) = (head.len(), head.len() + json.len());
        let frame = SharedText::from(head + &json + "}");
        // Both ends lie between ASCII characters.
        let text = frame.part(start..end).ok_or_else(|| damaged("an event does not encode"))?;
        let event = DeliveredEvent { seq, text, last };
        Ok(Arc::new(Self { game, frame, event: Some(event) }))
    }

    /// The number of the event, if it is one.
    pub fn seq(&self) -> Option<u32> {
        self.event.as_ref().map(|event| event.seq)
    }
}

fn damaged(error: impl std::fmt::Display) -> RoomError {
    RoomError::Damaged(error.to_string())
}

/// The events that a reader has missed, in their order.
#[derive(Debug)]
pub enum Missed {
    /// They were read from the log.
    Read(VersionedEventList),
    /// They were still there, encoded.
    Kept(Vec<Arc<Delivery>>),
}

impl Missed {
    /// The events as they go out to a connection.
    pub fn encode(self, game: GameId) -> Result<Vec<Arc<Delivery>>, RoomError> {
        match self {
            Self::Read(VersionedEventList::V1(list)) => {
                list.events.iter().map(|event| Delivery::of_event(game, event)).collect()
            }
            Self::Read(VersionedEventList::V2(list)) => {
                list.events.iter().map(|event| Delivery::of_event_v2(game, event)).collect()
            }
            Self::Kept(deliveries) => Ok(deliveries),
        }
    }
}

/// The part of a game that a new subscriber has missed.
#[derive(Debug)]
pub enum CatchUp {
    /// All of the game, for a subscriber that knew nothing.
    Snapshot(Box<Snapshot>),
    /// The events above the number that the subscriber knew.
    Events {
        /// In their order.
        events: Missed,
        /// The number of the last one.
        seq: u32,
        /// Whether no more will come.
        finished: bool,
    },
}

/// The sending end of a connection, as rooms hold it.
#[derive(Debug, Clone)]
pub struct Outbox {
    /// The connection.
    pub connection: ConnectionId,
    /// The player whose connection it is.
    pub player: Option<PlayerId>,
    /// The address or network from which the connection comes, unless that is this machine.
    pub network: Option<IpAddr>,
    /// The version of the protocol that the connection speaks.
    pub version: Version,
    queue: mpsc::Sender<Arc<Delivery>>,
    ended: Arc<Ended>,
}

/// The receiving end of a connection.
#[derive(Debug)]
pub struct Inbox {
    queue: mpsc::Receiver<Arc<Delivery>>,
    ended: Arc<Ended>,
}

/// The subscriptions that ended on the server's side, each with the last number that was sent.
#[derive(Debug, Default)]
struct Ended {
    notes: Mutex<Vec<(GameId, u32)>>,
    noted: Notify,
}

/// The reader is gone or too slow, and gets nothing more from this room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dropped;

impl Outbox {
    /// A new connection of a player or of a spectator, and the address or network from which it comes, unless that is this
    /// machine. Its events come in this version of the protocol.
    pub fn open(player: Option<PlayerId>, network: Option<IpAddr>, version: Version) -> (Self, Inbox) {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let connection = ConnectionId(NEXT.fetch_add(1, Ordering::Relaxed));
        let (sender, queue) = mpsc::channel(WAITING);
        let ended = Arc::<Ended>::default();
        let outbox = Self { connection, player, network, version, queue: sender, ended: Arc::clone(&ended) };
        (outbox, Inbox { queue, ended })
    }

    /// The audience to which the connection belongs.
    pub fn audience(&self) -> Audience {
        self.player.map_or(Audience::Spectator, Audience::Player)
    }

    /// Whether the connection still reads.
    pub fn is_open(&self) -> bool {
        !self.queue.is_closed()
    }

    /// Sends without ever waiting. A reader whose queue is full is told the number from which to catch up, so that it never
    /// misses an event without knowing. It misses deliveries without an event for good.
    pub fn send(&self, delivery: Arc<Delivery>) -> Result<(), Dropped> {
        let game = delivery.game;
        let Some(seq) = delivery.event.as_ref().map(|event| event.seq) else {
            return match self.queue.try_send(delivery) {
                Err(mpsc::error::TrySendError::Closed(_)) => Err(Dropped),
                _ => Ok(()),
            };
        };
        // The lock is held over the attempt: a reader that empties the queue meanwhile and then looks for a note waits for it.
        let mut notes = lock(&self.ended.notes);
        self.queue.try_send(delivery).map_err(|error| {
            if matches!(error, mpsc::error::TrySendError::Full(_)) {
                notes.push((game, seq.saturating_sub(1)));
                self.ended.noted.notify_one();
            }
            Dropped
        })
    }

    /// Tells the connection that nothing will come after this number until it subscribes again.
    pub fn end(&self, game: GameId, seq: u32) {
        lock(&self.ended.notes).push((game, seq));
        self.ended.noted.notify_one();
    }
}

impl Inbox {
    /// Waits for deliveries, or for the end of a subscription, and takes the deliveries that are there, up to `limit`.
    /// Answers whether anybody still holds the sending end.
    pub async fn receive(&mut self, into: &mut Vec<Arc<Delivery>>, limit: usize) -> bool {
        tokio::select! {
            count = self.queue.recv_many(into, limit) => count > 0,
            () = self.ended.noted.notified() => true,
        }
    }

    /// Takes the deliveries that are there, up to `limit`, without waiting.
    pub fn take_ready(&mut self, into: &mut Vec<Arc<Delivery>>, limit: usize) {
        while into.len() < limit
            && let Ok(delivery) = self.queue.try_recv()
        {
            into.push(delivery);
        }
    }

    /// The subscriptions that ended, each with the last number that was sent. They come only after all deliveries that were
    /// sent before them have been taken.
    pub fn take_ended(&mut self) -> Vec<(GameId, u32)> {
        let mut notes = lock(&self.ended.notes);
        if self.queue.is_empty() { std::mem::take(&mut *notes) } else { Vec::new() }
    }

    /// Forgets that an earlier subscription to a game ended before this number, because there is a new one.
    pub fn forget_ended(&mut self, game: GameId, seq: u32) {
        lock(&self.ended.notes).retain(|note| note.0 != game || note.1 >= seq);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // The list is whole even if a holder of the lock panicked.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
