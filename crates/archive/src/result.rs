//! Results.

use serde::de::IntoDeserializer;
use serde::de::value::{Error as ValueError, StrDeserializer};
use serde::{Deserialize, Serialize};
use tengen_game::{GameResult, ResultBy};
use tengen_rules::Color;

use crate::StoredError;
use crate::points::StoredPoints;
use crate::word::Word;

/// A result as it is kept, in its event and beside the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredResult {
    winner: Option<Word<Color>>,
    #[serde(with = "By")]
    by: ResultBy,
    margin: Option<StoredPoints>,
    /// As records write it: for eyes that look into the database.
    text: String,
}

/// The words for [`ResultBy`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "ResultBy", rename_all = "snake_case")]
enum By {
    Score,
    Resignation,
    NoResult,
    Abort,
    Time,
    Absence,
    Adjudication,
}

impl StoredResult {
    /// The JSON of a result.
    ///
    /// # Errors
    ///
    /// None in practice: every result has a JSON.
    pub fn write(result: &GameResult) -> Result<String, StoredError> {
        Ok(serde_json::to_string(&Self::from(result))?)
    }

    /// Reads a result back.
    ///
    /// # Errors
    ///
    /// A text that is not the JSON of a result, or is [of a later release](StoredError::is_of_later_release).
    pub fn read(json: &str) -> Result<GameResult, StoredError> {
        Ok(serde_json::from_str::<Self>(json).map_err(|error| unread(json, error))?.into())
    }
}

/// Why a result can't be read: a reason that nobody knows here is one of a later release.
fn unread(json: &str, error: serde_json::Error) -> StoredError {
    #[derive(Deserialize)]
    struct Reason {
        by: String,
    }
    match serde_json::from_str(json) {
        Ok(Reason { by }) if !is_known(&by) => StoredError::Reason(by),
        _ => StoredError::Json(error),
    }
}

fn is_known(by: &str) -> bool {
    let by: StrDeserializer<'_, ValueError> = by.into_deserializer();
    By::deserialize(by).is_ok()
}

impl From<&GameResult> for StoredResult {
    fn from(result: &GameResult) -> Self {
        let GameResult { winner, by, margin } = *result;
        Self { winner: winner.map(Word), by, margin: margin.map(StoredPoints), text: result.to_string() }
    }
}

impl From<StoredResult> for GameResult {
    fn from(StoredResult { winner, by, margin, text: _ }: StoredResult) -> Self {
        Self { winner: winner.map(|winner| winner.0), by, margin: margin.map(|margin| margin.0) }
    }
}
