//! Whether the thing that an address names exists.

use tengen_game::{GameId, Millis, Phase, PlayerId, RecordId};

use crate::pool::{Store, StoreError};

/// A thing that an address may name by an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thing {
    /// A game.
    Game(GameId),
    /// A player.
    Player(PlayerId),
    /// A record that a player keeps.
    Record(RecordId),
}

impl Store {
    /// Whether a game is finished and spectators have seen its end; nothing if there is no such game. One look into an index.
    pub async fn has_ended(&self, game: GameId, now: Millis) -> Result<Option<bool>, StoreError> {
        let row: Option<(String, Millis)> = self
            .read("SELECT phase, shown_at FROM games WHERE id = $1")
            .bind(game.as_str())
            .fetch_optional()
            .await?;
        Ok(row.map(|(phase, shown_at)| phase == Phase::Finished.name() && shown_at <= now))
    }

    /// Whether there is such a thing: one look into an index.
    pub async fn has(&self, thing: Thing) -> Result<bool, StoreError> {
        let (sql, id) = match thing {
            Thing::Game(id) => ("SELECT 1 FROM games WHERE id = $1", id.to_string()),
            Thing::Player(id) => ("SELECT 1 FROM players WHERE id = $1", id.to_string()),
            Thing::Record(id) => ("SELECT 1 FROM records WHERE id = $1", id.to_string()),
        };
        let row: Option<(i32,)> = self.read(sql).bind(id).fetch_optional().await?;
        Ok(row.is_some())
    }
}
