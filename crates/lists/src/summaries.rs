//! Live games as the last lists showed them.
//!
//! The lobby knows the newest games. A list of older ones reads and plays through their logs; most games are asked for again
//! before anything has happened in them.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use tengen_game::GameId;
use tengen_protocol::Summary;

/// The memory of all summaries together, in bytes.
const MOST: u64 = 16 << 20;
/// About as many summaries fit into it.
const GAMES: usize = 8_192;

/// The names and words of a summary and their places on the heap, in bytes.
const TEXTS: usize = 512;

/// Summaries by their game, the least useful ones forgotten.
#[derive(Debug)]
pub(super) struct Summaries(Cache<GameId, Arc<Summary>, Bytes>);

#[derive(Debug, Clone)]
struct Bytes;

impl Weighter<GameId, Arc<Summary>> for Bytes {
    fn weight(&self, _: &GameId, summary: &Arc<Summary>) -> u64 {
        let stones = summary.stones.as_ref().map_or(0, String::len);
        (size_of::<(GameId, Summary)>() + TEXTS + stones) as u64
    }
}

impl Default for Summaries {
    fn default() -> Self {
        Self(Cache::with_weighter(GAMES, MOST, Bytes))
    }
}

impl Summaries {
    /// A game as spectators see it, if the event of this number was the last one of which its summary tells.
    ///
    /// Of a delayed game, more is stored than shown: its number is beyond that of its summary until all is shown.
    pub(super) fn find(&self, game: GameId, last: u32) -> Option<Summary> {
        self.0.get(&game).filter(|summary| summary.seq == last).map(|summary| Summary::clone(&summary))
    }

    /// Forgets all games: who is asked for one reads it again.
    pub(super) fn forget_all(&self) {
        self.0.clear();
    }

    /// Keeps a game as spectators see it.
    pub(super) fn keep(&self, summary: &Summary) {
        self.0.insert(summary.id.0, Arc::new(summary.clone()));
    }
}
