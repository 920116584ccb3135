//! Closed classes: whoever has an account that was made in one sees and meets its members alone, and nobody else sees or meets
//! such a pupil.

use tengen_game::{GameId, GroupId, PlayerId};

use crate::pool::{Store, StoreError, unreadable};

/// The closed class in which the account of a row of `players` was made, as long as its owner is a pupil there. A bot is where
/// its owner is.
pub(crate) const ENCLOSED_IN: &str =
    "(SELECT group_members.group_id FROM group_members JOIN groups ON groups.id = group_members.group_id
    WHERE group_members.player_id IN (players.id, (SELECT owner FROM accounts WHERE accounts.player_id = players.id)) AND group_members.made_here AND group_members.role = 'member'
      AND groups.joining = 'closed' AND groups.ended_at IS NULL LIMIT 1)";

/// Whoever looks, as far as closed classes ask for it. Nobody in particular is a stranger.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Eyes {
    /// Who.
    pub player: Option<PlayerId>,
    /// The closed class in which the account was made, as long as its owner is a pupil there.
    pub enclosed_in: Option<GroupId>,
}

impl Store {
    /// The closed class in which the account of a player was made, as long as the player is a pupil there.
    pub async fn enclosed_in(&self, player: PlayerId) -> Result<Option<GroupId>, StoreError> {
        let sql = format!("SELECT {ENCLOSED_IN} FROM players WHERE id = $1");
        self.one_group(sql, player.as_str()).await.map(Option::flatten)
    }

    /// The closed class within which a game is played, if it is; nothing if there is no such game.
    pub async fn enclosure_of_game(&self, game: GameId) -> Result<Option<Option<GroupId>>, StoreError> {
        self.one_group("SELECT enclosed_in FROM games WHERE id = $1".to_owned(), game.as_str()).await
    }

    /// Whether a player is in a group.
    pub async fn is_in_group(&self, group: GroupId, player: PlayerId) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM group_members WHERE group_id = $1 AND player_id = $2)";
        self.holds(sql, group.as_str(), player).await
    }

    /// Whether a player has made a game, plays it, or is asked to.
    pub async fn is_concerned_by(&self, game: GameId, player: PlayerId) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM games WHERE id = $1 AND (creator = $2 OR opponent = $2 OR black = $2 OR white = $2))";
        self.holds(sql, game.as_str(), player).await
    }

    /// Whether a game was ever reported, and this player has a role on the server: then the staff may look at it.
    pub async fn is_reported_to(&self, game: GameId, staff: PlayerId) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM grants WHERE player_id = $2)
                   AND EXISTS (SELECT 1 FROM cases WHERE about = 'game' AND subject = $1)";
        self.holds(sql, game.as_str(), staff).await
    }

    async fn holds(&self, sql: &'static str, one: &str, player: PlayerId) -> Result<bool, StoreError> {
        let (holds,): (bool,) = self.read(sql).bind_all((one, player.as_str())).fetch_one().await?;
        Ok(holds)
    }

    async fn one_group(&self, sql: String, id: &str) -> Result<Option<Option<GroupId>>, StoreError> {
        let row: Option<(Option<String>,)> =
            self.read(sqlx::AssertSqlSafe(sql)).bind(id).fetch_optional().await?;
        row.map(|(group,)| group.map(|id| id.parse().map_err(unreadable)).transpose()).transpose()
    }
}
