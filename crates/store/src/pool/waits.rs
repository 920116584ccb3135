//! How long a piece of work has waited for others who look through lists: that is no time of its own.

use std::cell::Cell;
use std::future::Future;
use std::time::{Duration, Instant};

tokio::task_local! {
    static WAITED: Cell<Duration>;
}

/// Does a piece of work, and says how long of its time it has waited for a place among those who look through lists.
pub async fn with_waits<T>(work: impl Future<Output = T>) -> (T, Duration) {
    let counted = async {
        let done = work.await;
        (done, WAITED.with(Cell::get))
    };
    WAITED.scope(Cell::default(), counted).await
}

/// Waits, and counts that to the work that waits, if its time matters to anybody.
pub(crate) async fn waits<T>(waiting: impl Future<Output = T>) -> T {
    let began = Instant::now();
    let come = waiting.await;
    // Of work that nobody counts there is nothing to note.
    let _ = WAITED.try_with(|waited| waited.set(waited.get() + began.elapsed()));
    come
}

#[cfg(test)]
mod tests {
    use tokio::task::yield_now;

    use super::*;

    #[tokio::test]
    async fn the_waits_of_a_piece_of_work_are_counted_to_it() {
        // Until the clock has gone on.
        let moment = || async {
            let began = Instant::now();
            while began.elapsed().is_zero() {
                yield_now().await;
            }
        };
        assert_eq!(with_waits(yield_now()).await, ((), Duration::ZERO));
        let (done, waited) = with_waits(async {
            waits(moment()).await;
            waits(async { 7 }).await
        })
        .await;
        assert_eq!((done, waited.is_zero()), (7, false));
        assert_eq!(with_waits(moment()).await, ((), Duration::ZERO), "this one has worked");
        // Nobody counts this one.
        waits(moment()).await;
    }
}
