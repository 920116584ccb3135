//! The work on the queue: one hash at a time, on a thread that gives way to all others, and on another one where that gets no turn.

use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use tengen_yielding::{be_idle, be_nice};

use crate::argon::Argon;
use crate::queue::Queue;

/// What is done for somebody who waits. It answers what tells them the outcome.
pub(crate) type Job = Box<dyn FnOnce(&mut Argon) -> Tell + Send>;
pub(crate) type Tell = Box<dyn FnOnce()>;

/// When the threads take turns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Turns {
    /// A hash that takes longer tells that others want all processors. It takes some twenty milliseconds by itself.
    pub(crate) starved: Duration,
    /// How long the second thread works then.
    pub(crate) respite: Duration,
    /// How long it works at most, where it works twice as long each time: others want the processors again and again.
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

/// Works until the queue is closed.
///
/// An idle thread makes way at once, and a nice one with the system's next tick. But an idle one gets next to nothing where all processors are busy for long, and nobody could
/// sign in: then the nice one takes over for a while.
pub(crate) fn work(queue: &Queue<Job>, mut argon: Argon, turns: Turns) {
    be_nice();
    let mut respite = turns.respite;
    loop {
        let idle_since = Instant::now();
        if !serve_idly(queue, &mut argon, turns.starved) {
            return;
        }
        if idle_since.elapsed() > respite {
            respite = turns.respite;
        }
        let since = Instant::now();
        if !serve(queue, &mut argon, |_| since.elapsed() < respite) {
            return;
        }
        respite = turns.longest.min(respite * 2);
    }
}

/// Works on a thread that makes way for all others, until a hash takes too long. Answers whether the queue is still open.
fn serve_idly(queue: &Queue<Job>, argon: &mut Argon, starved: Duration) -> bool {
    thread::scope(|scope| {
        let work = || !be_idle() || serve(queue, argon, |took| took < starved);
        let thread = Builder::new().name("passwords-idle".into()).spawn_scoped(scope, work);
        // Where there is no such thread, the other one works.
        thread.map_or(true, |thread| thread.join().unwrap_or(true))
    })
}

/// Does one job after the other for as long as the time that the last one took lets it. Answers whether the queue is still open.
fn serve(queue: &Queue<Job>, argon: &mut Argon, goes_on: impl Fn(Duration) -> bool) -> bool {
    while let Some(job) = queue.next() {
        let began = Instant::now();
        let tell = job(argon);
        // The place is free before its owner hears of it, and may come again.
        queue.done();
        tell();
        if !goes_on(began.elapsed()) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, mpsc};

    use tengen_yielding::{NICENESS, is_idle};

    use super::*;
    use crate::argon::Compute;
    use crate::cost::Cost;
    use crate::hashing::Passwords;
    use crate::password::Password;

    fn password() -> Password {
        Password::parse("slow river").unwrap()
    }

    fn passwords(compute: Compute, turns: Turns) -> Passwords {
        Passwords::with(Argon::new(Cost::new(8, 1).unwrap(), compute), turns, Arc::new(())).unwrap()
    }

    #[tokio::test]
    async fn a_thread_that_gets_no_turn_hands_over_for_a_while() {
        let starved = Duration::from_millis(20);
        let turns = Turns { starved, respite: Duration::ZERO, longest: Duration::ZERO };
        let (tell, told) = mpsc::channel();
        let compute: Compute = Box::new(move |argon, password, salt, output| {
            let _ = tell.send((thread::current().name().map(str::to_owned), is_idle()));
            // As long as if others had all processors.
            thread::sleep(starved);
            argon.hash_password_into(password, salt, output)
        });
        let passwords = passwords(compute, turns);
        for (name, idle) in [("passwords-idle", true), ("passwords", false)].repeat(2) {
            passwords.hash(None, password()).await.unwrap();
            let by = told.recv().unwrap();
            assert_eq!(by, (Some(name.to_owned()), idle && cfg!(target_os = "linux")));
        }
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn the_second_thread_is_nicer_than_others_and_alone() {
        let before = rustix::process::getpriority_process(None).unwrap();
        let (tell, told) = mpsc::channel();
        let compute: Compute = Box::new(move |_, _, _, _| {
            let _ = tell.send(rustix::process::getpriority_process(None));
            Ok(())
        });
        let turns = Turns { starved: Duration::ZERO, ..Turns::USUAL };
        let passwords = passwords(compute, turns);
        passwords.hash(None, password()).await.unwrap();
        // An idle thread has no niceness.
        told.recv().unwrap().unwrap();
        passwords.hash(None, password()).await.unwrap();
        assert_eq!(told.recv().unwrap().unwrap(), NICENESS.max(before));
        assert_eq!(rustix::process::getpriority_process(None).unwrap(), before);
    }
}
