//! Games whose time has come, whether or not anybody is looking.
//!
//! A game that nobody follows has no room. Its deadline is in the table, under an index, so that ten thousand games of
//! several days a move cost one look a second.

use std::time::Duration;

use futures_util::{StreamExt, stream};

use crate::app::App;
use crate::clock;

/// How often the table is looked at.
const LOOK: Duration = Duration::from_secs(1);
/// How many games are taken at once.
const TAKEN: u32 = 200;
/// How many rooms are asked at the same time.
const AT_ONCE: usize = 8;

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
                tracing::error!(%error, "the deadlines can't be read");
                continue;
            }
        };
        stream::iter(due)
            .for_each_concurrent(AT_ONCE, |game| {
                let rooms = app.rooms.clone();
                async move {
                    if let Err(error) = rooms.look_at(game).await {
                        tracing::error!(%game, %error, "a game's time has come, and it does not go on");
                    }
                }
            })
            .await;
    }
}
