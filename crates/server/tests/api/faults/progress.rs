//! How far all games have come, as their clients tell it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tengen_testbed::found;
use tokio::sync::watch;

/// After so long without any progress the games are stuck.
const STUCK: Duration = Duration::from_mins(1);

/// Shared by everybody who takes part in a run; cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct Progress {
    /// How many commands there are to be acknowledged.
    all: usize,
    counts: Arc<Counts>,
    over: Arc<watch::Sender<bool>>,
}

#[derive(Debug, Default)]
struct Counts {
    acknowledged: AtomicUsize,
    refused: AtomicUsize,
}

/// All games have stood still for too long.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stuck;

impl Progress {
    pub(super) fn new(all: usize) -> Self {
        Self { all, counts: Arc::default(), over: Arc::new(watch::channel(false).0) }
    }

    pub(super) fn note_acknowledged(&self) {
        self.counts.acknowledged.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn note_refused(&self) {
        self.counts.refused.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn acknowledged(&self) -> usize {
        self.counts.acknowledged.load(Ordering::Relaxed)
    }

    /// The commands that are still to be acknowledged.
    pub(super) fn unanswered(&self) -> usize {
        self.all.abs_diff(self.acknowledged())
    }

    pub(super) fn percent(&self) -> usize {
        100 * self.acknowledged() / self.all
    }

    /// Commands that were refused because the database was away.
    pub(super) fn refused(&self) -> usize {
        self.counts.refused.load(Ordering::Relaxed)
    }

    /// Waits until something has come so far.
    pub(super) async fn until(&self, reached: impl Fn(&Self) -> bool) -> Result<(), Stuck> {
        while !reached(self) {
            let (since, before) = (Instant::now(), self.acknowledged());
            // With each progress the patience begins anew.
            found(async || {
                if reached(self) || self.acknowledged() > before {
                    return Some(Ok(()));
                }
                (since.elapsed() > STUCK).then_some(Err(Stuck))
            })
            .await?;
        }
        Ok(())
    }

    /// Sends everybody home.
    pub(super) fn end(&self) {
        self.over.send_replace(true);
    }

    /// Does something until it is done or everybody goes home.
    pub(super) async fn unless_over(&self, work: impl Future<Output = ()>) {
        let mut over = self.over.subscribe();
        tokio::select! {
            () = work => {}
            _ = over.wait_for(|over| *over) => {}
        }
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, count) in [
            ("commands to be acknowledged", self.all),
            ("acknowledged", self.acknowledged()),
            ("refused with 503, and sent again", self.refused()),
        ] {
            writeln!(f, "  {name:<42}{count:>7}")?;
        }
        Ok(())
    }
}
