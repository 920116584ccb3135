//! The one writer of events, which commits whatever waits in one transaction.
//!
//! A commit costs about the same for one row as for a thousand, because its price is the wait for the disk. So rooms
//! hand their events to one task; while it waits for the disk, the next events gather, and go together.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tengen_game::{GameId, Millis, Phase, PlayerId};
use tengen_protocol::{ResultShape, StoredEvent};
use tengen_rules::ByColor;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use super::batch::write_batch;
use super::pulse::{Outages, Pulse, in_time};
use super::{Opening, Store, StoreError};
use crate::clock;
use crate::trouble;

/// How many events one transaction takes at most.
const BATCH: usize = 1_000;
/// How many events may wait; beyond that a room waits before its event is taken.
const WAITING: usize = 10_000;
/// How often the writer leaves a sign of life.
const BEAT: Duration = Duration::from_secs(5);

/// An event to be stored.
#[derive(Debug)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// The event.
    pub event: StoredEvent,
    /// What lists show from now on, if that changes.
    pub headline: Option<Headline>,
    /// When the game has to be looked at again, if that is earlier than before.
    pub deadline: Option<Millis>,
    /// How many [outages](Journal::outages) were known when the event was decided.
    pub outages: u64,
}

impl Append {
    /// Whether the event ends its game.
    pub(super) fn ends(&self) -> bool {
        self.headline.as_ref().is_some_and(|headline| headline.phase == Phase::Finished)
    }
}

/// The part of a game that lists show without its log.
#[derive(Debug, Clone)]
pub struct Headline {
    /// The phase.
    pub phase: Phase,
    /// Who plays.
    pub players: Option<ByColor<PlayerId>>,
    /// How many moves were made.
    pub move_count: usize,
    /// The result, once there is one.
    pub result: Option<ResultShape>,
    /// The first moves, once there will be no others.
    pub opening: Option<Opening>,
    /// How far spectators are behind.
    pub delay: Millis,
}

impl Headline {
    /// From when on spectators may see what an event of that moment has left behind.
    pub(super) fn shown_at(&self, at: Millis) -> Millis {
        match self.phase {
            _ if self.delay == 0 => 0,
            Phase::Finished => at.saturating_add(self.delay),
            _ => Millis::MAX,
        }
    }
}

/// What became of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Appended {
    /// It is on disk.
    Stored,
    /// Its number, or its command, was there before: somebody else was faster. Or there was an outage that it does not
    /// know of. Nothing was changed.
    Conflict,
}

/// A handle on the writer; cheap to clone. The writer ends when the last handle is gone and all events are stored.
#[derive(Debug, Clone)]
pub struct Journal {
    queue: mpsc::Sender<Waiting>,
    outages: watch::Receiver<Outages>,
    batches: Arc<AtomicU64>,
}

type Waiting = (Append, oneshot::Sender<Result<Appended, StoreError>>);

impl Journal {
    /// Starts the writer. `alone` says that no other server was there before, so that everything since the last sign of
    /// life was an outage. From `stop` on this server is not there for the players any more.
    pub async fn start(store: Store, alone: bool, stop: CancellationToken) -> Self {
        let (queue, waiting) = mpsc::channel(WAITING);
        let (noticed, outages) = watch::channel(Outages::default());
        let mut pulse = Pulse::new(store.clone(), noticed, alone);
        pulse.begin().await;
        let batches = Arc::<AtomicU64>::default();
        tokio::spawn(Writer { store, pulse, batches: Arc::clone(&batches) }.run(waiting, stop));
        Self { queue, outages, batches }
    }

    /// What this process knows of outages. Whoever waits for a change is told when one is over.
    pub fn outages(&self) -> watch::Receiver<Outages> {
        self.outages.clone()
    }

    /// How many transactions this process has begun for events: whoever writes something that can wait looks whether there
    /// are more.
    pub fn batches(&self) -> u64 {
        self.batches.load(Ordering::Relaxed)
    }

    /// Stores an event and returns when it is on disk.
    ///
    /// # Errors
    ///
    /// When the database failed. The event is then not stored as far as anybody can tell; it may still turn up if the
    /// connection died in the middle of a commit, so the caller must read the log again before it goes on.
    pub async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let (answer, answered) = oneshot::channel();
        let gone = || StoreError::Database(sqlx::Error::PoolClosed);
        self.queue.send((append, answer)).await.map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }
}

/// The task behind a journal.
struct Writer {
    store: Store,
    pulse: Pulse,
    batches: Arc<AtomicU64>,
}

impl Writer {
    async fn run(mut self, mut waiting: mpsc::Receiver<Waiting>, stop: CancellationToken) {
        let mut batch = Vec::with_capacity(BATCH);
        let mut beats = interval(BEAT);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut stopping = false;
        loop {
            tokio::select! {
                count = waiting.recv_many(&mut batch, BATCH) => {
                    if count == 0 {
                        break;
                    }
                    if self.pulse.is_overdue() && !self.pulse.greet().await {
                        // Should the database be back by now, the events would come before the outage that it was.
                        refuse(batch.drain(..));
                        beats.reset();
                        continue;
                    }
                    self.write(&mut batch).await;
                }
                _ = beats.tick(), if !stopping => {
                    self.pulse.beat().await;
                    if self.pulse.is_away() {
                        // Events that came meanwhile have waited as long as the sign of life, and for the same answer.
                        refuse(std::iter::from_fn(|| waiting.try_recv().ok()));
                    }
                    // One that takes as long as the pause would be followed by the next at once, and events would wait
                    // behind all of them to hear that the database is away.
                    beats.reset();
                }
                () = stop.cancelled(), if !stopping => {
                    // The last sign: what is still answered now does not keep anybody's game going.
                    stopping = true;
                    self.pulse.beat().await;
                }
            }
        }
    }

    async fn write(&mut self, batch: &mut Vec<Waiting>) {
        // Whoever decided without knowing of an outage did not know what the players have coming.
        let noticed = self.pulse.noticed();
        for (_, answer) in batch.extract_if(.., |(append, _)| append.outages < noticed) {
            let _ = answer.send(Ok(Appended::Conflict));
        }
        if batch.is_empty() {
            return;
        }
        // Sorted by key, two writers on one database take their locks in the same order and never deadlock.
        batch.sort_by_key(|(append, _)| key(append));
        // Of two events with one number the earlier is tried; the table's answer would not tell them apart.
        let (first, later) = first_of_each(batch.drain(..));
        for (_, answer) in later {
            let _ = answer.send(Ok(Appended::Conflict));
        }
        let (appends, answers): (Vec<_>, Vec<_>) = first.into_iter().unzip();
        let store = &self.store;
        self.batches.fetch_add(1, Ordering::Relaxed);
        let began = clock::now();
        let outcome = in_time(write_batch(store, &appends)).await;
        self.pulse.wrote(&outcome, began).await;
        match outcome {
            Ok(stored) => {
                for (append, answer) in appends.iter().zip(answers) {
                    let known = stored.contains(&key(append));
                    let result = if known { Appended::Stored } else { Appended::Conflict };
                    // A room that no longer waits will read the log when it is needed again.
                    let _ = answer.send(Ok(result));
                }
            }
            Err(error) => {
                trouble::log("a commit failed", &error);
                // Whoever asks a database that is away waits for nothing: after the commit itself, and after each look-up.
                let mut away = matches!(error, StoreError::Database(sqlx::Error::PoolTimedOut));
                for (append, answer) in appends.iter().zip(answers) {
                    let outcome = if away { Err(Unknown::Away) } else { look_up(&self.store, append).await };
                    away = matches!(outcome, Err(Unknown::Away));
                    let _ = answer.send(outcome.map_err(StoreError::from));
                }
            }
        }
    }
}

/// After a failed commit nobody knows whether it took place: only the table does.
async fn look_up(store: &Store, append: &Append) -> Result<Appended, Unknown> {
    match in_time(store.stored_event(append.game, append.event.seq)).await {
        Ok(Some(found)) if found == append.event => Ok(Appended::Stored),
        Ok(Some(_)) => Ok(Appended::Conflict),
        Ok(None) => Err(Unknown::Missing),
        Err(_) => Err(Unknown::Away),
    }
}

/// Tells rooms whose events were not tried that the database is away.
fn refuse(events: impl Iterator<Item = Waiting>) {
    for (_, answer) in events {
        let _ = answer.send(Err(Unknown::Away.into()));
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
        Self::Database(match unknown {
            Unknown::Missing => sqlx::Error::WorkerCrashed,
            Unknown::Away => sqlx::Error::PoolTimedOut,
        })
    }
}

pub(super) fn key(append: &Append) -> (GameId, u32) {
    (append.game, append.event.seq)
}

/// Parts a sorted batch into the first event of each key and the others.
fn first_of_each(batch: impl Iterator<Item = Waiting>) -> (Vec<Waiting>, Vec<Waiting>) {
    let mut last = None;
    batch.partition(|(append, _)| last.replace(key(append)) != Some(key(append)))
}
