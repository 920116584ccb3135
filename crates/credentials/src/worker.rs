//! The work on the queue: one hash at a time, on a thread that is nice to all others.

use tengen_yielding::be_nice;

use crate::argon::Argon;
use crate::queue::Queue;

/// What is done for somebody who waits. It answers what tells them the outcome.
pub(crate) type Job = Box<dyn FnOnce(&mut Argon) -> Tell + Send>;
pub(crate) type Tell = Box<dyn FnOnce()>;

/// Works until the queue is closed.
///
/// The slow part of a hash is done [aside](crate::aside) where that gets turns. An idle thread makes way at once, and a nice one with the
/// system's next tick. But an idle one gets next to nothing where all processors are busy for long, and nobody could sign in: then the nice
/// one works by itself for a while.
pub(crate) fn work(queue: &Queue<Job>, mut argon: Argon) {
    be_nice();
    while let Some(job) = queue.next() {
        let tell = job(&mut argon);
        // The place is free before its owner hears of it, and may come again.
        queue.done();
        tell();
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use std::sync::{Arc, Mutex, mpsc};
    use std::time::Duration;

    use tengen_yielding::NICENESS;

    use crate::aside::{Slow, Turns};
    use crate::cost::Cost;
    use crate::hashing::Passwords;
    use crate::password::Password;

    #[tokio::test]
    async fn the_thread_is_nicer_than_others_and_alone() {
        let niceness = || rustix::process::getpriority_process(None).unwrap();
        let before = niceness();
        let (tell, told) = mpsc::channel();
        let (_let_go, held) = mpsc::channel::<()>();
        let held = Mutex::new(held);
        let slow: Slow = Arc::new(move |_, _, _, _| {
            if std::thread::current().name() == Some("passwords") {
                let _ = tell.send(rustix::process::getpriority_process(None));
            } else {
                let _ = held.lock().unwrap().recv();
            }
            Ok(())
        });
        // It works by itself at once, since the other one never ends.
        let turns = Turns { starved: Duration::ZERO, ..Turns::USUAL };
        let passwords = Passwords::with(Cost::new(8, 1).unwrap(), slow, turns, Arc::new(())).unwrap();
        passwords.hash(None, Password::parse("slow river").unwrap()).await.unwrap();
        assert_eq!(told.recv().unwrap().unwrap(), NICENESS.max(before));
        assert_eq!(niceness(), before);
    }
}
