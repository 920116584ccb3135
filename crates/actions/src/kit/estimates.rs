//! Estimates of the score that were made last.

use std::sync::Arc;
use std::time::Duration;

use quick_cache::sync::Cache;
use tengen_house::{Estimate, estimate};
use tengen_rules::{Board, Color, HalfPoints, Topology};
use tengen_yielding::Asides;

/// How many are kept. One of the largest board takes two kilobytes.
const KEPT: usize = 2_000;
/// The same question has the same answer on every server.
const SEED: u64 = 1;

/// Estimates give way to everything else.
static ASIDES: Asides = Asides::new("estimates");

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

    /// Makes an estimate, which takes some tenths of a second of a processor that nobody else wants, and keeps it. Tells the time
    /// of a processor that it took. `None` if the system has no room for a thread.
    pub fn make(&self, question: &Question) -> (Option<Arc<Estimate>>, Duration) {
        let Question { board, name: _, to_move, komi } = question.clone();
        let (made, took) = ASIDES.run(move |goes_on| estimate(&board, to_move, komi, SEED, goes_on));
        let made = made.map(Arc::new);
        if let Some(made) = &made {
            self.0.insert(question.key(), Arc::clone(made));
        }
        (made, took)
    }
}

impl Question {
    fn key(&self) -> Key {
        (self.name.clone(), self.board.stones().to_string(), self.to_move, self.komi)
    }
}
