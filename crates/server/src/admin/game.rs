//! Void games from the command line.

use serde::{Deserialize, Serialize};
use serde_json::json;
use tengen_audit::Kind;
use tengen_game::GameId;
use tengen_store::{Noted, Store};

use super::outcome::{DeedError, Outcome, Reason};

/// What is done to a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// Lists and sums leave it out.
    Void,
    /// It counts again.
    Restore,
}

/// Marks a game of which spectators have seen the end, or takes the mark away.
pub(super) async fn mark(
    store: &Store,
    id: &str,
    mark: Mark,
    reason: &Reason<'_>,
) -> Result<Outcome, DeedError> {
    let none = || DeedError::NoSuch { what: "game", id: id.to_owned() };
    let game: GameId = id.parse().map_err(|_| none())?;
    if !store.has_ended(game, reason.now).await?.ok_or_else(none)? {
        return Err(DeedError::GoesOn(id.to_owned()));
    }
    let kind = if mark == Mark::Void { Kind::Void } else { Kind::Restore };
    let noted = Noted { subject_kind: "game", ..reason.noted(kind, game.as_str(), json!({}))? };
    let line = match mark {
        Mark::Void if store.void_game(game, &noted).await? => "is void",
        Mark::Void => "was void already",
        Mark::Restore if store.restore_game(game, &noted).await? => "counts again",
        Mark::Restore => "was not void",
    };
    Ok(Outcome { lines: vec![format!("The game {game} {line}.")], ended: Vec::new() })
}
