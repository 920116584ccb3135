//! Which games have to be looked at, and when.

use tengen_game::{GameId, Millis};

use crate::pool::{Store, StoreError, unreadable};

/// A row in the order of deadlines, whether or not it reads back.
#[derive(Debug, Clone)]
pub struct DueGame {
    deadline: Millis,
    id: String,
}

impl Store {
    /// The games that have to be looked at by now, the longest due first, and where to go on if there may be more.
    pub async fn due_games(
        &self,
        now: Millis,
        after: Option<&DueGame>,
        limit: u32,
    ) -> Result<(Vec<GameId>, Option<DueGame>), StoreError> {
        let (deadline, id) = after.map_or((Millis::MIN, ""), |last| (last.deadline, last.id.as_str()));
        let rows: Vec<(String, Millis)> = self
            .read(
                "SELECT id, deadline FROM games
                 WHERE deadline <= $1 AND deadline >= $2 AND (deadline > $2 OR id > $3)
                 ORDER BY deadline, id LIMIT $4",
            )
            .bind_all((now, deadline, id, i64::from(limit)))
            .fetch_all()
            .await?;
        let full = rows.len() == limit as usize;
        let last = rows
            .last()
            .filter(|_| full)
            .map(|(id, deadline)| DueGame { deadline: *deadline, id: id.clone() });
        let game = |(id, _): (String, _)| self.readable("game", &id, id.parse().map_err(unreadable));
        Ok((rows.into_iter().filter_map(game).collect(), last))
    }

    /// Whether any game has a deadline, near or far.
    pub async fn has_deadlines(&self) -> Result<bool, StoreError> {
        let row: Option<(Millis,)> = self
            .read("SELECT deadline FROM games WHERE deadline IS NOT NULL ORDER BY deadline LIMIT 1")
            .fetch_optional()
            .await?;
        Ok(row.is_some())
    }

    /// When a game has to be looked at again, as far as the table knows.
    pub async fn deadline(&self, game: GameId) -> Result<Option<Millis>, StoreError> {
        let row: Option<(Option<Millis>,)> = self
            .read("SELECT deadline FROM games WHERE id = $1")
            .bind(game.as_str())
            .fetch_optional()
            .await?;
        Ok(row.and_then(|row| row.0))
    }

    /// Puts a game off until `next` after somebody has looked, unless it was brought forward meanwhile.
    pub async fn put_off(
        &self,
        game: GameId,
        seen: Option<Millis>,
        next: Option<Millis>,
    ) -> Result<(), StoreError> {
        self.write("UPDATE games SET deadline = $1 WHERE id = $2 AND deadline = $3")
            .bind_all((next, game.as_str(), seen))
            .execute()
            .await?;
        Ok(())
    }
}
