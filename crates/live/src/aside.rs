//! Work of some milliseconds in the middle of a task.

use tokio::sync::Semaphore;
use tokio::task::block_in_place;

/// How many threads may be busy with such work beside those that serve connections.
const THREADS: usize = 8;

static FREE: Semaphore = Semaphore::const_new(THREADS);

/// Does work that takes some milliseconds. Other tasks of this thread go on elsewhere meanwhile, unless much of such work is under
/// way already: each takes a thread, and a crowd of threads would take memory and make nobody faster.
///
/// # Panics
///
/// On a runtime of tokio with one thread.
pub fn aside<T>(work: impl FnOnce() -> T) -> T {
    match FREE.try_acquire() {
        Ok(_free) => block_in_place(work),
        Err(_) => work(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use tokio::task::JoinSet;

    use super::*;

    const WORKERS: usize = 2;
    static BUSY: AtomicUsize = AtomicUsize::new(0);

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn few_threads_are_busy_at_once() {
        let mut tasks = JoinSet::new();
        for _ in 0..64 {
            tasks.spawn(async {
                aside(|| {
                    let busy = BUSY.fetch_add(1, Ordering::SeqCst) + 1;
                    std::thread::sleep(Duration::from_millis(5));
                    BUSY.fetch_sub(1, Ordering::SeqCst);
                    busy
                })
            });
        }
        let most = tasks.join_all().await.into_iter().max().unwrap();
        assert!((2..=THREADS + WORKERS).contains(&most), "{most}");
    }
}
