//! The parts of the server that learn from rooms what has happened in games.

use std::fmt::Debug;
use std::ops::Add;

use tengen_archive::StoredEvent;
use tengen_game::{GameId, PlayerId, State};
use tengen_protocol::Rematch;
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

    /// Takes note of the number of those who watch a game at other servers, whether or not anybody here knows the game.
    fn watched_elsewhere(&self, game: GameId, watching: Watching);
}

/// The other servers of the database, as rooms know them. They are told of what this one has stored, so that they need not wait
/// until they find it there.
///
/// Each call comes after the commit, and none may wait. What is told may be lost on its way.
pub trait Neighbours: Debug + Send + Sync {
    /// Tells of an event that this server has stored, as its row. The game is as the event left it.
    fn stored(&self, game: &LiveGame, event: StoredEvent);

    /// Tells of a new game.
    fn opened(&self, game: &LiveGame);

    /// Tells of the number of those who watch a game here.
    fn watched(&self, game: GameId, watching: Watching);

    /// Tells that players of these games have come or gone, as the database says by now.
    fn attended(&self, games: Vec<GameId>);

    /// Tells of the game that is offered after this one, or that it is offered no more.
    fn offered(&self, game: GameId, rematch: Option<Rematch>);
}

/// The number of those who watch a game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Watching {
    /// Their connections.
    pub connections: usize,
    /// The addresses from which these come.
    pub addresses: usize,
}

impl Add for Watching {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            connections: self.connections.saturating_add(other.connections),
            addresses: self.addresses.saturating_add(other.addresses),
        }
    }
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
