//! Figures about the tables, for the operator. Each question reads an index and no more than what is not over.

use tengen_game::{Millis, Phase};

use super::beat::DEAD_AFTER;
use crate::games::job::JobKind;
use crate::pool::{Pools, Store, StoreError};

/// How many games there are in a phase that is not the last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GamesIn {
    /// The phase.
    pub phase: Phase,
    /// The games in it.
    pub games: u64,
}

/// How many jobs of a kind there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobsOf {
    /// The kind.
    pub kind: JobKind,
    /// Those that are due, and that no process holds.
    pub waiting: u64,
    /// Those that a process holds. On SQLite nobody does, because there is one process.
    pub held: u64,
    /// Those that are to be done later.
    pub later: u64,
    /// Those of all these that have failed before.
    pub failed: u64,
}

/// How many servers there are of a release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServersOf {
    /// The release, as its program tells it.
    pub release: String,
    /// The servers that are alive.
    pub servers: u64,
}

impl Store {
    /// How many servers of the database there are of each release, in the order of their names. None where there can be one alone.
    pub async fn servers_by_release(&self) -> Result<Vec<ServersOf>, StoreError> {
        let Pools::Postgres(pool) = &self.pools else { return Ok(Vec::new()) };
        let rows: Vec<(String, i64)> = sqlx::query_as(
            "SELECT release, COUNT(*) FROM servers
             WHERE alive_at > (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT - $1
             GROUP BY release ORDER BY release",
        )
        .bind(DEAD_AFTER)
        .fetch_all(pool)
        .await?;
        let servers =
            |(release, servers): (String, i64)| ServersOf { release, servers: servers.unsigned_abs() };
        Ok(rows.into_iter().map(servers).collect())
    }

    /// How many games there are in each phase but the last.
    pub async fn games_by_phase(&self) -> Result<Vec<GamesIn>, StoreError> {
        let phases = [Phase::Open, Phase::Playing, Phase::Scoring];
        let [open, playing, scoring] = phases.map(Phase::name);
        let rows: Vec<(String, i64)> = self
            .read("SELECT phase, COUNT(*) FROM games WHERE phase IN ($1, $2, $3) GROUP BY phase")
            .bind_all((open, playing, scoring))
            .fetch_all()
            .await?;
        let games = |phase: Phase| rows.iter().find(|(name, _)| name == phase.name()).map_or(0, |row| row.1);
        Ok(phases.map(|phase| GamesIn { phase, games: games(phase).unsigned_abs() }).to_vec())
    }

    /// How many jobs of each kind there are.
    pub async fn jobs_by_kind(&self, now: Millis) -> Result<Vec<JobsOf>, StoreError> {
        let rows: Vec<(String, i64, i64, i64, i64)> = self
            .read(
                "SELECT kind, COUNT(*),
                        COUNT(CASE WHEN holder IS NOT NULL AND lease > $1 THEN 1 END),
                        COUNT(CASE WHEN (holder IS NULL OR lease <= $1) AND due > $1 THEN 1 END),
                        COUNT(CASE WHEN tries > 0 THEN 1 END)
                 FROM jobs GROUP BY kind",
            )
            .bind(now)
            .fetch_all()
            .await?;
        let of = |kind: JobKind| {
            let row = rows.iter().find(|row| row.0 == kind.name());
            let [all, held, later, failed] =
                row.map_or([0; 4], |row| [row.1, row.2, row.3, row.4].map(i64::unsigned_abs));
            JobsOf { kind, waiting: all.saturating_sub(held + later), held, later, failed }
        };
        Ok([JobKind::Turn, JobKind::Index, JobKind::Pair].map(of).to_vec())
    }
}
