//! Places in lists.

use std::fmt;
use std::str::FromStr;

use tengen_game::{GameId, Millis};

const MINUTE: Millis = 60_000;

/// A place in a list of games, or of other things with an id, newest first: the one in front of it. Neither of its parts
/// ever changes, so the place stays where it is while the list grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageCursor<Id = GameId> {
    /// When that one was made.
    pub created_at: Millis,
    /// That one.
    pub id: Id,
}

/// A text that is not a cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a cursor")]
pub struct PageCursorError;

/// The beginning of the minute in which something was made at which a search stops. It may be nobody's to know of, so the place
/// that is told does not say when it was made: the others of its minute are looked at, too.
pub(crate) fn begin_of_minute(made_at: Millis) -> Millis {
    made_at - made_at.rem_euclid(MINUTE)
}

impl<Id: fmt::Display> fmt::Display for PageCursor<Id> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.created_at, self.id)
    }
}

impl<Id: FromStr> FromStr for PageCursor<Id> {
    type Err = PageCursorError;

    fn from_str(text: &str) -> Result<Self, PageCursorError> {
        let (created_at, id) = text.split_once('.').ok_or(PageCursorError)?;
        let created_at = created_at.parse().map_err(|_| PageCursorError)?;
        Ok(Self { created_at, id: id.parse().map_err(|_| PageCursorError)? })
    }
}
