//! The lines of streams of games: of a player's own, of the lobby, and of the top live games. Each line has a
//! number, with which a reader asks for the lines after it. Lines tell games whole, so a reader who missed
//! some of them has lost nothing.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{AbortReason, GameId, Millis};

use crate::{Moved, Summary, Text};

/// A line of the stream of a player's own games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnLine {
    /// The number: a moment, in milliseconds since 1970-01-01T00:00Z. It grows from line to line, also over
    /// restarts and from server to server. It is 0 while the list of all games is not complete yet.
    pub seq: Millis,
    /// The news.
    #[serde(flatten)]
    pub news: OwnNews,
}

/// News of a player's own games, as the player sees them, without any delay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum OwnNews {
    /// All games that are not over. Other games that the reader knew are of no use any more.
    Games {
        /// The one that changed last is last.
        games: Vec<Summary>,
        /// Whether the next line goes on with this.
        more: bool,
    },
    /// The player made a game, which waits for an opponent.
    Opened {
        /// The game.
        game: Box<Summary>,
    },
    /// Somebody offers the player a game.
    Offered {
        /// The game.
        game: Box<Summary>,
    },
    /// Both seats are taken.
    Started {
        /// The game.
        game: Box<Summary>,
    },
    /// Something else happened.
    Changed {
        /// The game.
        game: Box<Summary>,
    },
    /// It is over.
    Finished {
        /// The game.
        game: Box<Summary>,
    },
    /// The player to whom the game was offered does not want it.
    Declined {
        /// The game.
        game: Box<Summary>,
        /// Why; left out if that player did not tell. A reason of a later release is read as none.
        #[serde(default, deserialize_with = "crate::known_or_none", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Text<AbortReason>")]
        reason: Option<Text<AbortReason>>,
    },
    /// The game was called off before anybody had joined.
    Withdrawn {
        /// The game.
        game: Box<Summary>,
    },
}

/// A line of the stream of the lobby; the same as on the socket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LobbyLine {
    /// The open and live games.
    Lobby {
        /// The number of this state of the lobby.
        seq: u64,
        /// Newest first.
        games: Vec<Summary>,
    },
    /// The changes in the lobby.
    LobbyUpdate {
        /// The number of the state that this leads to.
        seq: u64,
        /// New and changed games.
        games: Vec<Summary>,
        /// Games of which nothing but the members of [`Moved`] has changed. Only version 2 tells them apart.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        moved: Vec<Moved>,
        /// Games that left.
        removed: Vec<Text<GameId>>,
    },
}

/// A game and how many look at it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TopGame {
    /// The number of connections that watch, beside those of its players.
    pub watching: usize,
    /// The game as lists show it.
    #[serde(flatten)]
    pub game: Summary,
}

/// A line of the stream of the top live games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TopLine {
    /// All of them.
    Top {
        /// The number.
        seq: u64,
        /// The one with the most spectators first.
        games: Vec<TopGame>,
    },
    /// The changes.
    TopUpdate {
        /// The number.
        seq: u64,
        /// The games that changed or are new.
        games: Vec<TopGame>,
        /// All games that are among them now, in their order.
        order: Vec<Text<GameId>>,
    },
}
