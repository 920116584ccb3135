//! Games whose time has come, whether or not anybody is looking.
//!
//! A game that nobody follows has no room. Its deadline is in the table, under an index, so that ten thousand games of
//! several days a move cost one look a second.

use std::time::Duration;

use futures_util::{StreamExt, stream};

use crate::app::App;
use crate::clock;
use crate::rooms::RoomError;
use crate::trouble;

/// How often the table is looked at.
const LOOK: Duration = Duration::from_secs(1);
/// How many games are taken at once.
const TAKEN: u32 = 200;
/// How many rooms are asked at the same time.
const AT_ONCE: usize = 16;

/// Has the games looked at whose time has come, until the server stops.
pub async fn watch(app: App) {
    let mut looks = tokio::time::interval(LOOK);
    looks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = looks.tick() => {}
            () = app.stop.cancelled() => return,
        }
        let due = match app.store.due_games(clock::now(), TAKEN).await {
            Ok(due) => due,
            Err(error) => {
                trouble::log("the deadlines can't be read", error);
                continue;
            }
        };
        let full = due.len() == TAKEN as usize;
        let went_on = stream::iter(due)
            .map(|game| {
                let rooms = app.rooms.clone();
                async move {
                    let outcome = rooms.look_at(game).await;
                    // A game that does not read back is named where it is read, and due at every look.
                    if let Err(error) = &outcome
                        && !matches!(error, RoomError::Damaged(_))
                    {
                        trouble::log_in_game(game, "a game's time has come, and it does not go on", error);
                    }
                    outcome.is_ok()
                }
            })
            .buffer_unordered(AT_ONCE)
            .fold(false, async |any, went_on| any || went_on)
            .await;
        // After a time without a server very many may wait. Those that do not go on have to wait for the next look.
        if full && went_on {
            looks.reset_immediately();
        }
    }
}
