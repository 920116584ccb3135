//! Names of players who have none of their own yet, and news of names: each server shows the latest.

use std::sync::Arc;
use std::time::Duration;

use tengen_duties::Repeat;
use tengen_game::Millis;
use tengen_lists::Lists;
use tengen_live::Rooms;
use tengen_protocol::PlayerCard;
use tengen_store::{NameWish, Store, StoreError};
use tengen_trouble as trouble;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

use crate::people::names::wishes;

/// How often it is looked for new names.
const LOOK: Duration = Duration::from_secs(1);
/// How far back each look goes beyond the last one, in milliseconds: a change is stored a moment after it was timed.
const OVERLAP: Millis = 10_000;

/// The names by which everything is shown.
#[derive(Debug, Default)]
pub struct Shown {
    /// Since when, by the database's clock, they may have changed.
    since: Option<Millis>,
    /// Those of which everybody was told last.
    told: Vec<PlayerCard>,
}

/// Gives names to players who have none of their own, and has everything shown by the latest names, until the
/// server stops. The names that are shown outlast it.
pub async fn watch(
    store: Store,
    rooms: Rooms,
    lists: Lists,
    shown: Arc<Mutex<Shown>>,
    stop: CancellationToken,
) {
    let mut looks = Repeat::every(LOOK, store.clock(), &stop);
    let mut shown = shown.lock().await;
    while looks.tick().await {
        if let Err(error) = name_all(&store, &stop).await {
            trouble::log("players can't be given names of their own", error);
        }
        match store.renamed_since(shown.since.unwrap_or(Millis::MAX)).await {
            Ok((cards, now)) => {
                let news: Vec<_> = cards.iter().filter(|card| !shown.told.contains(*card)).cloned().collect();
                if !news.is_empty() {
                    rooms.rename(&news);
                    lists.rename(&news);
                }
                // A server that starts has read nothing yet that could be old.
                *shown = Shown { since: Some(now - OVERLAP), told: cards };
            }
            Err(error) => trouble::log("nobody knows who has another name", error),
        }
    }
}

/// Names all players who have no name of their own, in portions, and lets others write in between.
async fn name_all(store: &Store, stop: &CancellationToken) -> Result<(), StoreError> {
    let others = |name: &str| wishes(name).unwrap_or_else(|_| vec![NameWish::new(name)]);
    while !stop.is_cancelled() {
        let began = store.clock().instant();
        if store.name_players(store.clock().now(), others).await?.is_empty() {
            break;
        }
        let took = store.clock().instant().saturating_duration_since(began);
        store.clock().sleep_until(store.clock().instant() + 3 * took).await;
    }
    Ok(())
}
