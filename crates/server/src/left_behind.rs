//! Games of players who have been deleted: a deletion ends them, and this ends those that are left because a server died before,
//! or could not.

use tengen_actions::duties::walk;
use tengen_store::{LeftBehind, StoreError, UnfinishedCursor};
use tengen_trouble as trouble;

use crate::app::App;
use crate::leaving::end_games;

/// Goes through all games that are not over. Several servers may do so at once: a game ends once.
pub(super) async fn watch(app: App) {
    walk(&app, "games of deleted players can't be ended", |after| look(&app, after)).await;
}

/// Ends the games of those players of some games who have been deleted, and answers the place from which to go on. A player whose games
/// can't be ended keeps nobody else from it, and is found again in the next round.
async fn look(app: &App, after: Option<UnfinishedCursor>) -> Result<Option<UnfinishedCursor>, StoreError> {
    let LeftBehind { players, next } = app.store.left_behind(after.as_ref()).await?;
    for player in players {
        if app.stop.is_cancelled() {
            break;
        }
        if let Err(error) = end_games(app, player).await {
            trouble::log("games of a deleted player can't be ended", error);
        }
    }
    Ok(next)
}
