//! The frames of clients on the socket.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{CommandId, GameId, Millis};

use crate::{SentCommand, Text, TryMove};

/// A frame from a client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum FromClient {
    /// Says who is asking, if the upgrade did not.
    Authenticate {
        /// The token that `POST /guests` answered.
        token: String,
    },
    /// Asks for the events of a game from now on.
    Subscribe {
        /// The game.
        game: Text<GameId>,
        /// The last number that the client has seen; without it the answer begins with a snapshot.
        #[serde(default)]
        since: Option<u32>,
    },
    /// Wants no more events of a game.
    Unsubscribe {
        /// The game.
        game: Text<GameId>,
    },
    /// Asks for the open and live games from now on.
    SubscribeLobby {},
    /// Wants no more of the lobby.
    UnsubscribeLobby {},
    /// Asks for the changes in the player's own games from now on.
    SubscribeMine {
        /// The number of the last line that the client has seen; without it the answer begins with all games
        /// that are not over.
        #[serde(default)]
        since: Option<Millis>,
        /// A game that is left out, because the client follows it by itself.
        #[serde(default)]
        except: Option<Text<GameId>>,
    },
    /// Wants no more of the own games.
    UnsubscribeMine {},
    /// A command in a game.
    Command {
        /// The game.
        game: Text<GameId>,
        /// The command.
        #[serde(deserialize_with = "crate::inner_object")]
        command: SentCommand,
    },
    /// Tries a move on a position, which belongs to no game: the same as `POST /positions/play`.
    Try {
        /// The client's name for the question.
        id: Text<CommandId>,
        /// The line, and the move.
        #[serde(deserialize_with = "crate::inner_object")]
        line: TryMove,
    },
}
