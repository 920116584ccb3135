//! Void games from the command line.

use tengen_actions::staff::{Mark, mark_game};
use tengen_game::GameId;
use tengen_store::Store;

use super::outcome::{DeedError, Outcome, Reason};

/// Marks a game of which spectators have seen the end, or takes the mark away.
pub(super) async fn mark(
    store: &Store,
    id: &str,
    mark: Mark,
    reason: &Reason<'_>,
) -> Result<Outcome, DeedError> {
    let game: GameId = id.parse().map_err(|_| DeedError::NoSuch { what: "game", id: id.to_owned() })?;
    let marked = mark_game(store, reason.by(), game, mark).await;
    let line = match (mark, marked.map_err(|error| DeedError::of(error, id))?) {
        (Mark::Void, true) => "is void",
        (Mark::Void, false) => "was void already",
        (Mark::Restore, true) => "counts again",
        (Mark::Restore, false) => "was not void",
    };
    Ok(Outcome { lines: vec![format!("The game {game} {line}.")], ended: Vec::new() })
}
