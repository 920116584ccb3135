//! The open and live games of the moment, for home pages and waiting programs.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tengen_clock::Clock;
use tengen_game::{GameId, Millis, Phase};
use tengen_live::SharedText;
use tengen_protocol::{LobbyLine, Summary, Text};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

use super::numbered::{Line, Numbered, encode, first_number};
use super::reveals::Reveals;

/// How many open games the lobby shows, and how many live ones: the newest.
pub(super) const SHOWN: u32 = 100;
/// Changes within this time go out together, so that a fast game costs its watchers no more than a slow one.
const TICK: Duration = Duration::from_millis(500);
/// How many updates may wait for a slow reader. A reader that falls further behind gets one update with all that it missed.
const WAITING: usize = 16;
/// The number of games that are remembered after they have left, and after they have ended.
const REMEMBERED: usize = 1_000;

/// The lobby of this process; cheap to clone.
#[derive(Debug, Clone)]
pub struct Lobby {
    games: Arc<Mutex<Games>>,
    updates: broadcast::Sender<Line>,
    /// When spectators see more of delayed games.
    pub(super) reveals: Reveals,
}

#[derive(Debug)]
struct Games {
    /// The number of the last update.
    seq: u64,
    /// By age, the newest last.
    shown: BTreeMap<(Millis, GameId), Shown>,
    changed: HashSet<(Millis, GameId)>,
    removed: HashSet<GameId>,
    /// Games that left, each with the number of the update that removed it, the last one last.
    gone: VecDeque<(u64, GameId)>,
    /// Games that left before this number are forgotten.
    forgotten: u64,
    /// The whole lobby at the last tick, encoded. Later changes go out at the next tick.
    encoded: SharedText,
    /// The kinds of which there are too many.
    left_out: LeftOut,
    /// Games that are over, the last one last: an older summary may arrive after the end.
    over: VecDeque<GameId>,
}

/// Whether open games, and whether live ones, are left out.
pub(super) type LeftOut = [bool; KINDS.len()];

/// The use of a game in the lobby: open ones are there to be joined, live ones to be watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Open,
    Live,
}

pub(super) const KINDS: [Kind; 2] = [Kind::Open, Kind::Live];

impl Kind {
    /// The phases of games of this kind.
    pub(super) const fn phases(self) -> &'static [Phase] {
        match self {
            Self::Open => &[Phase::Open],
            Self::Live => &[Phase::Playing, Phase::Scoring],
        }
    }

    /// The kind of a game that is not over.
    fn of(game: &Summary) -> Self {
        if game.phase == Phase::Open.name() { Self::Open } else { Self::Live }
    }
}

/// A game in the lobby.
#[derive(Debug)]
struct Shown {
    game: Summary,
    /// The number of the update that told of it last, if one did.
    told: Option<u64>,
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
            left_out: LeftOut::default(),
            over: VecDeque::new(),
        };
        let (updates, reveals) = (broadcast::Sender::new(WAITING), Reveals::default());
        Self { games: Arc::new(Mutex::new(games)), updates, reveals }
    }

    /// Takes note of a public game as it is now. It shows from the next tick on.
    pub fn changed(&self, game: Summary) {
        self.lock().note(game);
    }

    /// The live games as they are now.
    pub(super) fn live(&self) -> Vec<Summary> {
        let is_live = |game: &&Summary| Kind::of(game) == Kind::Live;
        self.lock().shown.values().map(|shown| &shown.game).filter(is_live).cloned().collect()
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
        KINDS.into_iter().any(|kind| games.left_out[kind as usize] && !games.is_full(kind))
    }

    /// Begins to fill the lobby: from now on it takes note of games that are left out. The answer is the note of before.
    pub(super) fn begin_filling(&self) -> LeftOut {
        std::mem::take(&mut self.lock().left_out)
    }

    /// Takes note of kinds of which games are left out.
    pub(super) fn note_left_out(&self, left_out: LeftOut) {
        let mut games = self.lock();
        for kind in KINDS {
            games.left_out[kind as usize] |= left_out[kind as usize];
        }
    }

    /// Sends the changes out, twice a second, until the server stops.
    pub async fn run(self, clock: Clock, stop: CancellationToken) {
        let mut ticks = clock.ticks(TICK);
        loop {
            tokio::select! {
                () = ticks.tick() => self.send_changes(),
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
    /// Gives the changes since the last tick a number, and makes their update.
    fn tick(&mut self) -> Option<Line> {
        if self.changed.is_empty() && self.removed.is_empty() {
            return None;
        }
        self.seq += 1;
        for key in std::mem::take(&mut self.changed) {
            if let Some(shown) = self.shown.get_mut(&key) {
                shown.told = Some(self.seq);
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

    /// The update that leads from the state of a number to the present state.
    fn update(&self, since: u64) -> Line {
        let changed = self.shown.values().rev().filter(|shown| shown.told.is_some_and(|told| told > since));
        let games = changed.map(|shown| shown.game.clone()).collect();
        let gone = self.gone.iter().rev().take_while(|(told, _)| *told > since);
        let back =
            |id: &GameId| self.shown.values().any(|shown| shown.game.id.0 == *id && shown.told.is_some());
        let removed = gone.map(|(_, id)| *id).filter(|id| !back(id)).map(Text).collect();
        let text = encode(&LobbyLine::LobbyUpdate { seq: self.seq, games, removed });
        Line { seq: self.seq, text }
    }

    fn note(&mut self, game: Summary) {
        let key = (game.created_at, game.id.0);
        if game.phase == Phase::Finished.name() {
            self.remove(key);
            self.over.push_back(key.1);
            if self.over.len() > REMEMBERED {
                self.over.pop_front();
            }
            return;
        }
        if !self.shown.contains_key(&key) && self.over.contains(&key.1) {
            return;
        }
        // A summary that was made before the one we have, and arrives after it, is old news, and so is the same one again.
        if self.shown.get(&key).is_some_and(|known| known.game.seq > game.seq || known.game == game) {
            return;
        }
        let kind = Kind::of(&game);
        let is_known = self.shown.get(&key).is_some_and(|known| Kind::of(&known.game) == kind);
        if !is_known && !self.make_room(kind, key) {
            self.remove(key);
            return;
        }
        // A game that left since the last tick was told of before.
        let told = if self.removed.remove(&key.1) { Some(self.seq) } else { None };
        let told = self.shown.get(&key).map_or(told, |known| known.told);
        self.shown.insert(key, Shown { game, told });
        self.changed.insert(key);
    }

    /// Makes room for a game of a kind, unless it is older than all that are shown.
    fn make_room(&mut self, kind: Kind, newcomer: (Millis, GameId)) -> bool {
        if !self.is_full(kind) {
            return true;
        }
        self.left_out[kind as usize] = true;
        let oldest = self.of(kind).next().filter(|oldest| *oldest < newcomer);
        if let Some(oldest) = oldest {
            self.remove(oldest);
        }
        oldest.is_some()
    }

    fn is_full(&self, kind: Kind) -> bool {
        self.of(kind).count() >= SHOWN as usize
    }

    /// The games of a kind, the oldest first.
    fn of(&self, kind: Kind) -> impl Iterator<Item = (Millis, GameId)> {
        self.shown.iter().filter(move |(_, shown)| Kind::of(&shown.game) == kind).map(|(key, _)| *key)
    }

    fn remove(&mut self, key: (Millis, GameId)) {
        self.changed.remove(&key);
        // A game that was never told of leaves without a word.
        if self.shown.remove(&key).is_some_and(|shown| shown.told.is_some()) {
            self.removed.insert(key.1);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::made_up::game;

    const OLDEST: u8 = 1;

    /// What the next tick tells: how many games have changed, and how many have left.
    fn told(lobby: &Lobby) -> Option<(usize, usize)> {
        let line: Value = serde_json::from_str(lobby.lock().tick()?.text.as_str()).unwrap();
        let count = |list: &str| line[list].as_array().unwrap().len();
        Some((count("games"), count("removed")))
    }

    fn live(numbers: impl IntoIterator<Item = u8>) -> Lobby {
        let lobby = Lobby::new();
        for number in numbers {
            lobby.changed(game(number, 2, 0, "playing"));
        }
        lobby
    }

    #[test]
    fn an_old_game_that_is_not_shown_does_not_leave() {
        let lobby = live(OLDEST..=130);
        assert_eq!(told(&lobby), Some((100, 0)));
        for number in OLDEST..=20 {
            lobby.changed(game(number, 3, 1, "playing"));
            assert_eq!(told(&lobby), None);
        }
        // An open game that begins is gone if it is older than those shown.
        lobby.changed(game(OLDEST, 1, 0, "open"));
        assert_eq!(told(&lobby), Some((1, 0)));
        lobby.changed(game(OLDEST, 2, 0, "playing"));
        assert_eq!(told(&lobby), Some((0, 1)));
        // The newest take the places of the oldest.
        lobby.changed(game(200, 1, 0, "playing"));
        assert_eq!(told(&lobby), Some((1, 1)));
    }

    #[test]
    fn there_is_room_where_games_of_a_kind_were_left_out_and_others_are_over() {
        let lobby = live(OLDEST..=101);
        for number in 102..=201 {
            lobby.changed(game(number, 1, 0, "open"));
        }
        assert!(!lobby.has_room());
        lobby.changed(game(200, 2, 0, "finished"));
        assert!(!lobby.has_room(), "no open game was left out");
        lobby.changed(game(100, 3, 9, "finished"));
        assert!(lobby.has_room());
        let known = lobby.begin_filling();
        assert!(!lobby.has_room());
        lobby.note_left_out(known);
        assert!(lobby.has_room());
    }

    #[test]
    fn a_game_that_is_told_again_is_no_news() {
        let lobby = live([1, 2]);
        assert_eq!(told(&lobby), Some((2, 0)));
        lobby.changed(game(1, 3, 1, "playing"));
        assert_eq!(told(&lobby), Some((1, 0)));
        lobby.changed(game(1, 3, 1, "playing"));
        assert_eq!(told(&lobby), None);
    }

    #[test]
    fn a_game_that_is_over_does_not_come_back() {
        let lobby = live([1, 2]);
        assert_eq!(told(&lobby), Some((2, 0)));
        lobby.changed(game(1, 3, 1, "finished"));
        lobby.changed(game(1, 2, 0, "playing"));
        assert_eq!(told(&lobby), Some((0, 1)));
    }

    #[test]
    fn a_reader_who_comes_back_hears_of_a_game_that_left_and_may_return() {
        let lobby = live(OLDEST..=100);
        told(&lobby);
        let before = lobby.lock().seq;
        lobby.changed(game(200, 1, 0, "playing"));
        told(&lobby);
        // The oldest has left, and returns for less than a tick.
        lobby.changed(game(200, 2, 0, "finished"));
        lobby.changed(game(OLDEST, 3, 0, "playing"));
        let line: Value = serde_json::from_str(lobby.since(Some(before)).unwrap().text.as_str()).unwrap();
        assert_eq!(line["removed"].as_array().unwrap().len(), 1);
    }
}
