//! Who of the players hears of their own games.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_game::{GameId, Millis, PlayerId};
use tengen_protocol::OwnNews;
use tokio::sync::broadcast;

use super::{LiveGame, RoomError};

/// How many changes may wait for a slow reader; beyond that it reads from the database what it has missed.
const WAITING: usize = 64;

/// The players who listen on this server; cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct OwnGames(Arc<Mutex<HashMap<PlayerId, Listeners>>>);

/// Those who listen for one player. They are counted here, because a receiver still counts for its sender while it is dropped.
#[derive(Debug)]
struct Listeners {
    count: usize,
    sender: broadcast::Sender<Arc<OwnChange>>,
}

/// Something that has happened in one of a player's games.
#[derive(Debug, Clone)]
pub struct OwnChange {
    /// The game.
    pub game: GameId,
    /// The number of its last event.
    pub seq: u32,
    /// When that was.
    pub at: Millis,
    /// What it was, as the player is told.
    pub news: OwnNews,
}

/// One who listens.
#[derive(Debug)]
pub(super) struct Listener {
    own_games: OwnGames,
    player: PlayerId,
    pub(super) changes: broadcast::Receiver<Arc<OwnChange>>,
}

impl OwnGames {
    /// Tells the players of a game what has happened in it.
    pub fn tell(&self, game: &LiveGame) -> Result<(), RoomError> {
        for player in game.participants() {
            // Hardly anybody listens, and what nobody hears need not be made.
            let sender = self.lock().get(&player).map(|listeners| listeners.sender.clone());
            let Some(sender) = sender else { continue };
            // Whoever has left meanwhile misses nothing.
            let _ = sender.send(Arc::new(game.own_change(player)?));
        }
        Ok(())
    }

    /// Hears of everything that happens in a player's games from now on.
    pub(super) fn listen(&self, player: PlayerId) -> Listener {
        let mut players = self.lock();
        let nobody = || Listeners { count: 0, sender: broadcast::Sender::new(WAITING) };
        let listeners = players.entry(player).or_insert_with(nobody);
        listeners.count += 1;
        Listener { own_games: self.clone(), player, changes: listeners.sender.subscribe() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PlayerId, Listeners>> {
        // The map is whole even if a holder of the lock panicked: each change of it is one call.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut players = self.own_games.lock();
        let Some(listeners) = players.get_mut(&self.player) else { return };
        listeners.count -= 1;
        if listeners.count == 0 {
            players.remove(&self.player);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_kept_for_whom_nobody_listens() {
        let own_games = OwnGames::default();
        let (ann, ben) = (PlayerId::from_entropy([1; 10]), PlayerId::from_entropy([2; 10]));
        let (one, other, bens) = (own_games.listen(ann), own_games.listen(ann), own_games.listen(ben));
        drop(one);
        assert!(own_games.lock().contains_key(&ann));
        drop(other);
        assert!(!own_games.lock().contains_key(&ann));
        // Two who go at the same moment leave nothing behind.
        let many: Vec<_> = (0..64).map(|_| own_games.listen(ben)).collect();
        std::thread::scope(|scope| {
            for listener in many {
                scope.spawn(move || drop(listener));
            }
        });
        drop(bens);
        assert!(own_games.lock().is_empty());
    }
}
