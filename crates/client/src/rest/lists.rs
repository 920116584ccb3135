//! Lists of games: pages, all in one answer, the lobby, and the top live games.

use reqwest::Url;
use tengen_protocol::{GameList, GameWithEvents, LobbyLine, Summary, TopLine};

use super::{Client, GameFilter};
use crate::lines::{Export, Lines};
use crate::{Error, address::Address};

impl Client {
    /// A page of the list of games, newest first.
    pub async fn games(&self, filter: &GameFilter) -> Result<GameList, Error> {
        self.get_url(filter.url(&self.address)).await
    }

    /// Every game of the list, newest first, one after the other and in constant memory: the server sends them in one
    /// answer. If that breaks off, the rest is asked for, and no game comes twice; after several attempts in a row that
    /// bring none the error is told. [`GameFilter::limit`] is for pages: an export with it is refused.
    ///
    /// ```no_run
    /// # async fn keep(client: tengen_client::Client) -> Result<(), tengen_client::Error> {
    /// use tengen_client::{GameFilter, game::Phase};
    ///
    /// let finished = GameFilter { phases: vec![Phase::Finished], ..GameFilter::default() };
    /// let mut games = client.export(&finished);
    /// while let Some(game) = games.next().await? {
    ///     println!("{}: {:?}", game.id.0, game.result);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn export(&self, filter: &GameFilter) -> Lines<Summary> {
        Lines::open(self.clone(), Export::new(filter.clone()))
    }

    /// The same, each game with all events that spectators may see.
    pub fn export_with_events(&self, filter: &GameFilter) -> Lines<GameWithEvents> {
        Lines::open(self.clone(), Export::new(filter.clone()))
    }

    /// The open and live public games.
    pub async fn lobby(&self) -> Result<LobbyLine, Error> {
        self.get("lobby").await
    }

    /// The live games at which most people look.
    pub async fn top(&self) -> Result<TopLine, Error> {
        self.get("top").await
    }
}

impl GameFilter {
    /// The address of the list.
    pub(crate) fn url(&self, address: &Address) -> Url {
        let mut url = match self.player {
            Some(player) => address.of(&format!("players/{player}/games")),
            None => address.of("games"),
        };
        self.write(&mut url);
        url
    }
}
