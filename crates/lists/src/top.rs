//! The live games that are watched from most addresses, in their order.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tengen_clock::Clock;
use tengen_duties::Repeat;
use tengen_game::{GameId, Phase};
use tengen_live::Watching;
use tengen_protocol::{PlayerCard, Summary, TopGame, TopLine};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

use super::Lobby;
use super::numbered::{Line, Numbered, encode, first_number};

/// How many games there are at the top.
const SHOWN: usize = 10;
/// How often the games are ranked anew. A change of position is told at once.
const TICK: Duration = Duration::from_secs(1);
/// How many lines may wait for a slow reader. A reader that falls further behind gets one line with all that it missed.
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
    /// Games that somebody watches. They may be at the top however old they are.
    watched: HashMap<GameId, Watched>,
    /// The number of those who watch games at other servers. The rooms here count them, too; this is for games without a room.
    elsewhere: HashMap<GameId, Watching>,
    /// In their order.
    top: Vec<Ranked>,
}

/// A game that somebody watches.
#[derive(Debug, Clone)]
struct Watched {
    /// The number of addresses from which it is watched.
    addresses: usize,
    game: TopGame,
}

/// A game at the top.
#[derive(Debug, Clone)]
struct Ranked {
    game: TopGame,
    /// The number of the line that told of it last.
    told: u64,
}

impl Top {
    /// No games.
    pub fn new() -> Self {
        let first = first_number();
        let games =
            Games { seq: first, first, watched: HashMap::new(), elsewhere: HashMap::new(), top: Vec::new() };
        Self { games: Arc::new(Mutex::new(games)), lines: broadcast::Sender::new(WAITING) }
    }

    /// Takes note of a public game as spectators see it now.
    pub fn changed(&self, game: &Summary) {
        let mut games = self.lock();
        let over = !is_live(game);
        if over {
            games.watched.remove(&game.id.0);
        } else if let Some(known) = games.watched.get_mut(&game.id.0) {
            known.game.game = game.clone();
        }
        let Some(place) = games.top.iter().position(|ranked| ranked.game.game.id == game.id) else { return };
        if games.top[place].game.game.seq >= game.seq {
            return;
        }
        games.seq += 1;
        let told = games.seq;
        if over {
            games.top.remove(place);
        } else {
            let watching = games.top[place].game.watching;
            games.top[place] = Ranked { game: TopGame { watching, game: game.clone() }, told };
        }
        self.send(&games);
    }

    /// Shows players by these cards.
    pub(super) fn rename(&self, cards: &[PlayerCard]) {
        let mut games = self.lock();
        let Games { seq, watched, top, .. } = &mut *games;
        for watched in watched.values_mut() {
            for card in cards {
                watched.game.game.rename(card);
            }
        }
        let number = *seq + 1;
        for ranked in top {
            if cards.iter().filter(|card| ranked.game.game.rename(card)).count() > 0 {
                (ranked.told, *seq) = (number, number);
            }
        }
        if *seq == number {
            self.send(&games);
        }
    }

    /// Whether a game is at the top, or somebody watches it.
    pub(super) fn knows(&self, game: GameId) -> bool {
        let games = self.lock();
        games.watched.contains_key(&game) || games.top.iter().any(|ranked| ranked.game.game.id.0 == game)
    }

    /// Takes note of the number of those who watch a public game.
    pub fn watching(&self, game: &Summary, watching: Watching) {
        let mut games = self.lock();
        let Watching { connections, addresses } = watching;
        if connections == 0 || !(is_live(game) || game.phase == Phase::Open.name()) {
            games.watched.remove(&game.id.0);
        } else {
            let watched = Watched { addresses, game: TopGame { watching: connections, game: game.clone() } };
            games.watched.insert(game.id.0, watched);
        }
    }

    /// Takes note that nobody watches a game any more.
    pub(super) fn unwatched(&self, game: GameId) {
        self.lock().watched.remove(&game);
    }

    /// Takes note of the number of those who watch a game at other servers.
    pub(super) fn watched_elsewhere(&self, game: GameId, watching: Watching) {
        let mut games = self.lock();
        if watching.connections == 0 {
            games.elsewhere.remove(&game);
        } else {
            games.elsewhere.insert(game, watching);
        }
    }

    /// The games that somebody watches here.
    pub(super) fn watched(&self) -> Vec<(GameId, u32)> {
        let games = self.lock();
        games.watched.values().map(|known| &known.game.game).map(|game| (game.id.0, game.seq)).collect()
    }

    /// Ranks the games until the server stops.
    pub async fn run(self, clock: Clock, lobby: Lobby, stop: CancellationToken) {
        let mut ticks = Repeat::every(TICK, &clock, &stop);
        while ticks.tick().await {
            self.rank(lobby.live());
        }
    }

    /// Ranks the watched games and these, and tells of the changes.
    fn rank(&self, live: Vec<Summary>) {
        let mut games = self.lock();
        let unwatched = live.into_iter().filter(|game| !games.watched.contains_key(&game.id.0));
        let unwatched = unwatched.map(|game| {
            let Watching { connections, addresses } =
                games.elsewhere.get(&game.id.0).copied().unwrap_or_default();
            Watched { addresses, game: TopGame { watching: connections, game } }
        });
        let watched = games.watched.values().filter(|known| is_live(&known.game.game)).cloned();
        let mut all: Vec<Watched> = watched.chain(unwatched).collect();
        all.sort_by_key(|known| {
            let game = &known.game.game;
            (Reverse(known.addresses), Reverse(game.move_count), Reverse(game.created_at), game.id)
        });
        let now: Vec<TopGame> = all.into_iter().take(SHOWN).map(|known| known.game).collect();

        let same_order = now.len() == games.top.len()
            && now.iter().zip(&games.top).all(|(next, ranked)| next.game.id == ranked.game.game.id);
        let mut anything = !same_order;
        let number = games.seq + 1;
        let before: HashMap<GameId, Ranked> =
            games.top.drain(..).map(|ranked| (ranked.game.game.id.0, ranked)).collect();
        for next in now {
            let ranked = match before.get(&next.game.id.0) {
                Some(ranked) if ranked.game == next => ranked.clone(),
                // The game that was told may be newer than the lobby's.
                Some(ranked) if ranked.game.game.seq > next.game.seq => {
                    let game = TopGame { watching: next.watching, game: ranked.game.game.clone() };
                    let told = if game == ranked.game { ranked.told } else { number };
                    Ranked { game, told }
                }
                _ => Ranked { game: next, told: number },
            };
            anything |= ranked.told == number;
            games.top.push(ranked);
        }
        if anything {
            games.seq = number;
            self.send(&games);
        }
    }

    /// Sends the line of the last number.
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
        let games = self.top.iter().map(|ranked| ranked.game.clone()).collect();
        Line::new(self.seq, encode(&TopLine::Top { seq: self.seq, games }))
    }

    /// The line that leads from the state of a number to the present state. Games that are gone are missing in its order.
    fn update(&self, since: u64) -> Line {
        let changed = self.top.iter().filter(|ranked| ranked.told > since);
        let games = changed.map(|ranked| ranked.game.clone()).collect();
        let order = self.top.iter().map(|ranked| ranked.game.game.id).collect();
        Line::new(self.seq, encode(&TopLine::TopUpdate { seq: self.seq, games, order }))
    }
}

fn is_live(game: &Summary) -> bool {
    [Phase::Playing, Phase::Scoring].iter().any(|phase| phase.name() == game.phase)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::made_up::game;

    fn by(connections: usize, addresses: usize) -> Watching {
        Watching { connections, addresses }
    }

    /// What is told since a number: the number of moves of each game, and how many games there are.
    fn told(top: &Top, number: Option<u64>) -> Option<(u64, Vec<u64>, usize)> {
        let line = top.since(number)?;
        let json: Value = serde_json::from_str(line.text.as_str()).unwrap();
        let games = json["games"].as_array().unwrap();
        let moves = games.iter().map(|game| game["move_count"].as_u64().unwrap()).collect();
        Some((line.seq, moves, json["order"].as_array().map_or(games.len(), Vec::len)))
    }

    #[test]
    fn those_watched_from_most_addresses_come_first_and_then_those_with_the_most_moves() {
        let top = Top::new();
        top.watching(&game(1, 2, 1, "playing"), by(3, 3));
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
        let json: Value = serde_json::from_str(top.since(Some(first + 9)).unwrap().text.as_str()).unwrap();
        assert_eq!(json["type"], "top");
    }

    #[test]
    fn a_game_that_is_watched_at_another_server_counts() {
        let top = Top::new();
        let games = [game(1, 2, 1, "playing"), game(2, 2, 2, "playing")];
        top.watching(&games[1], by(1, 1));
        top.watched_elsewhere(games[0].id.0, by(3, 2));
        top.rank(games.to_vec());
        let line: Value = serde_json::from_str(top.since(None).unwrap().text.as_str()).unwrap();
        assert_eq!((&line["games"][0]["move_count"], &line["games"][0]["watching"]), (&1.into(), &3.into()));
        top.watched_elsewhere(games[0].id.0, by(0, 0));
        top.rank(games.to_vec());
        assert_eq!(told(&top, None).unwrap().1, [2, 1]);
    }

    #[test]
    fn connections_from_one_address_make_no_crowd() {
        let top = Top::new();
        let games = [game(1, 2, 1, "playing"), game(2, 2, 2, "playing"), game(3, 2, 3, "playing")];
        let [crowded, honest, quiet] = &games;
        top.watching(crowded, by(150, 1));
        top.watching(honest, by(2, 2));
        top.watching(quiet, by(1, 1));
        top.rank(games.to_vec());
        let (_, moves, _) = told(&top, None).unwrap();
        assert_eq!(moves, [2, 3, 1]);
    }
}
