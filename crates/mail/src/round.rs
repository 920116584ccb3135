//! The round of the post: letters come in, and go out one after the other.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use backon::{BackoffBuilder as _, ExponentialBackoff, ExponentialBuilder};
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::time::{Instant, sleep, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::carrier::{Carrier, Undelivered};
use crate::letter::Letter;
use crate::pace::Pace;
use crate::sender::Sender;
use crate::waiting::{Queue, Waiting};

/// A letter on its way into the queue.
pub(crate) struct Arrival {
    pub letter: Letter,
    /// When it was handed in, in milliseconds since 1970-01-01T00:00Z.
    pub at: i64,
    pub place: OwnedSemaphorePermit,
}

/// The number of letters that have found their end. A letter is counted before its place is given back.
#[derive(Debug, Default)]
pub(crate) struct Ends {
    pub sent: AtomicU64,
    pub failed: AtomicU64,
    /// The number of letters that were not taken in.
    pub refused: AtomicU64,
}

impl Ends {
    fn fail(&self, letters: usize) {
        self.failed.fetch_add(u64::try_from(letters).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
}

/// The work of a post: all that sending takes.
pub struct Round {
    pub(crate) stop: CancellationToken,
    pub(crate) carrier: Carrier,
    pub(crate) sender: Sender,
    pub(crate) pace: Pace,
    pub(crate) ends: Arc<Ends>,
    pub(crate) arrivals: mpsc::Receiver<Arrival>,
    /// The beginning of the ids of this process's letters.
    pub(crate) run: String,
    /// The number of letters that have been written.
    pub(crate) written: u64,
    pub(crate) queue: Queue,
    /// The pauses since the mail server is away, and the end of the last one.
    pub(crate) away: Option<(ExponentialBackoff, Instant)>,
}

impl Round {
    /// Sends until the stop or until all handles are gone. After the stop each letter that waits has one
    /// attempt more, as far as the time for parting allows. Whoever breaks it off may call it again: the letters that wait are still there.
    pub async fn go(&mut self) {
        let (stop, parting) = (self.stop.clone(), self.pace.parting);
        tokio::select! {
            () = self.send_all(&stop) => {}
            () = async { stop.cancelled().await; sleep(parting).await } => {}
        }
        self.take_in_the_last();
        let left = self.queue.clear();
        if !left.is_empty() {
            self.ends.fail(left.len());
            tengen_trouble::log("letters were not sent before the end", left.len());
        }
        self.carrier.leave().await;
    }

    async fn send_all(&mut self, stop: &CancellationToken) {
        let mut is_open = true;
        loop {
            let given_up = self.queue.give_up(Instant::now());
            if !given_up.is_empty() {
                self.ends.fail(given_up.len());
                tengen_trouble::log("letters were given up", "they have waited too long");
            }
            drop(given_up);
            let due = self.queue.first().map(|((due, _), _)| self.not_before(due));
            if !is_open && due.is_none() {
                return;
            }
            tokio::select! {
                biased;
                () = stop.cancelled() => break,
                arrival = self.arrivals.recv(), if is_open => match arrival {
                    Some(arrival) => self.take_in(arrival),
                    None => is_open = false,
                },
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => self.send_first().await,
                () = sleep(self.pace.idle), if due.is_none() && self.carrier.is_connected() => self.carrier.leave().await,
            }
        }
        self.send_what_waits().await;
    }

    /// One attempt for each letter, until the mail server is away.
    async fn send_what_waits(&mut self) {
        self.take_in_the_last();
        let end = Instant::now();
        self.queue.hurry(end);
        // A letter that has failed once more is due later than that.
        while self.queue.first().is_some_and(|((due, _), _)| due <= end) {
            self.send_first().await;
            if self.away.is_some() {
                return;
            }
        }
    }

    /// When a letter can be tried that is due then: not before the mail server may be back.
    fn not_before(&self, due: Instant) -> Instant {
        self.away.as_ref().map_or(due, |(_, end)| due.max(*end))
    }

    /// Takes in what has come, and lets nothing come after it.
    fn take_in_the_last(&mut self) {
        self.arrivals.close();
        while let Ok(arrival) = self.arrivals.try_recv() {
            self.take_in(arrival);
        }
    }

    fn take_in(&mut self, Arrival { letter, at, place }: Arrival) {
        self.written += 1;
        let id = format!("{}.{}", self.run, self.written);
        match letter.written(&self.sender, &id, at) {
            Ok(letter) => {
                let now = Instant::now();
                let pauses = pauses(self.pace.first_pause, self.pace.longest_pause);
                self.queue.put(now, Waiting { letter, until: now + self.pace.patience, pauses, place });
            }
            Err(error) => {
                self.ends.fail(1);
                tengen_trouble::log("a letter can't be written", error);
            }
        }
    }

    /// One attempt for the letter that is due first. It stays in the queue meanwhile, so that it is counted
    /// if the end comes first.
    async fn send_first(&mut self) {
        let Some((due, waiting)) = self.queue.first() else { return };
        let outcome = self.carrier.carry(&waiting.letter).await;
        let now = Instant::now();
        if let Err(Undelivered::Away(cause)) = outcome {
            tengen_trouble::log("the mail server is not to be had", cause);
            let longest = self.pace.longest_pause;
            let (pauses, end) =
                self.away.get_or_insert_with(|| (pauses(self.pace.first_pause, longest), now));
            *end = now + pauses.next().unwrap_or(longest);
            return;
        }
        self.away = None;
        let Some(mut waiting) = self.queue.take(due) else { return };
        match outcome {
            Ok(()) => {
                self.ends.sent.fetch_add(1, Ordering::Relaxed);
            }
            Err(Undelivered::Never(cause)) => {
                self.ends.fail(1);
                tengen_trouble::log("a letter was refused", cause);
            }
            Err(Undelivered::Later(cause) | Undelivered::Away(cause)) => {
                tengen_trouble::log("a letter has to wait", cause);
                let pause = waiting.pauses.next().unwrap_or(self.pace.longest_pause);
                self.queue.put(now + pause, waiting);
            }
        }
    }
}

/// Growing pauses without an end. `backon` adds by chance at most as much again, so the delays are halves.
fn pauses(first: Duration, longest: Duration) -> ExponentialBackoff {
    ExponentialBuilder::new()
        .with_min_delay(first / 2)
        .with_max_delay(longest / 2)
        .with_factor(2.0)
        .with_jitter()
        .without_max_times()
        .build()
}
