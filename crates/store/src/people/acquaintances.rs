//! Whom players follow, and whom they block.

use tengen_game::{GameId, Millis, PlayerId};
use tengen_protocol::Player;

use crate::players::player_row::{PlayerRow, player};
use crate::pool::{Store, StoreError};

/// What ends when player $1 blocks player $2: invitations of the one by the other to groups, as long as they wait. One that was
/// declined stays, so that the player is not asked again.
const END_INVITATIONS: &str = "DELETE FROM group_invitations
    WHERE declined_at IS NULL AND (player_id = $1 AND inviter = $2 OR player_id = $2 AND inviter = $1)";

/// A list of other players that a player keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Acquaintance {
    /// Those whom the player follows.
    Followed,
    /// Those with whom the player does not want to play.
    Blocked,
}

impl Acquaintance {
    /// The statements that count, add, remove and list.
    const fn statements(self) -> [&'static str; 4] {
        match self {
            Self::Followed => [
                "SELECT count(*) FROM follows WHERE player_id = $1",
                "INSERT INTO follows (player_id, other, since) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                "DELETE FROM follows WHERE player_id = $1 AND other = $2",
                "SELECT players.id, players.name, players.kind, players.created_at
                 FROM follows JOIN players ON players.id = follows.other
                 WHERE follows.player_id = $1 ORDER BY follows.since DESC, players.id",
            ],
            Self::Blocked => [
                "SELECT count(*) FROM blocks WHERE player_id = $1",
                "INSERT INTO blocks (player_id, other, since) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                "DELETE FROM blocks WHERE player_id = $1 AND other = $2",
                "SELECT players.id, players.name, players.kind, players.created_at
                 FROM blocks JOIN players ON players.id = blocks.other
                 WHERE blocks.player_id = $1 ORDER BY blocks.since DESC, players.id",
            ],
        }
    }
}

impl Store {
    /// Takes somebody into a player's list, if that is not there. Answers whether there was room: so many may be in it.
    pub async fn add_acquaintance(
        &self,
        list: Acquaintance,
        player: PlayerId,
        other: PlayerId,
        now: Millis,
        most: u32,
    ) -> Result<bool, StoreError> {
        let [count, add, ..] = list.statements();
        let mut tx = self.begin().await?;
        let added = tx.query(add).bind_all((player.as_str(), other.as_str(), now)).execute().await?;
        let (there,): (i64,) = tx.query(count).bind(player.as_str()).fetch_one().await?;
        if added == 1 && there > i64::from(most) {
            return tx.give_up(false).await;
        }
        if list == Acquaintance::Blocked {
            tx.query(END_INVITATIONS).bind_all((player.as_str(), other.as_str())).execute().await?;
        }
        tx.commit().await?;
        Ok(true)
    }

    /// Takes somebody out of a player's list, who need not be in it.
    pub async fn remove_acquaintance(
        &self,
        list: Acquaintance,
        player: PlayerId,
        other: PlayerId,
    ) -> Result<(), StoreError> {
        let [.., remove, _] = list.statements();
        self.write(remove).bind_all((player.as_str(), other.as_str())).execute().await?;
        Ok(())
    }

    /// A player's list, the latest first.
    pub async fn acquaintances(&self, list: Acquaintance, id: PlayerId) -> Result<Vec<Player>, StoreError> {
        let [.., all] = list.statements();
        let rows: Vec<PlayerRow> = self.read(all).bind(id.as_str()).fetch_all().await?;
        rows.into_iter().map(player).collect()
    }

    /// Whether one of two players blocks the other. The blocks of a bot's owner are the bot's, too.
    pub async fn is_blocked_between(&self, one: PlayerId, other: PlayerId) -> Result<bool, StoreError> {
        let (blocked,): (bool,) = self
            .read(
                "SELECT EXISTS (SELECT 1 FROM blocks WHERE player_id = $1 AND other = $2)
                 OR EXISTS (SELECT 1 FROM blocks WHERE player_id = $2 AND other = $1)
                 OR EXISTS (SELECT 1 FROM accounts JOIN blocks ON blocks.player_id = accounts.owner
                            WHERE accounts.player_id = $1 AND blocks.other = $2)
                 OR EXISTS (SELECT 1 FROM accounts JOIN blocks ON blocks.player_id = accounts.owner
                            WHERE accounts.player_id = $2 AND blocks.other = $1)",
            )
            .bind_all((one.as_str(), other.as_str()))
            .fetch_one()
            .await?;
        Ok(blocked)
    }

    /// Whether one of a player and the maker of a game blocks the other. The blocks of a bot's owner are the bot's, too. Of a
    /// game that is not there nobody is blocked.
    pub async fn is_blocked_from(&self, player: PlayerId, game: GameId) -> Result<bool, StoreError> {
        let (blocked,): (bool,) = self
            .read(
                "SELECT EXISTS (SELECT 1 FROM games JOIN blocks ON blocks.player_id = games.creator
                 AND blocks.other = $1
                                    WHERE games.id = $2)
                         OR EXISTS (SELECT 1 FROM games JOIN blocks ON blocks.other = games.creator
                         AND blocks.player_id = $1
                                    WHERE games.id = $2)
                         OR EXISTS (SELECT 1 FROM games
                         JOIN accounts ON accounts.player_id = games.creator
                                    JOIN blocks ON blocks.player_id = accounts.owner
                                    AND blocks.other = $1
                                    WHERE games.id = $2)
                         OR EXISTS (SELECT 1 FROM games JOIN accounts ON accounts.player_id = $1
                                    JOIN blocks ON blocks.player_id = accounts.owner
                                    AND blocks.other = games.creator
                                    WHERE games.id = $2)",
            )
            .bind_all((player.as_str(), game.as_str()))
            .fetch_one()
            .await?;
        Ok(blocked)
    }
}
