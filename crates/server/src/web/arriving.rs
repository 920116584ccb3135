//! Bodies on their way. Whoever sends one holds a place meanwhile, so it has to come on: so many bytes in each span of time, and all
//! of it in a time.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::{Body, Bytes};
use futures_util::TryStreamExt as _;
use tokio::time::timeout;

/// How often it is looked at how much has come. A network that fails for some seconds may do so within one such span.
const SPAN: Duration = Duration::from_secs(10);

/// How fast a body has to come.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pace {
    /// How long all of it may take.
    whole: Duration,
    /// How many bytes have to come in each span, but for the last one.
    least: usize,
}

impl Pace {
    /// That of a small body.
    pub(super) const SMALL: Self = Self { whole: Duration::from_secs(20), least: 1_024 };
    /// That of a great file. The greatest are in time by a megabit a second, and a slower one than the least would be a small file when
    /// its time is over.
    pub(super) const GREAT: Self = Self { whole: Duration::from_secs(70), least: 131_072 };
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
        let mut before = 0;
        loop {
            if let Ok(done) = timeout(SPAN, &mut reading).await {
                return Ok(done);
            }
            let now = come.load(Ordering::Relaxed);
            if now - before < pace.least {
                return Err(TooSlow);
            }
            before = now;
        }
    };
    timeout(pace.whole, coming_on).await.unwrap_or(Err(TooSlow))
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::future::pending;

    use axum::body::to_bytes;
    use futures_util::{StreamExt as _, future, stream};
    use tokio::time::Instant;

    use super::*;

    /// A body of which so many bytes come each second, for so many seconds.
    fn trickle(each_second: usize, seconds: usize) -> Body {
        let pieces = stream::unfold(0, move |second| async move {
            // Time passes at once in these tests, as soon as everybody waits for it.
            let _ = timeout(Duration::from_secs(1), pending::<()>()).await;
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
        // What has come once does not count for ever.
        let piece = stream::once(future::ready(Ok(Bytes::from(vec![b' '; 1 << 20]))));
        assert_eq!(outcome(Body::from_stream(piece.chain(silence())), Pace::GREAT).await, (Err(TooSlow), 20));
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
