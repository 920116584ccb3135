//! Games: made, joined, played, read.

use serde::Serialize;
use tengen_game::GameId;
use tengen_protocol::{Command, Event, EventAnswer, EventList, NewGame, Snapshot, Version};

use super::Client;
use crate::Error;

#[derive(Serialize)]
struct Nothing {}

const NOTHING: Nothing = Nothing {};

impl Client {
    /// Makes a game.
    pub async fn create_game(&self, wish: &NewGame) -> Result<Snapshot, Error> {
        self.make("games", wish).await
    }

    /// A game as it is now. The illegal points are told to the player who is to move, and the ko to everybody.
    pub async fn game(&self, game: GameId) -> Result<Snapshot, Error> {
        // A session adds the changes of version 2 to it.
        let mut url = self.address.of(&format!("games/{game}"));
        url.query_pairs_mut().append_pair("protocol", &Version::V2.to_string());
        self.get_url(url).await
    }

    /// Takes the free seat of a game.
    pub async fn join(&self, game: GameId) -> Result<Snapshot, Error> {
        self.post(&format!("games/{game}/join"), &NOTHING).await
    }

    /// Asks for another game after a finished one, or takes the seat of the one the opponent has asked for.
    pub async fn rematch(&self, game: GameId) -> Result<Snapshot, Error> {
        self.make(&format!("games/{game}/rematch"), &NOTHING).await
    }

    /// Sends a command and answers the event it led to. It is not sent again by itself; a [`Session`](crate::Session)
    /// does that.
    pub async fn command(&self, game: GameId, command: &Command) -> Result<Event, Error> {
        let answer: EventAnswer = self.post(&format!("games/{game}/commands"), command).await?;
        Ok(answer.event)
    }

    /// The events of a game above a number; 0 for all. [`event_stream`](Self::event_stream) waits for more.
    pub async fn events(&self, game: GameId, since: u32) -> Result<EventList, Error> {
        let mut url = self.address.of(&format!("games/{game}/events"));
        url.query_pairs_mut().append_pair("since", &since.to_string());
        self.get_url(url).await
    }

    /// The record of a game, as SGF.
    pub async fn sgf(&self, game: GameId) -> Result<String, Error> {
        self.get_text(&format!("games/{game}/sgf")).await
    }
}
