//! The games of which other servers have told, and how far the lists know them.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tengen_game::GameId;
use tokio::sync::Notify;

/// How many games may wait to be read. Further ones wait for the feed.
const WAITING: usize = 10_000;
/// How many games are remembered of which the feed will tell again.
const REMEMBERED: usize = 50_000;

/// The games of which another server has told.
#[derive(Debug, Default)]
pub(crate) struct HeardGames {
    known: Mutex<Known>,
    /// Rings when a game is to be read.
    pub(crate) news: Notify,
}

#[derive(Debug, Default)]
struct Known {
    /// The games that are to be read.
    waiting: BTreeSet<GameId>,
    /// The number up to which the lists were told of a game. The feed tells of the same commits a little later.
    told: HashMap<GameId, u32>,
}

impl HeardGames {
    /// Whether the lists have been told of a game up to a number.
    pub(crate) fn has_told(&self, game: GameId, seq: u32) -> bool {
        self.lock().told.get(&game).is_some_and(|told| *told >= seq)
    }

    /// Takes note that the lists were told of a game up to a number.
    pub(crate) fn note_told(&self, game: GameId, seq: u32) {
        let mut known = self.lock();
        if known.told.len() >= REMEMBERED {
            // What is forgotten is read once more, and no harm is done.
            known.told.clear();
        }
        let told = known.told.entry(game).or_default();
        *told = seq.max(*told);
    }

    /// Forgets a game of which the feed has told, too.
    pub(crate) fn forget(&self, game: GameId) {
        self.lock().told.remove(&game);
    }

    /// Has a game read soon.
    pub(crate) fn want(&self, game: GameId) {
        let mut known = self.lock();
        if known.waiting.len() < WAITING {
            known.waiting.insert(game);
            self.news.notify_one();
        }
    }

    /// The next game that is to be read.
    pub(crate) fn take(&self) -> Option<GameId> {
        self.lock().waiting.pop_first()
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        // The parts are whole even if a holder of the lock panicked: each change of them is one call.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
