//! The ended games that were asked for a moment ago: a reader who opens one asks for it more than once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tengen_game::GameId;
use tokio::time::Instant;

use crate::LiveGame;

/// How many bytes of games are kept, by [`LiveGame::bytes`].
const MOST: usize = 8 << 20;
/// How long a game is kept: memory that nobody needs comes back.
const KEEP: Duration = Duration::from_mins(1);

/// Games that have ended.
#[derive(Debug, Default)]
pub(crate) struct KeptGames(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    /// Each with the moment at which it was read.
    games: HashMap<GameId, (Arc<LiveGame>, Instant)>,
    bytes: usize,
}

impl KeptGames {
    /// A game, if it was read a moment ago.
    pub(super) fn find(&self, id: GameId) -> Option<Arc<LiveGame>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (game, read_at) = kept.games.get(&id)?;
        (read_at.elapsed() < KEEP).then(|| Arc::clone(game))
    }

    /// Keeps a game that was read now. The games that were read first make room for it.
    pub(super) fn keep(&self, game: &Arc<LiveGame>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.remove(game.id());
        while kept.bytes + game.bytes() > MOST
            && let Some(oldest) = kept.games.iter().min_by_key(|(_, (_, read_at))| *read_at)
        {
            let oldest = *oldest.0;
            kept.remove(oldest);
        }
        if game.bytes() <= MOST {
            kept.bytes += game.bytes();
            kept.games.insert(game.id(), (Arc::clone(game), Instant::now()));
        }
    }

    /// Forgets all of them: who is asked for one reads it again.
    pub(crate) fn forget_all(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Kept::default();
    }

    /// Forgets games that were read too long ago.
    pub(crate) fn tidy(&self) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.games.retain(|_, (_, read_at)| read_at.elapsed() < KEEP);
        kept.bytes = kept.games.values().map(|(game, _)| game.bytes()).sum();
    }
}

impl Kept {
    fn remove(&mut self, id: GameId) {
        if let Some((game, _)) = self.games.remove(&id) {
            self.bytes -= game.bytes();
        }
    }
}
