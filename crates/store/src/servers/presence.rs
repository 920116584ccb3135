//! Which players are at which servers, as servers tell each other through the database.
//!
//! A room decides nothing by what it has heard of that: before it decides, it asks the table.

use std::collections::{HashMap, HashSet};
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::PgPool;
use tengen_game::{GameId, Millis, PlayerId};
use tengen_trouble as trouble;
use tokio::sync::Notify;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::beat::DEAD_AFTER;
use crate::pool::{Pools, Store, StoreError};

/// How long the announcer waits for more before it writes, and after the database has failed.
const GATHER: Duration = Duration::from_millis(20);
const AGAIN: Duration = Duration::from_secs(1);
/// How often old rows are removed, and how old they are, in milliseconds.
const TIDY: Duration = Duration::from_mins(1);
const OLD: Millis = 86_400_000;

/// A player of a game, as the other servers know.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Elsewhere {
    /// Whether the player has a connection at another server that follows the game.
    pub here: bool,
    /// When the player was last seen there, if that is known. It counts for those who are not there any more.
    pub left_at: Option<Millis>,
}

/// What this server tells the others about who is at the board here. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Announcer {
    shared: bool,
    news: Arc<(Mutex<News>, Notify)>,
}

type Seat = (GameId, PlayerId);

/// What the others have to know.
#[derive(Debug, Default)]
struct News {
    /// Who is here.
    here: HashSet<Seat>,
    /// What they have not been told: since when somebody is not here, or that somebody is.
    untold: HashMap<Seat, Option<Millis>>,
}

impl Announcer {
    /// Tells nothing yet.
    pub fn new(store: &Store) -> Self {
        Self { shared: store.is_shared(), news: Arc::default() }
    }

    /// Takes note of a player who follows a game here from now on, or was last seen at a time. Waits for nothing.
    pub fn note(&self, game: GameId, player: PlayerId, left_at: Option<Millis>) {
        // An SQLite file has no other server.
        if !self.shared {
            return;
        }
        let mut news = self.news();
        if left_at.is_none() {
            news.here.insert((game, player));
        } else {
            news.here.remove(&(game, player));
        }
        news.untold.insert((game, player), left_at);
        drop(news);
        self.news.1.notify_one();
    }

    /// Takes note that the others may have forgotten this server, and have to be told everything again.
    fn tell_all_again(&self) {
        let mut news = self.news();
        let News { here, untold } = &mut *news;
        untold.extend(here.iter().map(|seat| (*seat, None)));
        drop(news);
        self.news.1.notify_one();
    }

    /// Tells the others until the server stops, and sees to the table. The games of which the table says something new are handed
    /// over after each commit, so that the others can be asked to look sooner. It may begin again whenever it has ended: what was noted
    /// and is not stored is told then.
    pub async fn run(self, store: Store, written: impl Fn(Vec<GameId>), stop: CancellationToken) {
        let Pools::Postgres(pool) = &store.pools else { return };
        let (clock, mut servers) = (store.clock().clone(), store.watch_servers());
        let mut joined = servers.borrow_and_update().joined;
        let mut tidies = clock.ticks(TIDY);
        // The others may have taken this server for dead while nobody told them anything.
        self.tell_all_again();
        loop {
            tokio::select! {
                () = self.news.1.notified() => sleep(GATHER).await,
                Ok(()) = servers.changed() => {
                    let now = servers.borrow_and_update().joined;
                    if mem::replace(&mut joined, now) == now {
                        continue;
                    }
                    self.tell_all_again();
                    continue;
                }
                () = tidies.tick() => {
                    if let Err(error) = tidy(pool, store.database_time(clock.now())).await {
                        trouble::log("old rows of the table of presence stay", error);
                    }
                    continue;
                }
                () = stop.cancelled() => return,
            }
            let untold = self.news().untold.clone();
            match write(pool, &store, &untold).await {
                Ok(()) => {
                    self.forget_told(&untold);
                    let games: HashSet<GameId> = untold.into_keys().map(|(game, _)| game).collect();
                    if !games.is_empty() {
                        written(games.into_iter().collect());
                    }
                }
                Err(error) => {
                    trouble::log("the other servers are not told who is here", error);
                    sleep(AGAIN).await;
                    self.news.1.notify_one();
                }
            }
        }
    }

    /// Takes note that the others have been told, unless there is something newer.
    fn forget_told(&self, told: &HashMap<Seat, Option<Millis>>) {
        self.news().untold.retain(|seat, left_at| told.get(seat) != Some(&*left_at));
    }

    fn news(&self) -> MutexGuard<'_, News> {
        // Both are whole even if a holder of the lock panicked: each change of them is one call.
        self.news.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn write(
    pool: &PgPool,
    store: &Store,
    untold: &HashMap<Seat, Option<Millis>>,
) -> Result<(), StoreError> {
    if untold.is_empty() {
        return Ok(());
    }
    // In one order, two servers never wait for each other.
    let mut rows: Vec<_> = untold.iter().collect();
    rows.sort_unstable_by_key(|(seat, _)| **seat);
    let games: Vec<&str> = rows.iter().map(|((game, _), _)| game.as_str()).collect();
    let players: Vec<&str> = rows.iter().map(|((_, player), _)| player.as_str()).collect();
    let left: Vec<Option<Millis>> =
        rows.iter().map(|(_, left_at)| left_at.map(|at| store.database_time(at))).collect();
    sqlx::query(
        "INSERT INTO presence (game_id, player_id, server, left_at)
         SELECT game, player, $1, left_at FROM unnest($2::TEXT[], $3::TEXT[], $4::BIGINT[]) AS seat (game, player, left_at)
         ON CONFLICT (game_id, player_id, server) DO UPDATE SET left_at = excluded.left_at",
    )
    .bind(store.origin)
    .bind(games)
    .bind(players)
    .bind(left)
    .execute(pool)
    .await?;
    Ok(())
}

/// Removes rows that nobody needs any more, and old losses. Those of a server that seemed dead and is not are written again.
async fn tidy(pool: &PgPool, now: Millis) -> Result<(), StoreError> {
    sqlx::query(
        "DELETE FROM presence
         WHERE left_at < $1
            OR EXISTS (SELECT 1 FROM games WHERE games.id = presence.game_id AND games.phase = 'finished')
            OR left_at IS NULL AND NOT EXISTS (SELECT 1 FROM servers WHERE servers.id = presence.server)",
    )
    .bind(now - OLD)
    .execute(pool)
    .await?;
    sqlx::query("DELETE FROM losses WHERE ended_at < $1").bind(now - OLD).execute(pool).await?;
    Ok(())
}

impl Store {
    /// Which players of these games the other servers have seen. A player whom none has seen is left out.
    pub async fn presence_elsewhere(
        &self,
        games: &[GameId],
    ) -> Result<Vec<(GameId, PlayerId, Elsewhere)>, StoreError> {
        let Pools::Postgres(pool) = &self.pools else { return Ok(Vec::new()) };
        let games: Vec<&str> = games.iter().map(GameId::as_str).collect();
        let rows: Vec<(String, String, bool, Option<Millis>)> = sqlx::query_as(
            "SELECT game_id, player_id,
                 bool_or(left_at IS NULL AND COALESCE(
                     servers.alive_at > (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT - $3, FALSE)),
                 max(COALESCE(left_at, servers.alive_at))
             FROM presence LEFT JOIN servers ON servers.id = presence.server
             WHERE game_id = ANY($1) AND presence.server <> $2
             GROUP BY game_id, player_id",
        )
        .bind(games)
        .bind(self.origin)
        .bind(DEAD_AFTER)
        .fetch_all(pool)
        .await?;
        let read = |(game, player, here, left_at): (String, String, bool, Option<Millis>)| {
            let left_at = left_at.map(|at| self.own_time(at));
            Some((game.parse().ok()?, player.parse().ok()?, Elsewhere { here, left_at }))
        };
        Ok(rows.into_iter().filter_map(read).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_noted_is_untold_until_it_is_stored() {
        let announcer = Announcer { shared: true, news: Arc::default() };
        let game = GameId::from_entropy([1; 10]);
        let [leaves, stays] = [[1; 10], [2; 10]].map(PlayerId::from_entropy);
        let untold = || announcer.news().untold.clone();
        announcer.note(game, leaves, None);
        announcer.note(game, stays, None);
        let told = untold();
        // One of them leaves while that is being stored.
        announcer.note(game, leaves, Some(7));
        assert_eq!(untold().len(), 2, "whoever has not stored it may have ended");
        announcer.forget_told(&told);
        assert_eq!(untold(), HashMap::from([((game, leaves), Some(7))]));
        announcer.forget_told(&untold());
        assert_eq!(untold(), HashMap::new());
        announcer.tell_all_again();
        assert_eq!(untold(), HashMap::from([((game, stays), None)]));
    }
}
