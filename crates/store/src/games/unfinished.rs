//! The games that are not over, of which nobody may have any number.

use tengen_game::{GameId, Phase, PlayerId};

use crate::pool::{Store, StoreError, unreadable};
use crate::query::pieces::Pieces;

/// A game that is not over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unfinished {
    /// The game.
    pub game: GameId,
    /// Whether it waits for an opponent.
    pub open: bool,
    /// For whom the seat of the opponent was kept, if for anybody.
    pub opponent: Option<PlayerId>,
}

const SELECT: &str = "SELECT id, phase, opponent FROM games WHERE ";

impl Store {
    /// The games of a player that are not over, at most so many: those that the player has made, and all in which the player
    /// has a seat.
    pub async fn unfinished_of(&self, player: PlayerId, limit: u32) -> Result<Vec<Unfinished>, StoreError> {
        let mut pieces = Pieces::default();
        let mut before = "";
        for seat in ["creator = ", "black = ", "white = "] {
            pieces.sql(before).sql(SELECT).sql(seat).text(player.as_str()).sql(" AND phase IN ");
            pieces.texts([Phase::Open, Phase::Playing, Phase::Scoring].map(Phase::name));
            before = " UNION ";
        }
        pieces.sql(" LIMIT ").number(limit);
        self.unfinished(pieces).await
    }

    /// The open games that are offered to a player, at most so many.
    pub async fn offered_to(&self, player: PlayerId, limit: u32) -> Result<Vec<Unfinished>, StoreError> {
        let mut pieces = Pieces::default();
        pieces.sql(SELECT).sql("opponent = ").text(player.as_str());
        pieces.sql(" AND phase = ").text(Phase::Open.name()).sql(" LIMIT ").number(limit);
        self.unfinished(pieces).await
    }

    /// Those of some games that are not over.
    pub async fn unfinished_among(&self, games: &[GameId]) -> Result<Vec<Unfinished>, StoreError> {
        if games.is_empty() {
            return Ok(Vec::new());
        }
        let mut pieces = Pieces::default();
        pieces.sql(SELECT).sql("id IN ").texts(games.iter().map(GameId::as_str));
        pieces.sql(" AND phase <> ").text(Phase::Finished.name());
        self.unfinished(pieces).await
    }

    async fn unfinished(&self, pieces: Pieces) -> Result<Vec<Unfinished>, StoreError> {
        let rows: Vec<(String, String, Option<String>)> = pieces.read(self).fetch_all().await?;
        let read = |id: &str, phase: &str, opponent: Option<&str>| {
            let opponent = opponent.map(str::parse).transpose().map_err(unreadable)?;
            Ok(Unfinished {
                game: id.parse().map_err(unreadable)?,
                open: phase == Phase::Open.name(),
                opponent,
            })
        };
        let game = |(id, phase, opponent): (String, String, Option<String>)| {
            self.readable("game", &id, read(&id, &phase, opponent.as_deref()))
        };
        Ok(rows.into_iter().filter_map(game).collect())
    }
}
