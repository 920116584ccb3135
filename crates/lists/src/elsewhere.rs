//! The commits of other servers of the same database, told here as if they had been made here.
//!
//! One task follows the feed for all readers of this process. A game that has a room here is left to its room, which reads
//! on in the log and tells everybody. Any other game is read once, and only if somebody may want to know of it: because it is
//! new, because the lobby or the top shows it, or because one of its players listens.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use tengen_game::{GameId, Millis};
use tengen_live::{RoomError, Rooms};
use tengen_store::{Commit, Feed, Following, Outages, Position};
use tengen_trouble as trouble;
use tokio::sync::watch;
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

use super::lists::Followed;
use super::{Lists, refresh};

/// How long after a look the next one follows.
const LOOK: Duration = Duration::from_secs(1);
/// How many commits are read at once. Each has up to a thousand games.
const AT_ONCE: u32 = 200;
/// How long a look may take. A connection that hangs is as good as none.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often old rows are removed from the feed, and the lists are compared with the tables in any case.
const TIDY: Duration = Duration::from_mins(1);

/// The line of the log about a look that failed.
const UNKNOWN: &str = "nobody knows what other servers do";

/// The reader of the feed.
struct Follower {
    rooms: Rooms,
    lists: Lists,
    /// None, if there can be no other server.
    feed: Option<Feed>,
    /// All commits up to this one were told. None before the first look, and when the follower has to begin again.
    position: Option<Position>,
    /// Whether the lists have to be compared with the tables.
    compares: bool,
    outages: watch::Receiver<Outages>,
    tidied_at: Instant,
}

/// Tells of the commits of other servers, and of all that spectators of delayed games may see by now, until the server stops.
pub async fn look_elsewhere(rooms: Rooms, lists: Lists, stop: CancellationToken) {
    let feed = lists.shared.store.feed();
    let outages = rooms.outages();
    let clock = lists.shared.clock.clone();
    let (position, compares, tidied_at) = (None, true, clock.instant());
    let mut follower = Follower { rooms, lists, feed, position, compares, outages, tidied_at };
    loop {
        tokio::select! {
            outcome = timeout(PATIENCE, follower.look()) => match outcome {
                Ok(Ok(())) => {}
                Ok(Err(error)) => trouble::log(UNKNOWN, error),
                Err(late) => trouble::log(UNKNOWN, late),
            },
            () = stop.cancelled() => return,
        }
        tokio::select! {
            () = clock.sleep(LOOK) => {}
            // A commit of this server, whose outcome nobody knew, may have been stored, and the database may have been
            // replaced by an earlier copy.
            Ok(()) = follower.outages.changed() => follower.position = None,
            () = stop.cancelled() => return,
        }
    }
}

impl Follower {
    /// Tells of everything up to now. If that fails, the next look goes on where this one was.
    async fn look(&mut self) -> Result<(), RoomError> {
        let clock = self.lists.shared.clock.clone();
        let began = clock.now();
        if let Some(feed) = self.feed.clone() {
            self.follow(&feed).await?;
            self.lists.note_followed(Followed { looked_at: Instant::now(), position: self.position });
            if clock.since(self.tidied_at) >= TIDY {
                self.tidied_at = clock.instant();
                self.compares = true;
                feed.prune().await?;
            }
        }
        self.lists.shared.own_games.note_told(began);
        self.reveal(began).await
    }

    async fn follow(&mut self, feed: &Feed) -> Result<(), RoomError> {
        let shared = Arc::clone(&self.lists.shared);
        loop {
            let position = match self.position {
                Some(position) => position,
                None => self.begin(feed).await?,
            };
            if self.compares {
                refresh::compare(&shared.store, &shared.lobby, &shared.top).await?;
                self.compares = false;
            }
            match feed.read(position, AT_ONCE).await? {
                Following::Commits(commits) => {
                    self.tell(feed, &commits).await?;
                    self.position = commits.last().map_or(Some(position), |commit| Some(commit.position));
                    if commits.len() < AT_ONCE as usize {
                        return Ok(());
                    }
                }
                Following::Removed => {
                    tracing::warn!("the feed does not go on where this server was");
                    self.position = None;
                }
            }
        }
    }

    /// Takes the end of the feed, and has everybody read the tables after that, so that nothing falls between.
    async fn begin(&mut self, feed: &Feed) -> Result<Position, RoomError> {
        let end = feed.end().await?;
        self.position = Some(end);
        self.rooms.catch_up_everywhere();
        self.lists.shared.own_games.note_gap();
        self.compares = true;
        Ok(end)
    }

    async fn tell(&self, feed: &Feed, commits: &[Commit]) -> Result<(), RoomError> {
        let shared = &self.lists.shared;
        // The first and the last number of each game.
        let mut changed: BTreeMap<GameId, (u32, u32)> = BTreeMap::new();
        for (game, seq) in commits.iter().flat_map(|commit| &commit.games) {
            let (first, last) = changed.entry(*game).or_insert((*seq, *seq));
            (*first, *last) = ((*first).min(*seq), (*last).max(*seq));
        }
        changed.retain(|game, (_, last)| {
            let is_told = shared.heard.has_told(*game, *last);
            if is_told {
                shared.heard.forget(*game);
            }
            !self.rooms.catch_up(*game, Some(*last)) && !is_told
        });
        if changed.is_empty() {
            return Ok(());
        }
        let mut wanted: HashSet<GameId> =
            shared.lobby.numbers().into_iter().chain(shared.top.watched()).map(|(game, _)| game).collect();
        if shared.own_games.has_listeners() {
            let games: Vec<GameId> = changed.keys().copied().collect();
            let players = feed.players(&games).await?;
            let players =
                players.into_iter().filter(|(game, player)| shared.own_games.is_wanted(*game, *player));
            wanted.extend(players.map(|(game, _)| game));
        }
        // A game whose first event is among them is new to lists that show no game with a kept seat.
        for (game, _) in changed.iter().filter(|(game, (first, _))| *first <= 1 || wanted.contains(game)) {
            if let Some(game) = refresh::read(&shared.store, *game).await? {
                refresh::show_or_log(&game, &shared.lobby, Some(&shared.top));
                // One damaged game must not keep all other games from being told.
                if let Err(error) = shared.own_games.tell(&game) {
                    trouble::log_in_game(game.id(), "its players are not told of a game", error);
                }
            }
        }
        Ok(())
    }

    /// Shows the events that spectators of delayed games may see by now. A game with a room is left to it.
    async fn reveal(&self, now: Millis) -> Result<(), RoomError> {
        let shared = &self.lists.shared;
        for id in shared.lobby.reveals.due(now) {
            let game = if self.rooms.has_room(id) { None } else { refresh::read(&shared.store, id).await? };
            match game {
                Some(game) => refresh::show_or_log(&game, &shared.lobby, Some(&shared.top)),
                None => shared.lobby.reveals.note(id, None),
            }
        }
        Ok(())
    }
}
