//! Players: who the client is, and who others are.

use tengen_game::PlayerId;
use tengen_protocol::{GuestAnswer, HouseAnswer, HousePlayer, NewGuest, Player, PlayerAnswer};

use super::Client;
use crate::Error;

impl Client {
    /// Makes a guest and answers the client of that player. The server makes a name up if none is given.
    pub async fn guest(&self, name: Option<&str>) -> Result<(Self, Player), Error> {
        let body = NewGuest { name: name.map(str::to_owned) };
        let answer: GuestAnswer = self.make("guests", &body).await?;
        Ok((self.clone().with_token(&answer.token), answer.player))
    }

    /// Who the client is.
    pub async fn me(&self) -> Result<Player, Error> {
        let answer: PlayerAnswer = self.get("me").await?;
        Ok(answer.player)
    }

    /// Somebody.
    pub async fn player(&self, player: PlayerId) -> Result<Player, Error> {
        let answer: PlayerAnswer = self.get(&format!("players/{player}")).await?;
        Ok(answer.player)
    }

    /// Blocks a player: neither can offer the other one a game, or join it. This needs the player's own token, or that of a bot.
    pub async fn block(&self, player: PlayerId) -> Result<(), Error> {
        self.put(&format!("players/{player}/block")).await
    }

    /// Blocks a player no more.
    pub async fn unblock(&self, player: PlayerId) -> Result<(), Error> {
        self.delete(&format!("players/{player}/block")).await
    }

    /// The computers to play against, the weakest first; none if the operator does not let them. A game is offered to one
    /// by [`NewGame::opponent`](tengen_protocol::NewGame::opponent).
    pub async fn house(&self) -> Result<Vec<HousePlayer>, Error> {
        let answer: HouseAnswer = self.get("house").await?;
        Ok(answer.players)
    }
}
