//! Work that is done at once, on a thread that is nice to all others.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{self, Builder};
use std::time::Duration;

use crate::{be_nice, processor_time};

/// Begins a piece of work on a nice thread of its own: for work without steps, which needs no idle processor and gets its turns.
/// The same thread tells the outcome, which is the panic of work that panics, and the time of a processor that the work took. To
/// begin a thread takes some fifty microseconds.
///
/// ```
/// use std::sync::mpsc::channel;
///
/// let (tell, outcome) = channel();
/// tengen_yielding::nicely("sums", || (1..=3).sum::<u64>(), move |sum, took| drop(tell.send((sum, took))))?;
/// let (sum, took) = outcome.recv()?;
/// assert!(matches!(sum, Ok(6)));
/// assert!(!took.is_zero());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// When the system has no room for a thread. Then nothing is done, and nothing is told.
pub fn nicely<T>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
    tell: impl FnOnce(thread::Result<T>, Duration) + Send + 'static,
) -> io::Result<()> {
    let thread = Builder::new().name(name.to_owned()).spawn(move || {
        be_nice();
        let began = processor_time();
        // All that the work has is gone with it.
        let done = catch_unwind(AssertUnwindSafe(work));
        tell(done, processor_time().saturating_sub(began));
    });
    thread.map(drop)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    fn waited<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> (thread::Result<T>, Duration) {
        let (tell, outcome) = channel();
        nicely("test", work, move |done, took| tell.send((done, took)).unwrap()).unwrap();
        outcome.recv().unwrap()
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_thread_is_nice_and_this_one_is_as_it_was() {
        let niceness = || rustix::process::getpriority_process(None).unwrap();
        let before = niceness();
        let (by, _) = waited(move || (thread::current().name().map(str::to_owned), niceness()));
        let (name, nice) = by.unwrap();
        assert_eq!((name.as_deref(), nice), (Some("test"), crate::NICENESS.max(before)));
        assert_eq!(niceness(), before);
    }

    #[test]
    fn the_time_is_that_of_the_work() {
        let (done, took) = waited(|| {
            let until = processor_time() + Duration::from_millis(5);
            while processor_time() < until {}
        });
        done.unwrap();
        assert!(took >= Duration::from_millis(5), "{took:?}");
    }

    #[test]
    fn work_that_panics_tells_so() {
        let panic = waited(|| panic!("the work fails")).0.unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"the work fails"));
    }
}
