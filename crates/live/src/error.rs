//! Why rooms refuse.

use tengen_game::{GameId, Millis, Refusal};
use tengen_store::{Store, StoreError};

/// Why a room could not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum RoomError {
    /// There is no such game.
    #[error("no such game")]
    NoSuchGame,
    /// The game refuses.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The database is away, and the command may be sent again with the same id; or somebody who would sit down has been deleted.
    #[error(transparent)]
    Store(StoreError),
    /// The database is away, or a server that may have died, and what that costs the player is not known yet.
    #[error("it is not known yet what an outage costs")]
    Away,
    /// This server's clock is so many milliseconds ahead of the database's, and nothing can be decided by it.
    #[error("the clock is {ahead_ms} ms ahead of the database's")]
    WrongClock {
        /// By how much; less than 0 if it is behind.
        ahead_ms: Millis,
    },
    /// The game does not read back. Whoever met that has named the game in the log.
    #[error("damaged game: {0}")]
    Damaged(String),
    /// A server of a later release has gone on with the game, or made it, in a way that this one can't read. Whoever met that has named
    /// the game in the log.
    #[error("game of a later release: {0}")]
    LaterRelease(String),
    /// There is no memory left for another game that is only watched.
    #[error("no memory for another game")]
    Full,
    /// The room ended before it answered.
    #[error("the room is gone")]
    Gone,
}

impl RoomError {
    /// Whether this game alone does not read back here, so that all others go on.
    pub fn is_of_one_game(&self) -> bool {
        matches!(self, Self::Damaged(_) | Self::LaterRelease(_))
    }

    /// Names a game that does not read back in the server's log, once.
    pub fn name_game(&self, store: &Store, game: GameId) {
        match self {
            Self::Damaged(error) => store.name_damaged(game, error),
            Self::LaterRelease(error) => store.name_of_later_release(game, error),
            _ => {}
        }
    }
}

impl From<StoreError> for RoomError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unreadable(error) => Self::Damaged(error),
            StoreError::LaterRelease(error) => Self::LaterRelease(error),
            error @ (StoreError::Away(_)
            | StoreError::Damaged(_)
            | StoreError::Crowded
            | StoreError::SignedOut
            | StoreError::NoPlayer(_)) => Self::Store(error),
        }
    }
}
