//! Whether the database answers, and what its silence has cost the players.

use std::time::Duration;

use tengen_game::Millis;
use tokio::sync::watch;
use tokio::time::timeout;

use super::{Store, StoreError};
use crate::clock;

/// How long one transaction may take before it counts as failed.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long nothing may have been heard of any server before that was an outage, in milliseconds.
const QUIET: Millis = 12_000;

/// What this process knows of the database's health.
pub(super) struct Pulse {
    store: Store,
    /// Counts outages.
    noticed: watch::Sender<u64>,
    /// When the database last answered.
    contact: Millis,
    trouble: Trouble,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trouble {
    None,
    /// The last attempt failed; nothing was stored since this time.
    Failing(Millis),
    /// The database answers again; whether it also stores again is still to be seen.
    Answering(Millis),
}

impl Pulse {
    pub(super) fn new(store: Store, noticed: watch::Sender<u64>) -> Self {
        Self { store, noticed, contact: clock::now(), trouble: Trouble::None }
    }

    /// The first sign of life. If no other server was there, everything since the last one was an outage.
    pub(super) async fn begin(&mut self, alone: bool) {
        let now = clock::now();
        let outcome = in_time(self.store.beat(now, if alone { 0 } else { QUIET }, None)).await;
        self.note(&outcome);
    }

    /// Whether there may have been an outage since the database last answered.
    pub(super) fn is_overdue(&self) -> bool {
        matches!(self.trouble, Trouble::Failing(_)) || clock::now() - self.contact > QUIET
    }

    /// A sign of life, if there is any game in which time counts: an idle server leaves its disk alone.
    pub(super) async fn beat(&mut self) {
        if self.is_overdue() {
            self.greet().await;
            return;
        }
        let sign = async {
            if self.store.has_deadlines().await? {
                self.store.beat(clock::now(), QUIET, None).await?;
            }
            Ok(())
        };
        let outcome = in_time(sign).await;
        self.note(&outcome);
    }

    /// How many outages were noticed so far.
    pub(super) fn noticed(&self) -> u64 {
        *self.noticed.borrow()
    }

    /// A sign of life after a silence; answers whether the database is back. Then rooms have to ask what that means. Nothing
    /// may be stored before, or what is stored would be newer than the outage, and hide it.
    pub(super) async fn greet(&mut self) -> bool {
        let since = match self.trouble {
            Trouble::Failing(since) => Some(since),
            _ => None,
        };
        let outcome = in_time(self.store.beat(clock::now(), QUIET, since)).await;
        self.note(&outcome);
        if outcome.is_ok() {
            self.noticed.send_modify(|count| *count += 1);
            if let Some(since) = since {
                self.trouble = Trouble::Answering(since);
            }
        }
        outcome.is_ok()
    }

    /// Takes note of what became of a commit: the only proof that the database stores what it is told.
    pub(super) fn wrote<T>(&mut self, outcome: &Result<T, StoreError>) {
        if outcome.is_ok() {
            self.trouble = Trouble::None;
        }
        self.note(outcome);
    }

    fn note<T>(&mut self, outcome: &Result<T, StoreError>) {
        match outcome {
            Ok(_) => self.contact = clock::now(),
            Err(error) => {
                tracing::error!(%error, "the database is away");
                self.trouble = match self.trouble {
                    Trouble::None => Trouble::Failing(self.contact),
                    Trouble::Failing(since) | Trouble::Answering(since) => Trouble::Failing(since),
                };
            }
        }
    }
}

/// A connection that hangs is as good as none.
pub(super) async fn in_time<T>(work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    timeout(PATIENCE, work).await.unwrap_or(Err(StoreError::Database(sqlx::Error::PoolTimedOut)))
}
