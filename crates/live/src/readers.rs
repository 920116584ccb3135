//! The parts of the server that learn from rooms what has happened in games.

use std::fmt::Debug;

use tengen_game::{GameId, PlayerId, State};
use tengen_store::JobChange;

use crate::{LiveGame, RoomError};

/// The readers of all games, as rooms know them: lists of games, in whatever way they are kept.
///
/// Each call comes after the commit, and none may wait.
pub trait Readers: Debug + Send + Sync {
    /// Takes note of the last event of a game, or of a new game that has none. The players of the game may know it at once.
    ///
    /// # Errors
    ///
    /// When the game does not read back.
    fn stored(&self, game: &LiveGame) -> Result<(), RoomError>;

    /// Takes note of a game as spectators see it now. That may be earlier than its last event.
    ///
    /// # Errors
    ///
    /// When the game does not read back.
    fn shown(&self, game: &LiveGame) -> Result<(), RoomError>;

    /// Takes note of the number of those who watch a game.
    ///
    /// # Errors
    ///
    /// When the game does not read back.
    fn watched(&self, game: &LiveGame, watching: Watching) -> Result<(), RoomError>;

    /// Takes note that nobody watches a game any more.
    fn unwatched(&self, game: GameId);
}

/// The number of those who watch a game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Watching {
    /// Their connections.
    pub connections: usize,
    /// The addresses from which these come.
    pub addresses: usize,
}

/// The built-in opponent, as rooms know it.
pub trait House: Debug + Send + Sync {
    /// Whether one of its players is in a game, or is offered it.
    fn plays(&self, state: &State) -> bool;

    /// Whether this is one of its players, who never leaves the board.
    fn is_here(&self, player: PlayerId) -> bool;

    /// The job of a game in this state, if one of its players has something to do.
    fn job(&self, state: &State) -> Option<JobChange>;

    /// Takes note of a game whose state has changed.
    fn note_change(&self, game: GameId, state: &State);
}
