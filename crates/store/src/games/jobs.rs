//! Jobs: work that follows from what was committed, and that one server does for all.
//!
//! A job is written in the transaction from which it follows, so that none is lost, and removed with the work. The process that is at
//! work, or will be, holds it: no other one begins before the end of its lease. A process renews its leases as long as it lives, and
//! ends them when it stops. After the end of a lease any process may begin; so work may be done twice, and must bear it. An SQLite
//! file has one process, so nothing is written there when a job is taken. A process whose clock is wrong takes nothing: by its time the
//! leases of the others may be over, or its own would never end.

use std::fmt::Display;

use tengen_game::{GameId, Millis, PlayerId};

use super::game::{GameRow, game_row};
use super::job::{Job, JobKind, end_of_lease};
use crate::pool::{Pools, Store, StoreError, unreadable};

/// How long a job is left alone at most after a failure, in milliseconds.
const LONGEST_REST: Millis = 600_000;
/// How long after the first failure. Each further one doubles it.
const FIRST_REST: Millis = 1_000;

impl Store {
    /// The games in which a computer has something to do and no other process is at work, in the order of their ids, each with the
    /// player who made it; only those with a greater id than `after`.
    pub async fn due_turns(
        &self,
        now: Millis,
        after: Option<GameId>,
        limit: u32,
    ) -> Result<Vec<(GameId, PlayerId)>, StoreError> {
        if self.wrong_clock().is_some() {
            return Ok(Vec::new());
        }
        let rows: Vec<(String, String)> = self
            .read(
                "SELECT jobs.key, games.creator FROM jobs JOIN games ON games.id = jobs.key
                 WHERE jobs.kind = $1 AND jobs.key > $2 AND jobs.due <= $3 AND (jobs.lease <= $3
                 OR jobs.holder = $4)
                 ORDER BY jobs.key LIMIT $5",
            )
            .bind_all((
                JobKind::Turn.name(),
                after.as_ref().map_or("", GameId::as_str),
                now,
                self.origin,
                i64::from(limit),
            ))
            .fetch_all()
            .await?;
        let read = |(game, creator): (String, String)| Some((game.parse().ok()?, creator.parse().ok()?));
        Ok(rows.into_iter().filter_map(read).collect())
    }

    /// Takes the job of a game. None, if it is done, or not due, if another process holds it, or if the clock is wrong.
    pub async fn take_job(
        &self,
        kind: JobKind,
        game: GameId,
        now: Millis,
    ) -> Result<Option<Job>, StoreError> {
        if self.wrong_clock().is_some() {
            return Ok(None);
        }
        let row: Option<(i32, i32)> = match &self.pools {
            Pools::Postgres(pool) => {
                sqlx::query_as(
                    "UPDATE jobs SET lease = $4, holder = $5
                     WHERE kind = $1 AND key = $2 AND due <= $3 AND (lease <= $3 OR holder = $5)
                     RETURNING seq, tries",
                )
                .bind(kind.name())
                .bind(game.as_str())
                .bind(now)
                .bind(end_of_lease(now))
                .bind(self.origin)
                .fetch_optional(pool)
                .await?
            }
            Pools::Sqlite { reader, .. } => {
                sqlx::query_as("SELECT seq, tries FROM jobs WHERE kind = $1 AND key = $2 AND due <= $3")
                    .bind(kind.name())
                    .bind(game.as_str())
                    .bind(now)
                    .fetch_optional(reader)
                    .await?
            }
        };
        Ok(row.map(|(seq, tries)| Job {
            kind,
            key: game,
            seq: seq.cast_unsigned(),
            tries: tries.cast_unsigned(),
        }))
    }

    /// Takes games that are to be found by their positions, in the order in which they are due; each as far as it reads back. None, if
    /// the clock is wrong.
    pub async fn take_games_to_index(
        &self,
        now: Millis,
        limit: u32,
    ) -> Result<Vec<(GameId, Result<GameRow, StoreError>)>, StoreError> {
        if self.wrong_clock().is_some() {
            return Ok(Vec::new());
        }
        let rows: Vec<(String, String, Millis, String)> = match &self.pools {
            Pools::Postgres(pool) => {
                sqlx::query_as(
                    "WITH next AS (
                         SELECT key, due FROM jobs WHERE kind = $1 AND due <= $2 AND (lease <= $2 OR holder = $5)
                         ORDER BY due, key LIMIT $3
                         FOR UPDATE SKIP LOCKED
                     ), taken AS (
                         UPDATE jobs SET lease = $4, holder = $5 FROM next WHERE jobs.kind = $1 AND jobs.key = next.key
                     )
                     SELECT id, creator, created_at, settings FROM next JOIN games ON games.id = next.key
                     ORDER BY next.due, id",
                )
                .bind(JobKind::Index.name())
                .bind(now)
                .bind(i64::from(limit))
                .bind(end_of_lease(now))
                .bind(self.origin)
                .fetch_all(pool)
                .await?
            }
            Pools::Sqlite { reader, .. } => {
                sqlx::query_as(
                    "SELECT id, creator, created_at, settings FROM
                         (SELECT key, due FROM jobs WHERE kind = $1 AND due <= $2 ORDER BY due, key LIMIT $3) AS next
                         JOIN games ON games.id = next.key
                     ORDER BY next.due, id",
                )
                .bind(JobKind::Index.name())
                .bind(now)
                .bind(i64::from(limit))
                .fetch_all(reader)
                .await?
            }
        };
        let game = |(id, creator, created_at, settings): (String, String, Millis, String)| {
            let id = self.readable("game", &id, id.parse().map_err(unreadable))?;
            Some((id, game_row(id, &creator, created_at, &settings)))
        };
        Ok(rows.into_iter().filter_map(game).collect())
    }

    /// Renews the leases of this process, or ends them if its clock is wrong.
    pub async fn renew_leases(&self, now: Millis) -> Result<(), StoreError> {
        let Pools::Postgres(pool) = &self.pools else { return Ok(()) };
        if self.wrong_clock().is_some() {
            return self.end_leases(false).await;
        }
        let query = sqlx::query("UPDATE jobs SET lease = $1 WHERE holder = $2");
        query.bind(end_of_lease(now)).bind(self.origin).execute(pool).await?;
        Ok(())
    }

    /// Ends the leases of this process, so that others may go on at once. If it is `alone`, because it starts and there is no other one
    /// beside it, it ends those of all processes: whoever had them is gone.
    pub async fn end_leases(&self, alone: bool) -> Result<(), StoreError> {
        let Pools::Postgres(pool) = &self.pools else { return Ok(()) };
        let query = sqlx::query(
            "UPDATE jobs SET lease = 0, holder = NULL WHERE holder = $1 OR ($2 AND holder IS NOT NULL)",
        );
        query.bind(self.origin).bind(alone).execute(pool).await?;
        Ok(())
    }

    /// Gives a job back as it was, so that another process may take it at once.
    pub async fn give_job_back<Key: Display + Copy>(&self, job: Job<Key>) -> Result<(), StoreError> {
        let Pools::Postgres(pool) = &self.pools else { return Ok(()) };
        let query = sqlx::query(
            "UPDATE jobs SET lease = 0, holder = NULL WHERE kind = $1 AND key = $2 AND holder = $3",
        );
        query.bind(job.kind.name()).bind(job.key.to_string()).bind(self.origin).execute(pool).await?;
        Ok(())
    }

    /// Removes a job that is done, unless it follows from a later event by now.
    pub async fn finish_job<Key: Display + Copy>(&self, job: Job<Key>) -> Result<(), StoreError> {
        self.write("DELETE FROM jobs WHERE kind = $1 AND key = $2 AND seq <= $3")
            .bind_all((job.kind.name(), job.key.to_string(), job.seq.cast_signed()))
            .execute()
            .await?;
        Ok(())
    }

    /// Leaves a game that is to be found by its positions to servers of a later release: this one looks at it again in ten minutes.
    pub async fn leave_game_to_index(&self, game: GameId, now: Millis) -> Result<(), StoreError> {
        self.write("UPDATE jobs SET due = $3, holder = NULL, lease = 0 WHERE kind = $1 AND key = $2")
            .bind_all((JobKind::Index.name(), game.as_str(), self.right_time(now) + LONGEST_REST))
            .execute()
            .await?;
        Ok(())
    }

    /// Has a job that failed done again later, the later the more often it has failed: after a second at first, after ten minutes
    /// at most. One that follows from a later event by now stays as it is.
    pub async fn put_off_job<Key: Display + Copy>(
        &self,
        job: Job<Key>,
        now: Millis,
    ) -> Result<(), StoreError> {
        self.write(
            "UPDATE jobs SET due = $4, holder = NULL, lease = 0, tries = tries + 1
             WHERE kind = $1 AND key = $2 AND seq <= $3",
        )
        .bind_all((
            job.kind.name(),
            job.key.to_string(),
            job.seq.cast_signed(),
            self.right_time(now) + rest(job.tries),
        ))
        .execute()
        .await?;
        Ok(())
    }
}

/// How long a job is left alone that has failed so often before.
fn rest(tries: u32) -> Millis {
    2_i64.checked_pow(tries).map_or(LONGEST_REST, |times| FIRST_REST.saturating_mul(times).min(LONGEST_REST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_after_the_other_makes_the_rest_longer() {
        let rests = [0, 1, 3, 9, 10, 63, u32::MAX].map(rest);
        assert_eq!(rests, [1_000, 2_000, 8_000, 512_000, 600_000, 600_000, 600_000]);
    }
}
