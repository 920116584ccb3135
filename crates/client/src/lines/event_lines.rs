//! The events of a game as they happen.

use reqwest::Url;
use tengen_game::{GameId, Phase};
use tengen_protocol::Event;

use super::list_lines::numbered;
use super::{Lines, Source};
use crate::address::Address;
use crate::{Client, Error};

impl Client {
    /// The events of a game above a number, 0 for all, and then each as it happens, until the last of a finished game.
    /// Numbers have no gaps; one that is not the next one means that the game is not the same any more (a restored
    /// backup, say), and its snapshot is to be read again. Unlike a session it says nothing about who is at the board.
    pub fn event_stream(&self, game: GameId, since: u32) -> Lines<Event> {
        Lines::open(self.clone(), EventLines { game, seen: since, finished: false })
    }
}

/// The events, and the number of the last one.
struct EventLines {
    game: GameId,
    seen: u32,
    finished: bool,
}

impl Source for EventLines {
    type Line = Event;
    type Item = Event;

    fn begin(&mut self, address: &Address) -> Url {
        numbered(address, &format!("games/{}/events", self.game), Some(self.seen))
    }

    fn take(&mut self, event: Event) -> Result<Option<Event>, Error> {
        self.seen = event.seq;
        self.finished = event.state.phase == Phase::Finished.name();
        Ok(Some(event))
    }

    async fn is_over(&self, client: &Client) -> Result<bool, Error> {
        if self.finished {
            return Ok(true);
        }
        // Perhaps the server stops, or perhaps there was nothing left to tell.
        let now = client.game(self.game).await?;
        Ok(now.phase == Phase::Finished.name() && now.seq <= self.seen)
    }
}
