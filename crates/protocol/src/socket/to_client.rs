//! The frames of the server on the socket.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{CommandId, GameId, Millis};

use crate::{
    Event, EventV2, Moved, OwnLine, Player, Presence, Problem, Rematch, Sanction, Snapshot, Summary, Text,
    Tried,
};

/// A frame to a client of version 2. Its events have another shape, and all else is the same.
pub type ToClientV2 = ToClient<EventV2>;

/// A frame to a client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(rename = "ToClient")]
pub enum ToClient<E = Event> {
    /// The first frame.
    Hello {
        /// The version of the protocol.
        protocol: u32,
        /// The server's name and version.
        server: String,
        /// The server's clock.
        now: Millis,
        /// The player who is asking, if the upgrade said so.
        player: Option<Player>,
        /// Why this player may not play, and looks on like a stranger; or a warning that was not read. Left
        /// out if there is neither.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sanction: Option<Sanction>,
    },
    /// The socket has a player now.
    Authenticated {
        /// Who.
        player: Player,
    },
    /// A game from the beginning of a subscription.
    Snapshot {
        /// The game.
        game: Text<GameId>,
        /// All of it.
        snapshot: Box<Snapshot>,
    },
    /// Something happened.
    Event {
        /// Where.
        game: Text<GameId>,
        /// The event.
        event: Box<E>,
    },
    /// The players at the board of a game, when that has changed.
    Presence {
        /// The game.
        game: Text<GameId>,
        /// Who.
        presence: Presence,
    },
    /// A player of a finished game offers another one, or takes the offer back.
    Rematch {
        /// The finished game.
        game: Text<GameId>,
        /// The offer.
        rematch: Option<Rematch>,
    },
    /// The missed events are through; live ones follow.
    Subscribed {
        /// The game.
        game: Text<GameId>,
        /// The number of its last event.
        seq: u32,
    },
    /// A command was accepted and is on disk.
    Ack {
        /// The game.
        game: Text<GameId>,
        /// The client's name for the command.
        id: Text<CommandId>,
        /// The number of the event it led to.
        seq: u32,
    },
    /// The position behind a move that was tried.
    Tried {
        /// The client's name for the question.
        id: Text<CommandId>,
        /// The position.
        position: Box<Tried>,
    },
    /// Something could not be done.
    Problem {
        /// The game that was named.
        game: Option<Text<GameId>>,
        /// The command, or the question, that was named.
        id: Option<Text<CommandId>>,
        /// Why.
        problem: Problem,
    },
    /// The subscription has ended because the reader was too slow.
    Lagged {
        /// The game.
        game: Text<GameId>,
        /// The last event that was sent.
        seq: u32,
    },
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
    /// A line of the stream of the player's own games.
    Mine {
        /// The line.
        line: Box<OwnLine>,
    },
}
