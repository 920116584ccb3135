//! The number of those who watch games at other servers, as these tell it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tengen_game::GameId;
use tokio::time::Instant;

use crate::readers::Watching;

/// How long a number holds that is not told again: then its server is gone, or NATS is.
const HOLDS: Duration = Duration::from_secs(30);
/// How many games are known. What other servers tell must not fill the memory.
const MOST: usize = 100_000;

/// The watchers at other servers.
#[derive(Debug, Default)]
pub(crate) struct WatchedElsewhere(Mutex<HashMap<GameId, HashMap<i64, Told>>>);

/// What one server has told last of a game.
#[derive(Debug, Clone, Copy)]
struct Told {
    watching: Watching,
    at: Instant,
}

impl WatchedElsewhere {
    /// Takes note of what a server tells. Answers whether that changes the sum.
    pub(crate) fn note(&self, game: GameId, server: i64, watching: Watching, at: Instant) -> bool {
        let mut games = self.lock();
        if watching.connections == 0 {
            let Some(servers) = games.get_mut(&game) else { return false };
            let is_news = servers.remove(&server).is_some();
            if servers.is_empty() {
                games.remove(&game);
            }
            return is_news;
        }
        if games.len() >= MOST && !games.contains_key(&game) {
            return false;
        }
        let before = games.entry(game).or_default().insert(server, Told { watching, at });
        before.is_none_or(|before| before.watching != watching)
    }

    /// All watchers of a game at other servers. Whoever watches at two servers counts twice.
    pub(crate) fn sum(&self, game: GameId) -> Watching {
        let games = self.lock();
        let told = games.get(&game).into_iter().flat_map(HashMap::values);
        told.fold(Watching::default(), |sum, told| sum + told.watching)
    }

    /// Forgets what was not told again. Answers the games of which the sum has changed.
    pub(crate) fn forget_old(&self, now: Instant) -> Vec<GameId> {
        let (mut games, mut changed) = (self.lock(), Vec::new());
        games.retain(|game, servers| {
            let before = servers.len();
            servers.retain(|_, told| now.saturating_duration_since(told.at) < HOLDS);
            if servers.len() != before {
                changed.push(*game);
            }
            !servers.is_empty()
        });
        changed
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, HashMap<i64, Told>>> {
        // The map is whole even if a holder of the lock panicked.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use tengen_clock::Clock;

    use super::*;

    fn by(connections: usize, addresses: usize) -> Watching {
        Watching { connections, addresses }
    }

    #[test]
    fn the_watchers_at_all_servers_count_as_long_as_they_are_told() {
        let (clock, _hands) = Clock::by_hand(0);
        let (elsewhere, game, began) =
            (WatchedElsewhere::default(), GameId::from_entropy([1; 10]), clock.instant());
        let later = |seconds| began + Duration::from_secs(seconds);
        assert!(!elsewhere.note(game, 1, by(0, 0), began));
        assert!(elsewhere.note(game, 1, by(3, 2), began) && elsewhere.note(game, 2, by(1, 1), began));
        assert_eq!(elsewhere.sum(game), by(4, 3));
        assert!(!elsewhere.note(game, 1, by(3, 2), later(10)), "it is told again");
        assert!(elsewhere.note(game, 1, by(5, 2), later(10)));
        assert_eq!(elsewhere.forget_old(later(29)), []);
        assert_eq!(elsewhere.forget_old(later(30)), [game]);
        assert_eq!(elsewhere.sum(game), by(5, 2));
        assert!(elsewhere.note(game, 1, by(0, 0), later(31)));
        assert!(elsewhere.lock().is_empty());
    }
}
