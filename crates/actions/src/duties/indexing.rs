//! Making finished games known by their positions, in the background.
//!
//! Nothing waits for it: a game is indexed some time after its end, and so are the games of an earlier release. Each is a job in the
//! table of jobs until then, so a server that was killed goes on where it was, and one that has nothing to do makes one look a
//! second.

use std::collections::HashMap;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use tengen_duties::Repeat;
use tengen_game::{Event, GameId, State};
use tengen_live::Rooms;
use tengen_rules::{BoardName, Symmetries};
use tengen_store::{GameRow, IndexedGame, IndexedPosition, Outcome, Step, Store, StoreError, Winner};
use tengen_trouble as trouble;
use tokio::task::block_in_place;
use tokio_util::sync::CancellationToken;

/// How often the table is looked at.
const LOOK: Duration = Duration::from_secs(1);
/// How many games are taken at once.
const TAKEN: u32 = 50;
/// How many positions one transaction writes, or those of one game: so many that it pays, and so few that moves, which
/// SQLite writes one transaction after the other, don't wait for long.
const TOGETHER: usize = 1_500;
/// For how many times as long as a transaction took none follows it while games are played: moves have the better part of
/// the disk.
const REST: u32 = 3;

/// Indexes finished games until the server stops.
pub async fn watch(store: Store, rooms: Rooms, stop: CancellationToken) {
    let mut looks = Repeat::every(LOOK, store.clock(), &stop);
    while looks.tick().await {
        match index_some(&store, &rooms, &stop).await {
            // After an upgrade very many may wait.
            Ok(TAKEN..) => looks.at_once(),
            Ok(_) => {}
            Err(error) => trouble::log("games can't be indexed by their positions", error),
        }
    }
}

/// Indexes some games and answers how many there were.
async fn index_some(store: &Store, rooms: &Rooms, stop: &CancellationToken) -> Result<u32, StoreError> {
    let found = store.take_games_to_index(store.clock().now(), TAKEN).await?;
    let count = u32::try_from(found.len()).unwrap_or(TAKEN);
    let mut indexed = Vec::with_capacity(found.len());
    let mut games = Vec::with_capacity(found.len());
    let mut left = Vec::new();
    for (id, game) in found {
        match game {
            Ok(game) => games.push(game),
            Err(StoreError::LaterRelease(error)) => left.push((id, error)),
            Err(error) => indexed.push(unreadable(store, id, &error)),
        }
    }
    let logs = store.logs(&games.iter().collect::<Vec<_>>()).await?;
    // Some thousand moves to be replayed take their time, in which nobody else must wait for this thread.
    indexed.extend(block_in_place(|| {
        let mut symmetries = HashMap::new();
        let positions = games.iter().zip(logs).filter_map(|(game, log)| {
            match log.and_then(|log| replayed(|| positions(game, &log, &mut symmetries))) {
                Ok(positions) => Some(IndexedGame { id: game.id, positions }),
                Err(StoreError::LaterRelease(error)) => {
                    left.push((game.id, error));
                    None
                }
                Err(error) => Some(unreadable(store, game.id, &error)),
            }
        });
        positions.collect::<Vec<_>>()
    }));
    for (game, error) in left {
        store.name_of_later_release(game, error);
        store.leave_game_to_index(game, store.clock().now()).await?;
    }
    let mut rest = indexed.as_slice();
    while !rest.is_empty() && !stop.is_cancelled() {
        let (some, later) = rest.split_at(together(rest));
        rest = later;
        write(store, rooms, some).await?;
    }
    Ok(count)
}

/// The positions of a game that is replayed. A replay that panics is that of a game that does not read back.
fn replayed<T>(replay: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
    // What it shares with other replays is a cache, of which each change is one call.
    catch_unwind(AssertUnwindSafe(replay))
        .unwrap_or_else(|_| Err(StoreError::Unreadable("its replay panicked".to_owned())))
}

/// A game that does not read back is not looked at again: it must not keep the others from being found.
fn unreadable(store: &Store, game: GameId, error: &StoreError) -> IndexedGame {
    store.name_damaged(game, error);
    IndexedGame { id: game, positions: Vec::new() }
}

async fn write(store: &Store, rooms: &Rooms, games: &[IndexedGame]) -> Result<(), StoreError> {
    let (events, began) = (rooms.batches(), Instant::now());
    store.index_games(games).await?;
    if rooms.batches() != events {
        tokio::time::sleep(began.elapsed() * REST).await;
    }
    Ok(())
}

/// How many of the games one transaction takes; at least one.
fn together(games: &[IndexedGame]) -> usize {
    let mut positions = 0;
    let fits = games.iter().take_while(|game| {
        positions += game.positions.len();
        positions <= TOGETHER
    });
    fits.count().max(1)
}

/// The positions of a game. One that never began has none: who asks for the empty board asks for games.
fn positions(
    game: &GameRow,
    log: &[Event],
    symmetries: &mut HashMap<BoardName, Symmetries>,
) -> Result<Vec<IndexedPosition>, StoreError> {
    let damaged = |error: &dyn Display| StoreError::Unreadable(error.to_string());
    let settings = &game.settings;
    let mut state = State::new(settings.clone(), game.created_at).map_err(|error| damaged(&error))?;
    for event in log {
        state.apply(event).map_err(|error| damaged(&error))?;
    }
    let Some(result) = state.result().filter(|_| !state.moves().is_empty()) else {
        return Ok(Vec::new());
    };
    let symmetries =
        symmetries.entry(settings.board()).or_insert_with(|| Symmetries::of(settings.topology()));
    let winner = Winner::of(&result);
    let positions = state.reached(symmetries).into_iter().map(|reached| IndexedPosition {
        key: reached.key,
        step: Step {
            next: reached.next,
            outcome: Outcome::of(winner, reached.to_move),
            again: reached.again,
        },
        // No game has so many moves.
        move_number: u16::try_from(reached.move_number).unwrap_or(u16::MAX),
    });
    Ok(positions.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_that_panics_is_that_of_one_damaged_game() {
        assert_eq!(replayed(|| Ok(7)).unwrap(), 7);
        let of_none = |moves: &[u8]| Ok(moves[0]);
        assert!(matches!(replayed(|| of_none(&[])), Err(StoreError::Unreadable(_))));
    }
}
