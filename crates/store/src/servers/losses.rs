//! Servers that died while others went on, and what that cost the players who were thinking there.

use tengen_game::{GameId, Millis, Outage, PlayerId};

use crate::pool::{Pools, Store, StoreError};

/// How much of a loss is given back at most, in milliseconds: the others notice within three seconds, and whoever comes back later than
/// after ten has been away.
pub(crate) const MOST: Millis = 10_000;

impl Store {
    /// The losses of servers at which one of these players of a game was, that ended after a time by this server's clock.
    pub async fn losses(
        &self,
        game: GameId,
        players: &[PlayerId],
        after: Millis,
    ) -> Result<Vec<Outage>, StoreError> {
        let Pools::Postgres(pool) = &self.pools else { return Ok(Vec::new()) };
        let players: Vec<&str> = players.iter().map(PlayerId::as_str).collect();
        let rows: Vec<(Millis, Millis)> = sqlx::query_as(
            "SELECT DISTINCT began_at, ended_at FROM losses JOIN presence ON presence.server = losses.server
             WHERE ended_at > $1 AND game_id = $2 AND player_id = ANY($3)
               AND (left_at IS NULL OR left_at >= began_at)",
        )
        .bind(self.database_time(after))
        .bind(game.as_str())
        .bind(players)
        .fetch_all(pool)
        .await?;
        let outage = |(from, to)| Outage { from: self.own_time(from), to: self.own_time(to) };
        Ok(rows.into_iter().map(outage).collect())
    }

    /// Whether another server, at which this player of a game is, has not said since this time that it is there: it may have died
    /// before, and then the player has time coming. After ten seconds that is known.
    pub async fn may_be_lost(
        &self,
        game: GameId,
        player: PlayerId,
        since: Millis,
    ) -> Result<bool, StoreError> {
        let Pools::Postgres(pool) = &self.pools else { return Ok(false) };
        if self.clock.now() - since > MOST {
            return Ok(false);
        }
        let row: Option<(i32,)> = sqlx::query_as(
            "SELECT 1 FROM presence JOIN servers ON servers.id = presence.server
             WHERE game_id = $1 AND player_id = $2 AND left_at IS NULL AND servers.id <> $3 AND servers.alive_at < $4
             LIMIT 1",
        )
        .bind(game.as_str())
        .bind(player.as_str())
        .bind(self.origin)
        .bind(self.database_time(since))
        .fetch_optional(pool)
        .await?;
        Ok(row.is_some())
    }
}
