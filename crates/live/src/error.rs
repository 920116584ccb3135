//! Why rooms refuse.

use tengen_game::Refusal;

use tengen_store::StoreError;

/// Why a room could not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum RoomError {
    /// There is no such game.
    #[error("no such game")]
    NoSuchGame,
    /// The game refuses.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The database is away. The command may be sent again with the same id.
    #[error(transparent)]
    Store(StoreError),
    /// The database is away, and what that costs the player is not known before it is back.
    #[error("the database is away")]
    Away,
    /// The game does not read back. Whoever met that has named the game in the log.
    #[error("damaged game: {0}")]
    Damaged(String),
    /// There is no memory left for another game that is only watched.
    #[error("no memory for another game")]
    Full,
    /// The room ended before it answered.
    #[error("the room is gone")]
    Gone,
}

impl From<StoreError> for RoomError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unreadable(error) => Self::Damaged(error),
            error @ StoreError::Database(_) => Self::Store(error),
        }
    }
}
