//! The overseer of the duties.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use tengen_clock::Clock;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// The pauses before a duty is started again: the first one, which doubles, up to the longest one.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_mins(1);
/// A duty that has gone on for so long is well: its next pause is the first one again.
const STEADY: Duration = Duration::from_mins(1);
/// With so many ends in a row a duty is down: it is started again, and does no work.
const ENDS: u32 = 5;

/// The duties of one server; cheap to clone.
#[derive(Debug, Clone)]
pub struct Duties {
    overseer: Arc<Overseer>,
    /// Cancelled when duties are asked to end.
    stop: CancellationToken,
    /// Cancelled when those that have not ended are broken off.
    over: CancellationToken,
}

#[derive(Debug)]
struct Overseer {
    clock: Clock,
    /// By their names. Several that do the same have one name.
    known: Mutex<BTreeMap<&'static str, Duty>>,
}

/// The facts about the duties of a name.
#[derive(Debug, Default)]
struct Duty {
    restarts: u64,
    /// How many of them are down.
    down: usize,
    /// Whether players get nothing without them.
    is_needed: bool,
    /// Has them broken off.
    broken_off: watch::Sender<()>,
}

/// Figures about the duties of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figures {
    /// The name.
    pub name: &'static str,
    /// How often one was started again since the start of the server.
    pub restarts: u64,
    /// Whether one is down: it has ended and can't be started again, or ends again and again.
    pub is_down: bool,
}

impl Duties {
    /// No duties yet. Those that begin are asked to end by `stop`, and pauses go by the clock.
    pub fn new(clock: Clock, stop: CancellationToken) -> Self {
        let overseer = Overseer { clock, known: Mutex::default() };
        Self { overseer: Arc::new(overseer), stop, over: CancellationToken::new() }
    }

    /// The same overseer for duties that are asked to end by another token, and are never [broken off](Self::break_off): whoever begins
    /// them may wait for their end.
    #[must_use]
    pub fn until(&self, stop: &CancellationToken) -> Self {
        Self { overseer: Arc::clone(&self.overseer), stop: stop.clone(), over: CancellationToken::new() }
    }

    /// By what these duties are asked to end.
    pub fn stop(&self) -> &CancellationToken {
        &self.stop
    }

    /// Begins a duty that can be begun again whenever it has ended: nothing is lost with it. The handle is of all its beginnings. One that
    /// ends again and again is down until it has gone on for a minute.
    pub fn again<Work>(
        &self,
        name: &'static str,
        begin: impl FnMut() -> Work + Send + 'static,
    ) -> JoinHandle<()>
    where
        Work: Future<Output = ()> + Send + 'static,
    {
        self.begin(LONGEST_PAUSE, (name, false), begin)
    }

    /// The same with pauses that are no longer than this one: others wait for the duty, and take this server for dead without it. It is
    /// not ready while such a duty is down.
    pub fn again_within<Work>(
        &self,
        longest_pause: Duration,
        name: &'static str,
        begin: impl FnMut() -> Work + Send + 'static,
    ) -> JoinHandle<()>
    where
        Work: Future<Output = ()> + Send + 'static,
    {
        self.begin(longest_pause, (name, true), begin)
    }

    fn begin<Work>(
        &self,
        longest_pause: Duration,
        (name, is_needed): (&'static str, bool),
        mut begin: impl FnMut() -> Work + Send + 'static,
    ) -> JoinHandle<()>
    where
        Work: Future<Output = ()> + Send + 'static,
    {
        let (duties, mut broken_off) = (self.clone(), self.overseer.note(name, is_needed));
        tokio::spawn(async move {
            let (clock, mut pause, mut ends) = (duties.overseer.clock.clone(), FIRST_PAUSE, 0_u32);
            loop {
                let steady = || {
                    if ends >= ENDS {
                        duties.overseer.with(name, |duty| duty.down -= 1);
                        tracing::info!(duty = name, "a duty of the server that was down goes on again");
                    }
                    (pause, ends) = (FIRST_PAUSE, 0);
                };
                let end = duties.late_end_of(async { begin().await }, &mut broken_off, steady);
                let Some(why) = end.await else { return };
                pause = pause.min(longest_pause);
                tracing::error!(
                    duty = name,
                    error = why,
                    pause_ms = pause.as_millis(),
                    "a duty of the server has ended, and is started again after a pause"
                );
                ends = ends.saturating_add(1);
                if ends == ENDS {
                    duties.overseer.with(name, |duty| duty.down += 1);
                    tracing::error!(
                        duty = name,
                        is_needed,
                        "a duty of the server ends again and again: the server is not ready until it goes on, if it is needed"
                    );
                }
                tokio::select! {
                    () = clock.sleep(pause) => {}
                    () = duties.stop.cancelled() => return,
                }
                pause *= 2;
                broken_off.mark_unchanged();
                duties.overseer.with(name, |duty| duty.restarts += 1);
            }
        })
    }

    /// Begins a duty that can't be begun again, since what it holds is lost with it. When it ends, the server is not ready any more.
    pub fn once(
        &self,
        name: &'static str,
        work: impl Future<Output = ()> + Send + 'static,
    ) -> JoinHandle<()> {
        let (duties, mut broken_off) = (self.clone(), self.overseer.note(name, true));
        tokio::spawn(async move {
            if let Some(why) = duties.end_of(work, &mut broken_off).await {
                duties.overseer.with(name, |duty| duty.down += 1);
                tracing::error!(
                    duty = name,
                    error = why,
                    "a duty of the server has ended that can't be started again: the server is not ready"
                );
            }
        })
    }

    /// A duty that is down and without which players get nothing, if there is one: it can't be started again, or others wait for it.
    pub fn failed(&self) -> Option<&'static str> {
        let known = self.overseer.lock();
        known.iter().find(|(_, duty)| duty.is_needed && duty.down > 0).map(|(name, _)| *name)
    }

    /// Whether a duty of this name is down.
    pub fn is_down(&self, name: &str) -> bool {
        self.overseer.lock().get(name).is_some_and(|duty| duty.down > 0)
    }

    /// Figures about all duties, by their names.
    pub fn figures(&self) -> Vec<Figures> {
        let known = self.overseer.lock();
        let figures = known.iter().map(|(&name, &Duty { restarts, down, .. })| Figures {
            name,
            restarts,
            is_down: down > 0,
        });
        figures.collect()
    }

    /// Ends the duties of a name, as a fault of theirs would. Answers whether there were any. It is for tests of what comes then.
    pub fn end(&self, name: &str) -> bool {
        self.overseer.lock().get(name).is_some_and(|duty| duty.broken_off.send(()).is_ok())
    }

    /// Breaks the duties off that have not ended, but for those that end by [another token](Self::until).
    pub fn break_off(&self) {
        self.over.cancel();
    }

    /// The same as [`end_of`](Self::end_of), and calls `steady` when the duty has gone on for long.
    async fn late_end_of(
        &self,
        work: impl Future<Output = ()> + Send,
        broken_off: &mut watch::Receiver<()>,
        steady: impl FnOnce() + Send,
    ) -> Option<String> {
        let mut end = pin!(self.end_of(work, broken_off));
        tokio::select! {
            biased;
            () = self.overseer.clock.sleep(STEADY) => {}
            why = &mut end => return why,
        }
        steady();
        end.await
    }

    /// Waits for the end of a duty, and answers why it ended; nothing if it was to end.
    async fn end_of(
        &self,
        work: impl Future<Output = ()> + Send,
        broken_off: &mut watch::Receiver<()>,
    ) -> Option<String> {
        let why = tokio::select! {
            ended = AssertUnwindSafe(work).catch_unwind() => match ended {
                Ok(()) => "it returned".to_owned(),
                Err(panic) => words_of(&*panic),
            },
            Ok(()) = broken_off.changed() => "it was broken off".to_owned(),
            () = self.over.cancelled() => return None,
        };
        (!self.stop.is_cancelled()).then_some(why)
    }
}

impl Overseer {
    /// Takes note of a duty that begins.
    fn note(&self, name: &'static str, is_needed: bool) -> watch::Receiver<()> {
        let mut known = self.lock();
        let duty = known.entry(name).or_default();
        duty.is_needed |= is_needed;
        duty.broken_off.subscribe()
    }

    fn with(&self, name: &str, change: impl FnOnce(&mut Duty)) {
        if let Some(duty) = self.lock().get_mut(name) {
            change(duty);
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<&'static str, Duty>> {
        // The map is whole even if a holder of the lock panicked: each change of it is one call.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The words of a panic.
fn words_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("it panicked: {}", text.unwrap_or("without words"))
}

#[cfg(test)]
mod tests {
    use std::future::pending;
    use std::sync::atomic::{AtomicU32, Ordering};

    use tengen_clock::Hands;

    use super::*;

    fn duties() -> (Duties, Hands) {
        let (clock, hands) = Clock::by_hand(0);
        (Duties::new(clock, CancellationToken::new()), hands)
    }

    fn is(name: &'static str, restarts: u64, is_down: bool) -> Figures {
        Figures { name, restarts, is_down }
    }

    /// Lets every task go as far as it can.
    async fn settled() {
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn a_duty_that_panics_is_started_again_after_pauses_that_grow() {
        let (duties, hands) = duties();
        let begun = Arc::new(AtomicU32::new(0));
        let count = Arc::clone(&begun);
        duties.again("faulty", move || {
            let times = count.fetch_add(1, Ordering::Relaxed);
            async move { assert!(times > 100, "the {times}. time") }
        });
        let mut seen = Vec::new();
        for _ in 0..40 {
            settled().await;
            seen.push(begun.load(Ordering::Relaxed));
            hands.pass(FIRST_PAUSE).await;
        }
        // At once, and 100, 300, 700, 1,500 and 3,100 milliseconds later.
        for (tenths, times) in [(0, 1), (1, 2), (2, 2), (3, 3), (6, 3), (7, 4), (15, 5), (30, 5), (31, 6)] {
            assert_eq!(seen[tenths], times, "after {tenths} tenths: {seen:?}");
        }
        assert_eq!(duties.figures(), [is("faulty", 5, true)]);
    }

    #[tokio::test]
    async fn a_duty_that_ends_again_and_again_is_down_until_it_goes_on_for_a_minute() {
        let (duties, hands) = duties();
        let longest = 2 * FIRST_PAUSE;
        duties.again("deaf", pending);
        duties.again_within(longest, "steady", pending);
        settled().await;
        for times in 1..=8 {
            assert!(duties.end("steady"));
            settled().await;
            let is_down = times >= u64::from(ENDS);
            assert_eq!((duties.is_down("steady"), duties.is_down("deaf")), (is_down, false), "{times}");
            assert_eq!(duties.failed(), is_down.then_some("steady"));
            hands.pass(longest).await;
            settled().await;
            assert_eq!(duties.figures(), [is("deaf", 0, false), is("steady", times, is_down)]);
        }
        hands.pass(Duration::from_secs(59)).await;
        settled().await;
        assert!(duties.is_down("steady"));
        hands.pass(Duration::from_secs(1)).await;
        settled().await;
        assert_eq!((duties.failed(), duties.is_down("steady")), (None, false));
        assert!(duties.end("steady"));
        settled().await;
        assert_eq!(duties.failed(), None, "it had gone on for a minute");
    }

    #[tokio::test]
    async fn a_server_is_ready_without_a_duty_for_which_nobody_waits() {
        let (duties, hands) = duties();
        duties.again("cosmetic", pending);
        settled().await;
        for _ in 0..ENDS {
            assert!(duties.end("cosmetic"));
            settled().await;
            hands.pass(LONGEST_PAUSE).await;
            settled().await;
        }
        assert_eq!((duties.is_down("cosmetic"), duties.failed()), (true, None));
    }

    #[tokio::test]
    async fn a_duty_that_went_on_for_long_is_started_again_soon() {
        let (duties, hands) = duties();
        duties.again("steady", pending);
        settled().await;
        for times in 1..=20 {
            hands.skip(STEADY).await;
            assert!(duties.end("steady"));
            settled().await;
            hands.pass(FIRST_PAUSE).await;
            settled().await;
            assert_eq!(duties.figures(), [is("steady", times, false)]);
        }
    }

    #[tokio::test]
    async fn the_server_has_failed_when_a_duty_ends_that_can_not_be_started_again() {
        let (duties, _hands) = duties();
        let returns = duties.once("returning", async {});
        let goes_on = duties.once("steady", pending());
        returns.await.unwrap();
        assert_eq!(duties.failed(), Some("returning"));
        assert!(!duties.end("returning") && !duties.end("unknown"));
        assert_eq!(duties.figures(), [is("returning", 0, true), is("steady", 0, false)]);
        assert!(duties.end("steady"));
        goes_on.await.unwrap();
        assert_eq!(duties.figures(), [is("returning", 0, true), is("steady", 0, true)]);
    }

    #[tokio::test]
    async fn an_end_that_was_asked_for_is_no_fault() {
        let (duties, _hands) = duties();
        let (stop, last) = (duties.stop().clone(), CancellationToken::new());
        let cancelled = move || {
            let stop = stop.clone();
            async move { stop.cancelled().await }
        };
        let handles = [duties.once("once", cancelled()), duties.again("again", cancelled)];
        let stays = duties.again("deaf", pending);
        let later = duties.until(&last).once("last", last.clone().cancelled_owned());
        duties.stop().cancel();
        for handle in handles {
            handle.await.unwrap();
        }
        assert!(!stays.is_finished());
        duties.break_off();
        stays.await.unwrap();
        assert!(!later.is_finished());
        last.cancel();
        later.await.unwrap();
        assert!(duties.figures().iter().all(|duty| duty.restarts == 0 && !duty.is_down));
    }
}
