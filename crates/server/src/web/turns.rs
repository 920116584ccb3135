//! Work that takes a processor for a while: little of it at once, few who wait for it, and all of them bounded until their
//! answers are sent.

use std::future::Future;
use std::time::Duration;

use axum::body::{Body, Bytes};
use tengen_limits::{Client, Limits, Ticket, TooMany};
use tengen_yielding::processor_time;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::task::{block_in_place, spawn_blocking};

use super::error::WebError;

/// When to try again if too many wait: most work is done by then.
const PAUSE: Duration = Duration::from_secs(1);

/// The turns of one kind of work.
pub(super) struct Turns {
    /// One for each request that waits, is at work, or whose answer is being sent.
    places: Semaphore,
    /// One for each that may be at work.
    at_work: Semaphore,
}

/// A place among those that wait, and then among those that are answered. No network has all of them.
#[derive(Debug)]
pub(super) struct WorkPlace {
    turns: &'static Turns,
    _permit: SemaphorePermit<'static>,
    _ticket: Ticket,
}

impl std::fmt::Debug for Turns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Turns").field("places", &self.places.available_permits()).finish_non_exhaustive()
    }
}

impl Turns {
    /// So many at work at once, and so many in all.
    pub(super) const fn new(at_work: usize, places: usize) -> Self {
        Self { places: Semaphore::const_new(places), at_work: Semaphore::const_new(at_work) }
    }

    /// A place, if there is one.
    pub(super) fn place(&'static self, limits: &Limits, client: Client) -> Result<WorkPlace, TooMany> {
        let ticket = limits.work(client)?;
        let permit = self.places.try_acquire().map_err(|_| TooMany { retry_after: PAUSE })?;
        Ok(WorkPlace { turns: self, _permit: permit, _ticket: ticket })
    }
}

impl WorkPlace {
    /// Waits for the turn. Others wait until it is over.
    pub(super) async fn turn(&self) -> Result<AtWork, WebError> {
        let turn = self.turns.at_work.acquire().await;
        turn.map(|permit| AtWork { permit }).map_err(|error| WebError::Internal(error.to_string()))
    }

    /// A body that keeps the place until it is sent, or nobody wants it any more.
    pub(super) fn body(self, bytes: Vec<u8>) -> Body {
        Body::from(Bytes::from_owner(Held { bytes, _place: self }))
    }
}

/// A turn that has come.
#[derive(Debug)]
pub(super) struct AtWork {
    permit: SemaphorePermit<'static>,
}

impl AtWork {
    /// Does the work, on a thread that tokio is told about.
    pub(super) fn work<T>(self, work: impl FnOnce() -> T) -> T {
        let done = block_in_place(work);
        drop(self.permit);
        done
    }

    /// Does the work for a client, to whom the time of a processor that it takes is counted.
    pub(super) fn work_for<T>(self, limits: &Limits, client: Client, work: impl FnOnce() -> T) -> T {
        let began = processor_time();
        let done = self.work(work);
        limits.worked(client, processor_time().saturating_sub(began));
        done
    }

    /// Does work for which the database works, in a task of its own. The turn is over when it is done, even if nobody waits for it any more:
    /// a query goes on without its reader, and whoever asks and leaves would have any number of them at work.
    pub(super) async fn work_to_the_end<T: Send + 'static>(
        self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, WebError> {
        let done = tokio::spawn(async move {
            let done = work.await;
            drop(self.permit);
            done
        });
        done.await.map_err(|error| WebError::Internal(error.to_string()))
    }

    /// Does the work on a thread of its own. The turn is over when the work is done, even if nobody waits for it any more.
    pub(super) async fn work_aside<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WebError> {
        let done = spawn_blocking(move || {
            let done = work();
            drop(self.permit);
            done
        });
        done.await.map_err(|error| WebError::Internal(error.to_string()))
    }
}

/// The bytes of a body, and the place of the request that they answer.
struct Held {
    bytes: Vec<u8>,
    _place: WorkPlace,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::Arc;

    use futures_util::FutureExt;
    use tengen_limits::Options;
    use tokio::sync::Notify;

    use super::*;

    #[tokio::test]
    async fn a_turn_ends_with_its_work_and_not_with_its_reader() {
        static TURNS: Turns = Turns::new(1, 2);
        let limits = Limits::new(&Options::USUAL);
        let client = limits.client(Ipv4Addr::LOCALHOST.into(), false);
        let [one, next] = [1, 2].map(|_| TURNS.place(&limits, client).unwrap());
        let (began, answered) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let query = {
            let (began, answered) = (Arc::clone(&began), Arc::clone(&answered));
            async move {
                began.notify_one();
                answered.notified().await;
            }
        };
        let reader = tokio::spawn(one.turn().await.unwrap().work_to_the_end(query));
        began.notified().await;
        reader.abort();
        assert!(reader.await.unwrap_err().is_cancelled());
        drop(one);
        assert!(next.turn().now_or_never().is_none(), "the query goes on");
        answered.notify_one();
        next.turn().await.unwrap();
    }
}
