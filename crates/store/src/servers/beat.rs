//! The beat of a server: a row in the table of servers, which says that it is there.
//!
//! The table goes by the database's clock, which is the same for all. So a beat also tells whether the clock of this server is
//! right. Beats have a connection of their own: a server whose requests wait for connections is there all the same.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, PgPool};
use tengen_game::Millis;
use tengen_trouble as trouble;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use tokio_util::sync::CancellationToken;

use super::losses;
use crate::pool::servers::Servers;
use crate::pool::{Pools, Store, StoreError};

/// How often a server says that it is there.
const EVERY: Duration = Duration::from_millis(500);
/// After how many milliseconds without a beat a server is dead.
pub(crate) const DEAD_AFTER: Millis = 2_500;
/// How long one beat may take.
const PATIENCE: Duration = Duration::from_secs(2);
/// Whoever has not beaten for so long does not know who is dead: the database was away for everybody, or this server alone stood still.
const SLEPT: Duration = Duration::from_millis(1_500);
/// A beat that took longer, in milliseconds, says too little about the clock.
const SLOW: Millis = 1_000;

/// One beat: whoever was forgotten, because others took this server for dead, is there again. The statement reads the table as it was
/// before its own change. Its last two numbers change whenever there is another loss or another outage, whichever server has noticed it:
/// one at which nobody has played meanwhile would know nothing of it. The end of each new outage is later than all before, so
/// that the sum of any number of the latest ones grows by it; a hundred are read, because all of a year need not be.
const BEAT: &str = "WITH moment AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT AS now),
    mine AS (
        INSERT INTO servers (id, release, started_at, alive_at) SELECT $1, $2, now, now FROM moment
        ON CONFLICT (id) DO UPDATE SET alive_at = excluded.alive_at
        RETURNING xmax = 0 AS joined
    )
    SELECT now, joined,
        (SELECT count(*) FROM servers WHERE id <> $1 AND alive_at > now - $3),
        (SELECT count(*) FROM servers WHERE id <> $1 AND alive_at <= now - $3),
        (SELECT COALESCE(sum(number), 0)::BIGINT FROM losses),
        (SELECT COALESCE(sum(ended_at), 0)::BIGINT FROM (SELECT ended_at FROM outages ORDER BY ended_at DESC LIMIT 100) AS latest)
    FROM moment, mine";

/// The beat of this server.
#[derive(Debug)]
pub struct Beat {
    store: Store,
    release: &'static str,
    /// The numbers of the losses and outages that are known.
    lost_time: Option<[i64; 2]>,
    /// When the last beat was answered.
    answered_at: Option<Instant>,
    /// Nothing, if there can be no other server.
    at: Option<Postgres>,
}

/// Where beats go.
#[derive(Debug)]
struct Postgres {
    pool: PgPool,
    options: Arc<PgConnectOptions>,
    connection: Option<PgConnection>,
}

/// What a beat has told.
#[derive(Debug)]
struct Told {
    /// The database's time.
    now: Millis,
    /// Whether this server was not there before.
    joined: bool,
    /// How many other servers there are.
    others: i64,
    /// How many have died, and have not been seen to.
    dead: i64,
    /// Other numbers whenever there is another loss or outage.
    lost_time: [i64; 2],
}

impl Beat {
    /// Begins with a first beat, so that this server knows about its clock before it decides anything. `release` is the version of the
    /// program. If this server is `alone`, those of which the table still knows were its predecessors. The time since then is an outage,
    /// and no loss.
    pub async fn begin(store: &Store, release: &'static str, alone: bool) -> Self {
        let at = match &store.pools {
            Pools::Postgres(pool) => {
                // A row that is renewed twice a second need not be on the disk.
                let options = (*pool.connect_options()).clone().options([("synchronous_commit", "off")]);
                Some(Postgres { pool: pool.clone(), options: Arc::new(options), connection: None })
            }
            Pools::Sqlite { .. } => None,
        };
        let mut beat = Self { store: store.clone(), release, lost_time: None, answered_at: None, at };
        if alone
            && let Some(at) = &beat.at
            && let Err(error) = see_to_the_dead(&at.pool, store.origin, 0, 0).await
        {
            trouble::log("nobody sees to what a server that has died has left", error);
        }
        beat.once().await;
        beat
    }

    /// Goes on until `stop`. Then the row goes, so that nobody takes this server for dead.
    pub async fn go_on(&mut self, stop: &CancellationToken) {
        let mut ticks = interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                () = stop.cancelled() => break,
            }
            self.once().await;
        }
        if let Err(error) = self.leave().await {
            tracing::warn!(%error, "the other servers take this one for dead");
        }
    }

    /// One beat, and what follows from it.
    async fn once(&mut self) {
        let Self { store, release, lost_time, answered_at, at: Some(at) } = self else { return };
        let (began, leapt_before) = (store.clock().now(), store.clock().leapt());
        let told = match timeout(PATIENCE, at.beat(store.origin, release)).await {
            Ok(Ok(told)) => told,
            Ok(Err(error)) => {
                return trouble::log("the other servers can't be told that this one is there", error);
            }
            Err(late) => return trouble::log("the other servers can't be told that this one is there", late),
        };
        let took = store.clock().now() - began;
        let leapt = store.clock().leapt();
        let alive = u32::try_from(told.others).unwrap_or(u32::MAX).saturating_add(1);
        // A clock that stands still until a test moves it tells nothing about the day.
        let compared = store.clock().tells_the_day() && (0..=SLOW).contains(&took) && leapt == leapt_before;
        let ahead = compared.then(|| began + took / 2 - told.now);
        let before = store.servers();
        let joined = before.joined + u64::from(told.joined);
        // Rooms that open from now on read all of them.
        let is_news = lost_time.replace(told.lost_time).is_some_and(|known| known != told.lost_time);
        let noticed = before.lost_time + u64::from(is_news);
        let now = match ahead {
            Some(clock_ahead) => Servers { alive, clock_ahead, joined, lost_time: noticed, leapt },
            None => Servers { alive, joined, lost_time: noticed, ..before },
        };
        store.servers.send_if_modified(|servers| std::mem::replace(servers, now) != now);
        match (before.wrong_clock(before.leapt), now.wrong_clock(now.leapt)) {
            (None, Some(ahead_ms)) => {
                tracing::error!(ahead_ms, "the clock is not that of the database: no command is carried out");
            }
            (Some(_), None) => tracing::info!("the clock is that of the database again"),
            _ => {}
        }
        let awake =
            answered_at.replace(Instant::now()).is_some_and(|answered_at| answered_at.elapsed() < SLEPT);
        if told.dead > 0 && awake {
            match see_to_the_dead(&at.pool, store.origin, DEAD_AFTER, losses::MOST).await {
                // The next beat notices the loss, like those of the others.
                Ok(()) => {}
                Err(error) => trouble::log("nobody sees to what a server that has died has left", error),
            }
        }
    }

    async fn leave(&mut self) -> Result<(), StoreError> {
        let Some(at) = &mut self.at else { return Ok(()) };
        let query = sqlx::query(
            "WITH gone AS (DELETE FROM servers WHERE id = $1)
             UPDATE presence SET left_at = (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT
             WHERE server = $1 AND left_at IS NULL",
        );
        let query = query.bind(self.store.origin);
        let left = match &mut at.connection {
            Some(connection) => timeout(PATIENCE, query.execute(connection)).await,
            None => timeout(PATIENCE, query.execute(&at.pool)).await,
        };
        left.map_err(|_| sqlx::Error::PoolTimedOut)??;
        if let Some(connection) = at.connection.take() {
            // The row is gone, and the process ends.
            let _ = timeout(PATIENCE, connection.close()).await;
        }
        Ok(())
    }
}

impl Postgres {
    async fn beat(&mut self, server: i64, release: &str) -> Result<Told, StoreError> {
        // What fails, or is given up half-way, is not used again.
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => PgConnection::connect_with(&self.options).await?,
        };
        let (now, joined, others, dead, losses, outages) = sqlx::query_as(BEAT)
            .bind(server)
            .bind(release)
            .bind(DEAD_AFTER)
            .fetch_one(&mut connection)
            .await?;
        self.connection = Some(connection);
        Ok(Told { now, joined, others, dead, lost_time: [losses, outages] })
    }
}

/// Removes the rows of servers that have not beaten for more than so many milliseconds, and sees to what these have left. Each
/// row is removed by one server. A loss is at most so long.
async fn see_to_the_dead(
    pool: &PgPool,
    server: i64,
    dead_after: Millis,
    longest_loss: Millis,
) -> Result<(), StoreError> {
    let mut transaction = pool.begin().await?;
    let dead: Vec<(i64, String, Millis)> = sqlx::query_as(
        "DELETE FROM servers
         WHERE id <> $1 AND alive_at <= (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT - $2
         RETURNING id, release, alive_at",
    )
    .bind(server)
    .bind(dead_after)
    .fetch_all(&mut *transaction)
    .await?;
    let ids: Vec<i64> = dead.iter().map(|(id, ..)| *id).collect();
    let seen: Vec<Millis> = dead.iter().map(|(.., alive_at)| *alive_at).collect();
    sqlx::query(
        "UPDATE presence SET left_at = dead.alive_at
         FROM unnest($1::BIGINT[], $2::BIGINT[]) AS dead (id, alive_at)
         WHERE presence.server = dead.id AND left_at IS NULL",
    )
    .bind(&ids)
    .bind(&seen)
    .execute(&mut *transaction)
    .await?;
    sqlx::query(
        "INSERT INTO losses (server, began_at, ended_at)
         SELECT id, alive_at, LEAST((extract(epoch FROM clock_timestamp()) * 1000)::BIGINT, alive_at + $3)
         FROM unnest($1::BIGINT[], $2::BIGINT[]) AS dead (id, alive_at)
         WHERE $3 > 0",
    )
    .bind(&ids)
    .bind(&seen)
    .bind(longest_loss)
    .execute(&mut *transaction)
    .await?;
    sqlx::query("UPDATE jobs SET lease = 0, holder = NULL WHERE holder = ANY($1)")
        .bind(&ids)
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    for (id, release, _) in dead {
        tracing::warn!(id, release, "a server has died; its jobs are anybody's, and its players have left");
    }
    Ok(())
}
