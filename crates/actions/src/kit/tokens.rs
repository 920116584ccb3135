//! The tokens in use on this server, players' own and personal access tokens: whoever holds a connection open with one hears when it is
//! good for nothing any more, and when each was used is written down now and then.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tengen_clock::Clock;
use tengen_cluster::Teller;
use tengen_duties::Repeat;
use tengen_game::Millis;
use tengen_store::{ChangedToken, NOTED_EVERY, SESSION_NOTED_EVERY, Store, StoreError, TOLD};
use tengen_trouble as trouble;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// How often uses are written down.
const NOTE: Duration = Duration::from_secs(15);
/// How often the database is asked whether another server has revoked a token, or suspended its player, whose connections end
/// within a second. If NATS is there, the other server tells at once.
const LOOK: Duration = Duration::from_millis(700);
/// How many tokens one question to the database is about.
const ASKED_AT_ONCE: usize = 500;
/// How old the ends of sessions may be, in milliseconds, that a look finds: one that comes later, because others have failed, has to ask
/// about each session.
const LATELY: Millis = 10_000;
/// A look that comes later after the last one than this has missed something.
const MISSED: Duration = Duration::from_secs(8);
/// Stands for no moment.
const NEVER: Millis = 0;

/// The tokens in use; cheap to clone.
#[derive(Debug, Clone)]
pub struct Tokens {
    clock: Clock,
    used: Arc<Mutex<HashMap<String, Arc<Use>>>>,
    /// The other servers of the database, if they can be told.
    teller: Option<Teller>,
}

/// The kinds of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The player's own, of a session.
    Own,
    /// A personal access token.
    Personal,
}

impl Kind {
    /// How often it is written down at most that one was used, in milliseconds: a server has very many sessions.
    fn noted_every(self) -> Millis {
        match self {
            Self::Own => SESSION_NOTED_EVERY,
            Self::Personal => NOTED_EVERY,
        }
    }
}

/// The facts about a token in use.
#[derive(Debug)]
struct Use {
    kind: Kind,
    heard: watch::Sender<Heard>,
    used_at: AtomicI64,
    noted_at: AtomicI64,
}

/// The news of a token that this server has heard.
#[derive(Debug, Clone, Copy)]
struct Heard {
    /// Whether the token was ended.
    ended: bool,
    /// The latest change of the token's rights.
    changed_at: Millis,
}

/// A token that somebody is using.
#[derive(Debug, Clone)]
pub struct Lease {
    token: Arc<Use>,
    /// The latest change that whoever uses the token has seen in the database. News of it may come later, and end
    /// only what began before it.
    seen: Millis,
}

impl Lease {
    /// Takes note that the token is being used, by somebody who has read its rights as they are since this change, if
    /// there was one: a moment of the database's clock.
    pub fn used(&mut self, now: Millis, changed_at: Option<Millis>) {
        self.seen = changed_at.unwrap_or(NEVER);
        self.token.used_at.store(now, Ordering::Relaxed);
    }

    /// Whether the token is revoked, or its rights have changed since they were read.
    pub fn is_revoked(&self) -> bool {
        self.is_over(*self.token.heard.borrow())
    }

    /// Waits until the token is revoked, or its rights change.
    pub async fn revoked(&self) {
        // The token holds the sender, so there is one.
        let _ = self.token.heard.subscribe().wait_for(|heard| self.is_over(*heard)).await;
    }

    fn is_over(&self, heard: Heard) -> bool {
        heard.ended || heard.changed_at > self.seen
    }
}

impl Tokens {
    /// No tokens yet. What is revoked here, other servers are told of.
    pub fn new(clock: Clock, teller: Option<Teller>) -> Self {
        Self { clock, used: Arc::default(), teller }
    }

    /// Holds a token, by its hash. Whoever does so before asking whether there is such a token hears of a revocation
    /// whenever it happens.
    pub fn hold(&self, kind: Kind, hash: &str) -> Lease {
        let mut tokens = self.lock();
        if let Some(known) = tokens.get(hash) {
            return Lease { token: Arc::clone(known), seen: NEVER };
        }
        let fresh = Use {
            kind,
            heard: watch::Sender::new(Heard { ended: false, changed_at: NEVER }),
            used_at: AtomicI64::new(NEVER),
            noted_at: AtomicI64::new(NEVER),
        };
        let fresh = Arc::new(fresh);
        tokens.insert(hash.to_owned(), Arc::clone(&fresh));
        Lease { token: fresh, seen: NEVER }
    }

    /// Gives a lease back on a token that turned out to be none: invented tokens must not fill the memory.
    pub fn forget(&self, hash: &str, lease: Lease) {
        let mut tokens = self.lock();
        drop(lease);
        if tokens.get(hash).is_some_and(|known| Arc::strong_count(known) == 1 && known.used_at() == NEVER) {
            tokens.remove(hash);
        }
    }

    /// Tells everybody who uses a token that it was revoked by this server, here and elsewhere.
    pub fn revoke_everywhere(&self, hash: &str) {
        self.revoke(hash);
        if let Some(teller) = &self.teller {
            teller.revoked(hash);
        }
    }

    /// The same of several tokens.
    pub fn revoke_all(&self, hashes: &[String]) {
        for hash in hashes {
            self.revoke_everywhere(hash);
        }
    }

    /// Has all connections end that were opened with these tokens before their change, here and elsewhere: their player may do something
    /// else than before. Those that have read the new rights stay.
    pub fn change_everywhere(&self, changed: &[ChangedToken]) {
        for ChangedToken { hash, changed_at } in changed {
            let Some(changed_at) = *changed_at else {
                self.revoke(hash);
                continue;
            };
            self.heed_change(hash, changed_at);
            if let Some(teller) = &self.teller {
                teller.changed(hash, changed_at);
            }
        }
    }

    /// Has the connections end that have read the rights of a token before this change, a moment of the database's clock. To hear of
    /// one again changes nothing.
    pub fn heed_change(&self, hash: &str, changed_at: Millis) {
        if let Some(token) = self.lock().get(hash) {
            token.heard.send_if_modified(|heard| {
                let is_new = changed_at > heard.changed_at;
                heard.changed_at = heard.changed_at.max(changed_at);
                is_new
            });
        }
    }

    /// Tells everybody here who uses a token that it is revoked.
    pub fn revoke(&self, hash: &str) {
        if let Some(token) = self.lock().remove(hash) {
            token.heard.send_modify(|heard| heard.ended = true);
        }
    }

    /// When a token was last used here, if that is known.
    pub fn used_at(&self, hash: &str) -> Option<Millis> {
        self.lock().get(hash).map(|token| token.used_at()).filter(|at| *at != NEVER)
    }

    /// Writes down when tokens were used, each now and then; what the database does not take now, it may take
    /// later.
    pub async fn note_uses(&self, store: &Store) {
        let now = self.clock.now();
        for (hash, token) in self.all() {
            let (used_at, noted_at) = (token.used_at(), token.noted_at.load(Ordering::Relaxed));
            if used_at <= noted_at || now - noted_at < token.kind.noted_every() {
                continue;
            }
            let noted = match token.kind {
                Kind::Own => store.note_session_use(&hash, used_at).await,
                Kind::Personal => store.note_token_use(&hash, used_at).await,
            };
            match noted {
                Ok(()) => token.noted_at.store(used_at, Ordering::Relaxed),
                Err(error) => return trouble::log("the use of tokens can't be noted", error),
            }
        }
    }

    /// Tells those who hold connections open with tokens that another server has revoked. The ends of sessions are asked for, and not each
    /// session, of which there are very many; unless looks have failed meanwhile, so that some may be too old to be found.
    async fn heed_other_servers(&self, store: &Store, has_missed: bool) -> Result<(), StoreError> {
        for hashes in self.held(Kind::Personal).chunks(ASKED_AT_ONCE) {
            self.revoke_all_but(hashes, &store.live_access_tokens(hashes).await?);
        }
        if has_missed {
            for hashes in self.held(Kind::Own).chunks(ASKED_AT_ONCE) {
                self.revoke_all_but(hashes, &store.live_sessions(hashes).await?);
            }
        }
        let lately = store.lately_ended_sessions(if has_missed { TOLD } else { LATELY }).await?;
        for (hash, ended_at) in &lately {
            self.heed_change(hash, *ended_at);
        }
        Ok(())
    }

    /// The hashes of the tokens of a kind with which anybody holds a connection open.
    fn held(&self, kind: Kind) -> Vec<String> {
        let held = self.all().into_iter().filter(|(_, token)| token.kind == kind && token.is_held());
        held.map(|(hash, _)| hash).collect()
    }

    fn revoke_all_but(&self, hashes: &[String], live: &[String]) {
        for hash in hashes.iter().filter(|hash| !live.contains(hash)) {
            self.revoke(hash);
        }
    }

    /// Connections that stay open use their tokens all the time; a token that nobody uses any more is forgotten.
    fn tidy(&self) {
        let now = self.clock.now();
        self.lock().retain(|_, token| {
            if Arc::strong_count(token) > 1 {
                if token.used_at() != NEVER {
                    token.used_at.store(now, Ordering::Relaxed);
                }
                return true;
            }
            token.used_at() > token.noted_at.load(Ordering::Relaxed)
        });
    }

    fn all(&self) -> Vec<(String, Arc<Use>)> {
        self.lock().iter().map(|(hash, token)| (hash.clone(), Arc::clone(token))).collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Use>>> {
        // The map is whole even if a holder of the lock panicked: each change of it is one call.
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Use {
    fn used_at(&self) -> Millis {
        self.used_at.load(Ordering::Relaxed)
    }

    /// Whether anybody uses it, as seen from [`Tokens::all`].
    fn is_held(self: &Arc<Self>) -> bool {
        Arc::strong_count(self) > 2
    }
}

/// Forgets the tokens that are not in use any more, and writes down when each was used, until the server stops. After a start there may
/// be very many, for which nothing else waits.
pub async fn look_after(tokens: Tokens, store: Store, stop: CancellationToken) {
    let mut notes = Repeat::every(NOTE, &tokens.clock, &stop);
    while notes.tick().await {
        tokens.tidy();
        tokens.note_uses(&store).await;
    }
}

/// Heeds what other servers of the database have ended, until this one stops. It may begin again whenever it has ended: the first look
/// counts as one that has missed something.
pub async fn heed(tokens: Tokens, store: Store, stop: CancellationToken) {
    let mut looks = Repeat::every(LOOK, &tokens.clock, &stop);
    let mut looked_at = None;
    while looks.tick().await {
        let now = tokens.clock.instant();
        let has_missed = looked_at.is_none_or(|at| now.saturating_duration_since(at) > MISSED);
        match tokens.heed_other_servers(&store, has_missed).await {
            Ok(()) => looked_at = Some(now),
            Err(error) => trouble::log("nobody knows whether tokens were revoked", error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_stay_as_long_as_they_are_used() {
        let (clock, _hands) = Clock::by_hand(8);
        let tokens = Tokens::new(clock, None);
        let lease = tokens.hold(Kind::Personal, "a");
        tokens.forget("a", lease);
        assert!(tokens.lock().is_empty(), "nobody knows such a token");

        let (mut one, other) = (tokens.hold(Kind::Personal, "a"), tokens.hold(Kind::Personal, "a"));
        one.used(7, None);
        tokens.forget("a", other);
        assert_eq!(tokens.used_at("a"), Some(7));
        tokens.tidy();
        assert_eq!(tokens.used_at("a"), Some(8), "an open connection uses its token");

        drop(one);
        tokens.tidy();
        assert_eq!(tokens.lock().len(), 1, "its use is still to be noted");
        for token in tokens.lock().values() {
            token.noted_at.store(token.used_at(), Ordering::Relaxed);
        }
        tokens.tidy();
        assert!(tokens.lock().is_empty());
    }

    #[tokio::test]
    async fn whoever_holds_a_token_hears_that_it_is_revoked() {
        let (clock, _hands) = Clock::by_hand(8);
        let tokens = Tokens::new(clock, None);
        let lease = tokens.hold(Kind::Personal, "a");
        let other = tokens.hold(Kind::Own, "b");
        tokens.revoke("a");
        lease.revoked().await;
        assert!(!other.is_revoked());
        assert!(!tokens.hold(Kind::Personal, "a").is_revoked(), "whoever comes later asks the table");
    }

    #[tokio::test]
    async fn a_change_ends_only_what_began_before_it() {
        let (clock, _hands) = Clock::by_hand(8);
        let tokens = Tokens::new(clock, None);
        let used = |changed_at| {
            let mut lease = tokens.hold(Kind::Own, "a");
            lease.used(8, changed_at);
            lease
        };
        let (before, between, after) = (used(None), used(Some(5)), used(Some(6)));
        // Whoever is still asking the table may be told the rights of before.
        let asking = tokens.hold(Kind::Own, "a");
        for _ in 0..2 {
            tokens.heed_change("a", 6);
            before.revoked().await;
            assert!(between.is_revoked() && asking.is_revoked() && !after.is_revoked());
        }
        tokens.heed_change("a", 5);
        assert!(!after.is_revoked() && !used(Some(6)).is_revoked() && used(Some(5)).is_revoked());
        tokens.heed_change("a", 7);
        after.revoked().await;
        let latest = used(Some(7));
        tokens.revoke("a");
        assert!(latest.is_revoked(), "the end of a token is for everybody");
    }
}
