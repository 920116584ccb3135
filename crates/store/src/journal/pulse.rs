//! Whether the database answers, and what its silence has cost the players.

use std::time::Duration;

use tengen_game::Millis;
use tengen_trouble as trouble;
use tokio::sync::watch;
use tokio::time::{Instant, timeout};

use crate::pool::{Store, StoreError};

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
pub(crate) struct Pulse {
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
    /// An attempt failed; what it was about could not be stored since this time.
    Failing(Millis),
    /// A batch was stored, after everybody had waited for it since this time for too long.
    Stalled(Millis),
    /// The database answers again; whether it also stores again is still to be seen.
    Answering(Millis),
}

/// A batch on its way, as far as the database's health goes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Attempt {
    /// Should it fail, its events could not be stored since this time.
    since: Millis,
    /// Since when somebody's time runs until it is there, if anybody's does.
    waited_since: Option<Millis>,
}

impl Pulse {
    /// If no other server was there, everything since the last sign of life was an outage.
    pub(crate) fn new(store: Store, outages: watch::Sender<Outages>, alone: bool) -> Self {
        let (contact, quiet) = (store.clock().now(), if alone { 0 } else { QUIET });
        Self { store, outages, contact, quiet, trouble: Trouble::None }
    }

    fn now(&self) -> Millis {
        self.store.clock().now()
    }

    /// The first sign of life.
    pub(crate) async fn begin(&mut self) {
        let outcome = self.sign(None).await;
        self.note(&outcome);
    }

    /// Whether there may have been an outage since the database last answered.
    pub(crate) fn is_overdue(&self) -> bool {
        self.outage().is_some() || self.now() - self.contact > QUIET
    }

    /// Whether a commit was an outage that has still to be written down.
    pub(crate) fn has_stalled(&self) -> bool {
        matches!(self.trouble, Trouble::Stalled(_))
    }

    /// Since when there is an outage that no table knows of.
    fn outage(&self) -> Option<Millis> {
        match self.trouble {
            Trouble::Failing(since) | Trouble::Stalled(since) => Some(since),
            Trouble::None | Trouble::Answering(_) => None,
        }
    }

    /// A sign of life, if there is any game in which time counts: an idle server leaves its disk alone.
    pub(crate) async fn beat(&mut self) {
        if self.is_overdue() {
            self.greet().await;
            return;
        }
        let outcome = match in_time(self.store.has_deadlines()).await {
            // The next sign by a right clock finds out how long nobody was there.
            Ok(true) if self.store.wrong_clock().is_some() => Ok(self.quiet),
            Ok(true) => self.sign_of_series().await.map(|()| QUIET),
            // Nobody's time runs, and nothing is left: the next sign is the first of a new series.
            Ok(false) => Ok(ANY_AGE),
            Err(error) => Err(error),
        };
        self.note(&outcome);
        self.quiet = outcome.unwrap_or(self.quiet);
    }

    /// Whether the database was away when it was last used.
    pub(crate) fn is_away(&self) -> bool {
        self.outages.borrow().lasts
    }

    /// How many outages were noticed so far.
    pub(crate) fn noticed(&self) -> u64 {
        self.outages.borrow().noticed
    }

    /// One of many signs of life. The last one may be older than the database's last answer, for a commit leaves none. Too old, it
    /// was an outage, and rooms have to ask what that means.
    async fn sign_of_series(&mut self) -> Result<(), StoreError> {
        if in_time(self.store.beat(self.now(), self.quiet, None)).await? {
            self.outages.send_modify(|outages| outages.noticed += 1);
        }
        Ok(())
    }

    /// Leaves a sign of life that says when the database was back, to whoever could not store anything since `failing`.
    async fn sign(&mut self, mut failing: Option<Millis>) -> Result<(), StoreError> {
        // The next sign by a right clock finds out how long nobody was there.
        if self.store.wrong_clock().is_some() {
            return Ok(());
        }
        for _ in 0..SIGNS {
            let now = self.now();
            in_time(self.store.beat(now, self.quiet, failing)).await?;
            self.quiet = QUIET;
            if self.now() - now <= SLOW {
                break;
            }
            failing = failing.or(Some(now));
        }
        Ok(())
    }

    /// A sign of life after a silence; answers whether the database is back. Then rooms have to ask what that means. Nothing
    /// may be stored before, or what is stored would be newer than the outage, and hide it; so nothing may be under way.
    pub(crate) async fn greet(&mut self) -> bool {
        // What a wrong clock says of an outage is nothing.
        if self.store.wrong_clock().is_some() {
            return false;
        }
        let outcome = self.sign(self.outage()).await;
        if outcome.is_ok() {
            self.outages.send_modify(|outages| {
                outages.noticed += 1;
                outages.lasts = false;
            });
            self.trouble = match self.trouble {
                Trouble::Failing(since) => Trouble::Answering(since),
                // The database is known to store what it is told.
                Trouble::Stalled(_) => Trouble::None,
                other => other,
            };
        }
        self.note(&outcome);
        outcome.is_ok()
    }

    /// A batch that is sent on its way now. `waited_since` says since when somebody's time runs until it is there.
    pub(crate) fn attempt(&self, waited_since: Option<Millis>) -> Attempt {
        let since = waited_since.map_or(self.contact, |waited| waited.min(self.contact));
        Attempt { since, waited_since }
    }

    /// Takes note of what became of a batch: the only proof that the database stores what it is told. One that took as long
    /// as requests wait for an answer was an outage, too, although it has succeeded, if anybody's time ran until it was over.
    pub(crate) fn wrote<T>(&mut self, outcome: &Result<T, StoreError>, attempt: Attempt) {
        let failed_at = outcome.is_err().then(Instant::now);
        self.tell(|outages| outages.failed_at = failed_at);
        if let Err(error) = outcome {
            self.fails(error, attempt.since);
            return;
        }
        self.contact = self.now();
        let stalled = attempt.waited_since.filter(|since| self.contact - since > STALLED);
        self.trouble = match (self.trouble, stalled) {
            (Trouble::None | Trouble::Answering(_), None) => Trouble::None,
            (Trouble::None | Trouble::Answering(_), Some(since)) => Trouble::Stalled(since),
            (Trouble::Stalled(before), Some(since)) => Trouble::Stalled(before.min(since)),
            (Trouble::Failing(before), Some(since)) => Trouble::Failing(before.min(since)),
            // It was under way when another one failed, and the outage that this was has still to be written down.
            (trouble, None) => trouble,
        };
        let lasts = self.outage().is_some();
        self.tell(|outages| outages.lasts = lasts);
    }

    /// Takes note of what became of a sign of life.
    fn note<T>(&mut self, outcome: &Result<T, StoreError>) {
        match outcome {
            Ok(_) => {
                self.contact = self.now();
                self.tell(|outages| outages.lasts = false);
            }
            Err(error) => self.fails(error, self.contact),
        }
    }

    /// Takes note of a failure of what could not be stored since a time.
    fn fails(&mut self, error: &StoreError, since: Millis) {
        self.tell(|outages| outages.lasts = true);
        trouble::log("the database is away", error);
        self.trouble = Trouble::Failing(match self.trouble {
            Trouble::None => since,
            Trouble::Failing(before) | Trouble::Stalled(before) | Trouble::Answering(before) => {
                before.min(since)
            }
        });
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
pub(crate) async fn in_time<T>(work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    timeout(PATIENCE, work).await.unwrap_or_else(|_| Err(sqlx::Error::PoolTimedOut.into()))
}

#[cfg(test)]
mod tests {
    use tengen_clock::{Clock, Hands};
    use tengen_game::Outage;

    use super::*;
    use crate::pool::connect::Database;
    use crate::pool::failure::Failure;

    const FAILURE: Result<(), StoreError> = Err(StoreError::Away(Failure(sqlx::Error::WorkerCrashed)));

    /// A day in 2026.
    const BEGAN: Millis = 1_790_000_000_000;

    /// A pulse on a clock of its own.
    struct Stage {
        pulse: Pulse,
        store: Store,
        outages: watch::Receiver<Outages>,
        hands: Hands,
        _directory: tempfile::TempDir,
    }

    impl Stage {
        async fn new() -> Self {
            let directory = tempfile::tempdir().unwrap();
            let (clock, hands) = Clock::by_hand(BEGAN);
            let store = Database::open(None, directory.path(), clock).await.unwrap().store;
            let (noticed, outages) = watch::channel(Outages::default());
            let mut pulse = Pulse::new(store.clone(), noticed, false);
            pulse.begin().await;
            Self { pulse, store, outages, hands, _directory: directory }
        }

        /// Lets time pass, in milliseconds.
        async fn pass(&self, time: u64) {
            self.hands.pass(Duration::from_millis(time)).await;
        }
    }

    /// The only outage that was written down, with when it began.
    async fn only_outage(store: &Store, began: Millis) {
        let outages = store.outages(0).await.unwrap();
        assert!(matches!(outages[..], [Outage { from, to }] if from == began && to > began), "{outages:?}");
    }

    #[tokio::test]
    async fn what_was_stored_beside_a_failure_does_not_end_the_outage() {
        let mut stage = Stage::new().await;
        let waited_since = stage.pulse.now() - 3_000;
        let (fails, passes) =
            (stage.pulse.attempt(Some(waited_since)), stage.pulse.attempt(Some(stage.pulse.now())));
        stage.pulse.wrote(&Ok(()), passes);
        stage.pulse.wrote(&FAILURE, fails);
        stage.pulse.wrote(&Ok(()), passes);
        assert!(stage.pulse.is_overdue() && stage.outages.borrow().lasts);
        assert!(stage.pulse.greet().await);
        assert!(!stage.pulse.is_overdue());
        assert_eq!((stage.outages.borrow().noticed, stage.outages.borrow().lasts), (1, false));
        only_outage(&stage.store, waited_since).await;
        // What fails before anything was stored is the same outage, and what fails after that is another one.
        let fails = stage.pulse.attempt(None);
        stage.pulse.wrote(&FAILURE, fails);
        assert!(stage.pulse.greet().await);
        only_outage(&stage.store, waited_since).await;
        stage.pulse.wrote(&Ok(()), stage.pulse.attempt(None));
        stage.pulse.wrote(&FAILURE, stage.pulse.attempt(None));
        stage.pass(1).await;
        assert!(stage.pulse.greet().await);
        assert_eq!(stage.store.outages(0).await.unwrap().len(), 2);
    }

    #[tokio::test]
    async fn an_outage_that_a_sign_of_life_finds_is_noticed() {
        let mut stage = Stage::new().await;
        stage.pulse.sign_of_series().await.unwrap();
        assert_eq!(stage.outages.borrow().noticed, 0);
        stage.pulse.quiet = 0;
        let last = stage.pulse.now();
        stage.store.beat(last, QUIET, None).await.unwrap();
        stage.pass(1).await;
        stage.pulse.sign_of_series().await.unwrap();
        assert_eq!(stage.outages.borrow().noticed, 1);
        only_outage(&stage.store, last).await;
    }

    #[tokio::test]
    async fn batches_that_took_too_long_together_are_one_outage() {
        let mut stage = Stage::new().await;
        let now = stage.pulse.now();
        let [long, longer, quick, gives_back] =
            [Some(now - STALLED - 1_000), Some(now - STALLED - 2_000), Some(now), None]
                .map(|waited_since| stage.pulse.attempt(waited_since));
        stage.pulse.wrote(&Ok(()), gives_back);
        assert!(!stage.pulse.is_overdue());
        for attempt in [long, longer, long, quick] {
            stage.pulse.wrote(&Ok(()), attempt);
            assert!(stage.pulse.has_stalled() && stage.pulse.is_overdue() && stage.outages.borrow().lasts);
        }
        assert!(stage.pulse.greet().await);
        assert!(!stage.pulse.has_stalled() && !stage.pulse.is_overdue());
        only_outage(&stage.store, now - STALLED - 2_000).await;
    }

    #[tokio::test]
    async fn a_failure_beside_a_batch_that_took_too_long_is_the_same_outage() {
        for failure_first in [false, true] {
            let mut stage = Stage::new().await;
            let began = stage.pulse.now() - STALLED - 1_000;
            let (fails, stalls) = (stage.pulse.attempt(None), stage.pulse.attempt(Some(began)));
            let mut outcomes = [(&FAILURE, fails), (&Ok(()), stalls)];
            if !failure_first {
                outcomes.reverse();
            }
            for (outcome, attempt) in outcomes {
                stage.pulse.wrote(outcome, attempt);
            }
            assert!(stage.pulse.is_overdue() && !stage.pulse.has_stalled());
            assert!(stage.pulse.greet().await);
            only_outage(&stage.store, began).await;
        }
    }
}
