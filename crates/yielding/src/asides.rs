//! Work that is done aside.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use crate::{be_idle, be_nice, processor_time};

/// The work rests so long after each step. A thread that wakes may have been put on another processor behind a busy one, and the system
/// looks again only at its next tick, some milliseconds later, or when a processor has nothing to do: so this one has nothing to
/// do at times.
const REST: Duration = Duration::from_micros(100);
/// A step that takes longer, with the rest before it, tells that others want all processors. By itself it takes less than a millisecond.
/// So does a time in which there was no step.
const STARVED: Duration = Duration::from_millis(250);
/// How long a nice thread works then.
const RESPITE: Duration = Duration::from_mins(1);

/// The way in which work of one kind is done aside: on an idle thread, or, for a while, on a nice one.
#[derive(Debug)]
pub struct Asides {
    name: &'static str,
    starved: Duration,
    respite: Duration,
    /// When an idle thread last got no turn, and the thread itself while it has not ended.
    last: Mutex<Option<(Instant, Weak<Pulse>)>>,
}

impl Asides {
    /// Work on threads of this name.
    pub const fn new(name: &'static str) -> Self {
        Self::with(name, STARVED, RESPITE)
    }

    const fn with(name: &'static str, starved: Duration, respite: Duration) -> Self {
        Self { name, starved, respite, last: Mutex::new(None) }
    }

    /// Does a piece of work on a thread of its own, and waits for it.
    ///
    /// The work asks after each of its steps whether it goes on, and rests meanwhile for others. The shorter the steps, the less others
    /// wait: steps of some tenths of a millisecond are hardly felt. Work that is not to go on answers `None`, and is done once more, on a
    /// thread that gets its turns. Work with a step that takes too long is done once more as well. Nobody waits then for its first thread,
    /// which ends with its next step.
    ///
    /// The outcome comes with the time of a processor that all steps took. Work that panics has no outcome.
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
    pub fn run<T: Send + 'static>(
        &self,
        work: impl Fn(&mut dyn FnMut() -> bool) -> Option<T> + Send + Sync + 'static,
    ) -> (Option<T>, Duration) {
        let work = Arc::new(work);
        let mut before = Duration::ZERO;
        if self.has_turns() {
            let pulse = Arc::new(Pulse::default());
            let outcome = self.on_thread({
                let (work, pulse, starved) = (Arc::clone(&work), Arc::clone(&pulse), self.starved);
                move || if be_idle() { work(&mut pulse.steps(starved)) } else { None }
            });
            let (done, took) = self.wait(&outcome, &pulse);
            if done.is_some() {
                return (done, took);
            }
            before = took;
            let last = Some((Instant::now(), Arc::downgrade(&pulse)));
            *self.last.lock().unwrap_or_else(PoisonError::into_inner) = last;
        }
        let outcome = self.on_thread(move || {
            be_nice();
            work(&mut || {
                thread::sleep(REST);
                true
            })
        });
        let (done, took) = outcome.recv().unwrap_or_default();
        (done, before + took)
    }

    /// Waits for work on an idle thread for as long as it has turns. Such a thread could not say itself that it has none.
    fn wait<T>(&self, outcome: &Receiver<(Option<T>, Duration)>, pulse: &Pulse) -> (Option<T>, Duration) {
        let mut seen = 0;
        loop {
            match outcome.recv_timeout(self.starved) {
                Ok(outcome) => return outcome,
                Err(RecvTimeoutError::Disconnected) => return (None, pulse.took()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            let steps = pulse.count.load(Relaxed);
            if steps == seen {
                pulse.is_given_up.store(true, Relaxed);
                return (None, pulse.took());
            }
            seen = steps;
        }
    }

    /// Whether idle threads get turns, as far as that is known. One that was given up and has not ended yet gets none.
    fn has_turns(&self) -> bool {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.as_ref().is_none_or(|(at, thread)| at.elapsed() >= self.respite && thread.strong_count() == 0)
    }

    /// Nothing comes of it where the system has no room for a thread, and of work that panics.
    fn on_thread<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Option<T> + Send + 'static,
    ) -> Receiver<(Option<T>, Duration)> {
        let (tell, outcome) = channel();
        let work = move || {
            let began = processor_time();
            let done = work();
            // The thread that asked may have given up.
            let _ = tell.send((done, processor_time().saturating_sub(began)));
        };
        // Without a thread its end of the channel is gone.
        drop(Builder::new().name(self.name.into()).spawn(work));
        outcome
    }
}

/// The steps of work on an idle thread.
#[derive(Debug, Default)]
struct Pulse {
    count: AtomicU64,
    /// The time of a processor that they took, in nanoseconds.
    took: AtomicU64,
    is_given_up: AtomicBool,
}

impl Pulse {
    /// Takes note of each step, and answers whether another one follows.
    fn steps(&self, starved: Duration) -> impl FnMut() -> bool {
        let (mut step, began) = (Instant::now(), processor_time());
        move || {
            let took = step.elapsed();
            step = Instant::now();
            self.took.store(nanos(processor_time().saturating_sub(began)), Relaxed);
            self.count.fetch_add(1, Relaxed);
            thread::sleep(REST);
            took < starved && !self.is_given_up.load(Relaxed)
        }
    }

    fn took(&self) -> Duration {
        Duration::from_nanos(self.took.load(Relaxed))
    }
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;
    use crate::is_idle;

    const MINUTE: Duration = Duration::from_mins(1);
    /// Idle threads may wait so long for a turn beside other tests.
    const NEVER_STARVED: Duration = Duration::from_hours(1);

    #[test]
    fn work_is_done_where_a_processor_is_idle() {
        let asides = Asides::with("test", NEVER_STARVED, MINUTE);
        let (by, _) =
            asides.run(|goes_on| goes_on().then(|| (thread::current().name().map(str::to_owned), is_idle())));
        assert_eq!(by, Some((Some("test".to_owned()), cfg!(target_os = "linux"))));
        assert!(!is_idle(), "this thread is as it was");
        assert!(asides.has_turns());
    }

    #[test]
    fn work_without_turns_is_done_on_another_thread_for_a_while() {
        // Each step takes as long as if others had all processors.
        let asides = Asides::with("test", Duration::ZERO, MINUTE);
        for _ in 0..2 {
            assert_eq!(asides.run(|goes_on| goes_on().then(is_idle)).0, Some(false));
            assert!(!asides.has_turns());
        }
        let again = Asides::with("test", Duration::ZERO, Duration::ZERO);
        for _ in 0..2 {
            assert_eq!(again.run(|goes_on| goes_on().then(is_idle)).0, Some(false));
            // The while is over as soon as the idle thread is.
            let began = Instant::now();
            while !again.has_turns() {
                assert!(began.elapsed() < 5 * MINUTE, "the idle thread goes on");
                thread::yield_now();
            }
        }
    }

    /// Elsewhere no thread is idle, and both would be held.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_thread_that_gets_no_turn_at_all_is_waited_for_no_more() {
        let asides = Asides::with("test", Duration::from_millis(1), MINUTE);
        let (let_go, held) = channel::<()>();
        let held = Mutex::new(held);
        let (tell, went_on) = channel();
        let (done, _) = asides.run(move |goes_on| {
            if is_idle() {
                // As long as all others have the processors.
                let _ = held.lock().unwrap().recv();
                tell.send(goes_on()).unwrap();
            }
            Some(is_idle())
        });
        assert_eq!(done, Some(false));
        assert!(!asides.has_turns());
        drop(let_go);
        assert!(!went_on.recv().unwrap(), "nobody waits for the rest of it");
    }

    #[test]
    fn work_rests_after_each_step_on_both_threads() {
        const STEPS: u32 = 100;
        for starved in [NEVER_STARVED, Duration::ZERO] {
            let asides = Asides::with("test", starved, MINUTE);
            let began = Instant::now();
            let (done, _) = asides.run(|goes_on| (0..STEPS).all(|_| goes_on()).then(is_idle));
            assert_eq!(done, Some(cfg!(target_os = "linux") && !starved.is_zero()));
            assert!(began.elapsed() >= STEPS * REST, "{:?}", began.elapsed());
        }
    }

    #[test]
    fn a_rest_that_lasts_too_long_tells_that_others_want_all_processors() {
        // The steps by themselves take next to nothing, and the rest belongs to the step behind it.
        let pulse = Pulse::default();
        let mut goes_on = pulse.steps(REST);
        goes_on();
        assert!(!goes_on());
    }

    #[test]
    fn work_that_panics_has_no_outcome() {
        assert_eq!(Asides::new("test").run(|_| -> Option<()> { panic!("the work fails") }).0, None);
    }

    #[test]
    fn the_time_of_a_processor_is_that_of_both_threads_and_no_waiting() {
        let asides = Asides::with("test", NEVER_STARVED, MINUTE);
        let (began, tries) = (Instant::now(), AtomicUsize::new(0));
        let (done, took) = asides.run(move |goes_on| {
            let until = processor_time() + Duration::from_millis(20);
            while processor_time() < until {}
            thread::sleep(Duration::from_millis(200));
            // The first thread goes on no more.
            (tries.fetch_add(1, Relaxed) > 0 && goes_on()).then_some(())
        });
        assert_eq!(done, Some(()));
        assert!(took >= Duration::from_millis(40), "{took:?}");
        let waits = took + Duration::from_millis(400);
        assert!(cfg!(not(target_os = "linux")) || waits <= began.elapsed(), "{took:?}");
    }
}
