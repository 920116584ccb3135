//! The open and live games of the moment, for home pages and waiting programs.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tengen_game::{GameId, Millis, Phase};
use tengen_protocol::{LobbyLine, Summary, Text};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

use super::numbered::{Line, Numbered, encode, first_number};

/// How many open games the lobby shows, and how many live ones: the newest.
pub(super) const SHOWN: u32 = 100;
/// Changes within this time go out together, so that a fast game costs its watchers no more than a slow one.
const TICK: Duration = Duration::from_millis(500);
/// How many updates may wait for a slow reader; beyond that it gets one that leads to the same.
const WAITING: usize = 16;
/// How many games that left are remembered for those who come back.
const REMEMBERED: usize = 1_000;

/// The lobby of this process; cheap to clone.
#[derive(Debug, Clone)]
pub struct Lobby {
    games: Arc<Mutex<Games>>,
    updates: broadcast::Sender<Line>,
}

#[derive(Debug)]
struct Games {
    /// The number of the last update.
    seq: u64,
    /// By age, the newest last.
    shown: BTreeMap<(Millis, GameId), Shown>,
    changed: HashSet<(Millis, GameId)>,
    removed: HashSet<GameId>,
    /// Games that left, each with the number of the update that told so, the last one last.
    gone: VecDeque<(u64, GameId)>,
    /// Which games left before this number is not known any more.
    forgotten: u64,
    /// All of it as it was at the last tick, encoded. What has changed since goes out at the next.
    encoded: Utf8Bytes,
    /// Whether games were left out because there were too many.
    overflowed: bool,
}

/// A game in the lobby.
#[derive(Debug)]
struct Shown {
    game: Summary,
    /// The number of the update that told of it last.
    told: u64,
}

impl Lobby {
    /// An empty lobby.
    pub fn new() -> Self {
        let seq = first_number();
        let games = Games {
            seq,
            shown: BTreeMap::new(),
            changed: HashSet::new(),
            removed: HashSet::new(),
            gone: VecDeque::new(),
            forgotten: seq,
            encoded: encode(&LobbyLine::Lobby { seq, games: Vec::new() }),
            overflowed: false,
        };
        Self { games: Arc::new(Mutex::new(games)), updates: broadcast::Sender::new(WAITING) }
    }

    /// Takes note of a public game as it is now. It shows from the next tick on.
    pub fn changed(&self, game: Summary) {
        self.lock().note(game);
    }

    /// The live games as they are now.
    pub(super) fn live(&self) -> Vec<Summary> {
        let is_open = |game: &Summary| game.phase == Phase::Open.name();
        self.lock().shown.values().map(|shown| &shown.game).filter(|game| !is_open(game)).cloned().collect()
    }

    /// Every game, and the number of the last event that is shown of it.
    pub(super) fn numbers(&self) -> Vec<(GameId, u32)> {
        self.lock().shown.values().map(|shown| (shown.game.id.0, shown.game.seq)).collect()
    }

    /// A game as it was shown last, if it is shown.
    pub fn find(&self, created_at: Millis, id: GameId) -> Option<Summary> {
        self.lock().shown.get(&(created_at, id)).map(|shown| shown.game.clone())
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
        if let Some(update) = games.tick() {
            // Without subscribers there is nobody to miss it.
            let _ = self.updates.send(update);
        }
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

impl Numbered for Lobby {
    fn since(&self, number: Option<u64>) -> Option<Line> {
        let games = self.lock();
        match number {
            Some(number) if number == games.seq => None,
            Some(number) if (games.forgotten..games.seq).contains(&number) => Some(games.update(number)),
            _ => Some(Line { seq: games.seq, text: games.encoded.clone() }),
        }
    }

    fn lines(&self) -> broadcast::Receiver<Line> {
        self.updates.subscribe()
    }
}

impl Games {
    /// Gives what has changed since the last tick a number, and tells of it.
    fn tick(&mut self) -> Option<Line> {
        if self.changed.is_empty() && self.removed.is_empty() {
            return None;
        }
        self.seq += 1;
        for key in std::mem::take(&mut self.changed) {
            if let Some(shown) = self.shown.get_mut(&key) {
                shown.told = self.seq;
            }
        }
        self.gone.extend(std::mem::take(&mut self.removed).into_iter().map(|id| (self.seq, id)));
        while self.gone.len() > REMEMBERED {
            self.forgotten = self.gone.pop_front().map_or(self.seq, |(told, _)| told);
        }
        let games = self.shown.values().rev().map(|shown| shown.game.clone()).collect();
        self.encoded = encode(&LobbyLine::Lobby { seq: self.seq, games });
        Some(self.update(self.seq - 1))
    }

    /// What leads from the state of a number to that of now.
    fn update(&self, since: u64) -> Line {
        let changed = self.shown.values().rev().filter(|shown| shown.told > since);
        let games = changed.map(|shown| shown.game.clone()).collect();
        let gone = self.gone.iter().rev().take_while(|(told, _)| *told > since);
        let back = |id: &GameId| self.shown.keys().any(|(_, shown)| shown == id);
        let removed = gone.map(|(_, id)| *id).filter(|id| !back(id)).map(Text).collect();
        let text = encode(&LobbyLine::LobbyUpdate { seq: self.seq, games, removed });
        Line { seq: self.seq, text }
    }

    fn note(&mut self, game: Summary) {
        let key = (game.created_at, game.id.0);
        let open = game.phase == Phase::Open.name();
        if game.phase == Phase::Finished.name() {
            self.remove(key);
            return;
        }
        // A summary that was made before the one we have, and arrives after it, is old news.
        if self.shown.get(&key).is_some_and(|known| known.game.seq > game.seq) {
            return;
        }
        let is_open = |game: &Summary| game.phase == Phase::Open.name();
        let told = self.shown.get(&key).map_or(self.seq, |known| known.told);
        let before = self.shown.insert(key, Shown { game, told });
        self.changed.insert(key);
        self.removed.remove(&key.1);
        if before.is_some_and(|before| is_open(&before.game) == open) {
            // There are as many of this kind as before.
            return;
        }
        let mut of_this_kind =
            self.shown.iter().filter(|(_, shown)| is_open(&shown.game) == open).map(|(key, _)| *key);
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
