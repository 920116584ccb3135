//! Positions that games without help withhold while they go on.
//!
//! A player who may have no estimate could ask for one as somebody else. So what such a game withholds, it withholds from
//! everybody, and from its own players more (`tengen-fence` says what). The index of these games is in memory. It hears of what
//! the rooms of this server store, and asks the database for all other games at most once a second, so that a question costs what
//! has changed since the one before it: a position of another server's game is known here a second later, and meanwhile it is
//! near the one before it.

use std::collections::HashMap;
use std::time::Duration;

use tengen_fence::Sought;
use tengen_game::{GameId, Millis, PlayerId};
use tengen_live::{LiveGame, RoomError, aside};
use tengen_rules::{BoardName, Symmetries, Topology};
use tengen_store::Store;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::asked_position::AskedPosition;
use crate::held_game::HeldGame;
use crate::stages::{Stage, Stages};

/// How many games are read at once.
const AT_ONCE: usize = 50;
/// How many games one question reads. The next one goes on where it stopped.
const MOST_READ: usize = 500;
/// Of how many boards games are known. A question is about sixteen of them at most.
const MOST_BOARDS: usize = 256;
/// How long the database's list of the games on a board is good. It takes some milliseconds for each thousand of them.
const GOOD_FOR: Duration = Duration::from_secs(1);

/// The games that go on without help, by their boards, as far as anybody has asked.
#[derive(Debug, Default)]
pub(crate) struct Withheld {
    boards: Mutex<HashMap<BoardName, OnBoard>>,
    stages: Stages,
}

/// The games on one board.
#[derive(Debug, Default)]
struct OnBoard {
    /// The games that go on, and the number of the last event of each.
    under_way: HashMap<GameId, u32>,
    /// When the database named them last.
    named_at: Option<Instant>,
    known: HashMap<GameId, Known>,
}

/// A game that goes on.
#[derive(Debug)]
struct Known {
    /// The number of its last event when it was read. The greatest one if its log does not read back: nothing more is seen of it here then.
    seq: u32,
    /// Its positions. `None` if its players may have help, or if its settings do not read back: then nobody sees it here.
    held: Option<HeldGame>,
}

/// Somebody who asks for a position.
#[derive(Debug, Clone, Copy, Default)]
pub struct Asker {
    /// The player, unless it is a stranger.
    pub player: Option<PlayerId>,
    /// The game of which the position is, if the question has named one.
    pub knows: Option<GameId>,
}

/// Whether a position may be estimated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Estimable {
    /// It may.
    Yes,
    /// A game that goes on withholds it: this one, if it is the asker's own, one that the asker has named, or one that lists show.
    Withheld(Option<GameId>),
    /// So many games have changed that nobody knows yet: another question will.
    Later,
}

impl Withheld {
    /// Takes note of a game whose last event was stored.
    pub(crate) fn note(&self, game: &LiveGame) {
        self.stages.note(game);
    }

    /// Whether positions of one board may be estimated now.
    pub(crate) async fn ask(
        &self,
        store: &Store,
        all: &[AskedPosition],
        asker: Asker,
    ) -> Result<Estimable, RoomError> {
        let Some(asked) = all.first() else { return Ok(Estimable::Yes) };
        let own = match asker.player {
            Some(player) => store.unaided_games_of(player, asked.board).await?,
            None => Vec::new(),
        };
        let mut boards = self.boards.lock().await;
        if boards.len() >= MOST_BOARDS && !boards.contains_key(&asked.board) {
            // The one with the fewest games is read again soonest.
            let least = boards.iter().min_by_key(|(_, games)| games.known.len()).map(|(board, _)| *board);
            if let Some(least) = least {
                boards.remove(&least);
                self.stages.leave(least);
            }
        }
        let games = boards.entry(asked.board).or_default();
        self.refresh(store, asked.board, games).await?;
        for game in &own {
            // A game that has just begun at another server.
            games.under_way.entry(*game).or_default();
        }
        let OnBoard { under_way, known, .. } = games;
        known.retain(|game, _| under_way.contains_key(game));
        let mut changed: Vec<GameId> = under_way
            .iter()
            .filter(|(game, seq)| known.get(*game).is_none_or(|known| known.has_changed(**seq)))
            .map(|(game, _)| *game)
            .collect();
        let more = changed.len() > MOST_READ;
        changed.truncate(MOST_READ);
        for some in changed.chunks(AT_ONCE) {
            read_on(store, known, some, &asked.topology).await?;
        }
        if more {
            return Ok(Estimable::Later);
        }
        let now = store.clock().now();
        Ok(aside(|| compare(known, all, &own, asker.knows, now)))
    }

    /// Takes up which games go on.
    async fn refresh(&self, store: &Store, board: BoardName, games: &mut OnBoard) -> Result<(), RoomError> {
        let clock = store.clock();
        let is_good = games.named_at.is_some_and(|named| clock.since(named) < GOOD_FOR);
        if !is_good || !games.take_up(self.stages.take(board)) {
            // The answer may lack what is stored from here on, and rooms tell of it meanwhile. If there is no answer, the next
            // question asks again.
            games.named_at = None;
            self.stages.listen(board);
            let now = clock.instant();
            games.under_way = store.under_way_on(board).await?.into_iter().collect();
            games.named_at = Some(now).filter(|_| games.take_up(self.stages.take(board)));
        }
        Ok(())
    }
}

impl OnBoard {
    /// Takes up the stages of games that have changed. Answers whether they are all.
    fn take_up(&mut self, stages: Option<HashMap<GameId, Stage>>) -> bool {
        let Some(stages) = stages else { return false };
        for (game, stage) in stages {
            match stage {
                Stage::UnderWay(seq) => {
                    let known = self.under_way.entry(game).or_default();
                    *known = seq.max(*known);
                }
                Stage::Over => {
                    self.under_way.remove(&game);
                }
            }
        }
        true
    }
}

impl Known {
    /// Whether more of the game is there than was taken up, now that its last event has this number.
    fn has_changed(&self, seq: u32) -> bool {
        self.held.is_some() && self.seq < seq
    }
}

/// Compares positions of one board with all games there.
fn compare(
    games: &mut HashMap<GameId, Known>,
    all: &[AskedPosition],
    own: &[GameId],
    knows: Option<GameId>,
    now: Millis,
) -> Estimable {
    let Some(AskedPosition { topology, .. }) = all.first() else { return Estimable::Yes };
    // Nobody plays on most of the boards that are asked about.
    if games.is_empty() {
        return Estimable::Yes;
    }
    let symmetries = Symmetries::of(topology);
    let sought: Vec<Sought> = all.iter().map(|asked| Sought::new(&asked.stones, &symmetries)).collect();
    for game in own {
        let held = games.get(game).and_then(|known| known.held.as_ref());
        if held.is_some_and(|held| sought.iter().any(|sought| held.is_near_or_like(sought, topology))) {
            return Estimable::Withheld(Some(*game));
        }
    }
    let mut answer = Estimable::Yes;
    for (game, known) in games {
        let Some(held) = &mut known.held else { continue };
        let is_named = !held.is_private() || knows == Some(*game);
        // Another game that can't be named tells nothing new.
        if (is_named || answer == Estimable::Yes)
            && sought.iter().any(|sought| held.is_near(sought, topology, now))
        {
            answer = Estimable::Withheld(Some(*game).filter(|_| is_named));
            if is_named {
                return answer;
            }
        }
    }
    answer
}

/// Takes up the events of some games that were not taken up yet. Nothing is noted before all was read: a question may end anywhere.
async fn read_on(
    store: &Store,
    games: &mut HashMap<GameId, Known>,
    some: &[GameId],
    board: &Topology,
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
    let later = store.later_events(&behind, board).await?;
    let now = store.clock().now();
    for game in new {
        games.insert(game, Known { seq: 0, held: begun.remove(&game) });
    }
    aside(|| {
        for ((game, _), events) in behind.iter().zip(later) {
            let Some(known) = games.get_mut(game) else { continue };
            let Some(held) = &mut known.held else { continue };
            // It goes on to withhold what was read of it before, and nothing that comes behind, until the server starts anew. The
            // operator hears of it.
            let Some(events) = events else {
                known.seq = u32::MAX;
                continue;
            };
            held.follow(&events, now);
            known.seq = events.last().map_or(known.seq, |event| event.seq);
        }
    });
    Ok(())
}
