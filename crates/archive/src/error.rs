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
}
