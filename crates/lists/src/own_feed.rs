//! The stream of a player's own games, which goes on from a number after any interruption.
//!
//! The number is a moment, so that it means the same after a restart and on another server. The reader may not have been told
//! of every event up to that moment: a commit takes its time, and clocks differ. So the stream goes on from a somewhat earlier
//! moment, and leaves out the events that this reader has been told of.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use tengen_game::{GameId, Millis, PlayerId};
use tengen_live::{LiveGame, RoomError, aside};
use tengen_protocol::view::Audience;
use tengen_protocol::{OwnLine, OwnNews, Summary};
use tengen_store::{Changed, Changes, Listed};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;

use super::Lists;
use super::listing::TOGETHER;
use super::own_games::{Listener, OwnChange};

/// The longest time, in milliseconds, from the moment of an event until every server can read it: a commit takes its time, and
/// the clocks of servers differ.
const OVERLAP: Millis = 60_000;
/// How often the stream forgets what it need not know any more.
const TIDY: Duration = Duration::from_secs(10);
/// How long to wait after the database has failed.
const AGAIN: Duration = Duration::from_secs(1);
/// How many games are read at once.
const PAGE: u32 = 50;

/// A reader of a player's own games.
#[derive(Debug)]
pub struct OwnFeed {
    lists: Lists,
    player: PlayerId,
    /// A game that is left out.
    except: Option<GameId>,
    listener: Listener,
    /// The number of the last line.
    seen: Millis,
    stage: Stage,
    /// The last event that was told of each game that changed a short while ago: its number, and its moment.
    told: HashMap<GameId, (u32, Millis)>,
    ready: VecDeque<OwnLine>,
    /// The gaps in what the listener heard from other servers, as far as they are filled.
    gaps: u64,
    tidy_at: Instant,
}

#[derive(Debug, Clone, Copy)]
enum Stage {
    /// All games that are not over are being told, as they are from `began` on.
    Whole { began: Millis, after: Option<Changed> },
    /// Missed changes are being told. From `began` on the listener hears of changes as they happen.
    Missed { since: Millis, began: Millis, after: Option<Changed> },
    /// All events up to this moment have been told.
    Live { read_at: Millis },
}

impl OwnFeed {
    /// Begins with all games that are not over, or with the changes since a number. One game may be left out.
    pub async fn open(
        lists: Lists,
        player: PlayerId,
        since: Option<Millis>,
        except: Option<GameId>,
    ) -> Result<Self, RoomError> {
        // Listens before it reads, so that nothing falls between.
        let listener = lists.shared.own_games.listen(player, except);
        let (began, gaps) = (lists.shared.clock.now(), lists.shared.own_games.progress().gaps);
        let known = since.filter(|since| (1..=began + OVERLAP).contains(since));
        let stage = match known {
            Some(number) => Stage::Missed { since: number - OVERLAP, began, after: None },
            // Nobody has counted so far.
            None => Stage::Whole { began, after: None },
        };
        let tidy_at = lists.shared.clock.instant() + TIDY;
        let mut feed = Self {
            lists,
            player,
            except,
            listener,
            seen: known.unwrap_or_default(),
            stage,
            told: HashMap::new(),
            ready: VecDeque::new(),
            gaps,
            tidy_at,
        };
        // If the database is away, the request fails before the stream begins.
        feed.read().await?;
        Ok(feed)
    }

    /// The next line, whenever there is one.
    pub async fn next(&mut self) -> OwnLine {
        loop {
            if let Some(line) = self.ready.pop_front() {
                return line;
            }
            if let Stage::Live { .. } = self.stage {
                self.listen().await;
            } else if let Err(error) = self.read().await {
                tracing::debug!(player = %self.player, %error, "a stream of own games has to wait");
                self.lists.shared.clock.sleep(AGAIN).await;
            }
        }
    }

    async fn listen(&mut self) {
        let tidy_at = self.tidy_at;
        tokio::select! {
            change = self.listener.changes.recv() => match change {
                Ok(change) => self.take(&change),
                // Changes that found no room in the queue are read from the database.
                Err(RecvError::Lagged(_)) => self.look_back(),
                // The listener keeps the sender, so there is one.
                Err(RecvError::Closed) => self.lists.shared.clock.sleep(AGAIN).await,
            },
            () = self.lists.shared.clock.sleep_until(tidy_at) => {
                self.tidy_at = self.lists.shared.clock.instant() + TIDY;
                self.tidy();
            }
        }
    }

    /// Looks how far the listener has been told.
    fn tidy(&mut self) {
        let Stage::Live { read_at } = self.stage else { return };
        let progress = self.lists.shared.own_games.progress();
        if progress.gaps != self.gaps {
            self.gaps = progress.gaps;
            self.look_back();
        } else if self.listener.changes.is_empty() {
            self.live_from(progress.told_until.max(read_at));
        }
    }

    /// All events up to this moment have been told.
    fn live_from(&mut self, read_at: Millis) {
        self.stage = Stage::Live { read_at };
        self.forget_before(read_at - OVERLAP);
    }

    /// Forgets the events before a moment. No later look goes back so far.
    fn forget_before(&mut self, moment: Millis) {
        self.told.retain(|_, (_, at)| *at >= moment);
    }

    fn look_back(&mut self) {
        if let Stage::Live { read_at } = self.stage {
            let since = read_at - OVERLAP;
            self.stage = Stage::Missed { since, began: self.lists.shared.clock.now(), after: None };
        }
    }

    /// Reads a page of the games of this stage.
    async fn read(&mut self) -> Result<(), RoomError> {
        let (changes, after) = match self.stage {
            Stage::Whole { after, .. } => (Changes::Unfinished, after),
            Stage::Missed { since, after, .. } => (Changes::Since(since), after),
            Stage::Live { .. } => return Ok(()),
        };
        let lists = self.lists.clone();
        let store = &lists.shared.store;
        // Few read at once, so that connections to the database are left for the games.
        let _turn = lists.shared.own_reads.acquire().await;
        let page = store.changed_games(self.player, changes, after, PAGE).await?;
        let numbers = match self.stage {
            Stage::Missed { .. } => {
                store.last_numbers(&page.iter().map(|changed| changed.game).collect::<Vec<_>>()).await?
            }
            _ => HashMap::new(),
        };
        // A game whose last event this reader has been told of need not be read.
        let is_told = |game: &GameId| {
            let number = numbers.get(game);
            number.is_some() && self.told.get(game).map(|(seq, _)| seq) >= number
        };
        let untold = page.iter().map(|changed| changed.game);
        let untold: Vec<GameId> =
            untold.filter(|game| !is_told(game) && self.except != Some(*game)).collect();
        let games = lists.own_games(&untold).await?;
        let last = page.last().copied().filter(|_| page.len() == PAGE as usize);
        match self.stage {
            Stage::Whole { began, .. } => self.tell_whole(&games, began, last)?,
            Stage::Missed { since, began, .. } => {
                for game in games {
                    self.take(&OwnChange::of(&game, self.player)?);
                }
                match last {
                    Some(last) => {
                        self.stage = Stage::Missed { since, began, after: Some(last) };
                        self.forget_before(began - OVERLAP);
                    }
                    None => self.live_from(began),
                }
            }
            Stage::Live { .. } => {}
        }
        Ok(())
    }

    fn tell_whole(
        &mut self,
        games: &[LiveGame],
        began: Millis,
        last: Option<Changed>,
    ) -> Result<(), RoomError> {
        let audience = Audience::Player(self.player);
        let games: Vec<Summary> =
            games.iter().map(|game| game.summary_for(audience)).collect::<Result<_, _>>()?;
        self.told.extend(games.iter().map(|game| (game.id.0, (game.seq, game.updated_at))));
        // A reader that breaks off before the last page has to begin again.
        self.seen = if last.is_some() { 0 } else { began };
        self.ready
            .push_back(OwnLine { seq: self.seen, news: OwnNews::Games { games, more: last.is_some() } });
        if last.is_some() {
            self.stage = Stage::Whole { began, after: last };
            self.forget_before(began - OVERLAP);
        } else {
            self.live_from(began);
        }
        Ok(())
    }

    /// Tells of a change, unless this reader knows of it.
    fn take(&mut self, change: &OwnChange) {
        let is_told = self.told.get(&change.game).is_some_and(|(seq, _)| *seq >= change.seq);
        // Another reader of the same player may hear of the game that is left out here.
        if is_told || self.except == Some(change.game) {
            return;
        }
        self.told.insert(change.game, (change.seq, change.at));
        self.seen = change.at.max(self.seen + 1);
        self.ready.push_back(OwnLine { seq: self.seen, news: change.news.clone() });
    }
}

impl Lists {
    /// Games in this order, out of their logs. A few are read at once, because each query costs more than a short log.
    async fn own_games(&self, ids: &[GameId]) -> Result<Vec<LiveGame>, RoomError> {
        let store = &self.shared.store;
        let mut found: HashMap<GameId, Listed> =
            store.games_by_id(ids).await?.into_iter().map(|listed| (listed.game.id, listed)).collect();
        let found: Vec<Listed> = ids.iter().filter_map(|id| found.remove(id)).collect();
        let mut games = Vec::with_capacity(found.len());
        for portion in found.chunks(TOGETHER) {
            let logs = self.unplayed(&portion.iter().collect::<Vec<_>>()).await?;
            for (listed, log) in portion.iter().zip(logs) {
                let mut game = aside(|| log.replay());
                // It began after its row was read, which does not name its players.
                if listed.black.is_none() && game.as_ref().is_ok_and(|game| game.state().players().is_some())
                {
                    game = LiveGame::load(store, listed.game.id).await;
                }
                match game {
                    Ok(game) => games.push(game),
                    // One damaged log must not hide all other games.
                    Err(RoomError::NoSuchGame) => {}
                    Err(error) if error.is_of_one_game() => {}
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(games)
    }
}
