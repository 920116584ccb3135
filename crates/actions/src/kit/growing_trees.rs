//! Shared trees that grow and are followed here. One look at all of them tells their readers how far they have come, however many
//! readers a tree has; and what has changed is read once for all of them.

use std::collections::HashMap;
use std::future::Future;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tengen_clock::Clock;
use tengen_game::{Millis, ShareId};
use tengen_limits::TooMany;
use tengen_protocol::Variations;
use tengen_store::{Growth, Store, StoreError};
use tengen_trouble as trouble;
use tokio::sync::{Mutex as AsyncMutex, Notify, watch};
use tokio_util::sync::CancellationToken;

/// So often a server looks whether followed trees have changed. With the time in which a page gathers its changes that is less
/// than a second, and several servers of a database need no news of each other for it.
pub const LOOK_PAUSE: Duration = Duration::from_millis(400);
/// How many trees one question to the database is about.
const ASKED_AT_ONCE: usize = 500;
/// How many readers of one tree there may be in one network: a class behind one address, with its teacher, some of them at two
/// devices. Each costs its part of each change.
pub const MOST_OF_A_NETWORK: u32 = 64;
/// When to ask again if there are that many.
const FULL: TooMany = TooMany { retry_after: Duration::from_secs(5) };

/// The trees that are followed here; cheap to clone.
#[derive(Debug, Clone)]
pub struct GrowingTrees {
    clock: Clock,
    trees: Arc<Mutex<HashMap<ShareId, Followed>>>,
    /// Is told when somebody comes.
    comes: Arc<Notify>,
}

/// A tree, and its readers.
#[derive(Debug)]
struct Followed {
    /// The number of the last change that was seen; 0 if nobody has looked yet.
    reached: watch::Sender<u64>,
    /// How many readers there are in each network.
    networks: HashMap<IpAddr, u32>,
    told: Arc<AsyncMutex<Option<Told>>>,
}

/// The changes that were read last.
#[derive(Debug)]
struct Told {
    /// The number of the change behind which they come.
    since: u64,
    changes: Arc<Variations>,
}

/// A reader of a tree, until this is dropped.
#[derive(Debug)]
pub struct Following {
    trees: Arc<Mutex<HashMap<ShareId, Followed>>>,
    share: ShareId,
    network: Option<IpAddr>,
    reached: watch::Receiver<u64>,
    told: Arc<AsyncMutex<Option<Told>>>,
}

impl GrowingTrees {
    /// Nobody follows any yet.
    pub fn new(clock: Clock) -> Self {
        Self { clock, trees: Arc::default(), comes: Arc::default() }
    }

    /// Follows the tree of a showing. A reader on this machine has no `network`, and is not counted.
    ///
    /// # Errors
    ///
    /// When `most` of the reader's network follow it: this server's part of [`MOST_OF_A_NETWORK`].
    pub fn follow(&self, share: ShareId, network: Option<IpAddr>, most: u32) -> Result<Following, TooMany> {
        let mut trees = lock(&self.trees);
        let followed = trees.entry(share).or_insert_with(|| Followed {
            reached: watch::Sender::new(0),
            networks: HashMap::new(),
            told: Arc::default(),
        });
        if let Some(network) = network {
            let readers = followed.networks.entry(network).or_insert(0);
            if *readers >= most {
                return Err(FULL);
            }
            *readers += 1;
        }
        let (reached, told) = (followed.reached.subscribe(), Arc::clone(&followed.told));
        drop(trees);
        self.comes.notify_one();
        Ok(Following { trees: Arc::clone(&self.trees), share, network, reached, told })
    }

    /// Looks how far the trees have come while anybody follows one, until the server stops.
    pub async fn watch(self, store: Store, stop: CancellationToken) {
        loop {
            tokio::select! {
                () = self.due() => {}
                () = stop.cancelled() => return,
            }
            for shares in self.followed().chunks(ASKED_AT_ONCE) {
                match store.growth(shares).await {
                    Ok(growth) => self.tell(shares, &growth, self.clock.now()),
                    // The readers wait for the next look.
                    Err(error) => trouble::log("trees that grow can't be looked at", error),
                }
            }
        }
    }

    /// Waits for the next look, and before that for somebody for whom to look: a clock that nobody waits for costs nothing.
    async fn due(&self) {
        while lock(&self.trees).is_empty() {
            self.comes.notified().await;
        }
        self.clock.sleep(LOOK_PAUSE).await;
    }

    /// The showings that somebody follows. Trees without a reader are forgotten.
    fn followed(&self) -> Vec<ShareId> {
        let mut trees = lock(&self.trees);
        trees.retain(|_, followed| followed.reached.receiver_count() > 0);
        trees.keys().copied().collect()
    }

    /// Tells readers how far the trees of these showings have come by `now`. The readers of those that are not shown any more hear of that.
    fn tell(&self, shares: &[ShareId], growth: &[Growth], now: Millis) {
        let shown = growth.iter().filter(|growth| growth.is_shown_at(now));
        let revisions: HashMap<ShareId, u64> = shown.map(|growth| (growth.share, growth.revision)).collect();
        let mut trees = lock(&self.trees);
        for share in shares {
            if let Some(revision) = revisions.get(share) {
                if let Some(followed) = trees.get(share) {
                    followed.reached.send_if_modified(|reached| {
                        let is_news = *reached != *revision;
                        *reached = *revision;
                        is_news
                    });
                }
            } else {
                trees.remove(share);
            }
        }
    }
}

impl Following {
    /// Waits until the tree has come further than to its change of this number, and answers how far; nothing if it is not shown
    /// as it grows any more.
    pub async fn beyond(&mut self, revision: u64) -> Option<u64> {
        self.reached.wait_for(|reached| *reached > revision).await.ok().map(|reached| *reached)
    }

    /// What has changed since a change, up to `reached` at least: as another reader has read it, or else by `read`. Nothing if
    /// `read` found that the tree is not shown any more.
    ///
    /// # Errors
    ///
    /// When `read` failed.
    pub async fn changes(
        &self,
        since: u64,
        reached: u64,
        read: impl Future<Output = Result<Option<Variations>, StoreError>> + Send,
    ) -> Result<Option<Arc<Variations>>, StoreError> {
        // Others who want the same wait for it.
        let mut told = self.told.lock().await;
        if let Some(Told { changes, .. }) =
            told.as_ref().filter(|told| told.since == since && told.changes.revision >= reached)
        {
            return Ok(Some(Arc::clone(changes)));
        }
        let Some(changes) = read.await?.map(Arc::new) else { return Ok(None) };
        *told = Some(Told { since, changes: Arc::clone(&changes) });
        Ok(Some(changes))
    }
}

impl Drop for Following {
    fn drop(&mut self) {
        let Some(network) = self.network else { return };
        let mut trees = lock(&self.trees);
        // The tree may have been forgotten and followed anew meanwhile.
        let followed = trees.get_mut(&self.share).filter(|tree| Arc::ptr_eq(&tree.told, &self.told));
        if let Some(followed) = followed
            && let Some(readers) = followed.networks.get_mut(&network)
        {
            *readers = readers.saturating_sub(1);
            if *readers == 0 {
                followed.networks.remove(&network);
            }
        }
    }
}

fn lock(trees: &Mutex<HashMap<ShareId, Followed>>) -> MutexGuard<'_, HashMap<ShareId, Followed>> {
    // The map is whole even if a holder of the lock panicked: each change of it is one call.
    trees.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use futures_util::FutureExt;

    use super::*;

    fn trees() -> GrowingTrees {
        GrowingTrees::new(Clock::by_hand(0).0)
    }

    fn reader(trees: &GrowingTrees, number: u8, network: Option<IpAddr>) -> Result<Following, TooMany> {
        trees.follow(share(number), network, MOST_OF_A_NETWORK)
    }

    fn share(number: u8) -> ShareId {
        ShareId::from_entropy([number; 10])
    }

    fn at(share: ShareId, revision: u64) -> Growth {
        Growth { share, revision, suspended_until: None }
    }

    fn changes(revision: u64) -> Variations {
        Variations { revision, nodes: Vec::new(), gone: Some(Vec::new()) }
    }

    #[test]
    fn a_tree_is_asked_for_once_whoever_follows_it_and_only_while_somebody_does() {
        let trees = trees();
        let mut readers: Vec<_> = (0..2_000).map(|_| reader(&trees, 1, None).unwrap()).collect();
        let other = reader(&trees, 2, None).unwrap();
        let mut asked = trees.followed();
        asked.sort_unstable();
        assert_eq!(asked, [share(1), share(2)]);
        trees.tell(&asked, &[at(share(1), 7), at(share(2), 1)], 0);
        assert!(readers.iter_mut().all(|reader| reader.beyond(6).now_or_never() == Some(Some(7))));
        assert!(readers.iter_mut().all(|reader| reader.beyond(7).now_or_never().is_none()));
        // Whoever comes later is told by what was seen last.
        let mut late = reader(&trees, 1, None).unwrap();
        assert_eq!(late.beyond(0).now_or_never(), Some(Some(7)));
        drop((readers, late));
        assert_eq!(trees.followed(), [share(2)]);
        assert!(trees.due().now_or_never().is_none(), "the clock stands still");
        drop(other);
        assert!(trees.followed().is_empty());
    }

    #[test]
    fn readers_hear_that_a_tree_is_not_shown_any_more() {
        let trees = trees();
        let [mut ended, mut suspended, mut freed] =
            [1, 2, 3].map(|number| reader(&trees, number, None).unwrap());
        let until = |number, until| Growth { suspended_until: Some(until), ..at(share(number), 4) };
        trees.tell(&trees.followed(), &[until(2, 1_001), until(3, 1_000)], 1_000);
        assert_eq!(ended.beyond(0).now_or_never(), Some(None));
        assert_eq!(suspended.beyond(0).now_or_never(), Some(None));
        assert_eq!(freed.beyond(0).now_or_never(), Some(Some(4)));
        // One that comes back counts for itself.
        let mut again = reader(&trees, 2, None).unwrap();
        drop(suspended);
        trees.tell(&[share(2)], &[at(share(2), 5)], 1_002);
        assert_eq!(again.beyond(4).now_or_never(), Some(Some(5)));
    }

    #[test]
    fn one_network_has_so_many_readers_of_a_tree_and_no_more() {
        let trees = trees();
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|address| Some(address.parse().unwrap()));
        let mut readers: Vec<_> = (0..MOST_OF_A_NETWORK).map(|_| reader(&trees, 1, one).unwrap()).collect();
        assert_eq!(reader(&trees, 1, one).unwrap_err(), FULL);
        let _others = [(1, other), (1, None), (2, one)]
            .map(|(number, network)| reader(&trees, number, network).unwrap());
        readers.pop();
        readers.push(reader(&trees, 1, one).unwrap());
        assert_eq!(reader(&trees, 1, one).unwrap_err(), FULL);
        // Those of a tree that was forgotten don't count for the new one.
        trees.tell(&[share(1)], &[], 0);
        let again = reader(&trees, 1, one).unwrap();
        drop(readers);
        assert_eq!(lock(&trees.trees)[&share(1)].networks.len(), 1);
        drop(again);
        assert_eq!(lock(&trees.trees)[&share(1)].networks.len(), 0);
    }

    #[tokio::test]
    async fn what_has_changed_is_read_once_for_all_readers() {
        let trees = trees();
        let [first, second] = [(); 2].map(|()| reader(&trees, 1, None).unwrap());
        let at = |revision| async move { Ok(Some(changes(revision))) };
        let revision = |read: Result<Option<Arc<Variations>>, StoreError>| read.unwrap().unwrap().revision;
        let read = first.changes(3, 5, at(5)).await.unwrap().unwrap();
        let known = second.changes(3, 5, pending()).now_or_never().unwrap().unwrap().unwrap();
        assert!(Arc::ptr_eq(&read, &known));
        // Older ones, and those behind another change, are nobody's.
        assert_eq!(revision(second.changes(3, 6, at(7)).await), 7);
        assert_eq!(revision(first.changes(5, 6, at(8)).await), 8);
        // Who waits for a reader that goes away reads for itself.
        assert!(first.changes(8, 9, pending()).now_or_never().is_none());
        assert_eq!(revision(second.changes(8, 9, at(9)).await), 9);
    }

    #[tokio::test]
    async fn a_reader_who_is_behind_at_the_end_of_a_showing_has_to_ask_whether_it_goes_on() {
        let trees = trees();
        let mut late = reader(&trees, 1, None).unwrap();
        trees.tell(&[share(1)], &[at(share(1), 6)], 0);
        trees.tell(&[share(1)], &[], 0);
        // It is woken by what it has missed, and only then hears of the end.
        assert_eq!(late.beyond(5).now_or_never(), Some(Some(6)));
        assert_eq!(late.beyond(6).now_or_never(), Some(None));
        // Whoever asks finds the end, and that is no answer for others.
        assert!(late.changes(5, 6, async { Ok(None) }).await.unwrap().is_none());
        assert!(late.changes(5, 6, pending()).now_or_never().is_none());
    }
}
