//! The lobby and the top read from the database: all games at the start, and later those that have changed elsewhere.

use std::collections::{HashMap, HashSet};

use tengen_game::GameId;
use tengen_live::{LiveGame, RoomError};
use tengen_store::{GamesFilter, Store, StoreError};
use tengen_trouble as trouble;

use super::lobby::{KINDS, LeftOut, SHOWN};
use super::{Lobby, Top};

/// Shows the newest games that are open or live.
pub async fn fill(store: &Store, lobby: &Lobby) {
    let mut filling = lobby.begin_filling();
    match newest(store).await {
        Ok((games, more)) => {
            let known: HashSet<GameId> = lobby.numbers().into_iter().map(|(game, _)| game).collect();
            for game in games.into_iter().filter(|game| !known.contains(game)) {
                match read(store, game).await {
                    Ok(Some(game)) => show_or_log(&game, lobby, None),
                    Ok(None) => {}
                    Err(error) => trouble::log_in_game(game, "a game can't be shown", error),
                }
            }
            filling.left_out = more;
        }
        Err(error) => trouble::log("the lobby can't be filled", error),
    }
}

/// Shows all that is not shown as it is stored. Only such games are read; among them are delayed games, of which more is
/// stored than shown.
pub(super) async fn compare(store: &Store, lobby: &Lobby, top: &Top) -> Result<(), RoomError> {
    let known: HashMap<GameId, u32> = top.watched().into_iter().chain(lobby.numbers()).collect();
    let (mut games, more) = newest(store).await?;
    lobby.note_left_out(more);
    games.extend(known.keys());
    games.sort_unstable();
    games.dedup();
    let stored = store.last_numbers(&games).await?;
    for game in games {
        if stored.get(&game) != known.get(&game)
            && let Some(game) = read(store, game).await?
        {
            show_or_log(&game, lobby, Some(top));
        }
    }
    Ok(())
}

/// The newest games that everybody may know of, and the kinds of which there are more.
async fn newest(store: &Store) -> Result<(Vec<GameId>, LeftOut), StoreError> {
    let (mut games, mut more) = (Vec::new(), LeftOut::default());
    for kind in KINDS {
        let phases = kind.phases().to_vec();
        let mut filter =
            GamesFilter { phases, limit: SHOWN, now: store.clock().now(), ..GamesFilter::default() };
        loop {
            let found = store.games_at_once(&filter).await?;
            filter.limit = filter.limit.saturating_sub(u32::try_from(found.games.len()).unwrap_or(SHOWN));
            games.extend(found.games.into_iter().map(|listed| listed.game.id));
            filter.after = found.next;
            more[kind as usize] = found.next.is_some();
            if !found.is_cut {
                break;
            }
        }
    }
    Ok((games, more))
}

/// A game as its log has it; nothing if it does not read back, which keeps no other game from being shown.
pub(super) async fn read(store: &Store, game: GameId) -> Result<Option<LiveGame>, RoomError> {
    match LiveGame::load(store, game).await {
        Ok(game) => Ok(Some(game)),
        Err(RoomError::NoSuchGame) => Ok(None),
        Err(error) if error.is_of_one_game() => Ok(None),
        Err(error) => Err(error),
    }
}

/// Shows a game as spectators see it now, and takes note of when they see more.
pub(super) fn show(game: &LiveGame, lobby: &Lobby, top: Option<&Top>) -> Result<(), RoomError> {
    if game.is_private() {
        return Ok(());
    }
    if game.state().settings().delay() > 0 {
        // A game with a kept seat is public from the moment on at which spectators see that it has begun.
        lobby.reveals.note(game.id(), game.next_visible_at());
    }
    if game.is_public() {
        // A whole entry for each move would cost a twentieth of the server's time for the move.
        let is_watched = top.is_some_and(|top| top.knows(game.id()));
        if !is_watched && lobby.moved(game) {
            return Ok(());
        }
        let summary = game.summary()?;
        if let Some(top) = top {
            top.changed(&summary);
        }
        lobby.changed(summary);
    }
    Ok(())
}

/// The same, where one damaged game must not keep all other games from being shown.
pub(super) fn show_or_log(game: &LiveGame, lobby: &Lobby, top: Option<&Top>) {
    if let Err(error) = show(game, lobby, top) {
        trouble::log_in_game(game.id(), "a game can't be shown", error);
    }
}
