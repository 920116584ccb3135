//! Sessions: the devices on which a player is at home. They are managed with the player's own token alone.

use tengen_game::SessionId;
use tengen_protocol::{Carried, CarryAnswer, NewSession, Player, PlayerAnswer, Session, SessionList};

use super::Client;
use crate::Error;

impl Client {
    /// The devices on which the player is at home, the last used first.
    pub async fn sessions(&self) -> Result<Vec<Session>, Error> {
        let list: SessionList = self.get("sessions").await?;
        Ok(list.sessions)
    }

    /// Signs a device out. Everything that is open on it ends at once.
    pub async fn end_session(&self, session: SessionId) -> Result<(), Error> {
        self.delete(&format!("sessions/{session}")).await
    }

    /// Signs all other devices out.
    pub async fn end_other_sessions(&self) -> Result<(), Error> {
        self.delete("sessions").await
    }

    /// Signs this one out: the client's token is good for nothing any more.
    pub async fn sign_out(&self) -> Result<(), Error> {
        self.delete("sessions/current").await
    }

    /// Makes a link to another device, good once and for ten minutes. It takes the place of an earlier one.
    pub async fn carry(&self) -> Result<CarryAnswer, Error> {
        self.make("sessions/link", &serde_json::json!({})).await
    }

    /// Whose place a link carries, by its secret. Nothing is changed.
    pub async fn carried_player(&self, link: String) -> Result<Player, Error> {
        let answer: PlayerAnswer = self.post("sessions/link/player", &Carried { link: link.into() }).await?;
        Ok(answer.player)
    }

    /// Begins a session by a link, which is used up. Its token is for [`with_token`](Self::with_token).
    pub async fn new_session(&self, link: String) -> Result<NewSession, Error> {
        self.post("sessions", &Carried { link: link.into() }).await
    }
}
