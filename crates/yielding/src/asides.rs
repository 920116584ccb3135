//! Work that is done aside.

use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use crate::{be_idle, be_nice, processor_time};

/// The work rests so long after each step. A thread that wakes may have been put on another processor behind a busy one, and the system
/// looks again only at its next tick, some milliseconds later, or when a processor has nothing to do: so this one has nothing to do at times.
const REST: Duration = Duration::from_micros(100);
/// A step that takes longer, with the rest before it, tells that others want all processors. By itself it takes less than a millisecond.
const STARVED: Duration = Duration::from_millis(250);
/// How long a nice thread works then.
const RESPITE: Duration = Duration::from_mins(1);

/// The way in which work of one kind is done aside: on an idle thread, or, for a while, on a nice one.
#[derive(Debug)]
pub struct Asides {
    name: &'static str,
    starved: Duration,
    respite: Duration,
    /// When an idle thread last got no turn.
    starved_at: Mutex<Option<Instant>>,
}

impl Asides {
    /// Work on threads of this name.
    pub const fn new(name: &'static str) -> Self {
        Self::with(name, STARVED, RESPITE)
    }

    const fn with(name: &'static str, starved: Duration, respite: Duration) -> Self {
        Self { name, starved, respite, starved_at: Mutex::new(None) }
    }

    /// Does a piece of work on a thread of its own, and waits for it. The work asks after each of its steps whether it goes on, and rests meanwhile for others: the shorter the steps, the less others wait, and those of some tenths of a millisecond are hardly felt. It answers `None` where it
    /// does not: then it is done once more, on a thread that gets its turns. Told with the outcome is the time of a processor that all of it took; work that panics has none.
    ///
    /// ```
    /// let asides = tengen_yielding::Asides::new("sums");
    /// let (sum, took) = asides.run(|goes_on| {
    ///     let mut sum = 0_u64;
    ///     for number in 0..1_000 {
    ///         sum += number;
    ///         if !goes_on() {
    ///             return None;
    ///         }
    ///     }
    ///     Some(sum)
    /// });
    /// assert_eq!(sum, Some(499_500));
    /// assert!(!took.is_zero());
    /// ```
    pub fn run<T: Send>(
        &self,
        work: impl Fn(&mut dyn FnMut() -> bool) -> Option<T> + Sync,
    ) -> (Option<T>, Duration) {
        let mut before = Duration::ZERO;
        if self.has_turns() {
            let (done, took) = self.on_thread(|| {
                if !be_idle() {
                    return None;
                }
                let mut step = Instant::now();
                work(&mut || {
                    let took = step.elapsed();
                    step = Instant::now();
                    thread::sleep(REST);
                    took < self.starved
                })
            });
            if done.is_some() {
                return (done, took);
            }
            before = took;
            *self.starved_at.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        }
        let (done, took) = self.on_thread(|| {
            be_nice();
            work(&mut || {
                thread::sleep(REST);
                true
            })
        });
        (done, before + took)
    }

    /// Whether idle threads get turns, as far as that is known.
    fn has_turns(&self) -> bool {
        let starved_at = *self.starved_at.lock().unwrap_or_else(PoisonError::into_inner);
        starved_at.is_none_or(|at| at.elapsed() >= self.respite)
    }

    /// Nothing comes of it where the system has no room for a thread.
    fn on_thread<T: Send>(&self, work: impl Fn() -> Option<T> + Sync) -> (Option<T>, Duration) {
        let work = || {
            let began = processor_time();
            let done = work();
            (done, processor_time().saturating_sub(began))
        };
        thread::scope(|scope| {
            let thread = Builder::new().name(self.name.into()).spawn_scoped(scope, work);
            thread.ok().and_then(|thread| thread.join().ok()).unwrap_or_default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::is_idle;

    #[test]
    fn work_is_done_where_a_processor_is_idle() {
        let asides = Asides::with("test", Duration::from_mins(1), Duration::from_mins(1));
        let (by, _) =
            asides.run(|goes_on| goes_on().then(|| (thread::current().name().map(str::to_owned), is_idle())));
        assert_eq!(by, Some((Some("test".to_owned()), cfg!(target_os = "linux"))));
        assert!(!is_idle(), "this thread is as it was");
    }

    #[test]
    fn work_without_turns_is_done_on_another_thread_for_a_while() {
        // Each step takes as long as if others had all processors.
        let asides = Asides::with("test", Duration::ZERO, Duration::from_mins(1));
        let idle = Mutex::new(Vec::new());
        for _ in 0..2 {
            let done = asides.run(|goes_on| {
                idle.lock().unwrap().push(is_idle());
                goes_on().then_some(1)
            });
            assert_eq!(done.0, Some(1));
        }
        let first = cfg!(target_os = "linux");
        assert_eq!(*idle.lock().unwrap(), [first, false, false]);
        let again = Asides::with("test", Duration::ZERO, Duration::ZERO);
        for _ in 0..2 {
            idle.lock().unwrap().clear();
            again.run(|goes_on| {
                idle.lock().unwrap().push(is_idle());
                goes_on().then_some(1)
            });
            assert_eq!(*idle.lock().unwrap(), [first, false], "the while is over");
        }
    }

    #[test]
    fn work_rests_after_each_step_on_both_threads() {
        const STEPS: u32 = 100;
        for starved in [Duration::from_mins(1), Duration::ZERO] {
            let asides = Asides::with("test", starved, Duration::from_mins(1));
            let began = Instant::now();
            let (done, _) = asides.run(|goes_on| (0..STEPS).all(|_| goes_on()).then(is_idle));
            assert_eq!(done, Some(cfg!(target_os = "linux") && !starved.is_zero()));
            assert!(began.elapsed() >= STEPS * REST, "{:?}", began.elapsed());
        }
    }

    #[test]
    fn a_rest_that_lasts_too_long_tells_that_others_want_all_processors() {
        // The steps by themselves take next to nothing.
        let asides = Asides::with("test", REST, Duration::from_mins(1));
        let (done, _) = asides.run(|goes_on| (goes_on() && goes_on()).then(is_idle));
        assert_eq!(done, Some(false));
    }

    #[test]
    fn work_that_panics_has_no_outcome() {
        assert_eq!(Asides::new("test").run(|_| -> Option<()> { panic!("the work fails") }).0, None);
    }

    #[test]
    fn the_time_of_a_processor_is_that_of_both_threads_and_no_waiting() {
        let asides = Asides::with("test", Duration::ZERO, Duration::from_mins(1));
        let (began, tries) = (Instant::now(), Mutex::new(0));
        let (_, took) = asides.run(|goes_on| {
            *tries.lock().unwrap() += 1;
            let until = processor_time() + Duration::from_millis(20);
            while processor_time() < until {}
            thread::sleep(Duration::from_millis(200));
            goes_on().then_some(())
        });
        assert_eq!(*tries.lock().unwrap(), 2);
        assert!(took >= Duration::from_millis(40), "{took:?}");
        let waits = took + Duration::from_millis(400);
        assert!(cfg!(not(target_os = "linux")) || waits <= began.elapsed(), "{took:?}");
    }
}
