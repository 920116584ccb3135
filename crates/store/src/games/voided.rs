//! Games that the staff has declared void: a mark beside the log, by which lists and sums leave them out.

use tengen_game::{GameId, Millis};

use crate::pool::{Store, StoreError};
use crate::staff::audit::{Noted, note_act};

/// The condition on a row of `games` by which lists leave void games out.
pub(crate) const NOT_VOID: &str =
    "NOT EXISTS (SELECT 1 FROM voided_games WHERE voided_games.game_id = games.id)";

impl Store {
    /// Declares a game void, and writes that down. Answers whether it was not void before.
    pub async fn void_game(&self, game: GameId, noted: &Noted<'_>) -> Result<bool, StoreError> {
        self.mark(
            "INSERT INTO voided_games (game_id, voided_at) VALUES ($1, $2) ON CONFLICT (game_id) DO NOTHING",
            game,
            noted,
        )
        .await
    }

    /// Has a game count again, and writes that down. Answers whether it was void.
    pub async fn restore_game(&self, game: GameId, noted: &Noted<'_>) -> Result<bool, StoreError> {
        self.mark("DELETE FROM voided_games WHERE game_id = $1 AND $2 = $2", game, noted).await
    }

    async fn mark(&self, sql: &'static str, game: GameId, noted: &Noted<'_>) -> Result<bool, StoreError> {
        let mut tx = self.begin().await?;
        let done = tx.query(sql).bind_all((game.as_str(), noted.at)).execute().await?;
        if done == 0 {
            return tx.give_up(false).await;
        }
        note_act(&mut tx, noted).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// When a game was declared void; nothing, if it is not.
    pub async fn voided_at(&self, game: GameId) -> Result<Option<Millis>, StoreError> {
        let row: Option<(Millis,)> = self
            .read("SELECT voided_at FROM voided_games WHERE game_id = $1")
            .bind(game.as_str())
            .fetch_optional()
            .await?;
        Ok(row.map(|(at,)| at))
    }
}
