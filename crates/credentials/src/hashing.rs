//! Passwords that are hashed one at a time, for all who ask.

use std::fmt::{self, Debug, Formatter};
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use argon2::Argon2;
use tokio::sync::oneshot;

use crate::argon::{Argon, Checked, Compute};
use crate::aside::{Aside, Slow, Turns};
use crate::cost::Cost;
use crate::hash_error::{HashError, NoThread};
use crate::password::Password;
use crate::queue::{Counts, Queue};
use crate::short_code::ShortCode;
use crate::worker::{Job, work};

/// Makes and checks hashes of passwords, one at a time and by argon2id. A copy is another handle on the same thread, which ends with the
/// last of them.
///
/// A hash is slow by intent, and takes 19 MiB of memory at the usual cost. One thread bounds both: however many sign in, the server has
/// the other processors for games. On Linux the thread makes way for all others, unless it gets no turn for so long that nobody could sign
/// in. Whoever asks waits in a queue of 64 places, of which one address has two, the hash at work included. Beyond that the answer is
/// [`HashError::Busy`] at once. Whoever stops waiting leaves the queue; a hash at work is completed, and keeps its place until then.
#[derive(Clone)]
pub struct Passwords(Arc<Shared>);

struct Shared {
    queue: Arc<Queue<Job>>,
    waits: Arc<dyn Waits>,
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.queue.close();
    }
}

/// Takes note of how long hashes waited for the thread. A call is made by the thread, and waits for nothing.
pub trait Waits: Send + Sync + 'static {
    /// A hash that begins now has waited so long. Those whose askers are gone are not among them.
    fn waited(&self, time: Duration);
}

/// Nobody wants to know.
impl Waits for () {
    fn waited(&self, _time: Duration) {}
}

/// How the thread does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figures {
    /// How many hashes wait, besides the one at work.
    pub waiting: usize,
    /// How many were refused since the start, because all places were taken.
    pub full: u64,
    /// How many were refused, because all places of their address were taken.
    pub full_for_address: u64,
}

impl Passwords {
    /// Starts the thread. Hashes are made at this cost, and those of another cost are old. `waits` hears how long each waits.
    ///
    /// # Errors
    ///
    /// When the system has no room for a thread.
    pub fn start(cost: Cost, waits: impl Waits) -> Result<Self, NoThread> {
        Self::with(cost, Arc::new(Argon2::hash_password_into), Turns::USUAL, Arc::new(waits))
    }

    pub(crate) fn with(
        cost: Cost,
        slow: Slow,
        turns: Turns,
        waits: Arc<dyn Waits>,
    ) -> Result<Self, NoThread> {
        let mut aside = Aside::new(slow, turns);
        let compute: Compute =
            Box::new(move |argon, password, salt, output| aside.compute(argon, password, salt, output));
        let argon = Argon::new(cost, compute);
        let queue = Arc::new(Queue::new());
        let closing = Closing(queue.clone());
        thread::Builder::new().name("passwords".into()).spawn(move || work(&closing.0, argon))?;
        Ok(Self(Arc::new(Shared { queue, waits })))
    }

    /// Hashes a password, for whoever asks from this address or network. Nobody's address is given for a client on this machine, which is
    /// held to the places of all alone.
    ///
    /// # Errors
    ///
    /// [`Busy`](HashError::Busy), [`Failed`](HashError::Failed) or [`Ended`](HashError::Ended).
    pub async fn hash(&self, network: Option<IpAddr>, password: Password) -> Result<String, HashError> {
        self.ask(network, move |argon| Ok(argon.hash(&password)?)).await
    }

    /// Whether a password has this hash. Without a hash there is no such account: that takes the same work as a hash of today's cost, and
    /// is [`Wrong`](Checked::Wrong). A hash of another cost takes another time, so those who sign in get theirs made anew.
    ///
    /// # Errors
    ///
    /// Any [`HashError`]. A caller should give the same answer to [`Unreadable`](HashError::Unreadable) as to a wrong password, and log it.
    pub async fn check(
        &self,
        network: Option<IpAddr>,
        password: Password,
        hash: Option<String>,
    ) -> Result<Checked, HashError> {
        self.ask(network, move |argon| match hash {
            Some(hash) => argon.check(&password, &hash)?.map_err(|_| HashError::Unreadable),
            None => Ok(argon.nobody(&password).map(|()| Checked::Wrong)?),
        })
        .await
    }

    /// The hashes of new short codes, in their order, each as by [`hash_code`](Self::hash_code). They are one job with one place:
    /// two hundred take a second.
    ///
    /// # Errors
    ///
    /// As of [`hash_code`](Self::hash_code), for all of them together.
    pub async fn hash_codes(
        &self,
        network: Option<IpAddr>,
        codes: Vec<ShortCode>,
        salt: Vec<u8>,
    ) -> Result<Vec<String>, HashError> {
        let hash_all = move |argon: &mut Argon| {
            let hashes = codes.iter().map(|code| Ok(argon.code(code, &salt)?));
            hashes.collect::<Result<Vec<_>, HashError>>()
        };
        self.ask(network, hash_all).await
    }

    /// The hash of a short code with a salt that all codes share, of eight bytes or more: the same for the same code, whatever
    /// passwords cost. 43 letters of base64 for addresses.
    ///
    /// # Errors
    ///
    /// [`Busy`](HashError::Busy), [`Failed`](HashError::Failed), also for a salt that is too short, or [`Ended`](HashError::Ended).
    pub async fn hash_code(
        &self,
        network: Option<IpAddr>,
        code: ShortCode,
        salt: Vec<u8>,
    ) -> Result<String, HashError> {
        self.ask(network, move |argon| Ok(argon.code(&code, &salt)?)).await
    }

    /// How the thread does.
    pub fn figures(&self) -> Figures {
        let Counts { waiting, full, full_for_address } = self.0.queue.counts();
        Figures { waiting, full, full_for_address }
    }

    async fn ask<T: Send + 'static>(
        &self,
        network: Option<IpAddr>,
        task: impl FnOnce(&mut Argon) -> Result<T, HashError> + Send + 'static,
    ) -> Result<T, HashError> {
        let (answer, answered) = oneshot::channel();
        let (waits, asked) = (Arc::clone(&self.0.waits), Instant::now());
        let job: Job = Box::new(move |argon| {
            // The asker may have gone at the moment at which the job was taken.
            if answer.is_closed() {
                return Box::new(|| {});
            }
            waits.waited(asked.elapsed());
            // What a panic leaves behind is dropped with the outcome: nothing of a hash outlives it.
            let outcome = catch_unwind(AssertUnwindSafe(|| task(argon))).unwrap_or(Err(HashError::Failed));
            Box::new(move || drop(answer.send(outcome)))
        });
        let _place = self.0.queue.enter(network, job)?;
        answered.await.unwrap_or(Err(HashError::Ended))
    }
}

impl Debug for Passwords {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Passwords").field("figures", &self.figures()).finish()
    }
}

/// Closes the queue when the thread ends, in whatever way, so that nobody waits for it in vain.
struct Closing(Arc<Queue<Job>>);

impl Drop for Closing {
    fn drop(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use std::sync::{Mutex, mpsc};
    use std::task::{Context, Poll, Waker};

    use super::*;
    use crate::hash_error::RETRY_AFTER;

    const BUSY: HashError = HashError::Busy { retry_after: RETRY_AFTER };

    fn password() -> Password {
        Password::parse("slow river").unwrap()
    }

    #[allow(clippy::unnecessary_wraps, reason = "it is asked for like that")]
    fn address(number: u8) -> Option<IpAddr> {
        Some([192, 0, 2, number].into())
    }

    fn cheap() -> Cost {
        Cost::new(8, 1).unwrap()
    }

    /// A thread that tells when it begins a hash, and goes on when it is told to.
    struct Stepped {
        passwords: Passwords,
        begins: mpsc::Receiver<()>,
        go_on: mpsc::Sender<()>,
        waits: Arc<Noted>,
    }

    /// The waits that were noted.
    #[derive(Default)]
    struct Noted(Mutex<Vec<Duration>>);

    impl Noted {
        fn count(&self) -> usize {
            self.0.lock().unwrap().len()
        }
    }

    impl Waits for Noted {
        fn waited(&self, time: Duration) {
            self.0.lock().unwrap().push(time);
        }
    }

    impl Stepped {
        fn new() -> Self {
            let (tell, begins) = mpsc::channel();
            let (go_on, told) = mpsc::channel();
            let told = Mutex::new(told);
            let slow: Slow = Arc::new(move |argon, password, salt, output| {
                let _ = tell.send(());
                let _ = told.lock().unwrap().recv();
                argon.hash_password_into(password, salt, output)
            });
            let waits = Arc::new(Noted::default());
            // Nobody does by himself what takes its time here.
            let turns = Turns { starved: Duration::from_hours(1), ..Turns::USUAL };
            let passwords = Passwords::with(cheap(), slow, turns, waits.clone()).unwrap();
            Self { passwords, begins, go_on, waits }
        }
    }

    /// A thread that counts hashes.
    fn counting() -> (Passwords, Arc<AtomicUsize>) {
        let count = Arc::new(AtomicUsize::new(0));
        let counted = count.clone();
        let slow: Slow = Arc::new(move |argon, password, salt, output| {
            counted.fetch_add(argon.params().block_count() * argon.params().t_cost() as usize, SeqCst);
            argon.hash_password_into(password, salt, output)
        });
        let turns = Turns { starved: Duration::from_hours(1), ..Turns::USUAL };
        (Passwords::with(Cost::new(16, 2).unwrap(), slow, turns, Arc::new(())).unwrap(), count)
    }

    fn poll<T>(future: std::pin::Pin<&mut impl Future<Output = T>>) -> Poll<T> {
        future.poll(&mut Context::from_waker(Waker::noop()))
    }

    /// Whether there is no place for a hash, which is known at once.
    fn is_refused(passwords: &Passwords, network: Option<IpAddr>) -> bool {
        poll(pin!(passwords.hash(network, password()))) == Poll::Ready(Err(BUSY))
    }

    #[tokio::test]
    async fn a_password_is_hashed_and_known_again() {
        let passwords = Passwords::start(cheap(), ()).unwrap();
        let hash = passwords.hash(address(1), password()).await.unwrap();
        assert_eq!(passwords.check(None, password(), Some(hash.clone())).await, Ok(Checked::Right));
        let other = Password::parse("another").unwrap();
        assert_eq!(passwords.clone().check(address(1), other, Some(hash.clone())).await, Ok(Checked::Wrong));
        let dearer = Passwords::start(Cost::new(16, 1).unwrap(), ()).unwrap();
        assert_eq!(dearer.check(None, password(), Some(hash)).await, Ok(Checked::RightButOld));
        assert_eq!(passwords.check(None, password(), None).await, Ok(Checked::Wrong));
        let unreadable = passwords.check(None, password(), Some("md5:abc".into())).await;
        assert_eq!(unreadable, Err(HashError::Unreadable));
        assert_eq!(passwords.figures(), Figures { waiting: 0, full: 0, full_for_address: 0 });
        assert!(format!("{passwords:?}").contains("waiting: 0"));
    }

    #[tokio::test]
    async fn a_short_code_has_one_hash_whatever_passwords_cost() {
        let code = |text| ShortCode::parse(text).unwrap();
        let (one, other) = (Passwords::start(cheap(), ()).unwrap(), counting().0);
        let hash = async |passwords: &Passwords, text, salt: &[u8]| {
            passwords.hash_code(None, code(text), salt.to_vec()).await
        };
        let known = hash(&one, "k7m2-9xqd", b"a salt of codes").await.unwrap();
        assert_eq!(known.len(), 43);
        assert_eq!(hash(&other, "K7M2 9XQD", b"a salt of codes").await, Ok(known.clone()));
        assert_ne!(hash(&one, "k7m2-9xqe", b"a salt of codes").await, Ok(known.clone()));
        assert_ne!(hash(&one, "k7m2-9xqd", b"another salt").await, Ok(known));
        assert_eq!(hash(&one, "k7m2-9xqd", b"short").await, Err(HashError::Failed));
    }

    #[tokio::test]
    async fn the_codes_of_a_request_take_one_place() {
        let codes = || ["k7m2-9xqd", "k7m2-9xqe", "0123-4567"].map(|text| ShortCode::parse(text).unwrap());
        let salt = || b"a salt of codes".to_vec();
        let Stepped { passwords, begins, go_on, waits } = Stepped::new();
        let mut all = pin!(passwords.hash_codes(address(1), codes().to_vec(), salt()));
        let mut single = pin!(passwords.hash_code(address(1), codes()[1].clone(), salt()));
        assert!(poll(all.as_mut()).is_pending() && poll(single.as_mut()).is_pending());
        begins.recv().unwrap();
        assert!(is_refused(&passwords, address(1)) && passwords.figures().waiting == 1);
        drop(go_on);
        let all = all.await.unwrap();
        assert_eq!(all.len(), 3);
        assert_eq!(single.await.as_ref(), Ok(&all[1]));
        assert_eq!(waits.count(), 2);
        let short = passwords.hash_codes(None, codes().to_vec(), b"short".to_vec()).await;
        assert_eq!(short, Err(HashError::Failed));
        assert_eq!(passwords.hash_codes(None, Vec::new(), salt()).await, Ok(Vec::new()));
    }

    #[tokio::test]
    async fn an_unknown_account_takes_the_work_of_a_known_one() {
        let (passwords, count) = counting();
        let hash = passwords.hash(None, password()).await.unwrap();
        let mut works = Vec::new();
        let wrong = Password::parse("wrong").unwrap();
        for (password, hash) in [
            (password(), Some(hash.clone())),
            (wrong.clone(), Some(hash)),
            (password(), None),
            (wrong.clone(), None),
            (wrong, Some("no hash".into())),
        ] {
            count.store(0, SeqCst);
            let _ = passwords.check(None, password, hash).await;
            works.push(count.load(SeqCst));
        }
        assert_eq!(works, [32; 5]);
    }

    #[tokio::test]
    async fn an_address_has_two_places_and_others_have_theirs() {
        let Stepped { passwords, begins, go_on, .. } = Stepped::new();
        let mut one = pin!(passwords.hash(address(1), password()));
        let mut two = pin!(passwords.hash(address(1), password()));
        assert!(poll(one.as_mut()).is_pending() && poll(two.as_mut()).is_pending());
        begins.recv().unwrap();
        assert!(is_refused(&passwords, address(1)));
        assert_eq!(poll(pin!(passwords.check(address(1), password(), None))), Poll::Ready(Err(BUSY)));
        let mut other = pin!(passwords.check(address(2), password(), None));
        let mut near: Vec<_> = (0..5).map(|_| Box::pin(passwords.hash(None, password()))).collect();
        assert!(poll(other.as_mut()).is_pending());
        assert!(near.iter_mut().all(|near| poll(near.as_mut()).is_pending()));
        assert_eq!(passwords.figures(), Figures { waiting: 7, full: 0, full_for_address: 2 });
        go_on.send(()).unwrap();
        assert!(one.await.is_ok());
        // Its place is free at once.
        let mut again = pin!(passwords.hash(address(1), password()));
        assert!(poll(again.as_mut()).is_pending());
        drop(go_on);
        assert_eq!(other.await, Ok(Checked::Wrong));
        assert!(two.await.is_ok() && again.await.is_ok());
        for near in near {
            assert!(near.await.is_ok());
        }
    }

    #[tokio::test]
    async fn a_full_queue_refuses_everybody_at_once() {
        let Stepped { passwords, begins, go_on, .. } = Stepped::new();
        let mut askers: Vec<_> =
            (0..64).map(|number| Box::pin(passwords.hash(address(number), password()))).collect();
        assert!(askers.iter_mut().all(|asker| poll(asker.as_mut()).is_pending()));
        begins.recv().unwrap();
        assert_eq!(passwords.figures().waiting, 63);
        for network in [None, address(100)] {
            assert!(is_refused(&passwords, network));
        }
        assert_eq!(passwords.figures(), Figures { waiting: 63, full: 2, full_for_address: 0 });
        drop(go_on);
        for asker in askers {
            assert!(asker.await.is_ok());
        }
        assert!(passwords.hash(None, password()).await.is_ok());
    }

    #[tokio::test]
    async fn nothing_is_done_for_those_who_are_gone() {
        let Stepped { passwords, begins, go_on, waits } = Stepped::new();
        let mut first = pin!(passwords.hash(address(1), password()));
        assert!(poll(first.as_mut()).is_pending());
        begins.recv().unwrap();
        for _ in 0..1_000 {
            let mut gone = Box::pin(passwords.hash(address(1), password()));
            assert!(poll(gone.as_mut()).is_pending());
            assert_eq!(passwords.figures().waiting, 1);
        }
        assert_eq!(passwords.figures().waiting, 0);
        let mut last = pin!(passwords.hash(address(1), password()));
        assert!(poll(last.as_mut()).is_pending());
        drop(go_on);
        assert!(first.await.is_ok() && last.await.is_ok());
        assert_eq!(begins.try_iter().count(), 1, "the last one alone began after the first");
        // Both have waited, and nobody else's wait is told.
        assert_eq!(waits.count(), 2);
    }

    #[tokio::test]
    async fn the_work_of_somebody_who_is_gone_keeps_its_place_until_it_is_done() {
        let Stepped { passwords, begins, go_on, .. } = Stepped::new();
        let mut gone = Box::pin(passwords.hash(address(1), password()));
        assert!(poll(gone.as_mut()).is_pending());
        begins.recv().unwrap();
        drop(gone);
        let mut next = pin!(passwords.hash(address(1), password()));
        assert!(poll(next.as_mut()).is_pending());
        assert!(is_refused(&passwords, address(1)));
        drop(go_on);
        assert!(next.await.is_ok());
        let [one, other] = [(), ()].map(|()| passwords.hash(address(1), password()));
        let (mut one, mut other) = (pin!(one), pin!(other));
        assert!(!matches!(poll(one.as_mut()), Poll::Ready(Err(_))));
        assert!(!matches!(poll(other.as_mut()), Poll::Ready(Err(_))));
    }

    #[tokio::test]
    async fn a_panic_is_an_error_of_its_asker_alone() {
        // On the thread that makes way, and on the one that works by itself.
        for (starved, at_fault) in
            [(Duration::from_hours(1), "passwords-idle"), (Duration::ZERO, "passwords")]
        {
            let calls = AtomicUsize::new(0);
            let (_let_go, held) = mpsc::channel::<()>();
            let held = Mutex::new(held);
            let slow: Slow = Arc::new(move |argon, password, salt, output| {
                if thread::current().name() == Some(at_fault) {
                    assert!(calls.fetch_add(1, SeqCst) > 0);
                } else {
                    // It is never done.
                    let _ = held.lock().unwrap().recv();
                }
                argon.hash_password_into(password, salt, output)
            });
            let turns = Turns { starved, ..Turns::USUAL };
            let passwords = Passwords::with(cheap(), slow, turns, Arc::new(())).unwrap();
            assert_eq!(passwords.hash(address(1), password()).await, Err(HashError::Failed));
            assert!(passwords.hash(address(1), password()).await.is_ok());
        }
    }

    #[tokio::test]
    async fn no_memory_is_an_error() {
        let slow: Slow = Arc::new(|_, _, _, _| Err(argon2::Error::OutOfMemory));
        let passwords = Passwords::with(cheap(), slow, Turns::USUAL, Arc::new(())).unwrap();
        assert_eq!(passwords.hash(None, password()).await, Err(HashError::Failed));
        assert_eq!(passwords.check(None, password(), None).await, Err(HashError::Failed));
    }

    #[tokio::test]
    async fn nobody_waits_for_a_thread_that_has_ended() {
        let Stepped { passwords, begins, go_on, .. } = Stepped::new();
        let mut at_work = pin!(passwords.hash(None, password()));
        let mut waiting = pin!(passwords.hash(None, password()));
        assert!(poll(at_work.as_mut()).is_pending() && poll(waiting.as_mut()).is_pending());
        begins.recv().unwrap();
        // As when the thread ends.
        drop(Closing(passwords.0.queue.clone()));
        assert_eq!(waiting.await, Err(HashError::Ended));
        assert_eq!(passwords.hash(None, password()).await, Err(HashError::Ended));
        drop(go_on);
        assert!(at_work.await.is_ok(), "what was at work is completed");
        assert_eq!(passwords.check(None, password(), None).await, Err(HashError::Ended));
    }

    #[test]
    fn the_thread_ends_with_the_last_handle() {
        let Stepped { passwords, begins, go_on: _go_on, .. } = Stepped::new();
        let other = passwords.clone();
        drop(passwords);
        assert_eq!(begins.try_recv(), Err(mpsc::TryRecvError::Empty));
        drop(other);
        // Its end of the channel is gone when the thread is.
        assert_eq!(begins.recv(), Err(mpsc::RecvError));
    }
}
