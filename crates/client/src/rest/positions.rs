//! Games by their positions.

use reqwest::Url;
use tengen_game::GameId;
use tengen_protocol::PositionAnswer;
use tengen_rules::{BoardName, Color, Stones};

use super::{Client, write_page};
use crate::Error;

/// A position that games are looked for by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Position {
    /// Stones on a board.
    Stones {
        /// The board.
        board: BoardName,
        /// The stones.
        stones: Stones,
        /// The player to move.
        to_move: Color,
    },
    /// The position of a game after so many moves; after the last one if it is left out.
    OfGame(GameId, Option<u32>),
}

impl Client {
    /// The finished games that were in a position, and how they went on. `limit` is how many games, 1 to 50, if the server
    /// shall not decide; `cursor` is [`PositionAnswer::next`] of the page before.
    pub async fn position(
        &self,
        position: &Position,
        limit: Option<u8>,
        cursor: Option<&str>,
    ) -> Result<PositionAnswer, Error> {
        let mut url = self.address.of("positions");
        position.write(&mut url);
        write_page(&mut url, limit, cursor);
        self.get_url(url).await
    }
}

impl Position {
    fn write(&self, url: &mut Url) {
        let mut query = url.query_pairs_mut();
        match self {
            Self::Stones { board, stones, to_move } => {
                query.append_pair("board", &board.to_string());
                query.append_pair("stones", &stones.to_string());
                query.append_pair("to_move", to_move.name());
            }
            Self::OfGame(game, moves) => {
                query.append_pair("game", game.as_str());
                if let Some(moves) = moves {
                    query.append_pair("move", &moves.to_string());
                }
            }
        }
    }
}
