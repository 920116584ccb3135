//! The stream of a player's own games, which goes on from a number after whatever interruption.
//!
//! The number is a moment, so that it means the same after a restart and on another server. What was stored then and
//! before may not all have been told: a commit takes its time, and clocks differ. So whoever goes on begins somewhat
//! earlier, and leaves out what this reader has been told.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use tengen_game::{GameId, Millis, PlayerId};
use tengen_protocol::view::Audience;
use tengen_protocol::{OwnLine, OwnNews, Summary};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep, sleep_until};

use super::own_games::{Listener, OwnChange};
use super::{LiveGame, RoomError, Rooms};
use crate::clock;
use crate::store::{Changed, Changes};

/// How long an event may take from its moment until everybody can read it, whatever a commit and the clocks of several
/// servers make of it, in milliseconds.
const OVERLAP: Millis = 60_000;
/// How often what other servers have stored is looked for.
const LOOK: Duration = Duration::from_secs(10);
/// How long to wait after the database has failed.
const AGAIN: Duration = Duration::from_secs(1);
/// How many games are read at once.
const PAGE: u32 = 50;

/// A reader of a player's own games.
#[derive(Debug)]
pub struct OwnFeed {
    rooms: Rooms,
    player: PlayerId,
    listener: Listener,
    /// The number of the last line.
    seen: Millis,
    stage: Stage,
    /// What was told of games that changed a short while ago: the number of the event, and its moment.
    told: HashMap<GameId, (u32, Millis)>,
    ready: VecDeque<OwnLine>,
    /// When what other servers have stored is looked for again.
    look_at: Instant,
}

#[derive(Debug, Clone, Copy)]
enum Stage {
    /// All that is not over is being told, as it is since `began`.
    Whole { began: Millis, after: Option<Changed> },
    /// What was missed is being told. From `began` on changes are heard of as they happen.
    Missed { since: Millis, began: Millis, after: Option<Changed> },
    /// Everything that was stored up to this moment has been told.
    Live { read_at: Millis },
}

impl OwnFeed {
    /// Begins with all games that are not over, or with what has happened since a number.
    pub async fn open(rooms: Rooms, player: PlayerId, since: Option<Millis>) -> Result<Self, RoomError> {
        // Listened first, so that nothing falls between what is read and what is heard.
        let listener = rooms.shared.own_games.listen(player);
        let began = clock::now();
        let known = since.filter(|since| (1..=began + OVERLAP).contains(since));
        let stage = match known {
            Some(number) => Stage::Missed { since: number - OVERLAP, began, after: None },
            // Nobody has counted so far.
            None => Stage::Whole { began, after: None },
        };
        let mut feed = Self {
            rooms,
            player,
            listener,
            seen: known.unwrap_or_default(),
            stage,
            told: HashMap::new(),
            ready: VecDeque::new(),
            look_at: Instant::now() + LOOK,
        };
        // Should the database be away, that is known before the stream begins.
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
                sleep(AGAIN).await;
            }
        }
    }

    async fn listen(&mut self) {
        let look_at = self.look_at;
        tokio::select! {
            change = self.listener.changes.recv() => match change {
                Ok(change) => self.take(&change),
                // What was too much to wait is read.
                Err(RecvError::Lagged(_)) => self.look_back(),
                // The listener keeps the sender, so there is one.
                Err(RecvError::Closed) => sleep(AGAIN).await,
            },
            () = sleep_until(look_at) => {
                self.look_at = Instant::now() + LOOK;
                if self.rooms.shared.store.is_shared() {
                    self.look_back();
                } else if self.listener.changes.is_empty() {
                    // There is no other server, so everything has been heard.
                    self.live_from(clock::now());
                }
            }
        }
    }

    /// Everything that was stored up to this moment has been told.
    fn live_from(&mut self, read_at: Millis) {
        self.stage = Stage::Live { read_at };
        self.forget_before(read_at - OVERLAP);
    }

    /// Forgets what was told of games that nobody will look for again.
    fn forget_before(&mut self, moment: Millis) {
        self.told.retain(|_, (_, at)| *at >= moment);
    }

    fn look_back(&mut self) {
        if let Stage::Live { read_at } = self.stage {
            let since = read_at - OVERLAP;
            self.stage = Stage::Missed { since, began: clock::now(), after: None };
        }
    }

    /// Reads a page of what this stage is about.
    async fn read(&mut self) -> Result<(), RoomError> {
        let (changes, after) = match self.stage {
            Stage::Whole { after, .. } => (Changes::Unfinished, after),
            Stage::Missed { since, after, .. } => (Changes::Since(since), after),
            Stage::Live { .. } => return Ok(()),
        };
        let rooms = self.rooms.clone();
        let store = &rooms.shared.store;
        // However many readers begin at the same moment, there are connections left for the games.
        let _turn = rooms.shared.own_reads.acquire().await;
        let page = store.changed_games(self.player, changes, after, PAGE).await?;
        let numbers = match self.stage {
            Stage::Missed { .. } => {
                store.last_numbers(&page.iter().map(|changed| changed.game).collect::<Vec<_>>()).await?
            }
            _ => HashMap::new(),
        };
        let mut games = Vec::new();
        for changed in &page {
            // What this reader has been told need not be read.
            let number = numbers.get(&changed.game);
            if number.is_some() && self.told.get(&changed.game).map(|(seq, _)| seq) >= number {
                continue;
            }
            match LiveGame::load(store, changed.game).await {
                Ok(game) => games.push(game),
                // One damaged log must not hide all other games.
                Err(RoomError::Damaged(_) | RoomError::NoSuchGame) => {}
                Err(error) => return Err(error),
            }
        }
        let last = page.last().copied().filter(|_| page.len() == PAGE as usize);
        match self.stage {
            Stage::Whole { began, .. } => self.tell_whole(&games, began, last)?,
            Stage::Missed { since, began, .. } => {
                for game in games {
                    self.take(&game.own_change(self.player)?);
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
        self.look_at = Instant::now() + LOOK;
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
        // Whoever breaks off in the middle has to begin again.
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
        if self.told.get(&change.game).is_some_and(|(seq, _)| *seq >= change.seq) {
            return;
        }
        self.told.insert(change.game, (change.seq, change.at));
        self.seen = change.at.max(self.seen + 1);
        self.ready.push_back(OwnLine { seq: self.seen, news: change.news.clone() });
    }
}
