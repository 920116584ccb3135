//! What is on the disk after a batch.

use std::collections::HashSet;

use tengen_game::GameId;

use crate::games::game::{LoggedRow, stored_event};
use crate::journal::append::Append;
use crate::pool::{StoreError, unreadable};

/// Which events of a batch were stored.
#[derive(Debug)]
pub(crate) enum Stored {
    /// Every one.
    All,
    /// Those of these games: a batch has no two of one game with the same number.
    These(HashSet<(GameId, u32)>),
}

impl Stored {
    pub(crate) fn contains(&self, append: &Append) -> bool {
        match self {
            Self::All => true,
            Self::These(keys) => keys.contains(&append.key()),
        }
    }

    /// What was stored of a sorted batch, as the rows tell that the log has under its numbers.
    pub(super) fn found(appends: &[&Append], rows: Vec<LoggedRow>) -> Result<Self, StoreError> {
        let mut keys = HashSet::new();
        for row in rows {
            let game: GameId = row.game_id.parse().map_err(unreadable)?;
            let event = stored_event(row.event)?;
            let key = (game, event.seq);
            if let Ok(index) = appends.binary_search_by_key(&key, |append| append.key())
                && appends[index].event == event
            {
                keys.insert(key);
            }
        }
        Ok(Self::These(keys))
    }
}
