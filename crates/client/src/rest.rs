//! Single requests over REST.

use std::time::Duration;

use reqwest::{Method, RequestBuilder, Response, Url};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tengen_game::{GameId, PlayerId};
use tengen_protocol::{
    Command, Event, EventAnswer, EventList, GameList, GuestAnswer, NewGame, NewGuest, Player, PlayerAnswer,
    PositionAnswer, Problem, Snapshot,
};
use tengen_rules::{BoardName, Color, Stones};

use crate::address::Address;
use crate::{Error, Session};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// The longest answer that is read, in bytes: far more than the record of the longest game.
const LONGEST_ANSWER: usize = 64 * 1024 * 1024;

/// Makes requests of a server, as a player or as nobody.
///
/// A clone shares the connections.
#[derive(Debug, Clone)]
pub struct Client {
    http: reqwest::Client,
    address: Address,
    token: Option<String>,
}

/// Which games a list has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameFilter {
    /// Only games of this player.
    pub player: Option<PlayerId>,
    /// Only games in one of these phases: `open`, `playing`, `scoring`, `finished`. Empty for all.
    pub phases: Vec<&'static str>,
    /// How many, 1 to 100; the server decides when it is left out.
    pub limit: Option<u8>,
    /// Where to go on: [`GameList::next`] of the page before.
    pub cursor: Option<String>,
}

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
    /// A client of the server at this address, such as `http://localhost:8080`, that is nobody in particular.
    ///
    /// ```
    /// assert!(tengen_client::Client::new("http://localhost:8080").is_ok());
    /// assert!(tengen_client::Client::new("localhost").is_err());
    /// ```
    pub fn new(server: &str) -> Result<Self, Error> {
        let address = Address::parse(server)?;
        let http = reqwest::Client::builder().timeout(PATIENCE).build()?;
        Ok(Self { http, address, token: None })
    }

    /// The same client as the player who has this token.
    #[must_use]
    pub fn with_token(self, token: &str) -> Self {
        Self { token: Some(token.to_owned()), ..self }
    }

    /// The token, if the client is a player.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Makes a guest and answers the client of that player. The server makes a name up if none is given.
    pub async fn guest(&self, name: Option<&str>) -> Result<(Self, Player), Error> {
        let body = NewGuest { name: name.map(str::to_owned) };
        let answer: GuestAnswer =
            json(self.request(Method::POST, self.address.of("guests")).json(&body)).await?;
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

    /// Makes a game.
    pub async fn create_game(&self, wish: &NewGame) -> Result<Snapshot, Error> {
        self.post("games", wish).await
    }

    /// A page of the list of games, newest first.
    pub async fn games(&self, filter: &GameFilter) -> Result<GameList, Error> {
        let mut url = match filter.player {
            Some(player) => self.address.of(&format!("players/{player}/games")),
            None => self.address.of("games"),
        };
        filter.write(&mut url);
        json(self.request(Method::GET, url)).await
    }

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
        if let Some(limit) = limit {
            url.query_pairs_mut().append_pair("limit", &limit.to_string());
        }
        if let Some(cursor) = cursor {
            url.query_pairs_mut().append_pair("cursor", cursor);
        }
        json(self.request(Method::GET, url)).await
    }

    /// A game as it is now.
    pub async fn game(&self, game: GameId) -> Result<Snapshot, Error> {
        self.get(&format!("games/{game}")).await
    }

    /// Takes the free seat of a game.
    pub async fn join(&self, game: GameId) -> Result<Snapshot, Error> {
        self.post(&format!("games/{game}/join"), &NOTHING).await
    }

    /// Asks for another game after a finished one, or takes the seat of the one the opponent has asked for.
    pub async fn rematch(&self, game: GameId) -> Result<Snapshot, Error> {
        self.post(&format!("games/{game}/rematch"), &NOTHING).await
    }

    /// Sends a command and answers the event it led to. It is not sent again by itself; a [`Session`] does that.
    pub async fn command(&self, game: GameId, command: &Command) -> Result<Event, Error> {
        let answer: EventAnswer = self.post(&format!("games/{game}/commands"), command).await?;
        Ok(answer.event)
    }

    /// The events of a game above a number; 0 for all.
    pub async fn events(&self, game: GameId, since: u32) -> Result<EventList, Error> {
        let mut url = self.address.of(&format!("games/{game}/events"));
        url.query_pairs_mut().append_pair("since", &since.to_string());
        json(self.request(Method::GET, url)).await
    }

    /// The record of a game, as SGF.
    pub async fn sgf(&self, game: GameId) -> Result<String, Error> {
        let answer = self.request(Method::GET, self.address.of(&format!("games/{game}/sgf"))).send().await?;
        String::from_utf8(body(answer).await?).map_err(|error| Error::unreadable(&error))
    }

    /// Opens a session of this player, or of nobody. It begins to connect at once, and goes on until it is dropped.
    /// It needs a tokio runtime.
    pub fn session(&self) -> Session {
        Session::open(self.address.clone(), self.token.clone())
    }

    async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Error> {
        json(self.request(Method::GET, self.address.of(path))).await
    }

    async fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T, Error> {
        json(self.request(Method::POST, self.address.of(path)).json(body)).await
    }

    fn request(&self, method: Method, url: Url) -> RequestBuilder {
        let request = self.http.request(method, url);
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }
}

#[derive(Serialize)]
struct Nothing {}

const NOTHING: Nothing = Nothing {};

impl GameFilter {
    fn write(&self, url: &mut Url) {
        let mut query = url.query_pairs_mut();
        if !self.phases.is_empty() {
            query.append_pair("phase", &self.phases.join(","));
        }
        if let Some(limit) = self.limit {
            query.append_pair("limit", &limit.to_string());
        }
        if let Some(cursor) = &self.cursor {
            query.append_pair("cursor", cursor);
        }
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

async fn json<T: DeserializeOwned>(request: RequestBuilder) -> Result<T, Error> {
    let body = body(request.send().await?).await?;
    serde_json::from_slice(&body).map_err(|error| Error::unreadable(&error))
}

/// The body of an answer, or the problem that it tells.
async fn body(mut answer: Response) -> Result<Vec<u8>, Error> {
    let status = answer.status();
    let mut body = Vec::new();
    while let Some(chunk) = answer.chunk().await? {
        body.extend_from_slice(&chunk);
        if body.len() > LONGEST_ANSWER {
            return Err(Error::unreadable(&format_args!("it is longer than {LONGEST_ANSWER} bytes")));
        }
    }
    if status.is_success() {
        return Ok(body);
    }
    match serde_json::from_slice::<Problem>(&body) {
        Ok(problem) => Err(problem.into()),
        // Not the server's own words: a proxy's, perhaps, while the server is away.
        Err(_) if status.is_server_error() => Err(tengen_protocol::ProblemCode::Unavailable.problem().into()),
        Err(_) => Err(Error::unreadable(&format_args!("status {status}"))),
    }
}
