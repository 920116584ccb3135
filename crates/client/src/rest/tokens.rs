//! Personal access tokens. They are managed with the player's own token alone.

use tengen_game::TokenId;
use tengen_protocol::{AccessToken, NewToken, NewTokenAnswer, TokenList};

use super::Client;
use crate::Error;

impl Client {
    /// The player's tokens that are good for something, newest first.
    pub async fn tokens(&self) -> Result<Vec<AccessToken>, Error> {
        let list: TokenList = self.get("tokens").await?;
        Ok(list.tokens)
    }

    /// Makes a token. Its secret, for [`with_token`](Self::with_token), is not told again.
    pub async fn new_token(&self, wish: &NewToken) -> Result<NewTokenAnswer, Error> {
        self.make("tokens", wish).await
    }

    /// Makes a token good for nothing, at once.
    pub async fn revoke_token(&self, token: TokenId) -> Result<(), Error> {
        self.delete(&format!("tokens/{token}")).await
    }
}
