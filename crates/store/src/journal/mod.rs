//! Where rooms hand in their events, and hear what became of them.

pub(crate) mod append;
mod batch;
pub(crate) mod commits;
pub(crate) mod feed;
mod lane;
pub(crate) mod pulse;
mod writer;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tengen_clock::Clock;
use tengen_duties::Duties;
use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;

use self::append::{Append, Appended, Waiting};
use self::commits::Commits;
use self::pulse::{Outages, Pulse};
use self::writer::Writer;
use crate::pool::servers::Servers;
use crate::pool::{Store, StoreError};

/// How many events may wait; beyond that a room waits before its event is taken.
const WAITING: usize = 10_000;

/// A handle on the writer; cheap to clone. The writer ends when the last handle is gone and all events are stored.
#[derive(Debug, Clone)]
pub struct Journal {
    queue: mpsc::Sender<Waiting>,
    outages: watch::Receiver<Outages>,
    batches: Arc<AtomicU64>,
    clock: Clock,
}

impl Journal {
    /// Starts the writer, which goes on after the stop of the duties as long as there are handles. `alone` says that no other server was
    /// there before, so that everything since the last sign of life was an outage. From the stop on this server is not there for the
    /// players any more.
    pub async fn start(store: Store, alone: bool, commits: impl Commits, duties: &Duties) -> Self {
        let (queue, waiting) = mpsc::channel(WAITING);
        let (noticed, outages) = watch::channel(Outages::default());
        let stop = duties.stop().clone();
        let (servers, known) = (store.watch_servers(), store.servers().lost_time);
        duties.again("lost_time", {
            let (noticed, stop) = (noticed.clone(), stop.clone());
            move || notice_lost_time(servers.clone(), known, noticed.clone(), stop.clone())
        });
        let mut pulse = Pulse::new(store.clone(), noticed, alone);
        pulse.begin().await;
        let (batches, clock) = (Arc::<AtomicU64>::default(), store.clock().clone());
        let writer = Writer::new(store, pulse, Arc::clone(&batches), Box::new(commits));
        duties.until(&stop).once("journal", writer.run(waiting, stop.clone()));
        Self { queue, outages, batches, clock }
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

    /// How many events wait for a transaction.
    pub fn waiting(&self) -> usize {
        self.queue.max_capacity() - self.queue.capacity()
    }

    /// Stores an event and returns when it is on disk.
    ///
    /// # Errors
    ///
    /// When the database failed. The event is then not stored as far as anybody can tell; it may still turn up if the
    /// connection died in the middle of a commit, so the caller must read the log again before it goes on.
    pub async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let (answer, answered) = oneshot::channel();
        let gone = || StoreError::from(sqlx::Error::PoolClosed);
        self.queue.send(Waiting::new(append, self.clock.now(), answer)).await.map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }
}

/// Lets rooms compare their games also with the losses of servers, and with the outages that other servers have noticed, whenever there is
/// another one than those that are `known`.
async fn notice_lost_time(
    mut servers: watch::Receiver<Servers>,
    mut known: u64,
    outages: watch::Sender<Outages>,
    stop: CancellationToken,
) {
    loop {
        let now = servers.borrow_and_update().lost_time;
        if std::mem::replace(&mut known, now) != now {
            outages.send_modify(|outages| outages.noticed += 1);
        }
        tokio::select! {
            changed = servers.changed() => if changed.is_err() { return },
            () = stop.cancelled() => return,
        }
    }
}
