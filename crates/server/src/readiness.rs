//! Whether the server can work: players' moves have to be stored, so a database that answers is not enough.

use std::time::Duration;

use tokio::sync::{Mutex, watch};
use tokio::time::{Instant, timeout};

use tengen_store::{Outages, Store};
use tengen_trouble as trouble;

/// How long an answer holds, so that asking often costs nothing.
const HOLDS: Duration = Duration::from_secs(2);
/// How long the proof may take: less than callers wait for an answer.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long after a failed commit nothing counts as stored, unless another one succeeds: on a disk that is nearly full the
/// proof may find room where a move does not.
const AFTER_FAILURE: Duration = Duration::from_secs(10);

/// Asks whether anything can be stored.
#[derive(Debug)]
pub struct Readiness {
    store: Store,
    outages: watch::Receiver<Outages>,
    /// The last answer, and when it was found.
    known: Mutex<Option<(Instant, bool)>>,
}

impl Readiness {
    /// Asks this database. The journal knows the outcome of its own commits.
    pub fn new(store: Store, outages: watch::Receiver<Outages>) -> Self {
        Self { store, outages, known: Mutex::default() }
    }

    /// Whether the server can store players' moves.
    pub async fn is_ready(&self) -> bool {
        // Callers that ask meanwhile wait for the same answer.
        let mut known = self.known.lock().await;
        if let Some((found_at, ready)) = *known
            && found_at.elapsed() < HOLDS
        {
            return ready;
        }
        let ready = !self.has_failed() && self.can_store().await;
        *known = Some((Instant::now(), ready));
        ready
    }

    fn has_failed(&self) -> bool {
        let outages = *self.outages.borrow();
        outages.lasts || outages.failed_at.is_some_and(|failed_at| failed_at.elapsed() < AFTER_FAILURE)
    }

    async fn can_store(&self) -> bool {
        match timeout(PATIENCE, self.store.prove()).await {
            Ok(Ok(())) => true,
            Ok(Err(error)) => {
                trouble::log("nothing can be stored", error);
                false
            }
            Err(_) => {
                trouble::log("nothing can be stored", "it takes too long");
                false
            }
        }
    }
}
