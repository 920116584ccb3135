//! The open and live games of the moment, for home pages and waiting programs.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tengen_game::{GameId, Millis, Phase};
use tengen_protocol::{Summary, Text, ToClient};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

/// How many open games the lobby shows, and how many live ones: the newest.
pub const SHOWN: u32 = 100;
/// Changes within this time go out together, so that a fast game costs its watchers no more than a slow one.
const TICK: Duration = Duration::from_millis(500);
/// How many updates may wait for a slow reader; beyond that it gets the whole lobby again.
const WAITING: usize = 16;

/// The lobby of this process; cheap to clone.
#[derive(Debug, Clone)]
pub struct Lobby {
    games: Arc<Mutex<Games>>,
    updates: broadcast::Sender<Utf8Bytes>,
}

/// What a subscriber of the lobby gets: the lobby now, and what changes in it.
#[derive(Debug)]
pub struct LobbyFeed {
    /// The whole lobby as a frame.
    pub now: Utf8Bytes,
    /// The changes as frames.
    pub updates: broadcast::Receiver<Utf8Bytes>,
}

#[derive(Debug, Default)]
struct Games {
    /// By age, the newest last.
    shown: BTreeMap<(Millis, GameId), Summary>,
    changed: HashSet<(Millis, GameId)>,
    removed: HashSet<GameId>,
    /// All of it as it was at the last tick, encoded. What has changed since goes out at the next.
    encoded: Utf8Bytes,
    /// Whether games were left out because there were too many.
    overflowed: bool,
}

impl Lobby {
    /// An empty lobby.
    pub fn new() -> Self {
        let games = Games { encoded: encode(&ToClient::Lobby { games: Vec::new() }), ..Games::default() };
        Self { games: Arc::new(Mutex::new(games)), updates: broadcast::Sender::new(WAITING) }
    }

    /// Takes note of a public game as it is now. It shows from the next tick on.
    pub fn changed(&self, game: Summary) {
        self.lock().note(game);
    }

    /// The lobby now and what changes from now on.
    pub fn feed(&self) -> LobbyFeed {
        // Subscribed under the lock, so that no change falls between the two.
        let games = self.lock();
        LobbyFeed { now: games.encoded.clone(), updates: self.updates.subscribe() }
    }

    /// A game as it was shown last, if it is shown.
    pub fn find(&self, created_at: Millis, id: GameId) -> Option<Summary> {
        self.lock().shown.get(&(created_at, id)).cloned()
    }

    /// Whether there is room again for games that had to be left out.
    pub fn has_room(&self) -> bool {
        let games = self.lock();
        games.overflowed && games.shown.len() < SHOWN as usize
    }

    /// Takes note that all games that can be shown are.
    pub fn filled(&self) {
        self.lock().overflowed = false;
    }

    /// Sends the changes out, twice a second, until the server stops.
    pub async fn run(self, stop: CancellationToken) {
        let mut ticks = tokio::time::interval(TICK);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
        loop {
            tokio::select! {
                _ = ticks.tick() => self.send_changes(),
                () = stop.cancelled() => return,
            }
        }
    }

    fn send_changes(&self) {
        let mut games = self.lock();
        if games.changed.is_empty() && games.removed.is_empty() {
            return;
        }
        games.encoded = encode(&ToClient::Lobby { games: games.shown.values().rev().cloned().collect() });
        let changed = std::mem::take(&mut games.changed);
        let mut summaries: Vec<_> = changed.iter().filter_map(|key| games.shown.get(key).cloned()).collect();
        summaries.sort_by_key(|game| std::cmp::Reverse((game.created_at, game.id)));
        let removed = games.removed.drain().map(Text).collect();
        // Without subscribers there is nobody to miss it.
        let _ = self.updates.send(encode(&ToClient::LobbyUpdate { games: summaries, removed }));
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Games> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Lobby {
    fn default() -> Self {
        Self::new()
    }
}

impl Games {
    fn note(&mut self, game: Summary) {
        let key = (game.created_at, game.id.0);
        let open = game.phase == Phase::Open.name();
        if game.phase == Phase::Finished.name() {
            self.remove(key);
            return;
        }
        // A summary that was made before the one we have, and arrives after it, is old news.
        if self.shown.get(&key).is_some_and(|known| known.seq > game.seq) {
            return;
        }
        let is_open = |game: &Summary| game.phase == Phase::Open.name();
        let before = self.shown.insert(key, game);
        self.changed.insert(key);
        self.removed.remove(&key.1);
        if before.is_some_and(|before| is_open(&before) == open) {
            // There are as many of this kind as before.
            return;
        }
        let mut of_this_kind =
            self.shown.iter().filter(|(_, game)| is_open(game) == open).map(|(key, _)| *key);
        let oldest = of_this_kind.next();
        if of_this_kind.count() >= SHOWN as usize
            && let Some(oldest) = oldest
        {
            self.remove(oldest);
            self.overflowed = true;
        }
    }

    fn remove(&mut self, key: (Millis, GameId)) {
        self.changed.remove(&key);
        if self.shown.remove(&key).is_some() {
            self.removed.insert(key.1);
        }
    }
}

fn encode(message: &ToClient) -> Utf8Bytes {
    // Shapes made of texts and numbers always encode.
    serde_json::to_string(message).unwrap_or_default().into()
}
