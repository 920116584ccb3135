//! What is counted for the operator.

use std::sync::atomic::{AtomicU64, Ordering};

/// Why a message was dropped, or a line of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dropped {
    /// NATS was away when it was to be sent.
    Away,
    /// More waited to be sent than there is room for.
    Full,
    /// It came faster than it was read.
    Behind,
    /// It is not signed with the secret of the database.
    Unsigned,
    /// It was sent too long ago, or by a server with another time.
    Late,
    /// It is signed and can't be read.
    Unreadable,
}

impl Dropped {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Away, Self::Full, Self::Behind, Self::Unsigned, Self::Late, Self::Unreadable];

    /// The word for it in figures.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Away => "away",
            Self::Full => "full",
            Self::Behind => "behind",
            Self::Unsigned => "unsigned",
            Self::Late => "late",
            Self::Unreadable => "unreadable",
        }
    }
}

/// Figures about the messages of this process.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Figures {
    /// How many messages were sent. Each may have many lines.
    pub sent: u64,
    /// How many came from other servers and were read.
    pub received: u64,
    dropped: [u64; Dropped::ALL.len()],
}

impl Figures {
    /// How many messages, or lines that never became one, were dropped for a reason.
    pub fn dropped(&self, reason: Dropped) -> u64 {
        self.dropped[reason as usize]
    }
}

/// The counts behind [`Figures`].
#[derive(Debug, Default)]
pub(crate) struct Counts {
    sent: AtomicU64,
    received: AtomicU64,
    dropped: [AtomicU64; Dropped::ALL.len()],
}

impl Counts {
    pub(crate) fn sent(&self) {
        self.sent.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn received(&self) {
        self.received.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn dropped(&self, reason: Dropped, count: u64) {
        self.dropped[reason as usize].fetch_add(count, Ordering::Relaxed);
    }

    pub(crate) fn figures(&self) -> Figures {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Figures {
            sent: read(&self.sent),
            received: read(&self.received),
            dropped: Dropped::ALL.map(|reason| read(&self.dropped[reason as usize])),
        }
    }
}
