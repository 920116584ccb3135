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
pub struct OwnGames(Arc<Mutex<HashMap<PlayerId, broadcast::Sender<Arc<OwnChange>>>>>);

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
            let Some(sender) = self.lock().get(&player).cloned() else { continue };
            // Whoever has left meanwhile misses nothing.
            let _ = sender.send(Arc::new(game.own_change(player)?));
        }
        Ok(())
    }

    /// Hears of everything that happens in a player's games from now on.
    pub(super) fn listen(&self, player: PlayerId) -> Listener {
        let mut players = self.lock();
        let sender = players.entry(player).or_insert_with(|| broadcast::Sender::new(WAITING));
        Listener { own_games: self.clone(), player, changes: sender.subscribe() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PlayerId, broadcast::Sender<Arc<OwnChange>>>> {
        // The map is whole even if a holder of the lock panicked: each change of it is one call.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut players = self.own_games.lock();
        // This one still counts.
        if players.get(&self.player).is_some_and(|sender| sender.receiver_count() <= 1) {
            players.remove(&self.player);
        }
    }
}
