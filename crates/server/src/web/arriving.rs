//! Bodies on their way. Whoever sends one holds a place meanwhile, so it has to come on: so fast on average since
//! its beginning, and all of it in a time.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::{Body, Bytes};
use futures_util::TryStreamExt as _;
use tokio::time::timeout;

/// How often it is looked at how much has come, and for how long nothing has to. A network that fails for some seconds may do so
/// within the first such span, and later whenever so much has come before that the average is kept.
const SPAN: Duration = Duration::from_secs(10);

/// How fast a body has to come.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pace {
    /// How long all of it may take.
    whole: Duration,
    /// How many bytes have to come in each span but the last one, on average since the beginning.
    least: usize,
}

impl Pace {
    /// That of a small body.
    pub(super) const SMALL: Self = Self { whole: Duration::from_secs(20), least: 1_024 };
    /// That of a great file. The greatest are in time by a megabit a second, and a slower one than the least would be a small file when
    /// its time is over.
    pub(super) const GREAT: Self = Self { whole: Duration::from_secs(70), least: 131_072 };
    /// That of a file whose length is not told, since a small one may come as slowly as others do. Once it is no small one any more,
    /// it has kept the pace of a great one until its time is over.
    pub(super) const UNTOLD: Self = Self { least: Self::SMALL.least, ..Self::GREAT };
}

/// A body that did not come on, or not in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooSlow;

/// Reads a body as long as it comes at this pace.
pub(super) async fn arriving<R: Future>(
    body: Body,
    pace: Pace,
    read: impl FnOnce(Body) -> R,
) -> Result<R::Output, TooSlow> {
    let come = Arc::new(AtomicUsize::new(0));
    let counted = body.into_data_stream().inspect_ok({
        let come = Arc::clone(&come);
        move |piece: &Bytes| {
            come.fetch_add(piece.len(), Ordering::Relaxed);
        }
    });
    let reading = read(Body::from_stream(counted));
    let coming_on = async {
        tokio::pin!(reading);
        let mut due = 0;
        loop {
            if let Ok(done) = timeout(SPAN, &mut reading).await {
                return Ok(done);
            }
            due += pace.least;
            if come.load(Ordering::Relaxed) < due {
                return Err(TooSlow);
            }
        }
    };
    timeout(pace.whole, coming_on).await.unwrap_or(Err(TooSlow))
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use axum::body::to_bytes;
    use futures_util::{Stream, StreamExt as _, future, stream};
    use tengen_testbed::pause;
    use tokio::time::Instant;

    use super::*;

    /// A body of which so many bytes come each second, for so many seconds.
    fn trickle(each_second: usize, seconds: usize) -> Body {
        let pieces = stream::unfold(0, move |second| async move {
            // Time passes at once in these tests, as soon as everybody waits for it.
            pause(Duration::from_secs(1), "the client is slow").await;
            let piece = Bytes::from(vec![b' '; each_second]);
            (second < seconds).then(|| (Ok::<_, Infallible>(piece), second + 1))
        });
        Body::from_stream(pieces)
    }

    /// How many bytes of a body have come, if it came at this pace, and after how many seconds that was clear.
    async fn outcome(body: Body, pace: Pace) -> (Result<usize, TooSlow>, u64) {
        let began = Instant::now();
        let come = arriving(body, pace, |body| to_bytes(body, usize::MAX)).await;
        (come.map(|bytes| bytes.unwrap().len()), began.elapsed().as_secs())
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_trickles_is_given_up_soon() {
        assert_eq!(outcome(trickle(90, 20), Pace::SMALL).await, (Err(TooSlow), 10));
        assert_eq!(outcome(trickle(12_000, 70), Pace::GREAT).await, (Err(TooSlow), 10));
        assert_eq!(outcome(Body::from_stream(silence()), Pace::SMALL).await, (Err(TooSlow), 10));
        assert_eq!(outcome(Body::from_stream(silence()), Pace::UNTOLD).await, (Err(TooSlow), 10));
        // What has come once counts for its time alone.
        assert_eq!(outcome(at_once(300_000, silence()), Pace::GREAT).await, (Err(TooSlow), 30));
        assert_eq!(outcome(at_once(1 << 20, silence()), Pace::GREAT).await, (Err(TooSlow), 70));
    }

    /// A body of which so many bytes come at once, and then what is left.
    fn at_once(bytes: usize, left: impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static) -> Body {
        let first = stream::once(future::ready(Ok(Bytes::from(vec![b' '; bytes]))));
        Body::from_stream(first.chain(left))
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_is_ahead_may_rest() {
        // A network that is away for a while, in the middle of a file.
        let later = |seconds: u64| {
            stream::once(async move {
                pause(Duration::from_secs(seconds), "the client's network is away").await;
                Ok(Bytes::from(vec![b' '; 1_000]))
            })
        };
        assert_eq!(outcome(at_once(500_000, later(35)), Pace::GREAT).await, (Ok(501_000), 35));
        assert_eq!(outcome(at_once(1_024, later(15)), Pace::SMALL).await, (Ok(2_024), 15));
        assert_eq!(outcome(at_once(500_000, later(45)), Pace::GREAT).await, (Err(TooSlow), 40));
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_of_unknown_length_comes_as_a_small_one_may() {
        assert_eq!(outcome(trickle(9_000, 40), Pace::UNTOLD).await, (Ok(360_000), 41));
        assert_eq!(outcome(trickle(90, 40), Pace::UNTOLD).await, (Err(TooSlow), 10));
        assert_eq!(outcome(trickle(9_000, 90), Pace::UNTOLD).await, (Err(TooSlow), 70));
    }

    /// Nothing that comes, and no end.
    fn silence() -> stream::Pending<Result<Bytes, Infallible>> {
        stream::pending()
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_body_comes_in_its_time() {
        assert_eq!(outcome(Body::empty(), Pace::SMALL).await, (Ok(0), 0));
        assert_eq!(outcome(trickle(1, 5), Pace::SMALL).await, (Ok(5), 6));
        assert_eq!(outcome(trickle(150, 15), Pace::SMALL).await, (Ok(2_250), 16));
        assert_eq!(outcome(trickle(15_000, 60), Pace::GREAT).await, (Ok(900_000), 61));
        // All of it has its bound as well.
        assert_eq!(outcome(trickle(150, 30), Pace::SMALL).await, (Err(TooSlow), 20));
        assert_eq!(outcome(trickle(15_000, 90), Pace::GREAT).await, (Err(TooSlow), 70));
    }
}
