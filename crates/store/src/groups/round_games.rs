//! The games of rounds, which are made after their round is stored, each by a job.
//!
//! A pair has its job from the transaction of its round on, until it has a game with both players in it, or a problem. Each step is
//! a commit of its own, and work that is done twice makes no second game: the game and its place in the round are one transaction,
//! in which the pair must have none.

use std::fmt;

use tengen_archive::StoredSettings;
use tengen_game::{GameId, GroupId, Millis, NewGame, PlayerId};
use tengen_protocol::ProblemCode;

use crate::games::game::{ADD, GameRow, TELL, bind_game};
use crate::games::job::{Job, JobKind, end_of_lease};
use crate::pool::{Pools, Store, StoreError, unread, unreadable};
use crate::query::from_row::from_row;

/// A pair of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PairKey {
    /// The group.
    pub group: GroupId,
    /// The number of the round.
    pub round: u32,
    /// The place of the pair in the round, from 0.
    pub place: u32,
}

/// As it is the key of a job: no id has a point.
impl fmt::Display for PairKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}.{}", self.group, self.round, self.place)
    }
}

impl PairKey {
    /// Reads the key of a job.
    fn read(key: &str) -> Option<Self> {
        let [group, round, place]: [&str; 3] = key.split('.').collect::<Vec<_>>().try_into().ok()?;
        Some(Self { group: group.parse().ok()?, round: round.parse().ok()?, place: place.parse().ok()? })
    }
}

/// A pair of a round, as whoever makes its game finds it.
#[derive(Debug, Clone)]
pub struct StoredPair {
    /// Black.
    pub black: PlayerId,
    /// White.
    pub white: PlayerId,
    /// The game, if it is made.
    pub game: Option<GameId>,
    /// Whether it has a problem instead.
    pub is_refused: bool,
    /// When the round was made.
    pub made_at: Millis,
    /// By which problem the two would not be paired any more: the group has ended, one of them has left it, or takes part in no
    /// rounds of a club by now. Nobody in a class is asked again.
    pub obstacle: Option<ProblemCode>,
    settings: Option<String>,
}

impl StoredPair {
    /// The wish for its game, of whichever players.
    ///
    /// # Errors
    ///
    /// When the settings of the round do not read back.
    pub fn wish(&self) -> Result<NewGame, StoreError> {
        let settings = self.settings.as_deref().ok_or_else(|| unreadable("a round without settings"))?;
        Ok(StoredSettings::read(self.black, settings).map_err(unread)?.wish())
    }
}

struct PairRow {
    black: String,
    white: String,
    game_id: Option<String>,
    problem: Option<String>,
    made_at: Millis,
    settings: Option<String>,
    goes_on: bool,
    members: i64,
    playing: i64,
}

from_row!(PairRow { black, white, game_id, problem, made_at, settings, goes_on, members, playing });

impl PairRow {
    fn obstacle(&self) -> Option<ProblemCode> {
        match (self.goes_on, self.members, self.playing) {
            (false, ..) => Some(ProblemCode::NoSuchGroup),
            (true, 2, 2) => None,
            (true, 2, _) => Some(ProblemCode::NotPlaying),
            (true, ..) => Some(ProblemCode::NoSuchPlayer),
        }
    }
}

impl Store {
    /// Takes pairs whose games are to be made, in the order in which they are due. None, if the clock is wrong.
    pub async fn take_pairs(&self, now: Millis, limit: u32) -> Result<Vec<Job<PairKey>>, StoreError> {
        if self.wrong_clock().is_some() {
            return Ok(Vec::new());
        }
        let rows: Vec<(String, i32, i32)> = match &self.pools {
            Pools::Postgres(pool) => {
                sqlx::query_as(
                    "WITH next AS (
                         SELECT key FROM jobs WHERE kind = $1 AND due <= $2 AND (lease <= $2 OR holder = $5)
                         ORDER BY due, key LIMIT $3
                         FOR UPDATE SKIP LOCKED
                     ), taken AS (
                         UPDATE jobs SET lease = $4, holder = $5 FROM next
                         WHERE jobs.kind = $1 AND jobs.key = next.key
                         RETURNING jobs.key, jobs.seq, jobs.tries, jobs.due
                     )
                     SELECT key, seq, tries FROM taken ORDER BY due, key",
                )
                .bind(JobKind::Pair.name())
                .bind(now)
                .bind(i64::from(limit))
                .bind(end_of_lease(now))
                .bind(self.origin)
                .fetch_all(pool)
                .await?
            }
            Pools::Sqlite { reader, .. } => sqlx::query_as(
                "SELECT key, seq, tries FROM jobs WHERE kind = $1 AND due <= $2 ORDER BY due, key LIMIT $3",
            )
            .bind(JobKind::Pair.name())
            .bind(now)
            .bind(i64::from(limit))
            .fetch_all(reader)
            .await?,
        };
        let job = |(key, seq, tries): (String, i32, i32)| {
            let read = PairKey::read(&key).ok_or_else(|| unreadable("no pair of a round"));
            let read = self.readable("job", &key, read)?;
            let (seq, tries) = (seq.cast_unsigned(), tries.cast_unsigned());
            Some(Job { kind: JobKind::Pair, key: read, seq, tries })
        };
        Ok(rows.into_iter().filter_map(job).collect())
    }

    /// A pair of a round.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn stored_pair(
        &self,
        PairKey { group, round, place }: PairKey,
    ) -> Result<Option<StoredPair>, StoreError> {
        let row: Option<PairRow> = self
            .read(
                "SELECT black, white, game_id, problem, rounds.made_at, settings,
                        groups.ended_at IS NULL AS goes_on,
                        (SELECT count(*) FROM group_members AS here
                         WHERE here.group_id = round_pairs.group_id
                         AND player_id IN (black, white)) AS members,
                        (SELECT count(*) FROM group_members AS here
                         WHERE here.group_id = round_pairs.group_id AND player_id IN (black, white)
                               AND (plays OR groups.kind = 'class')) AS playing
                 FROM round_pairs
                 JOIN rounds ON rounds.group_id = round_pairs.group_id
                 AND rounds.number = round_pairs.number
                 JOIN groups ON groups.id = round_pairs.group_id
                 WHERE round_pairs.group_id = $1 AND round_pairs.number = $2 AND place = $3",
            )
            .bind_all((group.as_str(), round.cast_signed(), place.cast_signed()))
            .fetch_optional()
            .await?;
        let read = |row: PairRow| -> Result<StoredPair, StoreError> {
            Ok(StoredPair {
                obstacle: row.obstacle(),
                black: row.black.parse().map_err(unreadable)?,
                white: row.white.parse().map_err(unreadable)?,
                game: row.game_id.map(|game| game.parse()).transpose().map_err(unreadable)?,
                is_refused: row.problem.is_some(),
                made_at: row.made_at,
                settings: row.settings,
            })
        };
        row.map(read).transpose()
    }

    /// Keeps the new open game of a pair, which has to be looked at by its deadline. Answers whether it was kept: a pair that has a
    /// game or a problem gets none.
    ///
    /// # Errors
    ///
    /// When the database failed, or one of the two has been deleted.
    pub async fn add_game_of_pair(
        &self,
        PairKey { group, round, place }: PairKey,
        game: &GameRow,
        deadline: Option<Millis>,
    ) -> Result<bool, StoreError> {
        let settings = StoredSettings::write(&game.settings).map_err(unreadable)?;
        let mut tx = self.begin().await?;
        let added = bind_game!(tx.query(ADD), game, &settings, deadline);
        let added = added.execute().await?;
        let kept = tx
            .query(
                "UPDATE round_pairs SET game_id = $1
                 WHERE group_id = $2 AND number = $3 AND place = $4 AND game_id IS NULL
                 AND problem IS NULL",
            )
            .bind_all((game.id.as_str(), group.as_str(), round.cast_signed(), place.cast_signed()))
            .execute()
            .await?;
        if added != 1 || kept != 1 {
            return tx.give_up(false).await;
        }
        if self.is_shared() {
            tx.query(TELL).bind_all((self.origin, game.id.as_str())).execute().await?;
        }
        tx.commit().await?;
        Ok(true)
    }

    /// Ends the job of a pair by a problem, of which this is the code. A pair that has a game keeps it, unless it is this one, which
    /// was `withdrawn`.
    pub async fn refuse_pair(
        &self,
        key: PairKey,
        problem: &str,
        withdrawn: Option<GameId>,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        let refused = tx
            .query(
                "UPDATE round_pairs SET problem = $1, game_id = NULL
                 WHERE group_id = $2 AND number = $3 AND place = $4 AND problem IS NULL
                       AND (game_id IS NULL OR game_id = $5)",
            )
            .bind_all((
                problem,
                key.group.as_str(),
                key.round.cast_signed(),
                key.place.cast_signed(),
                withdrawn.as_ref().map(GameId::as_str),
            ))
            .execute()
            .await?;
        // Another server has made the game meanwhile, and ends the job.
        if refused != 1 {
            return tx.give_up(()).await;
        }
        tx.query("DELETE FROM jobs WHERE kind = $1 AND key = $2")
            .bind_all((JobKind::Pair.name(), key.to_string()))
            .execute()
            .await?;
        tx.commit().await
    }

    /// Gives pairs that have neither a game nor a problem nor a job the problem that no game was made, if their round was made
    /// before this moment. Answers how many there were. Servers of the releases before this one leave them: they keep no problems, and
    /// may die while they make a round.
    pub async fn refuse_lost_pairs(&self, before: Millis) -> Result<u64, StoreError> {
        self.write(
            "UPDATE round_pairs SET problem = $1
             WHERE game_id IS NULL AND problem IS NULL
                   AND NOT EXISTS (
                       SELECT 1 FROM jobs
                       WHERE kind = $2
                             AND key = round_pairs.group_id || '.' || round_pairs.number || '.'
                                 || round_pairs.place
                   )
                   AND EXISTS (
                       SELECT 1 FROM rounds
                       WHERE rounds.group_id = round_pairs.group_id
                       AND rounds.number = round_pairs.number
                             AND rounds.made_at < $3
                   )",
        )
        .bind_all((ProblemCode::NotMade.name(), JobKind::Pair.name(), before))
        .execute()
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_of_a_job_reads_back() {
        let key = PairKey { group: GroupId::from_entropy([7; 10]), round: 12, place: 99 };
        let text = key.to_string();
        assert!(text.ends_with(".12.99"));
        assert_eq!(PairKey::read(&text), Some(key));
        for other in ["", "12.99", "a.1.2", &format!("{text}.0"), &format!("{}.x.0", key.group)] {
            assert_eq!(PairKey::read(other), None, "{other}");
        }
    }
}
