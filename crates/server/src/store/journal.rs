//! The one writer of events, which commits whatever waits in one transaction.
//!
//! A commit costs about the same for one row as for a thousand, because its price is the wait for the disk. So rooms
//! hand their events to one task; while it waits for the disk, the next events gather, and go together.

use std::collections::HashSet;
use std::time::Duration;

use sqlx::{Postgres, Sqlite, Transaction};
use tengen_game::{CommandId, GameId, Millis, Phase, PlayerId};
use tengen_protocol::StoredEvent;
use tengen_rules::{ByColor, Color};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::{Pools, Store, StoreError, unreadable};
use crate::clock;

/// How many events one transaction takes at most.
const BATCH: usize = 1_000;
/// How many events may wait; beyond that a room waits before its event is taken.
const WAITING: usize = 10_000;
/// How long one transaction may take before it counts as failed.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often the writer leaves a sign of life.
const BEAT: Duration = Duration::from_secs(5);
/// How long nothing may have been heard of any server before that was an outage, in milliseconds.
const QUIET: Millis = 12_000;

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
    fn ends(&self) -> bool {
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
    /// The result as JSON.
    pub result: Option<String>,
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
    outages: watch::Receiver<u64>,
}

type Waiting = (Append, oneshot::Sender<Result<Appended, StoreError>>);

impl Journal {
    /// Starts the writer. `alone` says that no other server was there before, so that everything since the last sign of
    /// life was an outage.
    pub async fn start(store: Store, alone: bool) -> Self {
        let (queue, waiting) = mpsc::channel(WAITING);
        let (noticed, outages) = watch::channel(0);
        let mut writer = Writer { store, noticed, contact: clock::now(), failing: alone };
        writer.greet().await;
        tokio::spawn(writer.run(waiting));
        Self { queue, outages }
    }

    /// Counts the outages that this process has noticed. When it has grown, the table of outages has news.
    pub fn outages(&self) -> watch::Receiver<u64> {
        self.outages.clone()
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
    /// Counts outages.
    noticed: watch::Sender<u64>,
    /// When the database last answered.
    contact: Millis,
    /// Whether the last attempt failed.
    failing: bool,
}

impl Writer {
    async fn run(mut self, mut waiting: mpsc::Receiver<Waiting>) {
        let mut batch = Vec::with_capacity(BATCH);
        let mut beats = interval(BEAT);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                count = waiting.recv_many(&mut batch, BATCH) => {
                    if count == 0 {
                        break;
                    }
                    if self.is_overdue() {
                        self.greet().await;
                    }
                    self.write(&mut batch).await;
                }
                _ = beats.tick() => self.beat().await,
            }
        }
        self.beat().await;
    }

    /// Whether there may have been an outage since the database last answered.
    fn is_overdue(&self) -> bool {
        self.failing || clock::now() - self.contact > QUIET
    }

    /// A sign of life, if there is any game in which time counts: an idle server leaves its disk alone.
    async fn beat(&mut self) {
        if self.is_overdue() {
            self.greet().await;
            return;
        }
        let sign = async {
            if self.store.has_deadlines().await? {
                self.store.beat(clock::now(), QUIET).await?;
            }
            Ok(())
        };
        let outcome: Result<(), StoreError> = in_time(sign).await;
        self.note(outcome.is_ok());
    }

    /// A sign of life after a silence. If the database is back, rooms have to ask what that means.
    async fn greet(&mut self) {
        let quiet = if self.failing { 0 } else { QUIET };
        let outcome = in_time(self.store.beat(clock::now(), quiet)).await;
        match &outcome {
            Ok(()) => self.noticed.send_modify(|count| *count += 1),
            Err(error) => tracing::error!(%error, "the database is away"),
        }
        self.note(outcome.is_ok());
    }

    fn note(&mut self, answered: bool) {
        self.failing = !answered;
        if answered {
            self.contact = clock::now();
        }
    }

    async fn write(&mut self, batch: &mut Vec<Waiting>) {
        // Whoever decided without knowing of an outage did not know what the players have coming.
        let noticed = *self.noticed.borrow();
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
        let outcome = in_time(write_batch(store, &appends)).await;
        self.failing = outcome.is_err();
        match outcome {
            Ok(stored) => {
                self.contact = clock::now();
                for (append, answer) in appends.iter().zip(answers) {
                    let known = stored.contains(&key(append));
                    let result = if known { Appended::Stored } else { Appended::Conflict };
                    // A room that no longer waits will read the log when it is needed again.
                    let _ = answer.send(Ok(result));
                }
            }
            Err(error) => {
                tracing::error!(%error, events = appends.len(), "a commit failed");
                let mut away = false;
                for (append, answer) in appends.iter().zip(answers) {
                    // While the database is away each look-up would wait in vain for as long as the first.
                    let outcome = if away { Err(Unknown::Away) } else { look_up(&self.store, append).await };
                    away = matches!(outcome, Err(Unknown::Away));
                    let _ = answer.send(outcome.map_err(StoreError::from));
                }
            }
        }
    }
}

/// A connection that hangs is as good as none.
async fn in_time<T>(work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    timeout(PATIENCE, work).await.unwrap_or(Err(StoreError::Database(sqlx::Error::PoolTimedOut)))
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

fn key(append: &Append) -> (GameId, u32) {
    (append.game, append.event.seq)
}

/// Parts a sorted batch into the first event of each key and the others.
fn first_of_each(batch: impl Iterator<Item = Waiting>) -> (Vec<Waiting>, Vec<Waiting>) {
    let mut last = None;
    batch.partition(|(append, _)| last.replace(key(append)) != Some(key(append)))
}

type Keys = HashSet<(GameId, u32)>;

/// Brings the headline of a game up to date, in the transaction that stores the event behind it.
macro_rules! update_headline {
    ($append:expr, $headline:expr, $transaction:expr) => {{
        let (append, headline): (&Append, &Headline) = ($append, $headline);
        let seat = |color| headline.players.map(|players| players[color].to_string());
        sqlx::query(
            "UPDATE games SET phase = $1, black = $2, white = $3, seq = $4, move_count = $5, result = $6, updated_at = $7
             WHERE id = $8",
        )
        .bind(headline.phase.name())
        .bind(seat(Color::Black))
        .bind(seat(Color::White))
        .bind(append.event.seq.cast_signed())
        .bind(i32::try_from(headline.move_count).unwrap_or(i32::MAX))
        .bind(headline.result.as_deref())
        .bind(append.event.at)
        .bind(append.game.as_str())
        .execute(&mut *$transaction)
        .await?;
    }};
}

async fn write_batch(store: &Store, appends: &[Append]) -> Result<Keys, StoreError> {
    match &store.pools {
        Pools::Postgres(pool) => {
            let mut transaction = pool.begin().await?;
            let stored = insert_postgres(&mut transaction, appends).await?;
            for (append, headline) in headlines(appends, &stored) {
                update_headline!(append, headline, transaction);
            }
            if let Some((games, deadlines)) = deadlines(appends, &stored) {
                sqlx::query(
                    "UPDATE games SET deadline = due.deadline
                     FROM (SELECT * FROM unnest($1::text[], $2::bigint[])) AS due (id, deadline)
                     WHERE games.id = due.id",
                )
                .bind(games)
                .bind(deadlines)
                .execute(&mut *transaction)
                .await?;
            }
            transaction.commit().await?;
            Ok(stored)
        }
        Pools::Sqlite { writer, .. } => {
            let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
            let stored = insert_sqlite(&mut transaction, appends).await?;
            for (append, headline) in headlines(appends, &stored) {
                update_headline!(append, headline, transaction);
            }
            if let Some((games, deadlines)) = deadlines(appends, &stored) {
                let due: Vec<_> = games.into_iter().zip(deadlines).collect();
                sqlx::query(
                    "UPDATE games SET deadline = due.deadline
                     FROM (SELECT value ->> 0 AS id, value ->> 1 AS deadline FROM json_each($1)) AS due
                     WHERE games.id = due.id",
                )
                .bind(serde_json::json!(due).to_string())
                .execute(&mut *transaction)
                .await?;
            }
            transaction.commit().await?;
            Ok(stored)
        }
    }
}

/// The games that have to be looked at earlier than before, or never again, each with the time.
fn deadlines(appends: &[Append], stored: &Keys) -> Option<(Vec<String>, Vec<Option<Millis>>)> {
    let due: (Vec<_>, Vec<_>) = appends
        .iter()
        .filter(|append| append.deadline.is_some() || append.ends())
        .filter(|append| stored.contains(&key(append)))
        .map(|append| (append.game.to_string(), append.deadline.filter(|_| !append.ends())))
        .unzip();
    (!due.0.is_empty()).then_some(due)
}

fn headlines<'a>(appends: &'a [Append], stored: &Keys) -> impl Iterator<Item = (&'a Append, &'a Headline)> {
    appends.iter().filter_map(move |append| {
        let headline = append.headline.as_ref()?;
        stored.contains(&key(append)).then_some((append, headline))
    })
}

/// A conflict fails its own event only, not the batch; the rows that come back are those that were stored.
async fn insert_postgres(
    transaction: &mut Transaction<'_, Postgres>,
    appends: &[Append],
) -> Result<Keys, StoreError> {
    let column = |value: fn(&Append) -> String| appends.iter().map(value).collect::<Vec<_>>();
    let number = |value: fn(&Append) -> i32| appends.iter().map(value).collect::<Vec<_>>();
    let rows: Vec<(String, i32)> = sqlx::query_as(
        "INSERT INTO events (game_id, seq, v, at, actor, command_id, fingerprint, body)
         SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::bigint[], $5::text[], $6::text[], $7::bigint[], $8::text[])
         ON CONFLICT DO NOTHING
         RETURNING game_id, seq",
    )
    .bind(column(|append| append.game.to_string()))
    .bind(number(|append| append.event.seq.cast_signed()))
    .bind(number(|append| append.event.v.cast_signed()))
    .bind(appends.iter().map(|append| append.event.at).collect::<Vec<_>>())
    .bind(appends.iter().map(|append| append.event.actor.map(|actor| actor.to_string())).collect::<Vec<_>>())
    .bind(appends.iter().map(|append| append.event.command_id().map(ToString::to_string)).collect::<Vec<_>>())
    .bind(appends.iter().map(fingerprint).collect::<Vec<_>>())
    .bind(column(|append| append.event.body.clone()))
    .fetch_all(&mut **transaction)
    .await?;
    keys(rows)
}

/// The same for SQLite, where a batch travels as one JSON text.
async fn insert_sqlite(
    transaction: &mut Transaction<'_, Sqlite>,
    appends: &[Append],
) -> Result<Keys, StoreError> {
    let batch = appends.iter().map(|append| {
        let event = &append.event;
        serde_json::json!([
            append.game.as_str(),
            event.seq,
            event.v,
            event.at,
            event.actor.as_ref().map(PlayerId::as_str),
            event.command_id().map(CommandId::as_str),
            fingerprint(append),
            event.body,
        ])
    });
    let rows: Vec<(String, i32)> = sqlx::query_as(
        "INSERT INTO events (game_id, seq, v, at, actor, command_id, fingerprint, body)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7
         FROM json_each($1) WHERE true
         ON CONFLICT DO NOTHING
         RETURNING game_id, seq",
    )
    .bind(serde_json::Value::Array(batch.collect()).to_string())
    .fetch_all(&mut **transaction)
    .await?;
    keys(rows)
}

fn fingerprint(append: &Append) -> Option<i64> {
    append.event.command.as_ref().map(|command| command.fingerprint.cast_signed())
}

fn keys(rows: Vec<(String, i32)>) -> Result<Keys, StoreError> {
    rows.into_iter().map(|(game, seq)| Ok((game.parse().map_err(unreadable)?, seq.cast_unsigned()))).collect()
}
