//! The one task that stores events, and commits whatever waits together.
//!
//! A commit costs about the same for one row as for a thousand, because its price is the wait for the disk. So rooms
//! hand their events to this task; while its batches are under way, the next events gather, and go together.
//!
//! As many batches are under way as there are [lanes](Lane). Each game waits for its last event before it decides the
//! next, so no two of them have events of one game, and it does not matter which is stored first. Signs of life, and all
//! that is written down about outages, wait until nothing is under way: an event lies either before an outage, or was
//! decided by a room that knows of it.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::future::{BoxFuture, FutureExt};
use futures_util::stream::{FuturesUnordered, StreamExt};
use tengen_game::Millis;
use tengen_trouble as trouble;
use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::append::{Append, Appended, Waiting};
use super::batch::{Stored, write_batch};
use super::commits::Commits;
use super::lane::Lane;
use super::pulse::{Attempt, Pulse, in_time};
use crate::pool::failure::Failure;
use crate::pool::{Store, StoreError};

/// How many events one transaction takes at most.
const BATCH: usize = 1_000;
/// How often the writer leaves a sign of life.
const BEAT: Duration = Duration::from_secs(5);

/// The task behind a journal.
pub(crate) struct Writer {
    store: Store,
    pulse: Pulse,
    batches: Arc<AtomicU64>,
    commits: Box<dyn Commits>,
    /// The lanes on which nothing is under way.
    free: Vec<Lane>,
    under_way: FuturesUnordered<BoxFuture<'static, Done>>,
}

/// What was under way.
enum Done {
    /// An attempt to store a batch.
    Written {
        lane: Lane,
        batch: Vec<Waiting>,
        attempt: Attempt,
        took: Duration,
        outcome: Result<Stored, StoreError>,
    },
    /// What became of a batch was looked up, and told.
    LookedUp,
}

impl Writer {
    pub(crate) fn new(
        store: Store,
        pulse: Pulse,
        batches: Arc<AtomicU64>,
        commits: Box<dyn Commits>,
    ) -> Self {
        let free = Lane::all(&store);
        Self { store, pulse, batches, commits, free, under_way: FuturesUnordered::new() }
    }

    /// Stores what waits, until the last handle is gone and nothing waits any more.
    pub(crate) async fn run(mut self, mut waiting: mpsc::Receiver<Waiting>, stop: CancellationToken) {
        let mut batch = Vec::with_capacity(BATCH);
        let mut beats = self.store.clock().ticks(BEAT);
        let (mut sign_is_due, mut stopping, mut ended) = (false, false, false);
        loop {
            if sign_is_due && self.under_way.is_empty() {
                sign_is_due = false;
                self.pulse.beat().await;
                if self.pulse.is_away() {
                    // Events that came meanwhile have waited as long as the sign of life, and for the same answer.
                    refuse(batch.drain(..));
                    refuse(std::iter::from_fn(|| waiting.try_recv().ok()));
                }
                // One that takes as long as the pause would be followed by the next at once, and events would wait behind
                // all of them to hear that the database is away.
                beats.reset();
            }
            let mut overdue = self.pulse.is_overdue();
            if self.under_way.is_empty() && (self.pulse.has_stalled() || overdue && !batch.is_empty()) {
                overdue = !self.pulse.greet().await;
                if overdue {
                    // Should the database be back by now, the events would come before the outage that it was.
                    refuse(batch.drain(..));
                    beats.reset();
                }
            }
            if !overdue && !sign_is_due {
                self.write(&mut batch);
            }
            if ended && batch.is_empty() && self.under_way.is_empty() {
                break;
            }
            tokio::select! {
                biased;
                Some(done) = self.under_way.next() => self.done(done),
                () = beats.tick(), if !stopping && !sign_is_due => sign_is_due = true,
                () = stop.cancelled(), if !stopping => {
                    // The last sign: what is still answered now does not keep anybody's game going.
                    (stopping, sign_is_due) = (true, true);
                }
                count = waiting.recv_many(&mut batch, BATCH),
                    if batch.is_empty() && !self.free.is_empty() && !sign_is_due && !ended => ended = count == 0,
            }
        }
        for lane in self.free {
            lane.close().await;
        }
    }

    /// Sends a batch on its way.
    fn write(&mut self, batch: &mut Vec<Waiting>) {
        // Whoever decided without knowing of an outage did not know what the players have coming.
        let noticed = self.pulse.noticed();
        for waiting in batch.extract_if(.., |waiting| waiting.append.outages < noticed) {
            waiting.answer(Ok(Appended::Conflict));
        }
        // Sorted by key, two writers on one database take their locks in the same order and never deadlock.
        batch.sort_by_key(|waiting| waiting.append.key());
        // Of two events with one number the earlier is tried; the table's answer would not tell them apart.
        let mut last = None;
        let is_second =
            |waiting: &mut Waiting| last.replace(waiting.append.key()) == Some(waiting.append.key());
        for waiting in batch.extract_if(.., is_second) {
            waiting.answer(Ok(Appended::Conflict));
        }
        if batch.is_empty() {
            return;
        }
        let Some(mut lane) = self.free.pop() else { return };
        let batch = mem::replace(batch, Vec::with_capacity(BATCH));
        let attempt = self.pulse.attempt(waited_since(&batch));
        self.batches.fetch_add(1, Ordering::Relaxed);
        let written = async move {
            let appends: Vec<_> = batch.iter().map(|waiting| &waiting.append).collect();
            let began = Instant::now();
            let outcome = in_time(write_batch(&mut lane, &appends)).await;
            Done::Written { lane, batch, attempt, took: began.elapsed(), outcome }
        };
        self.under_way.push(written.boxed());
    }

    /// Takes note of what became of a batch, and tells the rooms as far as that is known.
    fn done(&mut self, done: Done) {
        let Done::Written { lane, batch, attempt, took, outcome } = done else { return };
        self.free.push(lane);
        self.pulse.wrote(&outcome, attempt);
        match outcome {
            Ok(stored) => {
                let events = batch.iter().filter(|waiting| stored.contains(&waiting.append)).count();
                self.commits.stored(events, took);
                for waiting in batch {
                    let known = stored.contains(&waiting.append);
                    waiting.answer(Ok(if known { Appended::Stored } else { Appended::Conflict }));
                }
            }
            Err(error) => {
                self.commits.failed(took);
                trouble::log("a commit failed", &error);
                self.free.iter_mut().for_each(Lane::forget);
                // Whoever asks a database that is away waits for nothing: after the commit itself, and after each look-up.
                let away = matches!(error, StoreError::Away(Failure(sqlx::Error::PoolTimedOut)));
                let store = self.store.clone();
                let looked_up = async move {
                    look_up(&store, batch, away).await;
                    Done::LookedUp
                };
                self.under_way.push(looked_up.boxed());
            }
        }
    }
}

/// Since when somebody's time runs until the batch is there; `None` if it does no more than give back time.
fn waited_since(batch: &[Waiting]) -> Option<Millis> {
    batch.iter().filter(|waiting| !waiting.append.gives_back).map(|waiting| waiting.since).min()
}

/// After a failed commit nobody knows whether it took place: only the table does.
async fn look_up(store: &Store, batch: Vec<Waiting>, mut away: bool) {
    for waiting in batch {
        let outcome = if away { Err(Unknown::Away) } else { look_up_one(store, &waiting.append).await };
        away = matches!(outcome, Err(Unknown::Away));
        waiting.answer(outcome.map_err(StoreError::from));
    }
}

async fn look_up_one(store: &Store, append: &Append) -> Result<Appended, Unknown> {
    match in_time(store.stored_event(append.game, append.event.seq)).await {
        Ok(Some(found)) if found == append.event => Ok(Appended::Stored),
        Ok(Some(_)) => Ok(Appended::Conflict),
        Ok(None) => Err(Unknown::Missing),
        Err(_) => Err(Unknown::Away),
    }
}

/// Tells rooms whose events were not tried that the database is away.
fn refuse(events: impl Iterator<Item = Waiting>) {
    for waiting in events {
        waiting.answer(Err(Unknown::Away.into()));
    }
}

/// What a look-up could not tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unknown {
    /// The row is not there, as far as anybody can see.
    Missing,
    /// The database does not answer.
    Away,
}

impl From<Unknown> for StoreError {
    fn from(unknown: Unknown) -> Self {
        Self::Away(Failure(match unknown {
            Unknown::Missing => sqlx::Error::WorkerCrashed,
            Unknown::Away => sqlx::Error::PoolTimedOut,
        }))
    }
}
