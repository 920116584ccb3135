//! Delayed games of which spectators will see more by time alone. Those with a room here are shown by their room.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_game::{GameId, Millis};

/// How many games are remembered. Those beyond are shown again after their next event.
const REMEMBERED: usize = 10_000;

/// The moments at which lists show the next event of games; cheap to clone.
#[derive(Debug, Clone, Default)]
pub(super) struct Reveals(Arc<Mutex<HashMap<GameId, Millis>>>);

impl Reveals {
    /// Takes note of the moment at which spectators see more of a game, if they ever will.
    pub(super) fn note(&self, game: GameId, at: Option<Millis>) {
        let mut games = self.lock();
        match at {
            Some(at) if games.len() < REMEMBERED || games.contains_key(&game) => drop(games.insert(game, at)),
            Some(_) => {}
            None => drop(games.remove(&game)),
        }
    }

    /// The games of which spectators see more by now.
    pub(super) fn due(&self, now: Millis) -> Vec<GameId> {
        self.lock().iter().filter(|(_, at)| **at <= now).map(|(game, _)| *game).collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Millis>> {
        // The map is whole even if a holder of the lock panicked: each change of it is one call.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_due_until_its_next_moment_is_known() {
        let reveals = Reveals::default();
        let [one, two] = [1, 2].map(|number| GameId::from_entropy([number; 10]));
        reveals.note(one, Some(10));
        reveals.note(two, Some(20));
        assert_eq!(reveals.due(9), []);
        assert_eq!(reveals.due(10), [one]);
        assert_eq!(reveals.due(10), [one]);
        reveals.note(one, Some(30));
        assert_eq!(reveals.due(20), [two]);
        reveals.note(two, None);
        assert_eq!(reveals.due(29), []);
    }
}
