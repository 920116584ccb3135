//! Estimates of the score that were made last.

use std::sync::Arc;

use quick_cache::sync::Cache;
use tengen_house::{Estimate, estimate};
use tengen_rules::{Board, Color, HalfPoints, Topology};

/// How many are kept. One of the largest board takes two kilobytes.
const KEPT: usize = 2_000;
/// The same question has the same answer on every server.
const SEED: u64 = 1;

/// A position to be estimated.
#[derive(Debug, Clone)]
pub struct Question {
    /// The board with its stones.
    pub board: Board<Arc<Topology>>,
    /// The board's name.
    pub name: String,
    /// The player to move.
    pub to_move: Color,
    /// White's compensation.
    pub komi: HalfPoints,
}

/// The parts of a question on which its answer depends.
type Key = (String, String, Color, HalfPoints);

/// A cache of estimates; cheap to clone.
#[derive(Debug, Clone)]
pub struct Estimates(Arc<Cache<Key, Arc<Estimate>>>);

impl Default for Estimates {
    fn default() -> Self {
        Self(Arc::new(Cache::new(KEPT)))
    }
}

impl Estimates {
    /// The estimate of a position, if it was made a short while ago.
    pub fn find(&self, question: &Question) -> Option<Arc<Estimate>> {
        self.0.get(&question.key())
    }

    /// Makes an estimate, which takes some tenths of a second, and keeps it.
    pub fn make(&self, question: &Question) -> Arc<Estimate> {
        let made = Arc::new(estimate(&question.board, question.to_move, question.komi, SEED));
        self.0.insert(question.key(), Arc::clone(&made));
        made
    }
}

impl Question {
    fn key(&self) -> Key {
        (self.name.clone(), self.board.stones().to_string(), self.to_move, self.komi)
    }
}
