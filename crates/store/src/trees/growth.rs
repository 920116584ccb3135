//! How far trees have come that are shown as they grow: little to read, since readers wait for it.

use tengen_game::{GameId, Millis, PlayerId, ShareId};

use crate::pool::{Store, StoreError, unreadable};
use crate::query::from_row::from_row;
use crate::query::pieces::Pieces;

/// A tree that is shown as it grows, at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Growth {
    /// The showing.
    pub share: ShareId,
    /// The number of the tree's last change.
    pub revision: u64,
    /// Until when its owner may not play, by a sanction; perhaps a moment that has passed.
    pub suspended_until: Option<Millis>,
}

impl Growth {
    /// Whether the tree is shown at a moment: the trees of a suspended owner are not.
    pub fn is_shown_at(&self, now: Millis) -> bool {
        self.suspended_until.is_none_or(|until| until <= now)
    }
}

/// The same in columns.
struct GrowthRow {
    id: String,
    revision: i64,
    suspended_until: Option<Millis>,
}

from_row!(GrowthRow { id, revision, suspended_until });

/// The showings of trees that grow, up to the condition on the showings.
const GROWING: &str = "SELECT shared_variations.id, variation_trees.revision, players.suspended_until
    FROM shared_variations JOIN variation_trees ON variation_trees.id = tree_id JOIN players ON players.id = player_id
    WHERE shared_variations.nodes IS NULL AND shared_variations.id IN ";
/// The showing to the opponent that was opened last, of a tree that grows or one as it was.
const TO_OPPONENT: &str = "SELECT shared_variations.id
    FROM shared_variations JOIN variation_trees ON variation_trees.id = tree_id
    WHERE player_id = $1 AND game_id = $2 AND hash IS NULL
    ORDER BY made_at DESC, shared_variations.id DESC LIMIT 1";

impl GrowthRow {
    fn read(self) -> Result<Growth, StoreError> {
        let Self { id, revision, suspended_until } = self;
        let share = id.parse().map_err(unreadable)?;
        Ok(Growth { share, revision: revision.cast_unsigned(), suspended_until })
    }
}

impl Store {
    /// How far the trees of these showings have come, in no order. A showing that has ended, or shows its tree as it was, is left out.
    pub async fn growth(&self, shares: &[ShareId]) -> Result<Vec<Growth>, StoreError> {
        if shares.is_empty() {
            return Ok(Vec::new());
        }
        let mut pieces = Pieces::default();
        pieces.sql(GROWING).texts(shares.iter().map(ShareId::as_str));
        let rows: Vec<GrowthRow> = pieces.read(self).fetch_all().await?;
        rows.into_iter().map(GrowthRow::read).collect()
    }

    /// The showing by which the opponent sees a player's tree beside a game, if there is one: the one that was opened last.
    pub async fn share_to_opponent(
        &self,
        owner: PlayerId,
        game: GameId,
    ) -> Result<Option<ShareId>, StoreError> {
        let row: Option<(String,)> =
            self.read(TO_OPPONENT).bind_all((owner.as_str(), game.as_str())).fetch_optional().await?;
        row.map(|(id,)| id.parse().map_err(unreadable)).transpose()
    }
}
