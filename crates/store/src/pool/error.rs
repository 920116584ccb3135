//! What the store answers when it could not do something.

use std::fmt::Display;

use tengen_archive::StoredError;

use super::failure::Failure;
use super::missing_player::{self, MissingPlayer};

/// Why the store could not do something. Nothing was changed, unless the caller is told otherwise.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database can't be reached, is busy or full, or failed otherwise: a moment later it may do the same.
    #[error("database: {0}")]
    Away(#[source] Failure),
    /// The database answered, but with something that is no answer: waiting does not mend that.
    #[error("database: {0}")]
    Damaged(#[source] Failure),
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
        use sqlx::Error as E;
        if let Some(missing) = missing_player::missing_player(&error) {
            return Self::NoPlayer(missing);
        }
        match error {
            E::RowNotFound
            | E::TypeNotFound { .. }
            | E::ColumnNotFound(_)
            | E::ColumnDecode { .. }
            | E::Decode(_) => Self::Damaged(Failure(error)),
            _ => Self::Away(Failure(error)),
        }
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
