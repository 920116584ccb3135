//! Trees of variations, which players keep beside games and records: a row a tree, and a row a node.

mod change;
mod changing;
mod growing;
mod growth;
mod moving;
mod reading;
mod row;
mod sharing;
mod snapshots;
mod writing;

pub use change::{MOST_OWN_BYTES, MOST_TREES, TreeChange, TreeChanged};
pub use growth::Growth;
pub use reading::KnownTree;
pub use sharing::{NewSharing, Shared, Sharing, Shown};
pub use snapshots::{MOST_SHARED_BYTES, MOST_SHARES, Showings, Snapshot, SnapshotContent};

use tengen_game::{GameId, RecordId};

use crate::pool::{StoreError, unreadable};

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

    /// The thing of two columns, one of which is empty.
    fn read(game: Option<&str>, record: Option<&str>) -> Result<Self, StoreError> {
        match (game, record) {
            (Some(game), _) => Ok(Self::Game(game.parse().map_err(unreadable)?)),
            (None, Some(record)) => Ok(Self::Record(record.parse().map_err(unreadable)?)),
            (None, None) => Err(unreadable("a tree of nothing")),
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
