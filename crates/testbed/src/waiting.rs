//! Waiting for a state, and, where nothing else will do, for real time.

use std::panic::Location;
use std::time::Duration;

use tokio::time::{sleep, timeout};

/// How often a state is looked at.
const EACH_LOOK: Duration = Duration::from_millis(10);

/// Longer than any state takes to come on a machine that is busy with others.
const STATE_PATIENCE: Duration = Duration::from_mins(5);

/// A pause is told from this length on. Loops make shorter ones, which would bury all else that a failed test has said.
const TOLD_FROM: Duration = Duration::from_millis(100);

/// Waits until a state has come.
///
/// # Panics
///
/// Where the state has not come after five minutes. The panic names the place that waits.
#[track_caller]
pub fn until(mut has_come: impl AsyncFnMut() -> bool) -> impl Future<Output = ()> {
    found(async move || has_come().await.then_some(()))
}

/// Waits until a look finds what it looks for, and answers it.
///
/// # Panics
///
/// Where nothing was found after five minutes. The panic names the place that waits.
#[track_caller]
pub fn found<T>(mut look: impl AsyncFnMut() -> Option<T>) -> impl Future<Output = T> {
    let place = Location::caller();
    async move {
        let looking = async {
            loop {
                if let Some(found) = look().await {
                    return found;
                }
                sleep(EACH_LOOK).await;
            }
        };
        timeout(STATE_PATIENCE, looking)
            .await
            .unwrap_or_else(|_| panic!("{place}: the state did not come in {STATE_PATIENCE:?}"))
    }
}

/// Lets real time pass, where a test is about just that. A test that fails shows for what reason it waited, unless the wait was short.
pub async fn pause(time: Duration, reason: &str) {
    if time >= TOLD_FROM {
        eprintln!("waits {time:?}: {reason}");
    }
    sleep(time).await;
}
