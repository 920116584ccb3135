//! News of this server, for all others.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tengen_archive::StoredEvent;
use tengen_bus::Bus;
use tengen_clock::Clock;
use tengen_game::{GameId, Millis, PlayerId};
use tengen_lists::Lists;
use tengen_live::{LiveGame, Neighbours, Watching};
use tengen_protocol::{Rematch, Text};
use tokio_util::sync::CancellationToken;

use crate::news::{EventNews, GameNews, News};

/// How often it is told again how many watch a game.
const REPEAT: Duration = Duration::from_secs(10);
/// How many games one line names at most.
const GAMES_A_LINE: usize = 200;

/// Tells the other servers of a database what this one has stored; cheap to clone.
#[derive(Debug, Clone)]
pub struct Teller {
    bus: Bus,
    lists: Lists,
    /// The games that somebody watches here.
    watched: Arc<Mutex<HashMap<GameId, Watching>>>,
}

impl Teller {
    /// Tells by this bus. Of games that these lists show it tells more: other servers show the same.
    pub fn new(bus: Bus, lists: Lists) -> Self {
        Self { bus, lists, watched: Arc::default() }
    }

    /// Tells again and again how many watch which games, until the server stops: servers that have missed it, or have begun later,
    /// know it then, and the numbers of a server that is gone are told no more.
    pub async fn repeat(self, clock: Clock, stop: CancellationToken) {
        loop {
            tokio::select! {
                () = clock.sleep(REPEAT) => {}
                () = stop.cancelled() => return,
            }
            let watched: Vec<_> =
                self.watched_games().iter().map(|(game, watching)| (*game, *watching)).collect();
            for (game, watching) in watched {
                self.tell_watching(game, watching);
            }
        }
    }

    fn tell_watching(&self, game: GameId, watching: Watching) {
        let Watching { connections, addresses } = watching;
        self.tell(&News::Watching { game: Text(game), connections, addresses });
    }

    fn watched_games(&self) -> MutexGuard<'_, HashMap<GameId, Watching>> {
        // The map is whole even if a holder of the lock panicked.
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells of a token that was revoked, by its hash.
    pub fn revoked(&self, hash: &str) {
        self.tell(&News::Revoked { token: hash.to_owned(), changed_at: None });
    }

    /// Tells of a token, by its hash, whose player may do something else since this moment of the database's clock.
    pub fn changed(&self, hash: &str, changed_at: Millis) {
        self.tell(&News::Revoked { token: hash.to_owned(), changed_at: Some(changed_at) });
    }

    fn tell(&self, news: &News) {
        // Shapes made of texts and numbers always encode.
        if let Ok(line) = serde_json::to_string(news) {
            self.bus.send(line);
        }
    }
}

impl Neighbours for Teller {
    fn stored(&self, game: &LiveGame, event: StoredEvent) {
        let public = !game.is_private();
        let news = EventNews {
            game: Text(game.id()),
            players: players(game),
            public,
            event: event.into(),
            moved: if public && self.lists.show(game) { game.moved() } else { None },
        };
        self.tell(&News::Event(Box::new(news)));
    }

    fn opened(&self, game: &LiveGame) {
        let news = GameNews { game: Text(game.id()), players: players(game), public: !game.is_private() };
        self.tell(&News::Game(news));
    }

    fn watched(&self, game: GameId, watching: Watching) {
        if watching.connections == 0 {
            self.watched_games().remove(&game);
        } else {
            self.watched_games().insert(game, watching);
        }
        self.tell_watching(game, watching);
    }

    fn attended(&self, games: Vec<GameId>) {
        // One line has to fit into a message.
        for games in games.chunks(GAMES_A_LINE) {
            self.tell(&News::Attended { games: games.iter().copied().map(Text).collect() });
        }
    }

    fn offered(&self, game: GameId, rematch: Option<Rematch>) {
        self.tell(&News::Rematch { game: Text(game), rematch });
    }
}

fn players(game: &LiveGame) -> Vec<Text<PlayerId>> {
    game.participants().map(Text).collect()
}
