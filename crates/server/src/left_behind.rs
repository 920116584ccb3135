//! Games of players who have been deleted: a deletion ends them, and this ends those that are left because a server died before, or could not.

use std::time::Duration;

use tengen_store::{LeftBehind, StoreError, UnfinishedCursor};
use tengen_trouble as trouble;

use crate::app::App;
use crate::leaving::end_games;

/// How often some players are looked at.
const LOOK: Duration = Duration::from_mins(1);

/// Goes through all games that are not over, some a minute, and begins anew after the last one; until the server stops. Several servers may do so at
/// once: a game ends once.
pub(super) async fn watch(app: App) {
    let mut looks = app.clock.ticks(LOOK);
    // A clock that is wrong at the start of the machine has time to be set.
    looks.reset();
    let mut after = None;
    loop {
        tokio::select! {
            () = looks.tick() => {}
            () = app.stop.cancelled() => return,
        }
        // Nothing ends in a game by a clock that is wrong.
        if app.store.wrong_clock().is_some() {
            continue;
        }
        match look(&app, after.as_ref()).await {
            Ok(next) => after = next,
            Err(error) => trouble::log("games of deleted players can't be ended", error),
        }
    }
}

/// Ends the games of those players of some games who have been deleted, and answers the place from which to go on. A player whose games can't be ended keeps
/// nobody else from it, and is found again in the next round.
async fn look(app: &App, after: Option<&UnfinishedCursor>) -> Result<Option<UnfinishedCursor>, StoreError> {
    let LeftBehind { players, next } = app.store.left_behind(after).await?;
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
