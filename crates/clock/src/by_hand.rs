//! A clock for tests, whose time passes only when the test says so.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tengen_game::Millis;
use tokio::sync::watch;
use tokio::time::Instant;

use super::steady::millis;

/// How long moving the hands waits for the work that a moment has started.
const PATIENCE: Duration = Duration::from_secs(20);
/// Longer than anybody moves the hands.
const NEVER: Duration = Duration::from_hours(24 * 365 * 30);

/// The hands of a clock: whoever has them moves the time.
#[derive(Debug)]
pub struct Hands(Arc<Dial>);

/// The time of a clock that is set by hand, and everybody who waits for a moment of it.
#[derive(Debug)]
pub(super) struct Dial {
    base: Instant,
    time: watch::Sender<Time>,
    waits: Mutex<Waits>,
    /// Told whenever a wait begins or ends.
    changed: watch::Sender<()>,
}

#[derive(Debug, Clone, Copy)]
struct Time {
    at: Millis,
    passed: Duration,
}

#[derive(Debug, Default)]
struct Waits {
    next: u64,
    all: BTreeMap<u64, Wait>,
}

/// Something that goes on at a moment.
#[derive(Debug, Clone, Copy)]
enum Wait {
    /// A sleeper.
    Sleep(Instant),
    /// Ticks of which the next one comes at this moment.
    Tick(Instant),
    /// Ticks whose owner has taken one and has still to come back.
    Work,
}

impl Hands {
    pub(super) fn new(dial: Arc<Dial>) -> Self {
        Self(dial)
    }

    /// Lets time pass, from one moment to the next at which somebody waits. Where ticks come, the time stands still until
    /// their owners have come back for the next one, or for twenty seconds of the runtime's time if one does not.
    pub async fn pass(&self, time: Duration) {
        let end = self.0.instant() + time;
        loop {
            self.settle().await;
            let next = self.0.waits().next_moment().filter(|next| *next < end).unwrap_or(end);
            self.go_on(next.saturating_duration_since(self.0.instant()));
            if next == end {
                return self.settle().await;
            }
        }
    }

    /// Lets time pass at once, as it does for a machine that was asleep: whatever was due meanwhile goes on
    /// at the end, ticks among it, and of those that were missed there is one. A long time costs no more than
    /// a short one.
    pub async fn skip(&self, time: Duration) {
        self.settle().await;
        self.go_on(time);
        self.settle().await;
    }

    /// Sets the time to another one, without letting time pass: the system's clock was far off.
    pub fn set(&self, at: Millis) {
        self.0.time.send_modify(|time| time.at = at);
    }

    fn go_on(&self, step: Duration) {
        self.0.time.send_modify(|time| {
            time.at += millis(step);
            time.passed += step;
        });
    }

    /// Waits until no tick that has come is left to be taken, and no owner of ticks is still at work.
    async fn settle(&self) {
        let mut changed = self.0.changed.subscribe();
        let settled = async {
            while self.0.waits().is_busy(self.0.instant()) {
                if changed.changed().await.is_err() {
                    return;
                }
            }
        };
        if tokio::time::timeout(PATIENCE, settled).await.is_err() {
            tracing::error!(waits = ?self.0.waits(), "the hands move on, though somebody is still at work");
        }
    }
}

impl Dial {
    pub(super) fn new(at: Millis) -> Self {
        let (time, changed) =
            (watch::Sender::new(Time { at, passed: Duration::ZERO }), watch::Sender::new(()));
        Self { base: Instant::now(), time, waits: Mutex::default(), changed }
    }

    pub(super) fn now(&self) -> Millis {
        self.time.borrow().at
    }

    pub(super) fn instant(&self) -> Instant {
        self.base + self.time.borrow().passed
    }

    /// The moment of a time, which is the same wherever the hands are; a time that has passed is over since now.
    pub(super) fn instant_at(&self, at: Millis) -> Instant {
        let Time { at: now, passed } = *self.time.borrow();
        let left = Duration::from_millis(u64::try_from(at.saturating_sub(now)).unwrap_or(0));
        let now = self.base + passed;
        now.checked_add(left).unwrap_or_else(|| now + NEVER)
    }

    /// The moment after this much time; one that never comes if there is no such moment.
    pub(super) fn after(&self, time: Duration) -> Instant {
        let now = self.instant();
        now.checked_add(time).unwrap_or_else(|| now + NEVER)
    }

    /// Waits until a moment.
    pub(super) async fn sleep_until(self: &Arc<Self>, moment: Instant) {
        let _wait = Entry::new(Arc::clone(self), Wait::Sleep(moment));
        self.reach(moment).await;
    }

    async fn reach(&self, moment: Instant) {
        // The dial holds the sender, so there is one.
        let _ = self.time.subscribe().wait_for(|time| self.base + time.passed >= moment).await;
    }

    fn waits(&self) -> MutexGuard<'_, Waits> {
        self.waits.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waits {
    /// The next moment at which somebody goes on.
    fn next_moment(&self) -> Option<Instant> {
        self.all.values().filter_map(|wait| wait.moment()).min()
    }

    fn is_busy(&self, now: Instant) -> bool {
        self.all.values().any(|wait| match wait {
            Wait::Work => true,
            Wait::Sleep(at) | Wait::Tick(at) => *at <= now,
        })
    }
}

impl Wait {
    fn moment(self) -> Option<Instant> {
        match self {
            Self::Sleep(at) | Self::Tick(at) => Some(at),
            Self::Work => None,
        }
    }
}

/// A wait in the list of all of them.
#[derive(Debug)]
struct Entry {
    dial: Arc<Dial>,
    number: u64,
}

impl Entry {
    fn new(dial: Arc<Dial>, wait: Wait) -> Self {
        let number = {
            let mut waits = dial.waits();
            let number = waits.next;
            waits.next += 1;
            waits.all.insert(number, wait);
            number
        };
        Self { dial, number }
    }

    fn is_now(&self, wait: Wait) {
        self.dial.waits().all.insert(self.number, wait);
        self.dial.changed.send_replace(());
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.dial.waits().all.remove(&self.number);
        self.dial.changed.send_replace(());
    }
}

/// Ticks of a clock that is set by hand.
#[derive(Debug)]
pub(super) struct HandTicks {
    period: Duration,
    next: Instant,
    entry: Entry,
}

impl HandTicks {
    pub(super) fn new(dial: Arc<Dial>, period: Duration) -> Self {
        let next = dial.instant();
        Self { period, next, entry: Entry::new(dial, Wait::Tick(next)) }
    }

    pub(super) async fn tick(&mut self) {
        self.entry.is_now(Wait::Tick(self.next));
        self.entry.dial.reach(self.next).await;
        self.next = self.entry.dial.instant() + self.period;
        self.entry.is_now(Wait::Work);
    }

    pub(super) fn reset(&mut self) {
        self.next = self.entry.dial.instant() + self.period;
    }

    pub(super) fn reset_immediately(&mut self) {
        self.next = self.entry.dial.instant();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clock, Late};

    const SECOND: Duration = Duration::from_secs(1);

    #[tokio::test]
    async fn sleepers_wake_at_their_moment_and_not_before() {
        let (clock, hands) = Clock::by_hand(5_000);
        let woken_at = [3, 1, 2].map(|seconds| {
            let clock = clock.clone();
            let slept = clock.instant() + seconds * SECOND;
            tokio::spawn(async move {
                clock.sleep_until(slept).await;
                clock.now()
            })
        });
        tokio::task::yield_now().await;
        hands.pass(2 * SECOND + SECOND / 2).await;
        let [third, first, second] = woken_at;
        assert!(!third.is_finished());
        assert!(first.await.unwrap() >= 6_000 && second.await.unwrap() >= 7_000);
        hands.pass(SECOND / 2).await;
        assert_eq!(third.await.unwrap(), 8_000);
    }

    #[tokio::test]
    async fn a_moment_that_has_come_keeps_nobody_waiting() {
        let (clock, hands) = Clock::by_hand(0);
        let began = clock.instant();
        hands.pass(SECOND).await;
        clock.sleep_until(began + SECOND).await;
        assert_eq!((clock.since(began), clock.until(1_500)), (SECOND, SECOND / 2));
        assert_eq!(clock.timeout_at(began + SECOND, std::future::pending::<()>()).await, Err(Late));
        assert_eq!(clock.timeout_at(began, async { 7 }).await, Ok(7));
    }

    #[tokio::test]
    async fn time_stands_still_until_the_work_of_a_tick_is_done() {
        let (clock, hands) = Clock::by_hand(0);
        let seen = Arc::new(Mutex::new(Vec::new()));
        let worker = tokio::spawn({
            let (clock, seen) = (clock.clone(), Arc::clone(&seen));
            let mut ticks = clock.ticks(SECOND);
            async move {
                loop {
                    ticks.tick().await;
                    for _ in 0..50 {
                        tokio::task::yield_now().await;
                    }
                    seen.lock().unwrap().push(clock.now());
                }
            }
        });
        hands.pass(3 * SECOND + SECOND / 2).await;
        assert_eq!(*seen.lock().unwrap(), [0, 1_000, 2_000, 3_000]);
        worker.abort();
    }

    #[tokio::test]
    async fn whoever_was_asleep_finds_all_that_was_due() {
        let (clock, hands) = Clock::by_hand(0);
        let seen = Arc::new(Mutex::new(Vec::new()));
        let note =
            |seen: &Mutex<Vec<_>>, what: &'static str, at: Millis| seen.lock().unwrap().push((what, at));
        let sleeper = tokio::spawn({
            let (clock, seen) = (clock.clone(), Arc::clone(&seen));
            async move {
                clock.sleep(5 * SECOND).await;
                note(&seen, "woken", clock.now());
            }
        });
        let worker = tokio::spawn({
            let (clock, seen) = (clock.clone(), Arc::clone(&seen));
            let mut ticks = clock.ticks(SECOND);
            async move {
                loop {
                    ticks.tick().await;
                    tokio::task::yield_now().await;
                    note(&seen, "tick", clock.now());
                }
            }
        });
        tokio::task::yield_now().await;
        hands.skip(3_600 * SECOND).await;
        sleeper.await.unwrap();
        hands.pass(SECOND).await;
        let mut seen = seen.lock().unwrap().clone();
        seen.sort_unstable_by_key(|(what, at)| (*at, *what));
        assert_eq!(seen, [("tick", 0), ("tick", 3_600_000), ("woken", 3_600_000), ("tick", 3_601_000)]);
        worker.abort();
    }

    #[tokio::test]
    async fn a_clock_that_is_set_lets_no_time_pass() {
        let (clock, hands) = Clock::by_hand(10_000);
        let began = clock.instant();
        hands.set(4_000);
        assert_eq!((clock.now(), clock.since(began)), (4_000, Duration::ZERO));
        hands.pass(SECOND).await;
        assert_eq!((clock.now(), clock.since(began)), (5_000, SECOND));
    }
}
