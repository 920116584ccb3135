//! Work that is done at once, on a thread that is nice to all others.

use std::io;
use std::panic::resume_unwind;
use std::thread::{self, Builder};
use std::time::Duration;

use crate::{be_nice, processor_time};

/// Does a piece of work on a nice thread of its own, and waits for it: for work without steps, which needs no idle processor and gets its turns. The outcome
/// comes with the time of a processor that it took. To begin a thread takes some fifty microseconds.
///
/// ```
/// let numbers = vec![1, 2, 3];
/// let (sum, took) = tengen_yielding::nicely("sums", || numbers.iter().sum::<u64>())?;
/// assert_eq!(sum, 6);
/// assert!(!took.is_zero());
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// When the system has no room for a thread. Then nothing was done.
///
/// # Panics
///
/// As the work does.
pub fn nicely<T: Send>(name: &str, work: impl FnOnce() -> T + Send) -> io::Result<(T, Duration)> {
    thread::scope(|scope| {
        let thread = Builder::new().name(name.to_owned()).spawn_scoped(scope, move || {
            be_nice();
            let began = processor_time();
            let done = work();
            (done, processor_time().saturating_sub(began))
        })?;
        match thread.join() {
            Ok(outcome) => Ok(outcome),
            Err(panic) => resume_unwind(panic),
        }
    })
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn the_thread_is_nice_and_this_one_is_as_it_was() {
        let niceness = || rustix::process::getpriority_process(None).unwrap();
        let before = niceness();
        let ((name, nice), _) =
            nicely("test", || (thread::current().name().map(str::to_owned), niceness())).unwrap();
        assert_eq!((name.as_deref(), nice), (Some("test"), crate::NICENESS.max(before)));
        assert_eq!(niceness(), before);
    }

    #[test]
    fn the_time_is_that_of_the_work() {
        let ((), took) = nicely("test", || {
            let until = processor_time() + Duration::from_millis(5);
            while processor_time() < until {}
        })
        .unwrap();
        assert!(took >= Duration::from_millis(5), "{took:?}");
    }

    #[test]
    fn work_that_panics_does_so_for_whoever_waits() {
        let panic = catch_unwind(|| nicely("test", || panic!("the work fails"))).unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"the work fails"));
    }
}
