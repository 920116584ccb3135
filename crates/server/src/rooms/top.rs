//! The live games at which most people look, position by position.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tengen_game::{GameId, Phase};
use tengen_protocol::{Summary, TopGame, TopLine};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

use super::Lobby;
use super::numbered::{Line, Numbered, encode, first_number};

/// How many games there are at the top.
const SHOWN: usize = 10;
/// How often the games are ranked anew. A change of position is told at once.
const TICK: Duration = Duration::from_secs(1);
/// How many lines may wait for a slow reader; beyond that it gets one that leads to the same.
const WAITING: usize = 64;

/// The top live games of this process; cheap to clone.
#[derive(Debug, Clone)]
pub struct Top {
    games: Arc<Mutex<Games>>,
    lines: broadcast::Sender<Line>,
}

#[derive(Debug)]
struct Games {
    /// The number of the last line.
    seq: u64,
    /// The number at which this process began to count.
    first: u64,
    /// Games that somebody watches, and who may be at the top however old they are.
    watched: HashMap<GameId, TopGame>,
    /// In their order.
    top: Vec<Place>,
}

/// A game at the top.
#[derive(Debug, Clone)]
struct Place {
    game: TopGame,
    /// The number of the line that told of it last.
    told: u64,
}

impl Top {
    /// No games.
    pub fn new() -> Self {
        let first = first_number();
        let games = Games { seq: first, first, watched: HashMap::new(), top: Vec::new() };
        Self { games: Arc::new(Mutex::new(games)), lines: broadcast::Sender::new(WAITING) }
    }

    /// Takes note of a public game as spectators see it now.
    pub fn changed(&self, game: &Summary) {
        let mut games = self.lock();
        let over = !is_live(game);
        if over {
            games.watched.remove(&game.id.0);
        } else if let Some(known) = games.watched.get_mut(&game.id.0) {
            known.game = game.clone();
        }
        let Some(place) = games.top.iter().position(|place| place.game.game.id == game.id) else { return };
        if games.top[place].game.game.seq >= game.seq {
            return;
        }
        games.seq += 1;
        let told = games.seq;
        if over {
            games.top.remove(place);
        } else {
            let watching = games.top[place].game.watching;
            games.top[place] = Place { game: TopGame { watching, game: game.clone() }, told };
        }
        self.send(&games);
    }

    /// Takes note of how many watch a public game.
    pub fn watching(&self, game: &Summary, watching: usize) {
        let mut games = self.lock();
        if watching == 0 || !(is_live(game) || game.phase == Phase::Open.name()) {
            games.watched.remove(&game.id.0);
        } else {
            games.watched.insert(game.id.0, TopGame { watching, game: game.clone() });
        }
    }

    /// Takes note that nobody watches a game any more.
    pub(super) fn unwatched(&self, game: GameId) {
        self.lock().watched.remove(&game);
    }

    /// The games that somebody watches here.
    pub(super) fn watched(&self) -> Vec<(GameId, u32)> {
        self.lock().watched.values().map(|known| (known.game.id.0, known.game.seq)).collect()
    }

    /// Ranks the games until the server stops.
    pub async fn run(self, lobby: Lobby, stop: CancellationToken) {
        let mut ticks = tokio::time::interval(TICK);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
        loop {
            tokio::select! {
                _ = ticks.tick() => self.rank(lobby.live()),
                () = stop.cancelled() => return,
            }
        }
    }

    /// Ranks the watched games and these, and tells of what has changed.
    fn rank(&self, live: Vec<Summary>) {
        let mut games = self.lock();
        let unwatched = live.into_iter().filter(|game| !games.watched.contains_key(&game.id.0));
        let unwatched = unwatched.map(|game| TopGame { watching: 0, game });
        let watched = games.watched.values().filter(|known| is_live(&known.game)).cloned();
        let mut ranked: Vec<TopGame> = watched.chain(unwatched).collect();
        ranked.sort_by_key(|known| {
            let game = &known.game;
            (Reverse(known.watching), Reverse(game.move_count), Reverse(game.created_at), game.id)
        });
        ranked.truncate(SHOWN);

        let same_order = ranked.len() == games.top.len()
            && ranked.iter().zip(&games.top).all(|(next, place)| next.game.id == place.game.game.id);
        let mut anything = !same_order;
        let number = games.seq + 1;
        let before: HashMap<GameId, Place> =
            games.top.drain(..).map(|place| (place.game.game.id.0, place)).collect();
        for next in ranked {
            let place = match before.get(&next.game.id.0) {
                Some(place) if place.game == next => place.clone(),
                // What was told may be newer than what the lobby knows.
                Some(place) if place.game.game.seq > next.game.seq => {
                    let game = TopGame { watching: next.watching, game: place.game.game.clone() };
                    let told = if game == place.game { place.told } else { number };
                    Place { game, told }
                }
                _ => Place { game: next, told: number },
            };
            anything |= place.told == number;
            games.top.push(place);
        }
        if anything {
            games.seq = number;
            self.send(&games);
        }
    }

    /// Sends what the last number has brought.
    fn send(&self, games: &Games) {
        // Without readers there is nobody to miss it.
        if self.lines.receiver_count() > 0 {
            let _ = self.lines.send(games.update(games.seq - 1));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Games> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Top {
    fn default() -> Self {
        Self::new()
    }
}

impl Numbered for Top {
    fn since(&self, number: Option<u64>) -> Option<Line> {
        let games = self.lock();
        match number {
            Some(number) if number == games.seq => None,
            Some(number) if (games.first..games.seq).contains(&number) => Some(games.update(number)),
            _ => Some(games.whole()),
        }
    }

    fn lines(&self) -> broadcast::Receiver<Line> {
        self.lines.subscribe()
    }
}

impl Games {
    fn whole(&self) -> Line {
        let games = self.top.iter().map(|place| place.game.clone()).collect();
        Line { seq: self.seq, text: encode(&TopLine::Top { seq: self.seq, games }) }
    }

    /// What leads from the state of a number to that of now. The order says which games are gone.
    fn update(&self, since: u64) -> Line {
        let changed = self.top.iter().filter(|place| place.told > since);
        let games = changed.map(|place| place.game.clone()).collect();
        let order = self.top.iter().map(|place| place.game.game.id).collect();
        Line { seq: self.seq, text: encode(&TopLine::TopUpdate { seq: self.seq, games, order }) }
    }
}

fn is_live(game: &Summary) -> bool {
    [Phase::Playing, Phase::Scoring].iter().any(|phase| phase.name() == game.phase)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn game(number: u8, seq: u32, move_count: usize, phase: &str) -> Summary {
        let id = GameId::from_entropy([number; 10]);
        let creator = json!({"id": "8k2q4w7m1x9c3v5b", "name": "Ann", "guest": true, "kind": "guest"});
        let wish = tengen_game::NewGame::with_preset(tengen_rules::Preset::Japanese);
        let player = "8k2q4w7m1x9c3v5b".parse().unwrap();
        let settings = tengen_game::Settings::new(player, wish).unwrap();
        serde_json::from_value(json!({
            "id": id.to_string(), "seq": seq, "phase": phase, "created_at": 1, "updated_at": 1,
            "settings": tengen_protocol::SettingsShape::from(&settings), "creator": creator,
            "players": {"black": null, "white": null}, "to_move": null, "move_count": move_count,
            "stones": null, "last_move": null, "result": null, "waits": null,
            "asked": {"black": null, "white": null},
        }))
        .unwrap()
    }

    /// What is told since a number: the number of moves of each game, and how many games there are.
    fn told(top: &Top, number: Option<u64>) -> Option<(u64, Vec<u64>, usize)> {
        let line = top.since(number)?;
        let json: Value = serde_json::from_str(&line.text).unwrap();
        let games = json["games"].as_array().unwrap();
        let moves = games.iter().map(|game| game["move_count"].as_u64().unwrap()).collect();
        Some((line.seq, moves, json["order"].as_array().map_or(games.len(), Vec::len)))
    }

    #[test]
    fn the_most_watched_come_first_and_then_those_with_the_most_moves() {
        let top = Top::new();
        top.watching(&game(1, 2, 1, "playing"), 3);
        let many = (10..30).map(|number| game(number, 9, usize::from(number), "playing"));
        top.rank(many.chain([game(1, 2, 1, "playing")]).collect());
        let (first, moves, _) = told(&top, None).unwrap();
        assert_eq!(moves, [1, 29, 28, 27, 26, 25, 24, 23, 22, 21]);
        assert_eq!(told(&top, Some(first)), None, "nothing has happened since");

        top.changed(&game(1, 3, 2, "playing"));
        assert_eq!(told(&top, Some(first)), Some((first + 1, vec![2], 10)));
        // An old list takes nothing back.
        top.rank((20..30).map(|number| game(number, 9, usize::from(number), "playing")).collect());
        assert_eq!(told(&top, Some(first)), Some((first + 1, vec![2], 10)));
        top.changed(&game(1, 4, 2, "finished"));
        assert_eq!(told(&top, Some(first + 1)), Some((first + 2, vec![], 9)));
        top.rank(Vec::new());
        assert_eq!(told(&top, Some(first)), Some((first + 3, vec![], 0)));
        // Nobody else's numbers.
        let json: Value = serde_json::from_str(&top.since(Some(first + 9)).unwrap().text).unwrap();
        assert_eq!(json["type"], "top");
    }
}
