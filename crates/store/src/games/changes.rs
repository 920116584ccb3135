//! The changes in games: since a moment, or since a number.

use std::collections::HashMap;

use tengen_game::{GameId, Millis, Phase, PlayerId};

use crate::pool::{Store, StoreError, unreadable};
use crate::query::pieces::Pieces;

/// A game and when its last event happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Changed {
    /// When; if nothing has happened yet, when it was made.
    pub at: Millis,
    /// The game.
    pub game: GameId,
}

/// Which of a player's games are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changes {
    /// All that are not over.
    Unfinished,
    /// All that have changed at this moment or later.
    Since(Millis),
}

/// The ways to be in a game, each with an index on the phase and the moment of its beginning.
const SEATS: [&str; 4] = ["creator = ", "opponent = ", "black = ", "white = "];

impl Store {
    /// The games of a player that have changed, in the order in which they last did, behind a place in that order.
    pub async fn changed_games(
        &self,
        player: PlayerId,
        changes: Changes,
        after: Option<Changed>,
        limit: u32,
    ) -> Result<Vec<Changed>, StoreError> {
        let since = match changes {
            Changes::Unfinished => 0,
            Changes::Since(moment) => moment,
        };
        let (at, id) = after.map_or((since, String::new()), |after| (after.at, after.game.to_string()));
        let mut pieces = Pieces::default();
        let mut before = "SELECT id, changed_at FROM (";
        for seat in SEATS {
            // Most moves leave no trace in the table of games.
            pieces.sql(before).sql(
                "SELECT id, COALESCE((SELECT events.at FROM events WHERE events.game_id = games.id
                                      ORDER BY events.seq DESC LIMIT 1), created_at) AS changed_at
                 FROM games WHERE ",
            );
            pieces.sql(seat).text(player.as_str()).sql(" AND phase IN ");
            pieces.texts([Phase::Open, Phase::Playing, Phase::Scoring].map(Phase::name));
            before = " UNION ";
            if changes != Changes::Unfinished {
                pieces.sql(" UNION SELECT id, updated_at AS changed_at FROM games WHERE ").sql(seat);
                pieces.text(player.as_str()).sql(" AND phase = ").text(Phase::Finished.name());
                // The place, not the beginning: each page begins where the last one has ended.
                pieces.sql(" AND updated_at >= ").number(at);
            }
        }
        pieces.sql(") AS changed WHERE (changed_at, id) > (").number(at).sql(", ").text(id);
        pieces.sql(") ORDER BY changed_at, id LIMIT ").number(limit);
        let rows: Vec<(String, Millis)> = pieces.read(self).fetch_all().await?;
        rows.into_iter().map(|(id, at)| Ok(Changed { at, game: id.parse().map_err(unreadable)? })).collect()
    }

    /// The number of the last event of each of these games; 0 of one in which nothing has happened.
    pub async fn last_numbers(&self, games: &[GameId]) -> Result<HashMap<GameId, u32>, StoreError> {
        if games.is_empty() {
            return Ok(HashMap::new());
        }
        let mut pieces = Pieces::default();
        pieces.sql(
            "SELECT id, COALESCE((SELECT events.seq FROM events WHERE events.game_id = games.id
                                  ORDER BY events.seq DESC LIMIT 1), 0)
             FROM games WHERE id IN ",
        );
        pieces.texts(games.iter().map(GameId::as_str));
        let rows: Vec<(String, i32)> = pieces.read(self).fetch_all().await?;
        rows.into_iter().map(|(id, seq)| Ok((id.parse().map_err(unreadable)?, seq.cast_unsigned()))).collect()
    }
}
