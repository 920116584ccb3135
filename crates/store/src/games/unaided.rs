//! Games that go on, as far as their players may have no estimates of the score.

use tengen_archive::StoredSettings;
use tengen_game::{GameId, Phase, PlayerId};
use tengen_rules::BoardName;

use crate::pool::{Store, StoreError, unreadable};
use crate::query::pieces::Pieces;

/// The phases in which a game goes on.
const UNDER_WAY: [Phase; 2] = [Phase::Playing, Phase::Scoring];

impl Store {
    /// The games that go on on a board, and the number of the last event of each.
    pub async fn under_way_on(&self, board: BoardName) -> Result<Vec<(GameId, u32)>, StoreError> {
        let mut pieces = Pieces::default();
        // The row of a game is not written with each move.
        pieces.sql(
            "SELECT id, COALESCE((SELECT events.seq FROM events WHERE events.game_id = games.id
                                  ORDER BY events.seq DESC LIMIT 1), 0)
             FROM games WHERE phase IN ",
        );
        pieces.texts(UNDER_WAY.map(Phase::name));
        pieces.sql(" AND board = ").text(board.to_string());
        let rows: Vec<(String, i32)> = pieces.read(self).fetch_all().await?;
        let read = |(id, seq): (String, i32)| {
            Ok((id.parse().map_err(unreadable)?, u32::try_from(seq).map_err(unreadable)?))
        };
        rows.into_iter().map(read).collect()
    }

    /// The games on a board in which a player has a seat, that go on and allow their players no estimates. One whose settings do
    /// not read back is none.
    pub async fn unaided_games_of(
        &self,
        player: PlayerId,
        board: BoardName,
    ) -> Result<Vec<GameId>, StoreError> {
        let mut pieces = Pieces::default();
        let mut before = "";
        for seat in ["black = ", "white = "] {
            pieces.sql(before).sql("SELECT id, settings FROM games WHERE ").sql(seat).text(player.as_str());
            pieces.sql(" AND phase IN ").texts(UNDER_WAY.map(Phase::name));
            pieces.sql(" AND board = ").text(board.to_string());
            before = " UNION ";
        }
        let rows: Vec<(String, String)> = pieces.read(self).fetch_all().await?;
        let unaided = rows
            .into_iter()
            .filter(|(_, settings)| StoredSettings::aids(settings).is_ok_and(|aids| !aids.estimate));
        unaided.map(|(id, _)| id.parse().map_err(unreadable)).collect()
    }
}
