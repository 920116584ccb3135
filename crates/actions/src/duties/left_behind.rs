//! Games of players who have been deleted: a deletion ends them, and this ends those that are left because a server died before,
//! or could not.

use tengen_store::{LeftBehind, StoreError, UnfinishedCursor};
use tengen_trouble as trouble;

use super::walk;
use crate::kit::Parts;
use crate::people::end_games;

/// Goes through all games that are not over. Several servers may do so at once: a game ends once.
pub async fn watch(parts: Parts) {
    walk(&parts, "games of deleted players can't be ended", |after| look(&parts, after)).await;
}

/// Ends the games of those players of some games who have been deleted, and answers the place from which to go on. A player whose games
/// can't be ended keeps nobody else from it, and is found again in the next round.
async fn look(
    parts: &Parts,
    after: Option<UnfinishedCursor>,
) -> Result<Option<UnfinishedCursor>, StoreError> {
    let LeftBehind { players, next } = parts.store.left_behind(after.as_ref()).await?;
    for player in players {
        if parts.stop.is_cancelled() {
            break;
        }
        if let Err(error) = end_games(parts, player).await {
            trouble::log("games of a deleted player can't be ended", error);
        }
    }
    Ok(next)
}
