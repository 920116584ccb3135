//! The open and live games of the moment, for home pages and waiting programs.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tengen_clock::Clock;
use tengen_game::{GameId, Millis, Phase};
use tengen_live::{LiveGame, SharedText};
use tengen_protocol::{LobbyLine, Moved, Summary, Text};
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
    /// How many of them are of each kind.
    counts: [u32; KINDS.len()],
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
    kind: Kind,
    /// The number of the update that told of it last, if one did, and the game as it was told.
    told: Option<u64>,
    told_as: Option<Box<Summary>>,
}

impl Lobby {
    /// An empty lobby.
    pub fn new() -> Self {
        let seq = first_number();
        let games = Games {
            seq,
            shown: BTreeMap::new(),
            counts: [0; KINDS.len()],
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

    /// Takes note of a move, the last event of a public game: in the game's entry, or not at all where the lobby has no room for the
    /// game. Answers whether that is done; otherwise the lobby has to be told of the [whole game](Self::changed).
    pub(super) fn moved(&self, game: &LiveGame) -> bool {
        self.lock().note_move(game)
    }

    /// The live games as they are now.
    pub(super) fn live(&self) -> Vec<Summary> {
        let games = self.lock();
        let live = games.shown.values().filter(|shown| shown.kind == Kind::Live);
        live.map(|shown| shown.game.clone()).collect()
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
            _ => Some(Line::new(games.seq, games.encoded.clone())),
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
        let mut changed: Vec<_> = std::mem::take(&mut self.changed).into_iter().collect();
        changed.sort_unstable_by(|one, other| other.cmp(one));
        let (mut whole, mut moved) = (Vec::new(), Vec::new());
        for key in changed {
            let Some(shown) = self.shown.get_mut(&key) else { continue };
            shown.told = Some(self.seq);
            match shown.told_as.as_ref().and_then(|known| Moved::between(known, &shown.game)) {
                Some(moves) => moved.push(moves),
                None => whole.push(shown.game.clone()),
            }
            shown.told_as = Some(Box::new(shown.game.clone()));
        }
        self.gone.extend(std::mem::take(&mut self.removed).into_iter().map(|id| (self.seq, id)));
        while self.gone.len() > REMEMBERED {
            self.forgotten = self.gone.pop_front().map_or(self.seq, |(told, _)| told);
        }
        let games = self.shown.values().rev().map(|shown| shown.game.clone()).collect();
        self.encoded = encode(&LobbyLine::Lobby { seq: self.seq, games });
        let changes = LobbyLine::LobbyUpdate {
            seq: self.seq,
            games: whole,
            moved,
            removed: self.removed_since(self.seq - 1),
        };
        Some(Line { changes: Some(encode(&changes)), ..self.update(self.seq - 1) })
    }

    /// The update that leads from the state of a number to the state of the last tick, with whole games. Later moves are not in it,
    /// because the next tick tells them from there on.
    fn update(&self, since: u64) -> Line {
        let changed = self.shown.values().rev().filter(|shown| shown.told.is_some_and(|told| told > since));
        let games = changed.map(|shown| shown.told_as.as_deref().unwrap_or(&shown.game).clone()).collect();
        let (moved, removed) = (Vec::new(), self.removed_since(since));
        Line::new(self.seq, encode(&LobbyLine::LobbyUpdate { seq: self.seq, games, moved, removed }))
    }

    /// The games that left after the state of a number and have not come back.
    fn removed_since(&self, since: u64) -> Vec<Text<GameId>> {
        let gone = self.gone.iter().rev().take_while(|(told, _)| *told > since);
        let back =
            |id: &GameId| self.shown.values().any(|shown| shown.game.id.0 == *id && shown.told.is_some());
        gone.map(|(_, id)| *id).filter(|id| !back(id)).map(Text).collect()
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
        let is_known = self.shown.get(&key).is_some_and(|known| known.kind == kind);
        if !is_known && !self.make_room(kind, key) {
            self.remove(key);
            return;
        }
        // A game that left since the last tick was told of before.
        let told = if self.removed.remove(&key.1) { Some(self.seq) } else { None };
        let (mut told, mut told_as) = (told, None);
        if let Some(known) = self.shown.remove(&key) {
            self.counts[known.kind as usize] -= 1;
            (told, told_as) = (known.told, known.told_as);
        }
        self.counts[kind as usize] += 1;
        self.shown.insert(key, Shown { game, kind, told, told_as });
        self.changed.insert(key);
    }

    /// Takes note of a move in a game that is shown, or in one that is too old to be.
    fn note_move(&mut self, game: &LiveGame) -> bool {
        if game.state().settings().delay() > 0 {
            return false;
        }
        let key = (game.created_at(), game.id());
        let Some(shown) = self.shown.get_mut(&key) else {
            let is_live = Kind::Live.phases().contains(&game.state().phase());
            return self.over.contains(&key.1) || is_live && self.leave_out(Kind::Live, key);
        };
        let is_noted = game.add_move(&mut shown.game);
        if is_noted {
            self.changed.insert(key);
        }
        is_noted
    }

    /// Leaves a game out that is older than all that are shown of its kind, if there are enough of these. Answers whether it did.
    fn leave_out(&mut self, kind: Kind, game: (Millis, GameId)) -> bool {
        let is_too_old = self.is_full(kind) && self.oldest(kind).is_none_or(|oldest| oldest > game);
        self.left_out[kind as usize] |= is_too_old;
        is_too_old
    }

    /// Makes room for a game of a kind, unless it is older than all that are shown.
    fn make_room(&mut self, kind: Kind, newcomer: (Millis, GameId)) -> bool {
        if self.leave_out(kind, newcomer) {
            return false;
        }
        if self.is_full(kind)
            && let Some(oldest) = self.oldest(kind)
        {
            self.left_out[kind as usize] = true;
            self.remove(oldest);
        }
        true
    }

    fn is_full(&self, kind: Kind) -> bool {
        self.counts[kind as usize] >= SHOWN
    }

    /// The oldest game of a kind.
    fn oldest(&self, kind: Kind) -> Option<(Millis, GameId)> {
        self.shown.iter().find(|(_, shown)| shown.kind == kind).map(|(key, _)| *key)
    }

    fn remove(&mut self, key: (Millis, GameId)) {
        self.changed.remove(&key);
        let Some(shown) = self.shown.remove(&key) else { return };
        self.counts[shown.kind as usize] -= 1;
        // A game that was never told of leaves without a word.
        if shown.told.is_some() {
            self.removed.insert(key.1);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use tengen_protocol::Version;

    use super::*;
    use crate::made_up::{game, live_game};

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
    fn a_move_changes_the_entry_of_its_game_as_if_it_was_made_anew() {
        let lobby = Lobby::new();
        let moves = ["Q16", "D4", "pass", "Q4", "pass", "pass"];
        lobby.changed(live_game(1, &[]).summary().unwrap());
        for count in 1..moves.len() {
            assert_eq!(told(&lobby), Some((1, 0)));
            let game = live_game(1, &moves[..count]);
            assert!(lobby.moved(&game), "{count}");
            assert_eq!(lobby.find(1, game.id()), Some(game.summary().unwrap()));
        }
        assert!(!lobby.moved(&live_game(1, &moves)), "its phase has changed");
        assert!(!lobby.moved(&live_game(1, &moves[..1])), "that was long ago");
        assert!(!lobby.moved(&live_game(2, &moves[..1])), "it is not shown yet");
        let full = live(101..=200);
        assert!(full.moved(&live_game(OLDEST, &moves[..1])), "there are enough newer ones");
        assert_eq!(told(&full), Some((100, 0)));
        full.changed(game(101, 3, 2, "finished"));
        assert!(full.has_room() && !full.moved(&live_game(OLDEST, &moves[..2])));
    }

    #[test]
    fn version_2_tells_moves_without_the_rest_of_their_game() {
        let lobby = Lobby::new();
        let tick = |version| -> Value {
            serde_json::from_str(lobby.lock().tick().unwrap().text(version).as_str()).unwrap()
        };
        lobby.changed(live_game(1, &[]).summary().unwrap());
        lobby.changed(game(2, 1, 0, "open"));
        let whole = tick(Version::V2);
        assert_eq!((whole["games"].as_array().unwrap().len(), whole.get("moved")), (2, None));

        for game in [live_game(1, &["Q16"]), live_game(1, &["Q16", "D4"])] {
            assert!(lobby.moved(&game));
        }
        lobby.changed(game(2, 2, 0, "playing"));
        let both = tick(Version::V2);
        assert_eq!(both["games"][0]["phase"], "playing");
        let moved: Vec<Moved> = serde_json::from_value(both["moved"].clone()).unwrap();
        let [moved] = moved.as_slice() else { panic!("{both}") };
        let mut reached = live_game(1, &[]).summary().unwrap();
        moved.apply(&mut reached);
        assert_eq!(reached, live_game(1, &["Q16", "D4"]).summary().unwrap());

        assert!(lobby.moved(&live_game(1, &["Q16", "D4", "pass"])));
        let old = tick(Version::V1);
        assert_eq!((&old["games"][0]["move_count"], old.get("moved")), (&Value::from(3), None));
        // A reader who has missed a line gets whole games in either version.
        let since = whole["seq"].as_u64();
        let missed = lobby.since(since).unwrap();
        assert_eq!(missed.text(Version::V1), missed.text(Version::V2));
    }

    #[test]
    fn a_reader_who_catches_up_between_two_ticks_can_add_up_the_next_one() {
        let lobby = Lobby::new();
        lobby.changed(live_game(1, &[]).summary().unwrap());
        let first = lobby.lock().tick().unwrap().seq;
        // White's stone in the corner is there between two ticks alone.
        let moves = ["A2", "A1", "B1"];
        assert!(lobby.moved(&live_game(1, &moves[..1])));
        lobby.lock().tick().unwrap();
        assert!(lobby.moved(&live_game(1, &moves[..2])));
        let read = |line: Line| -> Value { serde_json::from_str(line.text(Version::V2).as_str()).unwrap() };
        let mut known: Summary =
            serde_json::from_value(read(lobby.since(Some(first)).unwrap())["games"][0].take()).unwrap();
        assert!(lobby.moved(&live_game(1, &moves)));
        let next = read(lobby.lock().tick().unwrap());
        serde_json::from_value::<Moved>(next["moved"][0].clone()).unwrap().apply(&mut known);
        assert_eq!(known, live_game(1, &moves).summary().unwrap());
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
