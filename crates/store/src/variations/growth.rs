//! How far trees have come that are shown as they grow: little to read, since readers wait for it.

use tengen_game::{GameId, Millis, PlayerId};

use crate::from_row::from_row;
use crate::{Store, StoreError, on_reader};

/// A tree that is shown as it grows, at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Growth {
    /// The number of its last change.
    pub revision: u64,
    /// Until when its owner may not play, by a sanction; perhaps a moment that has passed.
    pub suspended_until: Option<Millis>,
}

/// The same in columns, with whether the showing grows at all.
struct GrowthRow {
    revision: i64,
    suspended_until: Option<Millis>,
    grows: bool,
}

from_row!(GrowthRow { revision, suspended_until, grows });

const BY_LINK: &str =
    "SELECT variation_trees.revision, players.suspended_until, shared_variations.nodes IS NULL AS grows
    FROM shared_variations JOIN variation_trees ON variation_trees.id = tree_id JOIN players ON players.id = player_id
    WHERE hash = $1";
/// The showing that was opened last.
const TO_OPPONENT: &str =
    "SELECT variation_trees.revision, players.suspended_until, shared_variations.nodes IS NULL AS grows
    FROM shared_variations JOIN variation_trees ON variation_trees.id = tree_id JOIN players ON players.id = player_id
    WHERE player_id = $1 AND game_id = $2 AND hash IS NULL
    ORDER BY made_at DESC, shared_variations.id DESC LIMIT 1";

impl GrowthRow {
    fn read(self) -> Option<Growth> {
        let Self { revision, suspended_until, grows } = self;
        grows.then_some(Growth { revision: revision.cast_unsigned(), suspended_until })
    }
}

impl Store {
    /// How far the tree has come that a link shows as it grows, by the hash of its secret; `None` if it shows none, or one as it was.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn growth_by_link(&self, hash: &str) -> Result<Option<Growth>, StoreError> {
        let row: Option<GrowthRow> = on_reader!(self, pool => {
            sqlx::query_as(BY_LINK).bind(hash).fetch_optional(pool).await
        })?;
        Ok(row.and_then(GrowthRow::read))
    }

    /// The same of the tree beside a game that a player shows to the opponent.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn growth_to_opponent(
        &self,
        owner: PlayerId,
        game: GameId,
    ) -> Result<Option<Growth>, StoreError> {
        let row: Option<GrowthRow> = on_reader!(self, pool => {
            sqlx::query_as(TO_OPPONENT).bind(owner.as_str()).bind(game.as_str()).fetch_optional(pool).await
        })?;
        Ok(row.and_then(GrowthRow::read))
    }
}
