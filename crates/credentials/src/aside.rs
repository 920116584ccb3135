//! The slow part of a hash, on a thread that makes way for all others.
//!
//! The thread that waits for it looks at the clock: one that makes way may get no turn at all where all processors are busy, and could not
//! say so by itself.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use argon2::{Argon2, Error};
use tengen_yielding::be_idle;

use crate::argon::Failed;

/// The slow step: it makes the hash of a password and a salt.
pub(crate) type Slow =
    Arc<dyn Fn(&Argon2<'static>, &[u8], &[u8], &mut [u8]) -> Result<(), Error> + Send + Sync>;

/// When the threads take turns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Turns {
    /// A hash that takes longer tells that others want all processors. It takes some twenty milliseconds by itself.
    pub(crate) starved: Duration,
    /// How long the waiting thread works by itself then.
    pub(crate) respite: Duration,
    /// How long it does so at most, where that becomes twice as long each time: others want the processors again and again.
    pub(crate) longest: Duration,
}

impl Turns {
    /// Those of a server.
    pub(crate) const USUAL: Self = Self {
        starved: Duration::from_millis(250),
        respite: Duration::from_mins(1),
        longest: Duration::from_hours(1),
    };
}

/// Computes on a thread that makes way for all others while that gets turns, and on the calling one otherwise.
pub(crate) struct Aside {
    slow: Slow,
    turns: Turns,
    thread: Option<IdleThread>,
    /// How long the caller works by itself when it next has to.
    respite: Duration,
    /// Until when it does so now, and how long that is in all.
    alone: Option<(Instant, Duration)>,
}

struct IdleThread {
    tasks: Sender<Task>,
    outcomes: Receiver<Result<Vec<u8>, Error>>,
    /// It works at something that nobody waits for any more.
    is_behind: bool,
}

struct Task {
    argon: Argon2<'static>,
    password: Vec<u8>,
    salt: Vec<u8>,
    length: usize,
}

/// Nothing came of a task on the other thread.
enum NoOutcome {
    /// It got no turn in time, or there is no such thread.
    Starved,
    /// The work panicked, and the thread is gone.
    Panicked,
}

impl Aside {
    pub(crate) fn new(slow: Slow, turns: Turns) -> Self {
        Self { slow, turns, thread: None, respite: turns.respite, alone: None }
    }

    /// Fills `output` with the hash of a password. Work that panics on the other thread has failed.
    pub(crate) fn compute(
        &mut self,
        argon: &Argon2<'static>,
        password: &[u8],
        salt: &[u8],
        output: &mut [u8],
    ) -> Result<(), Failed> {
        if self.has_turns() {
            let task = Task {
                argon: argon.clone(),
                password: password.into(),
                salt: salt.into(),
                length: output.len(),
            };
            match self.on_thread(task) {
                Ok(outcome) => {
                    output.copy_from_slice(&outcome.map_err(|_| Failed)?);
                    return Ok(());
                }
                Err(NoOutcome::Panicked) => return Err(Failed),
                Err(NoOutcome::Starved) => self.work_alone(),
            }
        }
        (self.slow)(argon, password, salt, output).map_err(|_| Failed)
    }

    /// Whether the other thread gets turns, as far as that is known.
    fn has_turns(&mut self) -> bool {
        if let Some((until, respite)) = self.alone {
            let now = Instant::now();
            if now < until {
                return false;
            }
            // Turns for as long as there were none before: the next respite is a short one again.
            if now.duration_since(until) > respite {
                self.respite = self.turns.respite;
            }
        }
        match self.thread.as_mut().map(IdleThread::look) {
            Some(Look::Behind) => {
                self.work_alone();
                false
            }
            // It has panicked at work that was given up: the next task gets another thread.
            Some(Look::Gone) => {
                self.thread = None;
                true
            }
            Some(Look::Free) | None => true,
        }
    }

    fn work_alone(&mut self) {
        self.alone = Some((Instant::now() + self.respite, self.respite));
        self.respite = self.turns.longest.min(self.respite * 2);
    }

    fn on_thread(&mut self, task: Task) -> Result<Result<Vec<u8>, Error>, NoOutcome> {
        if self.thread.is_none() {
            self.thread = IdleThread::start(self.slow.clone());
        }
        let outcome = self.thread.as_mut().ok_or(NoOutcome::Starved)?.outcome(task, self.turns.starved);
        if matches!(outcome, Err(NoOutcome::Panicked)) {
            self.thread = None;
        }
        outcome
    }
}

impl IdleThread {
    /// Nothing where the system has no room for a thread.
    fn start(slow: Slow) -> Option<Self> {
        let (tasks, to_do) = channel::<Task>();
        let (tell, outcomes) = channel();
        let work = move || {
            // Where that cannot be, this thread is as nice as the one that waits for it.
            let _ = be_idle();
            while let Ok(Task { argon, password, salt, length }) = to_do.recv() {
                let mut output = vec![0; length];
                let outcome = slow(&argon, &password, &salt, &mut output).map(|()| output);
                if tell.send(outcome).is_err() {
                    return;
                }
            }
        };
        Builder::new().name("passwords-idle".into()).spawn(work).ok()?;
        Some(Self { tasks, outcomes, is_behind: false })
    }

    fn outcome(&mut self, task: Task, patience: Duration) -> Result<Result<Vec<u8>, Error>, NoOutcome> {
        self.tasks.send(task).map_err(|_| NoOutcome::Panicked)?;
        self.outcomes.recv_timeout(patience).map_err(|error| match error {
            RecvTimeoutError::Timeout => {
                self.is_behind = true;
                NoOutcome::Starved
            }
            RecvTimeoutError::Disconnected => NoOutcome::Panicked,
        })
    }

    /// How it does, of which it may have told nothing yet.
    fn look(&mut self) -> Look {
        if self.is_behind {
            match self.outcomes.try_recv() {
                Ok(_) => self.is_behind = false,
                Err(TryRecvError::Empty) => return Look::Behind,
                Err(TryRecvError::Disconnected) => return Look::Gone,
            }
        }
        Look::Free
    }
}

/// How an idle thread does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    /// It waits for a task.
    Free,
    /// It still works at a task that was given up.
    Behind,
    /// It has ended.
    Gone,
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, PoisonError};
    use std::thread;

    use tengen_yielding::is_idle;

    use super::*;

    /// Computes once, and answers whether that came out right.
    fn computes(aside: &mut Aside) -> bool {
        let argon = Argon2::default();
        let mut output = [0; 4];
        aside.compute(&argon, b"slow river", b"salt", &mut output).is_ok_and(|()| output == [7; 4])
    }

    /// A computation that tells by which thread it is done, and whether that is idle.
    fn told_by(wait: impl Fn(bool) + Send + Sync + 'static) -> (Slow, Receiver<(String, bool)>) {
        let (tell, told) = channel();
        let slow: Slow = Arc::new(move |_, _, _, output| {
            let name = thread::current().name().unwrap_or_default().to_owned();
            let is_aside = name == "passwords-idle";
            let _ = tell.send((name, is_idle()));
            wait(is_aside);
            output.fill(7);
            Ok(())
        });
        (slow, told)
    }

    /// Looks until it is so, with an end to the patience.
    fn in_time(mut is_so: impl FnMut() -> bool) {
        let began = Instant::now();
        while !is_so() {
            assert!(began.elapsed() < Duration::from_mins(5), "it did not come to that");
            thread::yield_now();
        }
    }

    fn by_idle_thread(told: &Receiver<(String, bool)>) -> bool {
        let (name, is_idle) = told.recv().unwrap();
        let is_aside = name == "passwords-idle";
        assert_eq!(is_idle, is_aside && cfg!(target_os = "linux"));
        is_aside
    }

    #[test]
    fn a_thread_with_turns_does_all_of_it() {
        let (slow, told) = told_by(|_| {});
        let mut aside = Aside::new(slow, Turns { starved: Duration::from_hours(1), ..Turns::USUAL });
        for _ in 0..3 {
            assert!(computes(&mut aside));
            assert!(by_idle_thread(&told));
        }
    }

    #[test]
    fn whoever_waits_too_long_does_it_alone_for_a_while() {
        // The other thread gets no turn until it is let go.
        let (let_go, held) = channel::<()>();
        let held = Mutex::new(held);
        let (slow, told) = told_by(move |is_aside| {
            if is_aside {
                let _ = held.lock().unwrap().recv();
            }
        });
        let turns =
            Turns { starved: Duration::from_millis(1), respite: Duration::ZERO, longest: Duration::ZERO };
        let mut aside = Aside::new(slow, turns);
        assert!(computes(&mut aside));
        // The other one may get its first turn late.
        let mut by = [by_idle_thread(&told), by_idle_thread(&told)];
        by.sort_unstable();
        assert_eq!(by, [false, true]);
        // It is still behind, so it is asked for nothing, although the while is over.
        for _ in 0..2 {
            assert!(computes(&mut aside));
            assert!(!by_idle_thread(&told));
        }
        drop(let_go);
        aside.turns.starved = Duration::from_hours(1);
        in_time(|| aside.thread.as_mut().unwrap().look() == Look::Free);
        assert!(computes(&mut aside));
        assert!(by_idle_thread(&told), "it gets turns again");
    }

    #[test]
    fn a_panic_at_what_was_given_up_is_nobody_elses_error() {
        let (let_go, held) = channel::<()>();
        let held = Mutex::new(held);
        let (slow, _told) = told_by(move |is_aside| {
            let fails = is_aside && held.lock().unwrap_or_else(PoisonError::into_inner).recv().is_ok();
            assert!(!fails, "the work fails");
        });
        let turns =
            Turns { starved: Duration::from_millis(1), respite: Duration::ZERO, longest: Duration::ZERO };
        let mut aside = Aside::new(slow, turns);
        assert!(computes(&mut aside));
        let_go.send(()).unwrap();
        in_time(|| aside.thread.as_mut().unwrap().look() == Look::Gone);
        drop(let_go);
        assert!(computes(&mut aside));
    }

    #[test]
    fn each_while_is_longer_until_there_were_turns_for_long() {
        let (slow, _told) = told_by(|_| {});
        let [respite, longest] = [1, 3].map(Duration::from_hours);
        let mut aside = Aside::new(slow, Turns { starved: Duration::ZERO, respite, longest });
        for hours in [1, 2, 3, 3] {
            aside.work_alone();
            let (until, all) = aside.alone.unwrap();
            assert_eq!(all, Duration::from_hours(hours));
            assert!(until > Instant::now() && !aside.has_turns());
        }
        aside.alone = Some((Instant::now(), Duration::ZERO));
        in_time(|| aside.has_turns() && aside.respite == respite);
    }
}
