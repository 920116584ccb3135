//! What the lobby and the top learn from the database: everything at the start, and later what other servers have done.

use std::collections::HashMap;

use tengen_game::{GameId, Phase};

use super::lobby::SHOWN;
use super::{LiveGame, Lobby, RoomError, Top};
use crate::clock;
use crate::store::{GamesFilter, Store, StoreError};
use crate::trouble;

/// Shows the newest games that are open or live.
pub async fn fill(store: &Store, lobby: &Lobby) {
    lobby.filled();
    match newest(store).await {
        Ok(games) => {
            for game in games {
                show(store, lobby, None, game).await;
            }
        }
        Err(error) => trouble::log("the lobby can't be filled", error),
    }
}

/// Shows what other servers have stored since it was looked for last. Only games of which there is
/// something new are read; among them are delayed games, of which more is stored than shown.
pub async fn refresh(store: &Store, lobby: &Lobby, top: &Top) -> Result<(), StoreError> {
    let known: HashMap<GameId, u32> = top.watched().into_iter().chain(lobby.numbers()).collect();
    let mut games = newest(store).await?;
    games.extend(known.keys());
    games.sort_unstable();
    games.dedup();
    let stored = store.last_numbers(&games).await?;
    for game in games {
        if stored.get(&game) != known.get(&game) {
            show(store, lobby, Some(top), game).await;
        }
    }
    Ok(())
}

/// The newest games that everybody may know of.
async fn newest(store: &Store) -> Result<Vec<GameId>, StoreError> {
    let mut games = Vec::new();
    for phases in [vec![Phase::Open], vec![Phase::Playing, Phase::Scoring]] {
        let filter = GamesFilter { phases, limit: SHOWN, now: clock::now(), ..GamesFilter::default() };
        games.extend(store.games(&filter).await?.games.into_iter().map(|listed| listed.game.id));
    }
    Ok(games)
}

async fn show(store: &Store, lobby: &Lobby, top: Option<&Top>, id: GameId) {
    let game = LiveGame::load(store, id).await;
    let summary = game.and_then(|game| if game.is_public() { game.summary().map(Some) } else { Ok(None) });
    match summary {
        Ok(Some(summary)) => {
            if let Some(top) = top {
                top.changed(&summary);
            }
            lobby.changed(summary);
        }
        Ok(None) | Err(RoomError::NoSuchGame | RoomError::Damaged(_)) => {}
        Err(error) => trouble::log_in_game(id, "a game can't be shown", error),
    }
}
