//! Positions of games that go on without estimates: nobody gets any of them meanwhile.
//!
//! A player who may have no estimate could ask for one as somebody else. So the positions of such a game, as far as spectators see them,
//! are known here by their keys: turned in any way that keeps the board, with the colours exchanged, and whoever is to move. Positions of the
//! opening belong to everybody. A question brings the keys up to date first, so moves cost nothing here. It is a fence and no wall: a position with
//! one stone more is another one.

use std::collections::HashMap;

use tengen_game::{Event, EventKind, GameId, Millis, Settings, State};
use tengen_live::{LiveGame, RoomError, aside};
use tengen_protocol::view::Audience;
use tengen_rules::{BoardName, Color, KeyedStones, PositionKey, Symmetries};
use tengen_store::{GameRow, Store};
use tokio::sync::Mutex;

use crate::asked_position::AskedPosition;

/// How many logs are read at once.
const AT_ONCE: usize = 50;
/// How many games one question reads. The next one goes on where it stopped.
const MOST_READ: usize = 500;
/// Of how many boards games are known.
const MOST_BOARDS: usize = 64;
/// From so many moves on each position is withheld, on boards of any size.
const ALWAYS_FROM: usize = 20;

/// The positions of games that go on, by their boards, as far as anybody has asked.
#[derive(Debug, Default)]
pub(crate) struct Withheld(Mutex<HashMap<BoardName, HashMap<GameId, Held>>>);

/// What is known of a game.
#[derive(Debug)]
struct Held {
    /// The number of its last event.
    seq: u32,
    /// From when on spectators see more of it than is known here.
    until: Option<Millis>,
    /// The keys of its positions; none if its players may have estimates.
    keys: Vec<PositionKey>,
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
        let symmetries = Symmetries::of(&asked.topology);
        let games = boards.entry(asked.board).or_default();
        games.retain(|game, _| under_way.contains_key(game));
        let now = store.clock().now();
        let is_known = |game: &GameId, seq: u32| {
            games.get(game).is_some_and(|held| held.seq >= seq && held.until.is_none_or(|until| now < until))
        };
        let mut changed: Vec<GameId> =
            under_way.iter().filter(|(game, seq)| !is_known(game, **seq)).map(|(game, _)| *game).collect();
        let more = changed.len() > MOST_READ;
        changed.truncate(MOST_READ);
        for some in changed.chunks(AT_ONCE) {
            // Nothing is noted before all was read: a question may end anywhere.
            let read = read(store, some, &symmetries).await?;
            for game in some {
                // A game that does not read back has no positions that anybody could see.
                let seq = under_way.get(game).copied().unwrap_or_default();
                games.insert(*game, Held { seq, until: None, keys: Vec::new() });
            }
            games.extend(read);
        }
        if more {
            return Ok(Estimable::Later);
        }
        let mut stones = KeyedStones::new(&asked.topology, &symmetries);
        for point in asked.topology.points() {
            stones.set(point, asked.stones.get(point));
        }
        let keys = [Color::Black, Color::White].map(|to_move| stones.position(to_move).key);
        let is_held = |held: &Held| keys.iter().any(|key| held.keys.binary_search(key).is_ok());
        Ok(if games.values().any(is_held) { Estimable::Withheld } else { Estimable::Yes })
    }
}

/// Reads games anew, as far as they read back.
async fn read(
    store: &Store,
    games: &[GameId],
    symmetries: &Symmetries,
) -> Result<Vec<(GameId, Held)>, RoomError> {
    let mut rows: Vec<GameRow> = Vec::with_capacity(games.len());
    for game in games {
        match store.game(*game).await {
            Ok(row) => rows.extend(row),
            Err(error) => {
                let error = RoomError::from(error);
                if !error.is_of_one_game() {
                    return Err(error);
                }
            }
        }
    }
    let logs = store.logs(&rows.iter().collect::<Vec<_>>()).await?;
    let clock = store.clock();
    Ok(aside(|| {
        let games = rows.into_iter().zip(logs).filter_map(|(row, log)| {
            let (id, settings, created_at) = (row.id, row.settings.clone(), row.created_at);
            let log = log.ok()?;
            let game = LiveGame::replay(clock.clone(), row, Vec::new(), log.clone()).ok()?;
            let seen = log.get(..game.visible(Audience::Spectator) as usize).unwrap_or(&log);
            // Whoever has both seats keeps nothing from an opponent.
            let keys = if settings.aids().estimate || settings.local() {
                Vec::new()
            } else {
                keys(settings, created_at, seen, symmetries)?
            };
            Some((id, Held { seq: game.state().seq(), until: game.next_visible_at(), keys }))
        });
        games.collect()
    }))
}

/// The keys of the positions that a game has gone through, those that were taken back among them, sorted.
fn keys(
    settings: Settings,
    created_at: Millis,
    log: &[Event],
    symmetries: &Symmetries,
) -> Option<Vec<PositionKey>> {
    let from = settings.topology().size().div_ceil(10).min(ALWAYS_FROM);
    // A game that begins in a position is as far on as that has stones or moves.
    let already = settings.beginning().map_or(0, |beginning| {
        let stones = beginning.game().board().stones();
        beginning.moves().len().max(stones.iter().flatten().count())
    });
    // The position in which a game begins was everybody's before, and others may begin there, too.
    let first = usize::from(settings.beginning().is_some());
    let mut state = State::new(settings, created_at).ok()?;
    let mut keys = Vec::new();
    let note = |state: &State, keys: &mut Vec<PositionKey>| {
        let reached = state.reached(symmetries).into_iter();
        keys.extend(
            reached
                .filter(|reached| reached.move_number >= first && reached.move_number + already >= from)
                .map(|reached| reached.key),
        );
    };
    for event in log {
        if matches!(event.kind, EventKind::UndoAccepted { .. }) {
            note(&state, &mut keys);
        }
        state.apply(event).ok()?;
    }
    note(&state, &mut keys);
    keys.sort_unstable();
    keys.dedup();
    Some(keys)
}
