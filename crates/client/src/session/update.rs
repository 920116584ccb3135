//! The news that a session yields.

use tengen_game::{GameId, Millis};
use tengen_protocol::{Event, OwnLine, Player, Presence, Problem, Rematch, Snapshot, Summary};

/// How many updates may wait to be read. When they are more, games are read again from the server's log instead.
pub(crate) const UPDATES: usize = 256;

/// An update of a session.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Update {
    /// There is a connection, the first or another one.
    Connected {
        /// Who the session is, if it has a token.
        player: Option<Player>,
        /// The server's clock.
        now: Millis,
    },
    /// The connection is gone; the session tries to come back.
    Disconnected,
    /// A game as it is. It comes where nothing was known of the game, and where what was known is not the server's any
    /// more (it may have been restored from a backup): it replaces all that was known.
    Snapshot {
        /// The game.
        game: GameId,
        /// All of it.
        snapshot: Box<Snapshot>,
    },
    /// Something happened in a game: the number after the last one. The id of the command behind it is left out:
    /// [`Commands::send`](crate::Commands::send) answers the number of its event.
    Event {
        /// The game.
        game: GameId,
        /// What.
        event: Box<Event>,
    },
    /// Who is at the board. These have no numbers, and are left out where there is no room for them.
    Presence {
        /// The game.
        game: GameId,
        /// Who.
        presence: Presence,
    },
    /// Another game is offered after a finished one, or not any more. Left out where there is no room, too.
    Rematch {
        /// The finished game.
        game: GameId,
        /// The offer.
        rematch: Option<Rematch>,
    },
    /// The open and live games, newest first: replaces the lobby known before.
    Lobby {
        /// The games.
        games: Vec<Summary>,
    },
    /// The changes in the lobby.
    LobbyUpdate {
        /// New and changed games.
        games: Vec<Summary>,
        /// Games that left.
        removed: Vec<GameId>,
    },
    /// A line about the player's own games: what it says of a game replaces what was known of it, and a list of all
    /// replaces everything.
    Mine {
        /// The line; a list is whole, however many games it has.
        line: Box<OwnLine>,
    },
    /// Something that was asked for can't be done; a game named here is not followed any more. Refused commands are
    /// not told here but where they were sent.
    Problem {
        /// The game, if it was about one.
        game: Option<GameId>,
        /// Why.
        problem: Box<Problem>,
    },
}
