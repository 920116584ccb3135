//! Why a row can't be read back.

use tengen_game::SettingsError;
use tengen_rules::Vertex;

/// A row that can't be read back.
#[derive(Debug, thiserror::Error)]
pub enum StoredError {
    /// Not the JSON it should be.
    #[error("unreadable: {0}")]
    Json(#[from] serde_json::Error),
    /// A vertex that is not on the board.
    #[error("{0} is not on the board")]
    OffBoard(Vertex),
    /// Settings no game can have.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A shape that this release does not know: it was written by a later one.
    #[error("version {0} of the shape is unknown")]
    Version(u32),
    /// A kind of event that this release does not know.
    #[error("events of the kind {0:?} are unknown")]
    Kind(String),
    /// A reason for a result that this release does not know.
    #[error("results by {0:?} are unknown")]
    Reason(String),
    /// A game of an engine that this release does not have. It would decide the game otherwise.
    #[error("revision {0} of the engine is unknown")]
    Engine(u32),
}

impl StoredError {
    /// Whether the row is one of a later release, and whole as far as this one can tell.
    pub fn is_of_later_release(&self) -> bool {
        matches!(self, Self::Version(_) | Self::Kind(_) | Self::Reason(_) | Self::Engine(_))
    }
}
