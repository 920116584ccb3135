//! Messages from other servers.

use std::sync::Arc;

use async_nats::Subscriber;
use futures_util::StreamExt;
use tengen_clock::Clock;
use tengen_game::Millis;
use tengen_trouble as trouble;

use crate::counts::{Counts, Dropped};
use crate::seal::Seal;

/// A message of another server of the same database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The number of the process that sent it.
    pub from: i64,
    /// When it was sent, by the sender's clock.
    pub at: Millis,
    /// Its lines. Each may have come before, come late, or have lost its neighbours.
    pub lines: String,
}

/// Where messages from other servers arrive.
#[derive(Debug)]
pub struct Inbox {
    pub(crate) subscriber: Subscriber,
    pub(crate) reader: Reader,
}

/// Decides which messages are believed.
pub(crate) struct Reader {
    pub(crate) seal: Seal,
    pub(crate) clock: Clock,
    /// The number of this process.
    pub(crate) own: i64,
    pub(crate) counts: Arc<Counts>,
}

impl std::fmt::Debug for Reader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader").finish_non_exhaustive()
    }
}

impl Inbox {
    /// The next message; nothing after the end of the bus. What is not signed, or late, or this process's own, is left out.
    pub async fn next(&mut self) -> Option<Message> {
        loop {
            let message = self.subscriber.next().await?;
            if let Some(message) = self.reader.read(&message.payload) {
                return Some(message);
            }
        }
    }

    /// Takes note of a line of a message that can't be read.
    pub fn note_unreadable(&self) {
        self.reader.counts.dropped(Dropped::Unreadable, 1);
    }
}

impl Reader {
    fn read(&self, payload: &[u8]) -> Option<Message> {
        match self.seal.read(payload, self.clock.now()) {
            Ok(signed) if signed.from == self.own => None,
            Ok(signed) => {
                self.counts.received();
                Some(Message { from: signed.from, at: signed.at, lines: signed.lines.to_owned() })
            }
            Err(reason) => {
                self.counts.dropped(reason, 1);
                trouble::log("a message from NATS is not believed", reason.name());
                None
            }
        }
    }
}
