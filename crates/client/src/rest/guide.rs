//! The rules and boards of a server.

use tengen_protocol::{BoardAnswer, RulesAnswer};
use tengen_rules::BoardName;

use super::Client;
use crate::Error;

impl Client {
    /// The rules that the server knows, and a board of each kind.
    pub async fn rules(&self) -> Result<RulesAnswer, Error> {
        self.get("rules").await
    }

    /// How a board is drawn: the places of its points, its lines, and its symmetries.
    pub async fn board(&self, board: BoardName) -> Result<BoardAnswer, Error> {
        self.get(&format!("boards/{board}")).await
    }
}
