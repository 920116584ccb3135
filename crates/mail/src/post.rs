//! The post: where letters are handed in.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tengen_clock::Clock;
use tengen_entropy::NoEntropy;
use tengen_tls::CaFile;
use tokio::sync::{Semaphore, mpsc};
use tokio_util::sync::CancellationToken;

use crate::carrier::{Carrier, NoEncryption};
use crate::letter::Letter;
use crate::mail_server::MailServer;
use crate::pace::Pace;
use crate::round::{Arrival, Ends, Round};
use crate::sender::Sender;
use crate::waiting::Queue;

/// By whom letters leave, and how.
#[derive(Debug, Clone)]
pub struct Options {
    /// The mail server that takes them.
    pub server: MailServer,
    /// From whom they are.
    pub sender: Sender,
    /// Authorities that are trusted beside those of the system.
    pub ca_file: Option<CaFile>,
    /// The bounds of waiting.
    pub pace: Pace,
}

/// Why there is no post.
#[derive(Debug, thiserror::Error)]
pub enum PostError {
    /// Connections to the mail server can't be encrypted.
    #[error(transparent)]
    NoEncryption(#[from] NoEncryption),
    /// Letters would have no ids of their own.
    #[error(transparent)]
    NoEntropy(#[from] NoEntropy),
}

/// The post takes no letter: as many wait as may, or it has closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many letters wait, or the post has closed")]
pub struct Full;

/// The figures of the post.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figures {
    /// The number of letters that the mail server has taken.
    pub sent: u64,
    /// The number of those that were refused or given up, or did not leave before the end.
    pub failed: u64,
    /// The number of those that were not taken, because as many waited as may, or the post had closed.
    pub refused: u64,
    /// The number of those that wait, with those that are on their way to the mail server. A letter counts as
    /// sent or failed a moment before it no longer waits: so none is missing from both.
    pub waiting: usize,
}

/// The sender of letters; cheap to clone. One task brings them to the mail server, one after the other, and
/// tries again where it may get through later.
///
/// ```
/// use tengen_clock::Clock;
/// use tengen_mail::{Letter, Options, Pace, Post};
/// use tokio_util::sync::CancellationToken;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let options = Options {
///     server: "smtp://127.0.0.1?tls=none".parse()?,
///     sender: "Go club <go@example.org>".parse()?,
///     ca_file: None,
///     pace: Pace::default(),
/// };
/// let stop = CancellationToken::new();
/// let (post, mut round) = Post::open(options, Clock::system(), stop.clone())?;
/// let task = tokio::spawn(async move { round.go().await });
/// assert_eq!(post.figures().waiting, 0);
/// stop.cancel();
/// task.await?;
/// let letter = Letter::new("alice@example.org".parse()?, "Welcome", "Hello.", "en")?;
/// assert!(post.send(letter).is_err());
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Post {
    clock: Clock,
    places: Arc<Semaphore>,
    arrivals: mpsc::Sender<Arrival>,
    ends: Arc<Ends>,
    capacity: usize,
}

impl Post {
    /// A post, and its work, which the caller has go on in a task. It ends soon after the stop, or with the last letter when all handles
    /// are gone.
    ///
    /// # Errors
    ///
    /// When connections are to be encrypted and there is no authority to trust.
    pub fn open(options: Options, clock: Clock, stop: CancellationToken) -> Result<(Self, Round), PostError> {
        let Options { server, sender, ca_file, mut pace } = options;
        pace.places = pace.places.clamp(1, Semaphore::MAX_PERMITS);
        let carrier = Carrier::new(server, ca_file.as_ref(), pace.attempt)?;
        let (arrivals, incoming) = mpsc::channel(pace.places);
        let ends = Arc::<Ends>::default();
        let round = Round {
            stop,
            carrier,
            sender,
            pace,
            ends: Arc::clone(&ends),
            arrivals: incoming,
            run: tengen_entropy::token()?,
            written: 0,
            queue: Queue::default(),
            away: None,
        };
        let places = Arc::new(Semaphore::new(pace.places));
        Ok((Self { clock, places, arrivals, ends, capacity: pace.places }, round))
    }

    /// Hands a letter in. It waits for nothing, and nobody learns by it whether the letter arrives.
    ///
    /// # Errors
    ///
    /// When as many letters wait as may, or the post has closed.
    pub fn send(&self, letter: Letter) -> Result<(), Full> {
        let taken = Arc::clone(&self.places).try_acquire_owned().is_ok_and(|place| {
            let at = self.clock.now();
            self.arrivals.try_send(Arrival { letter, at, place }).is_ok()
        });
        if !taken {
            self.ends.refused.fetch_add(1, Ordering::Relaxed);
        }
        taken.then_some(()).ok_or(Full)
    }

    /// The figures of the post.
    pub fn figures(&self) -> Figures {
        Figures {
            sent: self.ends.sent.load(Ordering::Relaxed),
            failed: self.ends.failed.load(Ordering::Relaxed),
            refused: self.ends.refused.load(Ordering::Relaxed),
            waiting: self.capacity - self.places.available_permits(),
        }
    }
}
