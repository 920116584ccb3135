//! A bounded queue in front of one worker, in which nobody has more than a few places.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// How many places there are in all, the one at work among them. At the usual cost a full queue takes a second or two.
pub(crate) const PLACES: usize = 64;
/// How many places one address has, the one at work among them.
pub(crate) const PLACES_OF_ONE: usize = 2;

/// Why there is no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoPlace {
    /// All places are taken.
    Full,
    /// All places of this address are taken.
    FullForAddress,
    /// Nobody works any more.
    Closed,
}

/// Jobs in the order in which they came.
#[derive(Debug)]
pub(crate) struct Queue<J> {
    inner: Mutex<Inner<J>>,
    /// Rings when there is a job, and when the queue is closed.
    bell: Condvar,
}

#[derive(Debug)]
struct Inner<J> {
    waiting: VecDeque<Waiting<J>>,
    at_work: Option<AtWork>,
    next_number: u64,
    is_closed: bool,
    /// How many found no place, and how many none of their address.
    full: u64,
    full_for_address: u64,
}

/// How many jobs wait, and how many found no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Counts {
    /// How many jobs wait; the one at work does not.
    pub(crate) waiting: usize,
    /// How many found no place since the start, because all were taken.
    pub(crate) full: u64,
    /// How many found none, because all of their address were taken.
    pub(crate) full_for_address: u64,
}

/// Whose job is at work. A job from this machine has no address.
#[derive(Debug)]
struct AtWork {
    network: Option<IpAddr>,
}

#[derive(Debug)]
struct Waiting<J> {
    number: u64,
    network: Option<IpAddr>,
    job: J,
}

impl<J> Queue<J> {
    pub(crate) fn new() -> Self {
        let inner = Inner {
            waiting: VecDeque::new(),
            at_work: None,
            next_number: 0,
            is_closed: false,
            full: 0,
            full_for_address: 0,
        };
        Self { inner: Mutex::new(inner), bell: Condvar::new() }
    }

    /// Puts a job at the end, if there is a place. It leaves the queue when the place is dropped.
    pub(crate) fn enter(&self, network: Option<IpAddr>, job: J) -> Result<Place<'_, J>, NoPlace> {
        let mut inner = self.lock();
        if inner.is_closed {
            return Err(NoPlace::Closed);
        }
        if inner.taken() >= PLACES {
            inner.full += 1;
            return Err(NoPlace::Full);
        }
        if network.is_some_and(|network| inner.taken_by(network) >= PLACES_OF_ONE) {
            inner.full_for_address += 1;
            return Err(NoPlace::FullForAddress);
        }
        let number = inner.next_number;
        inner.next_number += 1;
        inner.waiting.push_back(Waiting { number, network, job });
        drop(inner);
        self.bell.notify_one();
        Ok(Place { queue: self, number })
    }

    /// Waits for a job and takes it, until the queue is closed. What was at work before has to be [`done`](Self::done).
    pub(crate) fn next(&self) -> Option<J> {
        let mut inner = self.lock();
        loop {
            if inner.is_closed {
                return None;
            }
            if let Some(Waiting { network, job, .. }) = inner.waiting.pop_front() {
                inner.at_work = Some(AtWork { network });
                return Some(job);
            }
            inner = self.bell.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The place of the job at work is free.
    pub(crate) fn done(&self) {
        self.lock().at_work = None;
    }

    /// How many jobs wait, and how many found no place.
    pub(crate) fn counts(&self) -> Counts {
        let inner = self.lock();
        let Inner { full, full_for_address, .. } = *inner;
        Counts { waiting: inner.waiting.len(), full, full_for_address }
    }

    /// Lets no job in any more, and drops those that wait.
    pub(crate) fn close(&self) {
        let mut inner = self.lock();
        inner.is_closed = true;
        let left = std::mem::take(&mut inner.waiting);
        drop(inner);
        self.bell.notify_all();
        // Whoever is told by that may do anything, so nothing is locked.
        drop(left);
    }

    fn lock(&self) -> MutexGuard<'_, Inner<J>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<J> Inner<J> {
    fn taken(&self) -> usize {
        self.waiting.len() + usize::from(self.at_work.is_some())
    }

    fn taken_by(&self, network: IpAddr) -> usize {
        let waiting = self.waiting.iter().filter(|waiting| waiting.network == Some(network)).count();
        waiting + usize::from(self.at_work.as_ref().is_some_and(|job| job.network == Some(network)))
    }
}

/// A place in the queue. Dropped, it is free for somebody else, unless its job is at work: then it is free when that is done.
#[derive(Debug)]
pub(crate) struct Place<'a, J> {
    queue: &'a Queue<J>,
    number: u64,
}

impl<J> Drop for Place<'_, J> {
    fn drop(&mut self) {
        let mut inner = self.queue.lock();
        let at = inner.waiting.iter().position(|waiting| waiting.number == self.number);
        let left = at.and_then(|at| inner.waiting.remove(at));
        drop(inner);
        drop(left);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[allow(clippy::unnecessary_wraps, reason = "it is asked for like that")]
    fn address(number: u8) -> Option<IpAddr> {
        Some([192, 0, 2, number].into())
    }

    #[test]
    fn jobs_are_taken_in_their_order() {
        let queue = Queue::new();
        let _places = [1, 2, 3].map(|job| queue.enter(None, job).unwrap());
        assert_eq!(queue.counts().waiting, 3);
        assert_eq!([queue.next(), queue.next(), queue.next()], [Some(1), Some(2), Some(3)]);
    }

    #[test]
    fn an_address_has_two_places_with_the_one_at_work() {
        let queue = Queue::new();
        let full = |network| queue.enter(network, 0).map(|_| ()) == Err(NoPlace::FullForAddress);
        let _first = queue.enter(address(1), 0).unwrap();
        let second = queue.enter(address(1), 0).unwrap();
        assert!(full(address(1)) && !full(address(2)) && !full(None));
        queue.next();
        assert!(full(address(1)), "one waits and one is at work");
        queue.done();
        assert!(!full(address(1)));
        let _third = queue.enter(address(1), 0).unwrap();
        assert!(full(address(1)));
        drop(second);
        assert!(!full(address(1)));
        assert_eq!(queue.counts(), Counts { waiting: 1, full: 0, full_for_address: 3 });
    }

    #[test]
    fn the_queue_has_an_end_for_everybody() {
        let queue = Queue::new();
        let mut places: Vec<_> = (1..=32)
            .flat_map(|number| [number, number])
            .map(|number| queue.enter(address(number), 0).unwrap())
            .collect();
        let full = |network| queue.enter(network, 0).map(|_| ()) == Err(NoPlace::Full);
        assert_eq!(queue.counts().waiting, PLACES);
        assert!(full(None) && full(address(77)));
        queue.next();
        assert!(full(None), "the one at work has a place");
        queue.done();
        assert!(!full(None));
        places.pop();
        assert!(!full(address(77)));
        assert_eq!(queue.counts(), Counts { waiting: PLACES - 2, full: 3, full_for_address: 0 });
    }

    #[test]
    fn a_dropped_place_takes_its_job_along() {
        let queue = Queue::new();
        let [_one, other, _third] = [1, 2, 3].map(|job| queue.enter(address(job), job).unwrap());
        drop(other);
        assert_eq!([queue.next(), queue.next()], [Some(1), Some(3)]);
    }

    #[test]
    fn a_job_at_work_keeps_its_place() {
        let queue = Queue::new();
        let places = [1, 2].map(|job| queue.enter(address(1), job).unwrap());
        queue.next();
        drop(places);
        let _place = queue.enter(address(1), 3).unwrap();
        assert_eq!(queue.enter(address(1), 4).map(|_| ()), Err(NoPlace::FullForAddress));
    }

    #[test]
    fn a_closed_queue_lets_go_of_its_jobs_and_takes_no_other() {
        let queue = Queue::new();
        let job = std::sync::Arc::new(());
        let place = queue.enter(None, job.clone()).unwrap();
        queue.close();
        assert_eq!(std::sync::Arc::strong_count(&job), 1);
        assert_eq!(queue.enter(None, job.clone()).map(|_| ()), Err(NoPlace::Closed));
        assert_eq!((queue.next(), queue.counts().waiting), (None, 0));
        drop(place);
    }

    proptest! {
        /// Whoever comes and goes in whatever order: nobody has more than two places, there are no more than there are, and whoever is
        /// refused had no place.
        #[test]
        fn places_are_bounded(steps in proptest::collection::vec((0..4_u8, 0..40_u8), 0..400)) {
            let (queue, mut places) = (Queue::new(), VecDeque::new());
            for (step, number) in steps {
                let network = (number > 0).then(|| [192, 0, 2, number].into());
                match step {
                    0 => {
                        queue.done();
                        if queue.counts().waiting > 0 {
                            queue.next();
                        }
                    }
                    1 => drop(places.remove(usize::from(number))),
                    _ => {
                        let taken = queue.lock().taken();
                        let own = network.map_or(0, |network| queue.lock().taken_by(network));
                        let place = queue.enter(network, ());
                        let expected = match (taken < PLACES, own < PLACES_OF_ONE) {
                            (true, true) => Ok(()),
                            (true, false) => Err(NoPlace::FullForAddress),
                            (false, _) => Err(NoPlace::Full),
                        };
                        prop_assert_eq!(place.as_ref().map(|_| ()).map_err(|reason| *reason), expected);
                        places.extend(place);
                    }
                }
                let inner = queue.lock();
                prop_assert!(inner.taken() <= PLACES);
                prop_assert!((1..40).all(|number| inner.taken_by([192, 0, 2, number].into()) <= PLACES_OF_ONE));
            }
        }
    }
}
