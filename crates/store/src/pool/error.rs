//! What the store answers when it could not do something.

use std::fmt::Display;

use tengen_archive::StoredError;

use super::missing_player::{self, MissingPlayer};

/// Why the store could not do something. Nothing was changed, unless the caller is told otherwise.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database can't be reached or failed.
    #[error("database: {0}")]
    Database(#[source] sqlx::Error),
    /// A row can't be read back: it was damaged.
    #[error("unreadable row: {0}")]
    Unreadable(String),
    /// Too many lists are looked through already. Nothing was looked at.
    #[error("too many lists are looked through")]
    Crowded,
    /// The session in whose name something was to be changed has ended. Nothing was changed.
    #[error("the session has ended")]
    SignedOut,
    /// A player is not there, or was deleted before something was made in the player's name or for the player. Nothing was changed.
    #[error("no such player: {0:?}")]
    NoPlayer(MissingPlayer),
    /// A row can't be read back: a server of a later release has written it.
    #[error("row of a later release: {0}")]
    LaterRelease(String),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        missing_player::missing_player(&error).map_or(Self::Database(error), Self::NoPlayer)
    }
}

/// The error of a row that does not read back.
pub(crate) fn unreadable(error: impl Display) -> StoreError {
    StoreError::Unreadable(error.to_string())
}

/// The error of settings or an event that do not read back.
#[allow(clippy::needless_pass_by_value)] // it is what `map_err` hands over
pub(crate) fn unread(error: StoredError) -> StoreError {
    if error.is_of_later_release() {
        StoreError::LaterRelease(error.to_string())
    } else {
        StoreError::Unreadable(error.to_string())
    }
}
