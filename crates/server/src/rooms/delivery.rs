//! What rooms send to connections, and what happens to a connection that reads too slowly.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tengen_game::{GameId, PlayerId};
use tengen_protocol::{Event, Snapshot};
use tokio::sync::mpsc;

/// How many deliveries may wait for one connection. A reader that is further behind catches up from the log instead.
const WAITING: usize = 256;

/// A connection of this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ConnectionId(u64);

/// An event on its way to one connection. The text was encoded once for all who may read it.
#[derive(Debug, Clone)]
pub struct Delivery {
    /// The game.
    pub game: GameId,
    /// The event's number.
    pub seq: u32,
    /// The frame of the socket.
    pub frame: Utf8Bytes,
    /// The event alone, as REST streams send it: a part of the frame.
    pub event: Utf8Bytes,
    /// Whether it is the last event of its game.
    pub last: bool,
}

/// What a new subscriber has missed.
#[derive(Debug)]
pub enum CatchUp {
    /// All of the game, for a subscriber that knew nothing.
    Snapshot(Box<Snapshot>),
    /// The events above the number that the subscriber knew.
    Events {
        /// In their order.
        events: Vec<Event>,
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
    /// Whose connection it is.
    pub player: Option<PlayerId>,
    queue: mpsc::Sender<Delivery>,
    lagged: Arc<Mutex<Vec<(GameId, u32)>>>,
}

/// The receiving end of a connection.
#[derive(Debug)]
pub struct Inbox {
    queue: mpsc::Receiver<Delivery>,
    lagged: Arc<Mutex<Vec<(GameId, u32)>>>,
}

/// The reader is gone or too slow, and gets nothing more from this room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dropped;

impl Outbox {
    /// A new connection of a player, or of a spectator.
    pub fn open(player: Option<PlayerId>) -> (Self, Inbox) {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let connection = ConnectionId(NEXT.fetch_add(1, Ordering::Relaxed));
        let (sender, queue) = mpsc::channel(WAITING);
        let lagged = Arc::new(Mutex::default());
        let outbox = Self { connection, player, queue: sender, lagged: Arc::clone(&lagged) };
        (outbox, Inbox { queue, lagged })
    }

    /// Whether the connection still reads.
    pub fn is_open(&self) -> bool {
        !self.queue.is_closed()
    }

    /// Sends without ever waiting. A reader whose queue is full is told from which number to catch up, so that it never
    /// misses an event without knowing.
    pub fn send(&self, delivery: Delivery) -> Result<(), Dropped> {
        let (game, seq) = (delivery.game, delivery.seq);
        // Held over the attempt: a reader that empties the queue meanwhile, and then looks for a note, waits for it.
        let mut lagged = lock(&self.lagged);
        self.queue.try_send(delivery).map_err(|error| {
            if matches!(error, mpsc::error::TrySendError::Full(_)) {
                lagged.push((game, seq.saturating_sub(1)));
            }
            Dropped
        })
    }
}

impl Inbox {
    /// Waits for deliveries and takes all that are there, up to `limit`.
    pub async fn receive(&mut self, into: &mut Vec<Delivery>, limit: usize) -> usize {
        self.queue.recv_many(into, limit).await
    }

    /// Waits for the next delivery.
    pub async fn next(&mut self) -> Option<Delivery> {
        self.queue.recv().await
    }

    /// The subscriptions that ended because this connection was too slow, each with the last number that was sent.
    /// They are told only when everything that was sent before has been taken.
    pub fn take_lagged(&mut self) -> Vec<(GameId, u32)> {
        if self.queue.is_empty() { std::mem::take(&mut *lock(&self.lagged)) } else { Vec::new() }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // The list is whole even if a holder of the lock panicked.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
