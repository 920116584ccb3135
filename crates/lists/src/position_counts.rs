//! Counts of how games went on from positions.
//!
//! Most positions have a few games, which are counted for each question. A few have very many, the empty board above all:
//! their counts are kept, and the next time only later games are counted. Games that were once indexed
//! never change, so counts never go wrong. The few that the staff has declared void are taken off each time.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tengen_rules::PositionKey;
use tokio::sync::Semaphore;

use tengen_store::{Step, Store, StoreError};

/// How many games are counted anew each time.
const FEW: u32 = 1_000;
/// How many positions with more games are remembered.
const REMEMBERED: usize = 500;
/// How many long counts go on at once: the database has other readers, too.
const AT_ONCE: usize = 2;

/// How the games up to a number went on from a position.
#[derive(Debug, Clone, Default)]
pub(super) struct Counted {
    /// The highest number of a game that is counted.
    pub(super) to: u32,
    /// How many games went on in which way.
    pub(super) steps: HashMap<Step, u32>,
}

/// The counts that are kept.
#[derive(Debug)]
pub(super) struct PositionCounts {
    known: Mutex<Known>,
    counting: Semaphore,
}

#[derive(Debug, Default)]
struct Known {
    /// Each with the number of the question that was the last to need it.
    counts: HashMap<PositionKey, (Counted, u64)>,
    questions: u64,
}

impl Default for PositionCounts {
    fn default() -> Self {
        Self { known: Mutex::default(), counting: Semaphore::new(AT_ONCE) }
    }
}

impl PositionCounts {
    /// How all games that are indexed went on from a position, but those that are void.
    pub(super) async fn count(&self, store: &Store, key: PositionKey) -> Result<Counted, StoreError> {
        let counted = self.count_all(store, key).await?;
        let void = store.void_steps_from(key, counted.to).await?;
        Ok(counted.without(&void))
    }

    async fn count_all(&self, store: &Store, key: PositionKey) -> Result<Counted, StoreError> {
        let to = store.last_indexed().await?;
        let known = self.recall(key);
        let new = store.steps_from(key, known.to, to, FEW + 1).await?;
        if new.values().sum::<u32>() <= FEW {
            return Ok(known.with(new, to));
        }
        // Somebody else may have counted while this question waited.
        let _turn = self.counting.acquire().await;
        let known = self.recall(key);
        if known.to >= to {
            return Ok(known);
        }
        let new = store.steps_from(key, known.to, to, u32::MAX).await?;
        let counted = known.with(new, to);
        self.remember(key, counted.clone());
        Ok(counted)
    }

    fn recall(&self, key: PositionKey) -> Counted {
        let mut known = self.known();
        known.questions += 1;
        let question = known.questions;
        known.counts.get_mut(&key).map_or_else(Counted::default, |(counted, asked)| {
            *asked = question;
            counted.clone()
        })
    }

    fn remember(&self, key: PositionKey, counted: Counted) {
        let mut known = self.known();
        let question = known.questions;
        if known.counts.len() >= REMEMBERED && !known.counts.contains_key(&key) {
            let oldest = known.counts.iter().min_by_key(|(_, (_, asked))| *asked).map(|(key, _)| *key);
            if let Some(oldest) = oldest {
                known.counts.remove(&oldest);
            }
        }
        known.counts.insert(key, (counted, question));
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // The counts are whole even if a holder of the lock panicked: at worst some games are counted again.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Counted {
    /// The kept counts, with the games behind them up to a number added.
    fn with(mut self, new: HashMap<Step, u32>, to: u32) -> Self {
        for (step, games) in new {
            *self.steps.entry(step).or_default() += games;
        }
        Self { to: self.to.max(to), ..self }
    }

    /// The counts without so many games. A way in which only these went on is none.
    fn without(mut self, games: &HashMap<Step, u32>) -> Self {
        self.steps.retain(|step, count| {
            *count = count.saturating_sub(games.get(step).copied().unwrap_or_default());
            *count > 0
        });
        self
    }
}
