//! The mailbox of a connection: the deliveries that wait for it, and the subscriptions that ended on the server's side.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use tengen_game::{GameId, PlayerId};
use tengen_protocol::Version;
use tengen_protocol::view::Audience;

use crate::Delivery;

/// How many deliveries may wait for one connection. A reader that falls further behind catches up from the log.
const WAITING: usize = 256;
/// An empty queue keeps room for so many deliveries, so that an idle connection takes little memory.
const KEPT: usize = 8;

/// A connection of this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ConnectionId(u64);

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
    mailbox: Arc<Mailbox>,
}

/// The receiving end of a connection.
#[derive(Debug)]
pub struct Inbox(Arc<Mailbox>);

/// One lock for everything, because a delivery and the end of a subscription have an order.
#[derive(Debug, Default)]
struct Mailbox(Mutex<Content>);

#[derive(Debug, Default)]
struct Content {
    deliveries: VecDeque<Arc<Delivery>>,
    /// The subscriptions that ended on the server's side, each with the last number that was sent.
    ended: Vec<(GameId, u32)>,
    /// The reader, while it waits.
    reader: Option<Waker>,
    /// Whether the reader is gone.
    closed: bool,
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
        let mailbox = Arc::<Mailbox>::default();
        (Self { connection, player, network, version, mailbox: Arc::clone(&mailbox) }, Inbox(mailbox))
    }

    /// The audience to which the connection belongs.
    pub fn audience(&self) -> Audience {
        self.player.map_or(Audience::Spectator, Audience::Player)
    }

    /// Whether the connection still reads.
    pub fn is_open(&self) -> bool {
        !self.mailbox.lock().closed
    }

    /// Sends without ever waiting. A reader whose queue is full is told the number from which to catch up, so that it never
    /// misses an event without knowing. It misses deliveries without an event for good.
    ///
    /// # Errors
    ///
    /// When the reader is gone, or when it misses an event.
    pub fn send(&self, delivery: Arc<Delivery>) -> Result<(), Dropped> {
        let mut content = self.mailbox.lock();
        if content.closed {
            return Err(Dropped);
        }
        let is_full = content.deliveries.len() >= WAITING;
        let missed = delivery.seq().filter(|_| is_full);
        if let Some(seq) = missed {
            content.ended.push((delivery.game, seq.saturating_sub(1)));
        } else if !is_full {
            content.deliveries.push_back(delivery);
        }
        content.wake();
        if missed.is_some() { Err(Dropped) } else { Ok(()) }
    }

    /// Tells the connection that nothing will come after this number until it subscribes again.
    pub fn end(&self, game: GameId, seq: u32) {
        let mut content = self.mailbox.lock();
        content.ended.push((game, seq));
        content.wake();
    }
}

impl Inbox {
    /// Waits for deliveries, or for the end of a subscription, and takes the deliveries that are there, up to `limit`.
    pub async fn receive(&mut self, into: &mut Vec<Arc<Delivery>>, limit: usize) {
        poll_fn(|context| self.0.lock().poll(context, into, limit)).await;
    }

    /// Takes the deliveries that are there, up to `limit`, without waiting.
    pub fn take_ready(&mut self, into: &mut Vec<Arc<Delivery>>, limit: usize) {
        self.0.lock().take(into, limit);
    }

    /// The subscriptions that ended, each with the last number that was sent. They come only after all deliveries that were
    /// sent before them have been taken.
    pub fn take_ended(&mut self) -> Vec<(GameId, u32)> {
        let mut content = self.0.lock();
        if content.deliveries.is_empty() { std::mem::take(&mut content.ended) } else { Vec::new() }
    }

    /// Forgets that an earlier subscription to a game ended before this number, because there is a new one.
    pub fn forget_ended(&mut self, game: GameId, seq: u32) {
        self.0.lock().ended.retain(|note| note.0 != game || note.1 >= seq);
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        *self.0.lock() = Content { closed: true, ..Content::default() };
    }
}

impl Mailbox {
    fn lock(&self) -> MutexGuard<'_, Content> {
        // The content is whole even if a holder of the lock panicked.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Content {
    fn wake(&mut self) {
        if let Some(reader) = self.reader.take() {
            reader.wake();
        }
    }

    fn poll(&mut self, context: &Context<'_>, into: &mut Vec<Arc<Delivery>>, limit: usize) -> Poll<()> {
        if self.deliveries.is_empty() && self.ended.is_empty() {
            if !self.reader.as_ref().is_some_and(|reader| reader.will_wake(context.waker())) {
                self.reader = Some(context.waker().clone());
            }
            return Poll::Pending;
        }
        self.take(into, limit);
        Poll::Ready(())
    }

    fn take(&mut self, into: &mut Vec<Arc<Delivery>>, limit: usize) {
        let count = self.deliveries.len().min(limit.saturating_sub(into.len()));
        into.extend(self.deliveries.drain(..count));
        if self.deliveries.is_empty() {
            self.deliveries.shrink_to(KEPT);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use super::*;
    use crate::SharedText;
    use crate::delivery::DeliveredEvent;

    fn delivery(seq: Option<u32>) -> Arc<Delivery> {
        let event = seq.map(|seq| DeliveredEvent { seq, text: SharedText::default(), last: false });
        Arc::new(Delivery { game: game(), frame: SharedText::default(), event })
    }

    fn game() -> GameId {
        GameId::from_entropy([1; 10])
    }

    fn numbers(inbox: &mut Inbox, limit: usize) -> Vec<Option<u32>> {
        let mut taken = Vec::new();
        inbox.take_ready(&mut taken, limit);
        taken.iter().map(|delivery| delivery.seq()).collect()
    }

    #[tokio::test]
    async fn a_reader_waits_for_deliveries_and_for_the_end_of_a_subscription() {
        let (outbox, mut inbox) = Outbox::open(None, None, Version::V2);
        let mut taken = Vec::new();
        {
            let mut waits = pin!(inbox.receive(&mut taken, 2));
            assert!(waits.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
            for seq in 1..=3 {
                outbox.send(delivery(Some(seq))).unwrap();
            }
            waits.await;
        }
        assert_eq!(taken.iter().map(|delivery| delivery.seq()).collect::<Vec<_>>(), [Some(1), Some(2)]);
        outbox.end(game(), 3);
        assert_eq!(inbox.take_ended(), [], "a delivery comes first");
        assert_eq!(numbers(&mut inbox, 9), [Some(3)]);
        inbox.receive(&mut taken, 9).await;
        assert_eq!((taken.len(), inbox.take_ended()), (2, vec![(game(), 3)]));
        let waits = pin!(inbox.receive(&mut taken, 9));
        assert!(waits.poll(&mut Context::from_waker(Waker::noop())).is_pending());
    }

    #[test]
    fn a_slow_reader_is_told_from_where_to_catch_up_and_misses_notes() {
        let (outbox, mut inbox) = Outbox::open(None, None, Version::V1);
        for seq in 1..=WAITING {
            outbox.send(delivery(u32::try_from(seq).ok())).unwrap();
        }
        outbox.send(delivery(None)).unwrap();
        assert_eq!(outbox.send(delivery(Some(257))), Err(Dropped));
        assert_eq!((numbers(&mut inbox, 999).len(), inbox.take_ended()), (WAITING, vec![(game(), 256)]));
        assert!(inbox.0.lock().deliveries.capacity() < 2 * KEPT, "an idle connection takes little memory");

        outbox.end(game(), 260);
        inbox.forget_ended(game(), 260);
        assert_eq!(inbox.take_ended(), [(game(), 260)], "it is the new subscription that has ended");
        outbox.end(game(), 260);
        inbox.forget_ended(game(), 261);
        assert_eq!(inbox.take_ended(), []);

        assert!(outbox.is_open());
        drop(inbox);
        assert!(!outbox.is_open());
        assert_eq!(outbox.send(delivery(None)), Err(Dropped));
    }
}
