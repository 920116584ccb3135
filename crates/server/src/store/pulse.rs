//! Whether the database answers, and what its silence has cost the players.

use std::time::Duration;

use tengen_game::Millis;
use tokio::sync::watch;
use tokio::time::{Instant, timeout};

use super::{Store, StoreError};
use crate::clock;
use crate::trouble;

/// How long one transaction may take before it counts as failed.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long nothing may have been heard of any server before that was an outage, in milliseconds.
const QUIET: Millis = 12_000;
/// No sign of life is as old as this.
const ANY_AGE: Millis = Millis::MAX / 2;
/// A commit that takes longer, in milliseconds, keeps everybody waiting for so long that others are told that the database
/// is away.
const STALLED: Millis = 5_000;
/// A sign of life that took longer, in milliseconds, was sent while the database was still away, and does not say when it
/// came back.
const SLOW: Millis = 100;
/// How many signs of life are left one after the other until one of them is quick.
const SIGNS: usize = 3;

/// What this process knows of outages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Outages {
    /// How many there were. When it has grown, the table of outages has news.
    pub noticed: u64,
    /// Whether the database was away when it was last used: one that is not over, of which no table knows yet.
    pub lasts: bool,
    /// When a commit failed, if none has succeeded since.
    pub failed_at: Option<Instant>,
}

/// What this process knows of the database's health.
pub(super) struct Pulse {
    store: Store,
    outages: watch::Sender<Outages>,
    /// When the database last answered.
    contact: Millis,
    /// How old the last sign of life may be without an outage. No age is allowed before the first sign of a server that
    /// was alone, and any after a time in which none were left.
    quiet: Millis,
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
    /// If no other server was there, everything since the last sign of life was an outage.
    pub(super) fn new(store: Store, outages: watch::Sender<Outages>, alone: bool) -> Self {
        let quiet = if alone { 0 } else { QUIET };
        Self { store, outages, contact: clock::now(), quiet, trouble: Trouble::None }
    }

    /// The first sign of life.
    pub(super) async fn begin(&mut self) {
        let outcome = self.sign(None).await;
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
        let outcome = match in_time(self.store.has_deadlines()).await {
            Ok(true) => in_time(self.store.beat(clock::now(), self.quiet, None)).await.map(|()| QUIET),
            // Nobody's time runs, and nothing is left: the next sign is the first of a new series.
            Ok(false) => Ok(ANY_AGE),
            Err(error) => Err(error),
        };
        self.note(&outcome);
        self.quiet = outcome.unwrap_or(self.quiet);
    }

    /// Whether the database was away when it was last used.
    pub(super) fn is_away(&self) -> bool {
        self.outages.borrow().lasts
    }

    /// How many outages were noticed so far.
    pub(super) fn noticed(&self) -> u64 {
        self.outages.borrow().noticed
    }

    /// Leaves a sign of life that says when the database was back, to whoever could not store anything since `failing`.
    async fn sign(&mut self, mut failing: Option<Millis>) -> Result<(), StoreError> {
        for _ in 0..SIGNS {
            let now = clock::now();
            in_time(self.store.beat(now, self.quiet, failing)).await?;
            self.quiet = QUIET;
            if clock::now() - now <= SLOW {
                break;
            }
            failing = failing.or(Some(now));
        }
        Ok(())
    }

    /// A sign of life after a silence; answers whether the database is back. Then rooms have to ask what that means. Nothing
    /// may be stored before, or what is stored would be newer than the outage, and hide it.
    pub(super) async fn greet(&mut self) -> bool {
        let since = match self.trouble {
            Trouble::Failing(since) => Some(since),
            _ => None,
        };
        let outcome = self.sign(since).await;
        if outcome.is_ok() {
            self.outages.send_modify(|outages| {
                outages.noticed += 1;
                outages.lasts = false;
            });
            if let Some(since) = since {
                self.trouble = Trouble::Answering(since);
            }
        }
        self.note(&outcome);
        outcome.is_ok()
    }

    /// Takes note of what became of a commit that began at this time: the only proof that the database stores what it is
    /// told. One that took as long as requests wait for an answer was an outage, too, although it has succeeded.
    pub(super) async fn wrote<T>(&mut self, outcome: &Result<T, StoreError>, began: Millis) {
        if outcome.is_ok() {
            self.trouble = Trouble::None;
        }
        let failed_at = outcome.is_err().then(Instant::now);
        self.tell(|outages| outages.failed_at = failed_at);
        self.note(outcome);
        if outcome.is_ok() && clock::now() - began > STALLED {
            self.trouble = Trouble::Failing(began);
            if self.greet().await {
                // It is known to store what it is told.
                self.trouble = Trouble::None;
            }
        }
    }

    fn note<T>(&mut self, outcome: &Result<T, StoreError>) {
        match outcome {
            Ok(_) => {
                self.contact = clock::now();
                self.tell(|outages| outages.lasts = false);
            }
            Err(error) => {
                self.tell(|outages| outages.lasts = true);
                trouble::log("the database is away", error);
                self.trouble = match self.trouble {
                    Trouble::None => Trouble::Failing(self.contact),
                    Trouble::Failing(since) | Trouble::Answering(since) => Trouble::Failing(since),
                };
            }
        }
    }

    /// Lets everybody know how the database is, without waking anybody: nothing is to be done about it.
    fn tell(&self, change: impl FnOnce(&mut Outages)) {
        self.outages.send_if_modified(|outages| {
            change(outages);
            false
        });
    }
}

/// A connection that hangs is as good as none.
pub(super) async fn in_time<T>(work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    timeout(PATIENCE, work).await.unwrap_or(Err(StoreError::Database(sqlx::Error::PoolTimedOut)))
}
