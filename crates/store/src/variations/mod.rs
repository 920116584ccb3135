//! Trees of variations, which players keep beside games and records: a row a tree, and a row a node.

mod changing;
mod reading;
mod row;
mod writing;

pub use changing::{MOST_OWN_BYTES, MOST_TREES, TreeChange, TreeChanged};
pub use reading::KnownTree;

use tengen_game::{GameId, RecordId};

/// The thing beside which a tree is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TreeOf {
    /// A game.
    Game(GameId),
    /// A record.
    Record(RecordId),
}

impl TreeOf {
    /// Its id.
    fn id(&self) -> &str {
        match self {
            Self::Game(id) => id.as_str(),
            Self::Record(id) => id.as_str(),
        }
    }

    /// The statement for this kind of trees.
    fn choose(&self, game: &'static str, record: &'static str) -> &'static str {
        match self {
            Self::Game(_) => game,
            Self::Record(_) => record,
        }
    }
}
