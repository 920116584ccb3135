//! Work that takes a processor for a while: little of it at once, few who wait for it, and all of them bounded until their
//! answers are sent. It makes way for moves, and what is small does not wait for what is great.

use std::future::Future;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::time::Duration;

use tengen_limits::{Client, Limits, PlaceTicket, Ticket, TooMany};
use tengen_protocol::ProblemCode;
use tengen_trouble as trouble;
use tengen_yielding::nicely;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::task::spawn_blocking;

use super::error::ActionError;

/// When to try again if too many wait: most work is done by then.
const PAUSE: Duration = Duration::from_secs(1);
/// The same of the greatest work, of which a piece takes some seconds.
const LONG_PAUSE: Duration = Duration::from_secs(5);
/// Work on more bytes than these is great, or work that is as much. Records of games that somebody played are smaller, also with
/// many remarks, and take a few milliseconds; a file of a megabyte takes some hundred.
pub const GREAT: u64 = 64 << 10;
/// Work on more bytes than these is among the greatest: that on collections and dictionaries, which takes up to some seconds.
/// Nothing that a guest brings is longer.
pub const GREATEST: u64 = 1 << 20;
/// The name of the threads.
const THREAD: &str = "web work";

/// The turns of all work of requests, by its kind.
#[derive(Debug)]
pub struct AllTurns {
    /// So many great files may be in memory at once, of all clients together.
    pub great_files: Arc<Semaphore>,
    /// Files with records are read one after the other: most take no time, and the largest leave the other cores to the games.
    pub imports: TurnsBySize,
    /// So are records that are changed. Great answers have some megabytes, and the greatest some fifty where they are not
    /// compressed.
    pub edits: TurnsBySize,
    /// So are records that are shown.
    pub showings: TurnsBySize,
    /// Trees are judged one after the other: most changes take no time, and the largest leave the other cores to the games.
    pub judgings: TurnsBySize,
    /// Changes are stored one after the other, so that moves find the writer of the database free.
    pub storings: Turns,
    /// Trees follow their record one after the other, small ones and great ones. Whoever changes a record keeps others from
    /// changing it meanwhile, so only as many wait here as records are changed at once.
    pub followings: TurnsBySize,
    /// Records with trees beside them are written one after the other: the largest have megabytes.
    pub writings: TurnsBySize,
    /// So many readers look at once what has changed for them. A change wakes all readers of a tree, and the games use the same connections
    /// to the database.
    pub looks: Turns,
    /// Trees that are shown on what is left of their records are drawn one after the other: one that hangs on all nodes of a great
    /// record takes some tens of milliseconds, and whoever has its link asks for it.
    pub drawings: TurnsBySize,
    /// One picture is drawn at a time, beside one of a great record, and few wait for their turn.
    pub pictures: TurnsBySize,
    /// One estimate is made at a time, and few wait for their turn.
    pub estimates: Turns,
    /// One export is at work at a time, for a portion.
    pub exports: Turns,
    /// The games of one page are played through at a time, and few wait for their turn.
    pub searches: Turns,
    /// Walks through the whole log, one at work and a few that wait or are sent: a log may be long.
    pub walks: Turns,
    /// Great answers that are told again: one is unpacked at a time, for each takes some tens of megabytes of memory while it is.
    pub unpackings: Turns,
}

impl Default for AllTurns {
    fn default() -> Self {
        // Of the greatest work one piece is done at a time, whatever its kind: it may have some hundred megabytes in memory.
        let greatest_work = Arc::new(Semaphore::new(1));
        let by_size = |small, great, greatest| TurnsBySize::new(small, great, greatest, &greatest_work);
        Self {
            great_files: Arc::new(Semaphore::new(8)),
            imports: by_size(32, 32, 8),
            edits: by_size(32, 16, 4),
            showings: by_size(64, 64, 8),
            judgings: by_size(64, 32, 8),
            storings: Turns::new(1, 0),
            followings: by_size(0, 0, 0),
            writings: by_size(64, 64, 4),
            looks: Turns::new(4, 0),
            drawings: by_size(64, 32, 4),
            pictures: by_size(16, 16, 4),
            estimates: Turns::new(1, 32),
            exports: Turns::new(1, 64),
            searches: Turns::new(1, 32),
            walks: Turns::new(1, 4),
            unpackings: Turns::new(1, 32),
        }
    }
}

/// The turns of one kind of work.
#[derive(Debug, Clone)]
pub struct Turns {
    /// One for each request that waits, is at work, or whose answer is being sent.
    places: Arc<Semaphore>,
    /// One for each that may be at work.
    at_work: Arc<Semaphore>,
    /// Whether those of other kinds may be at work instead.
    is_greatest: bool,
}

/// The turns of one kind of work: those of small work, those of great work, and those of the greatest.
#[derive(Debug)]
pub struct TurnsBySize {
    small: Turns,
    great: Turns,
    greatest: Turns,
}

/// A place among those that wait, and then among those that are answered. No network has all of those of the greatest work.
#[derive(Debug)]
pub struct WorkPlace {
    turns: Turns,
    _permit: OwnedSemaphorePermit,
    _ticket: Ticket,
    /// That of the greatest work.
    _great_ticket: Option<PlaceTicket>,
}

impl Turns {
    /// So many at work at once, and so many in all.
    pub fn new(at_work: usize, places: usize) -> Self {
        let [places, at_work] = [places, at_work].map(|permits| Arc::new(Semaphore::new(permits)));
        Self { places, at_work, is_greatest: false }
    }

    /// A place, if there is one.
    pub fn place(&self, limits: &Limits, client: Client) -> Result<WorkPlace, TooMany> {
        let ticket = limits.work(client)?;
        let great_ticket = self.is_greatest.then(|| limits.greatest_work(client)).transpose()?;
        let retry_after = if self.is_greatest { LONG_PAUSE } else { PAUSE };
        let permit = Arc::clone(&self.places).try_acquire_owned().map_err(|_| TooMany { retry_after })?;
        Ok(WorkPlace { turns: self.clone(), _permit: permit, _ticket: ticket, _great_ticket: great_ticket })
    }

    /// Waits for the turn of whoever has a place among those of other work, of which this is a part. It is over when the answer is dropped.
    pub async fn turn(&self) -> Result<AtWork, ActionError> {
        let turn = Arc::clone(&self.at_work).acquire_owned().await;
        turn.map(|permit| AtWork { permit }).map_err(ActionError::internal)
    }
}

impl TurnsBySize {
    /// One at work of each size, and so many in all of each. The greatest work waits for that of other kinds, too.
    fn new(small: usize, great: usize, greatest: usize, greatest_work: &Arc<Semaphore>) -> Self {
        let at_work = Arc::clone(greatest_work);
        let greatest = Turns { at_work, is_greatest: true, ..Turns::new(1, greatest) };
        Self { small: Turns::new(1, small), great: Turns::new(1, great), greatest }
    }

    /// The turns of as much work as so many bytes of a usual file are.
    pub fn of(&self, bytes: u64) -> &Turns {
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
    pub async fn turn(&self) -> Result<AtWork, ActionError> {
        self.turns.turn().await
    }

    /// The same for a client who does not have to rest by then: while several of its requests waited, the first of them may have taken all
    /// that it has.
    pub async fn turn_for(&self, limits: &Limits, client: Client) -> Result<AtWork, ActionError> {
        let turn = self.turn().await?;
        rested(limits, client)?;
        Ok(turn)
    }
}

/// Refuses a client who has to rest from work that was done before.
///
/// # Errors
///
/// When to come again.
pub fn rested(limits: &Limits, client: Client) -> Result<(), TooMany> {
    let rest = limits.rest(client);
    if rest.is_zero() { Ok(()) } else { Err(TooMany { retry_after: rest }) }
}

/// A turn that has come.
#[derive(Debug)]
pub struct AtWork {
    permit: OwnedSemaphorePermit,
}

impl AtWork {
    /// Does the work on a thread that makes way for all others. No thread of requests waits for it, and its time on the wall is
    /// nobody's. The turn is over when the work is done, even if nobody waits for it any more.
    pub async fn work<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ActionError> {
        self.counted(work, |_| ()).await
    }

    /// Does the work for a client, to whom the time of a processor that it takes is counted, whether the client waits for the end or not.
    pub async fn work_for<T: Send + 'static>(
        self,
        limits: &Arc<Limits>,
        client: Client,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ActionError> {
        let limits = Arc::clone(limits);
        self.counted(work, move |took| limits.worked(client, took)).await
    }

    async fn counted<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
        count: impl FnOnce(Duration) + Send + 'static,
    ) -> Result<T, ActionError> {
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
            Err(error) => Err(ActionError::internal(error)),
        }
    }

    /// Does work for which the database works, in a task of its own. The turn is over when it is done, even if nobody waits for
    /// it any more: a query goes on without its reader, and whoever asks and leaves would have any number of them at work.
    pub async fn work_to_the_end<T: Send + 'static>(
        self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, ActionError> {
        let done = tokio::spawn(async move {
            let done = work.await;
            drop(self.permit);
            done
        });
        done.await.map_err(ActionError::internal)
    }

    /// Does the work on a thread of its own. The turn is over when the work is done, even if nobody waits for it any more.
    pub async fn work_aside<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ActionError> {
        let done = spawn_blocking(move || {
            let done = work();
            drop(self.permit);
            done
        });
        done.await.map_err(ActionError::internal)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::pin::pin;
    use std::sync::mpsc;

    use futures_util::FutureExt;
    use tengen_limits::Options;
    use tokio::sync::Notify;

    use super::*;

    #[tokio::test]
    async fn work_is_done_aside_and_great_work_keeps_no_small_one() {
        let all = TurnsBySize::new(1, 1, 0, &Arc::new(Semaphore::new(1)));
        let limits = Limits::new(&Options::USUAL);
        let client = limits.client(Ipv4Addr::LOCALHOST.into(), false);
        let great = all.of(GREAT + 1).place(&limits, client).unwrap();
        let turn = great.turn().await.unwrap();
        assert!(all.of(GREAT + 1).place(&limits, client).is_err(), "there is one place");
        let small = all.of(GREAT).place(&limits, client).unwrap();
        let name = || std::thread::current().name().map(str::to_owned);
        let by = small.turn().await.unwrap().work(name).await.unwrap();
        assert_eq!(by.as_deref(), Some(THREAD));
        assert_eq!(turn.work(name).await.unwrap().as_deref(), Some(THREAD));
    }

    #[tokio::test]
    async fn the_greatest_work_waits_for_that_of_other_kinds_alone() {
        let greatest_work = Arc::new(Semaphore::new(1));
        let [kind, other_kind] = [2, 1].map(|greatest| TurnsBySize::new(1, 1, greatest, &greatest_work));
        let limits = Limits::new(&Options::USUAL);
        let client = limits.client(Ipv4Addr::LOCALHOST.into(), false);
        let [first, second] = [1, 2].map(|_| kind.of(GREATEST + 1).place(&limits, client).unwrap());
        assert!(kind.of(u64::MAX).place(&limits, client).is_err(), "there are two places");
        let turn = first.turn().await.unwrap();
        let third = other_kind.of(GREATEST + 1).place(&limits, client).unwrap();
        assert!(second.turn().now_or_never().is_none() && third.turn().now_or_never().is_none());
        let great = kind.of(GREATEST).place(&limits, client).unwrap();
        assert!(great.turn().await.unwrap().work(|| true).await.unwrap());
        turn.work(|| ()).await.unwrap();
        assert!(third.turn().await.unwrap().work(|| true).await.unwrap());
    }

    #[tokio::test]
    async fn one_client_leaves_places_of_the_greatest_work() {
        let all = TurnsBySize::new(1, 4, 4, &Arc::new(Semaphore::new(1)));
        let limits = Limits::new(&Options::USUAL);
        let client = |address: [u8; 4]| limits.client(Ipv4Addr::from(address).into(), false);
        let (one, other) = (client([192, 0, 2, 1]), client([198, 51, 100, 1]));
        let turns = all.of(GREATEST + 1);
        let own: Vec<_> = (0..4).filter_map(|_| turns.place(&limits, one).ok()).collect();
        assert_eq!(own.len(), 2);
        let great: Vec<_> = (0..4).filter_map(|_| all.of(GREATEST).place(&limits, one).ok()).collect();
        assert_eq!(great.len(), 4, "less great work has its own places");
        assert!(turns.place(&limits, other).is_ok());
        drop(own);
        assert!(turns.place(&limits, one).is_ok());
    }

    #[tokio::test]
    async fn whoever_has_to_rest_by_then_has_no_turn() {
        let turns = Turns::new(1, 2);
        let limits = Limits::new(&Options::USUAL);
        let client = limits.client(Ipv4Addr::new(192, 0, 2, 1).into(), false);
        let [one, next] = [1, 2].map(|_| turns.place(&limits, client).unwrap());
        let turn = one.turn_for(&limits, client).await.unwrap();
        limits.worked(client, Duration::from_secs(1));
        turn.work(|| ()).await.unwrap();
        assert!(matches!(next.turn_for(&limits, client).await, Err(ActionError::TooMany(_))));
    }

    #[tokio::test]
    async fn no_thread_of_requests_waits_for_work_and_its_turn_ends_with_it() {
        let turns = Turns::new(1, 2);
        let limits = Arc::new(Limits::new(&Options::USUAL));
        let client = limits.client(Ipv4Addr::new(192, 0, 2, 2).into(), false);
        let [one, next] = [1, 2].map(|_| turns.place(&limits, client).unwrap());
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
        let turns = Turns::new(1, 1);
        let limits = Limits::new(&Options::USUAL);
        let client = limits.client(Ipv4Addr::LOCALHOST.into(), false);
        let place = turns.place(&limits, client).unwrap();
        let turn = place.turn().await.unwrap();
        let fails = || -> bool { panic!("the work fails") };
        let waits = tokio::spawn(async move { turn.work(fails).await.is_ok() });
        assert!(waits.await.unwrap_err().is_panic());
        place.turn().await.unwrap();
    }

    #[tokio::test]
    async fn a_turn_ends_with_its_work_and_not_with_its_reader() {
        let turns = Turns::new(1, 2);
        let limits = Limits::new(&Options::USUAL);
        let client = limits.client(Ipv4Addr::LOCALHOST.into(), false);
        let [one, next] = [1, 2].map(|_| turns.place(&limits, client).unwrap());
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
