//! Positions of games that go on without estimates: nobody gets any of them meanwhile.
//!
//! A player who may have no estimate could ask for one as somebody else. So the positions of such a game, as far as spectators see them,
//! are known here by their keys: turned in any way that keeps the board, with the colours exchanged, and whoever is to move. Positions of the
//! opening belong to everybody. A question takes up the events since the one before it, so moves cost nothing here. It is a fence and no wall: a position with
//! one stone more is another one.

use std::collections::HashMap;

use tengen_game::{GameId, Millis};
use tengen_live::{RoomError, aside};
use tengen_rules::{BoardName, Symmetries};
use tengen_store::Store;
use tokio::sync::Mutex;

use crate::asked_position::AskedPosition;
use crate::held_game::{HeldGame, keys};

/// How many games are read at once.
const AT_ONCE: usize = 50;
/// How many games one question reads. The next one goes on where it stopped.
const MOST_READ: usize = 500;
/// Of how many boards games are known.
const MOST_BOARDS: usize = 64;

/// The positions of games that go on, by their boards, as far as anybody has asked.
#[derive(Debug, Default)]
pub(crate) struct Withheld(Mutex<HashMap<BoardName, HashMap<GameId, Known>>>);

/// A game that goes on.
#[derive(Debug)]
struct Known {
    /// The number of its last event when it was read. The greatest one if its log does not read back: nothing more is seen of it here then.
    seq: u32,
    /// From when on spectators see more of it than was taken up.
    until: Option<Millis>,
    /// Its positions. `None` if its players may have estimates, or if its settings do not read back: then nobody sees it here.
    held: Option<HeldGame>,
}

/// Whether a position may be estimated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Estimable {
    /// It may.
    Yes,
    /// A game that goes on without estimates was in it.
    Withheld,
    /// So many games have changed that nobody knows yet: another question will.
    Later,
}

impl Withheld {
    /// Whether a position may be estimated now.
    pub(crate) async fn ask(&self, store: &Store, asked: &AskedPosition) -> Result<Estimable, RoomError> {
        let mut boards = self.0.lock().await;
        let under_way: HashMap<GameId, u32> = store.under_way_on(asked.board).await?.into_iter().collect();
        if under_way.is_empty() {
            boards.remove(&asked.board);
            return Ok(Estimable::Yes);
        }
        if boards.len() >= MOST_BOARDS && !boards.contains_key(&asked.board) {
            // The one with the fewest games is read again soonest.
            let least = boards.iter().min_by_key(|(_, games)| games.len()).map(|(board, _)| *board);
            least.map(|board| boards.remove(&board));
        }
        let games = boards.entry(asked.board).or_default();
        games.retain(|game, _| under_way.contains_key(game));
        let now = store.clock().now();
        let mut changed: Vec<GameId> = under_way
            .iter()
            .filter(|(game, seq)| games.get(game).is_none_or(|known| known.has_changed(**seq, now)))
            .map(|(game, _)| *game)
            .collect();
        let more = changed.len() > MOST_READ;
        changed.truncate(MOST_READ);
        let symmetries = Symmetries::of(&asked.topology);
        for some in changed.chunks(AT_ONCE) {
            read_on(store, games, some, asked, &symmetries).await?;
        }
        if more {
            return Ok(Estimable::Later);
        }
        let keys = keys(&asked.stones, &asked.topology, &symmetries);
        let withheld = games.values().filter_map(|known| known.held.as_ref()).any(|held| held.holds(&keys));
        Ok(if withheld { Estimable::Withheld } else { Estimable::Yes })
    }
}

impl Known {
    /// Whether more of the game may be seen than was taken up, now that its last event has this number.
    fn has_changed(&self, seq: u32, now: Millis) -> bool {
        self.held.is_some() && (self.seq < seq || self.until.is_some_and(|until| until <= now))
    }
}

/// Takes up the events of some games that were not taken up yet. Nothing is noted before all was read: a question may end anywhere.
async fn read_on(
    store: &Store,
    games: &mut HashMap<GameId, Known>,
    some: &[GameId],
    asked: &AskedPosition,
    symmetries: &Symmetries,
) -> Result<(), RoomError> {
    let new: Vec<GameId> = some.iter().filter(|game| !games.contains_key(game)).copied().collect();
    let rows = store.game_rows(&new).await?;
    let mut begun: HashMap<GameId, HeldGame> =
        rows.iter().filter_map(|row| Some((row.id, HeldGame::new(row)?))).collect();
    let taken_up = |game: &GameId| {
        let held = begun.get(game).or_else(|| games.get(game)?.held.as_ref());
        Some((*game, held?.seq()))
    };
    let behind: Vec<(GameId, u32)> = some.iter().filter_map(taken_up).collect();
    let later = store.later_events(&behind, &asked.topology).await?;
    let now = store.clock().now();
    for game in new {
        games.insert(game, Known { seq: 0, until: None, held: begun.remove(&game) });
    }
    aside(|| {
        for ((game, _), events) in behind.iter().zip(later) {
            let Some(known) = games.get_mut(game) else { continue };
            let Some(held) = &mut known.held else { continue };
            let Ok(events) = events else {
                (known.seq, known.until) = (u32::MAX, None);
                continue;
            };
            known.until = held.follow(&events, &asked.topology, symmetries, now);
            known.seq = events.last().map_or(known.seq, |event| event.seq);
        }
    });
    Ok(())
}
