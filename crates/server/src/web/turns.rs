//! Work that takes a processor for a while: little of it at once, few who wait for it, and all of them bounded until their
//! answers are sent. It makes way for moves, and what is small does not wait for what is great.

use std::future::Future;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use tengen_limits::{Client, Limits, PlaceTicket, Ticket, TooMany};
use tengen_protocol::ProblemCode;
use tengen_trouble as trouble;
use tengen_yielding::nicely;
use tokio::sync::{Semaphore, SemaphorePermit, oneshot};
use tokio::task::spawn_blocking;

use super::error::WebError;

/// When to try again if too many wait: most work is done by then.
const PAUSE: Duration = Duration::from_secs(1);
/// The same of the greatest work, of which a piece takes some seconds.
const LONG_PAUSE: Duration = Duration::from_secs(5);
/// Work on more bytes than these is great, or work that is as much. Records of games that somebody played are smaller, also with
/// many remarks, and take a few milliseconds; a file of a megabyte takes some hundred.
pub(super) const GREAT: u64 = 64 << 10;
/// Work on more bytes than these is among the greatest: that on collections and dictionaries, which takes up to some seconds.
/// Nothing that a guest brings is longer.
pub(super) const GREATEST: u64 = 1 << 20;
/// Of the greatest work one piece is done at a time, whatever its kind: it may have some hundred megabytes in memory.
static GREATEST_WORK: Semaphore = Semaphore::const_new(1);
/// The name of the threads.
const THREAD: &str = "web work";

/// The turns of one kind of work.
pub(super) struct Turns {
    /// One for each request that waits, is at work, or whose answer is being sent.
    places: Semaphore,
    /// One for each that may be at work.
    at_work: Seats,
}

/// Those who may be at work.
enum Seats {
    /// So many of this kind.
    Own(Semaphore),
    /// Those of other kinds as well.
    Shared(&'static Semaphore),
}

/// The turns of one kind of work: those of small work, those of great work, and those of the greatest.
#[derive(Debug)]
pub(super) struct TurnsBySize {
    small: Turns,
    great: Turns,
    greatest: Turns,
}

/// A place among those that wait, and then among those that are answered. No network has all of those of the greatest work.
#[derive(Debug)]
pub(super) struct WorkPlace {
    turns: &'static Turns,
    _permit: SemaphorePermit<'static>,
    _ticket: Ticket,
    /// That of the greatest work.
    _great_ticket: Option<PlaceTicket>,
}

impl std::fmt::Debug for Turns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Turns").field("places", &self.places.available_permits()).finish_non_exhaustive()
    }
}

impl Turns {
    /// So many at work at once, and so many in all.
    pub(super) const fn new(at_work: usize, places: usize) -> Self {
        Self { places: Semaphore::const_new(places), at_work: Seats::Own(Semaphore::const_new(at_work)) }
    }

    /// Those of the greatest work of one kind: so many in all.
    const fn of_greatest(places: usize) -> Self {
        Self { places: Semaphore::const_new(places), at_work: Seats::Shared(&GREATEST_WORK) }
    }

    /// So many at work at once, as a part of something that is bounded already: whoever waits has a place there.
    pub(super) const fn within_others(at_work: usize) -> Self {
        Self::new(at_work, 0)
    }

    /// A place, if there is one.
    pub(super) fn place(&'static self, limits: &Limits, client: Client) -> Result<WorkPlace, TooMany> {
        let ticket = limits.work(client)?;
        let (great_ticket, retry_after) = match self.at_work {
            Seats::Own(_) => (None, PAUSE),
            Seats::Shared(_) => (Some(limits.greatest_work(client)?), LONG_PAUSE),
        };
        let permit = self.places.try_acquire().map_err(|_| TooMany { retry_after })?;
        Ok(WorkPlace { turns: self, _permit: permit, _ticket: ticket, _great_ticket: great_ticket })
    }

    /// Waits for the turn of whoever has a place among those of other work, of which this is a part. It is over when the answer is dropped.
    pub(super) async fn turn(&'static self) -> Result<AtWork, WebError> {
        let seats: &'static Semaphore = match &self.at_work {
            Seats::Own(own) => own,
            Seats::Shared(shared) => shared,
        };
        let turn = seats.acquire().await;
        turn.map(|permit| AtWork { permit }).map_err(WebError::internal)
    }
}

impl TurnsBySize {
    /// One at work of each size, and so many in all of each. The greatest work waits for that of other kinds, too.
    pub(super) const fn new(small: usize, great: usize, greatest: usize) -> Self {
        Self {
            small: Turns::new(1, small),
            great: Turns::new(1, great),
            greatest: Turns::of_greatest(greatest),
        }
    }

    /// The turns of as much work as so many bytes of a usual file are.
    pub(super) fn of(&'static self, bytes: u64) -> &'static Turns {
        if bytes > GREATEST {
            &self.greatest
        } else if bytes > GREAT {
            &self.great
        } else {
            &self.small
        }
    }
}

impl WorkPlace {
    /// Waits for the turn. Others wait until it is over.
    pub(super) async fn turn(&self) -> Result<AtWork, WebError> {
        self.turns.turn().await
    }

    /// The same for a client who does not have to rest by then: while several of its requests waited, the first of them may have taken all
    /// that it has.
    pub(super) async fn turn_for(&self, limits: &Limits, client: Client) -> Result<AtWork, WebError> {
        let turn = self.turn().await?;
        rested(limits, client)?;
        Ok(turn)
    }

    /// A body that keeps the place until it is sent, or nobody wants it any more.
    pub(super) fn body(self, bytes: Vec<u8>) -> Body {
        Body::from(Bytes::from_owner(Held { bytes, _place: self }))
    }
}

/// Refuses a client who has to rest from work that was done before.
pub(super) fn rested(limits: &Limits, client: Client) -> Result<(), TooMany> {
    let rest = limits.rest(client);
    if rest.is_zero() { Ok(()) } else { Err(TooMany { retry_after: rest }) }
}

/// A turn that has come.
#[derive(Debug)]
pub(super) struct AtWork {
    permit: SemaphorePermit<'static>,
}

impl AtWork {
    /// Does the work on a thread that makes way for all others. No thread of requests waits for it, and its time on the wall is
    /// nobody's. The turn is over when the work is done, even if nobody waits for it any more.
    pub(super) async fn work<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WebError> {
        self.counted(work, |_| ()).await
    }

    /// Does the work for a client, to whom the time of a processor that it takes is counted, whether the client waits for the end or not.
    pub(super) async fn work_for<T: Send + 'static>(
        self,
        limits: &Arc<Limits>,
        client: Client,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WebError> {
        let limits = Arc::clone(limits);
        self.counted(work, move |took| limits.worked(client, took)).await
    }

    async fn counted<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
        count: impl FnOnce(Duration) + Send + 'static,
    ) -> Result<T, WebError> {
        let Self { permit } = self;
        let (tell, outcome) = oneshot::channel();
        let begun = nicely(THREAD, work, move |done, took| {
            count(took);
            drop(permit);
            // Whoever asked may have left.
            let _ = tell.send(done);
        });
        begun.map_err(|error| {
            trouble::log("no thread for a request's work", error);
            ProblemCode::Unavailable
        })?;
        match outcome.await {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(panic)) => resume_unwind(panic),
            Err(error) => Err(WebError::internal(error)),
        }
    }

    /// Does work for which the database works, in a task of its own. The turn is over when it is done, even if nobody waits for
    /// it any more: a query goes on without its reader, and whoever asks and leaves would have any number of them at work.
    pub(super) async fn work_to_the_end<T: Send + 'static>(
        self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, WebError> {
        let done = tokio::spawn(async move {
            let done = work.await;
            drop(self.permit);
            done
        });
        done.await.map_err(WebError::internal)
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
        done.await.map_err(WebError::internal)
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
    use std::pin::pin;
    use std::sync::mpsc;

    use futures_util::FutureExt;
    use tengen_actions::kit::ActionError;
    use tengen_limits::Options;
    use tokio::sync::Notify;

    use super::*;

    #[tokio::test]
    async fn work_is_done_aside_and_great_work_keeps_no_small_one() {
        static TURNS: TurnsBySize = TurnsBySize::new(1, 1, 0);
        let limits = Limits::new(&Options::USUAL);
        let client = limits.client(Ipv4Addr::LOCALHOST.into(), false);
        let great = TURNS.of(GREAT + 1).place(&limits, client).unwrap();
        let turn = great.turn().await.unwrap();
        assert!(TURNS.of(GREAT + 1).place(&limits, client).is_err(), "there is one place");
        let small = TURNS.of(GREAT).place(&limits, client).unwrap();
        let name = || std::thread::current().name().map(str::to_owned);
        let by = small.turn().await.unwrap().work(name).await.unwrap();
        assert_eq!(by.as_deref(), Some(THREAD));
        assert_eq!(turn.work(name).await.unwrap().as_deref(), Some(THREAD));
    }

    #[tokio::test]
    async fn the_greatest_work_waits_for_that_of_other_kinds_alone() {
        static ONE: TurnsBySize = TurnsBySize::new(1, 1, 2);
        static OTHER: TurnsBySize = TurnsBySize::new(1, 1, 1);
        let limits = Limits::new(&Options::USUAL);
        let client = limits.client(Ipv4Addr::LOCALHOST.into(), false);
        let [first, second] = [1, 2].map(|_| ONE.of(GREATEST + 1).place(&limits, client).unwrap());
        assert!(ONE.of(u64::MAX).place(&limits, client).is_err(), "there are two places");
        let turn = first.turn().await.unwrap();
        let third = OTHER.of(GREATEST + 1).place(&limits, client).unwrap();
        assert!(second.turn().now_or_never().is_none() && third.turn().now_or_never().is_none());
        let great = ONE.of(GREATEST).place(&limits, client).unwrap();
        assert!(great.turn().await.unwrap().work(|| true).await.unwrap());
        turn.work(|| ()).await.unwrap();
        assert!(third.turn().await.unwrap().work(|| true).await.unwrap());
    }

    #[tokio::test]
    async fn one_client_leaves_places_of_the_greatest_work() {
        static TURNS: TurnsBySize = TurnsBySize::new(1, 4, 4);
        let limits = Limits::new(&Options::USUAL);
        let client = |address: [u8; 4]| limits.client(Ipv4Addr::from(address).into(), false);
        let (one, other) = (client([192, 0, 2, 1]), client([198, 51, 100, 1]));
        let turns = TURNS.of(GREATEST + 1);
        let own: Vec<_> = (0..4).filter_map(|_| turns.place(&limits, one).ok()).collect();
        assert_eq!(own.len(), 2);
        let great: Vec<_> = (0..4).filter_map(|_| TURNS.of(GREATEST).place(&limits, one).ok()).collect();
        assert_eq!(great.len(), 4, "less great work has its own places");
        assert!(turns.place(&limits, other).is_ok());
        drop(own);
        assert!(turns.place(&limits, one).is_ok());
    }

    #[tokio::test]
    async fn whoever_has_to_rest_by_then_has_no_turn() {
        static TURNS: Turns = Turns::new(1, 2);
        let limits = Limits::new(&Options::USUAL);
        let client = limits.client(Ipv4Addr::new(192, 0, 2, 1).into(), false);
        let [one, next] = [1, 2].map(|_| TURNS.place(&limits, client).unwrap());
        let turn = one.turn_for(&limits, client).await.unwrap();
        limits.worked(client, Duration::from_secs(1));
        turn.work(|| ()).await.unwrap();
        assert!(matches!(next.turn_for(&limits, client).await, Err(WebError(ActionError::TooMany(_)))));
    }

    #[tokio::test]
    async fn no_thread_of_requests_waits_for_work_and_its_turn_ends_with_it() {
        static TURNS: Turns = Turns::new(1, 2);
        let limits = Arc::new(Limits::new(&Options::USUAL));
        let client = limits.client(Ipv4Addr::new(192, 0, 2, 2).into(), false);
        let [one, next] = [1, 2].map(|_| TURNS.place(&limits, client).unwrap());
        let turn = one.turn().await.unwrap();
        let (let_go, held) = mpsc::channel::<()>();
        {
            // The step that begins the work ends before it: the time of the work by the clock is no attention.
            let work = turn.work_for(&limits, client, move || held.recv().is_err());
            let mut request = pin!(limits.attend(client, work));
            assert!(request.as_mut().now_or_never().is_none());
        }
        assert!(next.turn().now_or_never().is_none(), "the work goes on without its reader");
        drop(let_go);
        assert!(next.turn().await.unwrap().work(|| true).await.unwrap());
    }

    #[tokio::test]
    async fn work_that_panics_does_so_for_whoever_waits_and_ends_its_turn() {
        static TURNS: Turns = Turns::new(1, 1);
        let limits = Limits::new(&Options::USUAL);
        let client = limits.client(Ipv4Addr::LOCALHOST.into(), false);
        let place = TURNS.place(&limits, client).unwrap();
        let turn = place.turn().await.unwrap();
        let fails = || -> bool { panic!("the work fails") };
        let waits = tokio::spawn(async move { turn.work(fails).await.is_ok() });
        assert!(waits.await.unwrap_err().is_panic());
        place.turn().await.unwrap();
    }

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
