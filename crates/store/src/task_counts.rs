//! How far a class is with its tasks.
//!
//! Games are counted as they are, so that a game which is declared void, or counts again, needs no second look. Only of records
//! somebody has to say that they were replayed.

use std::collections::HashMap;

use tengen_game::{GameId, GroupId, Millis, PlayerId, TaskId};
use tengen_protocol::record::RecordHeadline;
use tengen_protocol::{
    FEWEST_MOVES_OF_TASK, GroupRole, Task, TaskCount, TaskProgress, TaskRow, TaskTable, TaskWork, Text,
};

use super::from_row::from_row;
use super::group_tasks::{GAMES, REPLAY};
use super::player_row::card;
use super::voided::NOT_VOID;
use super::{PageCursor, Pools, Store, StoreError, on_lists, on_reader, unreadable};

struct Row {
    id: String,
    kind: String,
    times: i32,
    board: Option<String>,
    record_id: Option<String>,
    words: String,
    set_at: Millis,
    until: Millis,
    headline: Option<String>,
}

from_row!(Row { id, kind, times, board, record_id, words, set_at, until, headline });

/// How many games are looked at for a task at most, of all members of the class in both colours together.
const LOOKED_AT: u32 = 50_000;
/// And how many of one member in one colour: more than anybody plays while a task lasts.
const LOOKED_AT_OF_ONE: u32 = 1_000;

/// A task of games, as a query asks for it.
struct Counted<'t> {
    group: GroupId,
    set_at: Millis,
    until: Millis,
    times: u32,
    board: Option<String>,
    only: Option<&'t str>,
}

/// How many games of each member in each colour are looked at in a class of so many, whoever looks at the task: the earliest of its time.
fn looked_at(members: u32) -> u32 {
    (LOOKED_AT / members.saturating_mul(2).max(1)).clamp(1, LOOKED_AT_OF_ONE)
}

/// The games that count for a task, of a member in a seat, as the end of a query within another one: they were made from $2 on and before
/// $3, are over as spectators see it at $4, have two players, $5 moves or more, and are on the board $7, or on any. $1 is the class, $6 says
/// how many count at most, and $8 is the only member who is asked for, if there is one. So many games of that time are looked at, the
/// earliest ones, which are the same ones whatever is played later.
fn those_that_count(seat: &str, looked_at: u32) -> String {
    format!(
        "FROM (SELECT id, created_at, shown_at, phase, ended_by, black, white, move_count, board FROM games
               WHERE {seat} = members.player_id AND created_at >= $2 AND created_at < $3
               ORDER BY created_at, id LIMIT {looked_at}) AS games
         WHERE games.shown_at <= $4 AND games.phase = 'finished' AND games.ended_by <> 'abort' AND games.black <> games.white
             AND games.move_count >= $5 AND ($7 IS NULL OR games.board = $7) AND {NOT_VOID}"
    )
}

/// How many games of a member count, as a query within another one. It ends at $6.
fn times_of_one(looked_at: u32) -> String {
    let of_seat = |seat| format!("SELECT games.id {}", those_that_count(seat, looked_at));
    let (black, white) = (of_seat("black"), of_seat("white"));
    format!(
        "(SELECT count(*) FROM (SELECT id FROM ({black} UNION ALL {white}) AS played LIMIT $6) AS counted)"
    )
}

/// The games of all members that count, the first $6 of each, and whether they are a matter of the class: that is asked for these
/// alone.
fn games_of_all(first_of_each: &str) -> String {
    format!(
        "SELECT members.player_id, games.id, COALESCE(NOT games.private OR games.enclosed_in = $1
             OR games.id IN (SELECT game_id FROM round_pairs WHERE game_id IS NOT NULL AND group_id = $1)
             OR games.black IN (SELECT player_id FROM group_members WHERE made_here AND group_id = $1)
                AND games.white IN (SELECT player_id FROM group_members WHERE made_here AND group_id = $1), FALSE) AS told
         FROM {MEMBERS} {first_of_each} ORDER BY members.player_id, games.created_at, games.id"
    )
}

/// The first $6 games of a member that count, as a query within another one.
fn first_of_one(looked_at: u32) -> String {
    let of_seat = |seat| {
        format!(
            "SELECT * FROM (SELECT games.id, games.created_at {} ORDER BY games.created_at, games.id LIMIT $6) AS first_as_{seat}",
            those_that_count(seat, looked_at)
        )
    };
    let (black, white) = (of_seat("black"), of_seat("white"));
    format!("SELECT id FROM ({black} UNION ALL {white}) AS played ORDER BY created_at, id LIMIT $6")
}

/// The members who have tasks to do, as a table.
const MEMBERS: &str = "(SELECT player_id FROM group_members WHERE group_id = $1 AND role = 'member' AND ($8 IS NULL OR player_id = $8)) AS members";

/// Asks for games that count.
macro_rules! ask {
    ($store:expr, $sql:expr, $counted:expr, $fetch:ident) => {{
        let (sql, counted, now): (String, &Counted<'_>, _) = ($sql, $counted, $store.clock.now());
        on_lists!($store, pool => {
            sqlx::query_as(sqlx::AssertSqlSafe(sql))
                .bind(counted.group.as_str())
                .bind(counted.set_at)
                .bind(counted.until)
                .bind(now)
                .bind(i64::from(FEWEST_MOVES_OF_TASK))
                .bind(i64::from(counted.times))
                .bind(counted.board.as_deref())
                .bind(counted.only)
                .$fetch(pool)
                .await
        })
    }};
}

impl Store {
    /// A page of the tasks of a class behind a place, as one of its members sees them, the latest first; and its last place if more follow.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn tasks(
        &self,
        group: GroupId,
        viewer: (PlayerId, GroupRole),
        after: Option<PageCursor<TaskId>>,
        most: u32,
    ) -> Result<(Vec<Task>, Option<PageCursor<TaskId>>), StoreError> {
        let (set_at, id) =
            after.map_or((Millis::MAX, String::new()), |after| (after.created_at, after.id.to_string()));
        let which = "(set_at, group_tasks.id) < ($2, $3)";
        // One more than is shown tells whether there is a next page.
        let mut rows = self.task_rows(group, which, (set_at, &id), most.saturating_add(1)).await?;
        let is_last = rows.len() <= most as usize;
        rows.truncate(most as usize);
        let mut tasks = Vec::new();
        for row in rows {
            tasks.push(self.task_of(group, viewer, row).await?);
        }
        let next = tasks.last().filter(|_| !is_last);
        let next = next.map(|last| PageCursor { created_at: last.set_at, id: last.id.0 });
        Ok((tasks, next))
    }

    /// A task of a class, as one of its members sees it.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn task(
        &self,
        group: GroupId,
        viewer: (PlayerId, GroupRole),
        task: TaskId,
    ) -> Result<Option<Task>, StoreError> {
        let which = "set_at > $2 AND group_tasks.id = $3";
        match self.task_rows(group, which, (Millis::MIN, task.as_str()), 1).await?.pop() {
            Some(row) => self.task_of(group, viewer, row).await.map(Some),
            None => Ok(None),
        }
    }

    /// The table of a task, as a teacher sees it.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn task_table(&self, group: GroupId, task: Task) -> Result<TaskTable, StoreError> {
        let mut games: HashMap<String, Vec<Option<Text<GameId>>>> = HashMap::new();
        if let Some(counted) = counted(group, &task, None) {
            // Each member's games are looked up behind the member; either database is told so in a way of its own.
            let first = first_of_one(looked_at(self.members_with_tasks(group).await?));
            let sql = match &self.pools {
                Pools::Postgres(_) => games_of_all(&format!(
                    "CROSS JOIN LATERAL ({first}) AS firsts JOIN games ON games.id = firsts.id"
                )),
                Pools::Sqlite { .. } => games_of_all(&format!("JOIN games ON games.id IN ({first})")),
            };
            let rows: Vec<(String, String, bool)> = ask!(self, sql, &counted, fetch_all)?;
            for (player, id, told) in rows {
                let id = id.parse().map(Text).map_err(unreadable)?;
                games.entry(player).or_default().push(told.then_some(id));
            }
        }
        let rows: Vec<(String, String, Option<String>, Option<Millis>)> = on_reader!(self, pool => {
            sqlx::query_as(
                "SELECT players.id, players.name, players.kind, replayed_at FROM group_members
                 JOIN players ON players.id = group_members.player_id
                 LEFT JOIN replayed_tasks ON task_id = $2 AND replayed_tasks.player_id = group_members.player_id
                 WHERE group_id = $1 AND role = 'member' ORDER BY joined_at, players.id",
            )
            .bind(group.as_str())
            .bind(task.id.0.as_str())
            .fetch_all(pool)
            .await
        })?;
        let row = |(id, name, kind, replayed_at): (String, String, Option<String>, Option<Millis>)| {
            let games = games.remove(&id).unwrap_or_default();
            let times = match task.work {
                TaskWork::Games { .. } => games.len(),
                TaskWork::Replay { .. } => usize::from(replayed_at.is_some()),
            };
            Ok(TaskRow {
                player: card(&id, name, kind.as_deref())?,
                progress: progress(&task.work, u32::try_from(times).map_err(unreadable)?),
                games: games.into_iter().flatten().collect(),
                replayed_at,
            })
        };
        let members = rows.into_iter().map(row).collect::<Result<_, StoreError>>()?;
        Ok(TaskTable { task, members })
    }

    /// The tasks of which a player has replayed the record, and when.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn replayed_by(&self, player: PlayerId) -> Result<Vec<(TaskId, Millis)>, StoreError> {
        let rows: Vec<(String, Millis)> = on_reader!(self, pool => {
            sqlx::query_as("SELECT task_id, replayed_at FROM replayed_tasks WHERE player_id = $1 ORDER BY replayed_at, task_id")
                .bind(player.as_str())
                .fetch_all(pool)
                .await
        })?;
        rows.into_iter().map(|(id, at)| Ok((id.parse().map_err(unreadable)?, at))).collect()
    }

    async fn task_rows(
        &self,
        group: GroupId,
        which: &'static str,
        (set_at, id): (Millis, &str),
        most: u32,
    ) -> Result<Vec<Row>, StoreError> {
        let sql = format!(
            "SELECT group_tasks.id, kind, times, board, record_id, words, set_at, until, headline
             FROM group_tasks LEFT JOIN records ON records.id = record_id
                  AND EXISTS (SELECT 1 FROM group_members WHERE group_members.group_id = group_tasks.group_id AND player_id = records.owner)
             WHERE group_id = $1 AND {which} ORDER BY set_at DESC, group_tasks.id DESC LIMIT $4"
        );
        let rows = on_reader!(self, pool => {
            sqlx::query_as(sqlx::AssertSqlSafe(sql))
                .bind(group.as_str())
                .bind(set_at)
                .bind(id)
                .bind(i64::from(most))
                .fetch_all(pool)
                .await
        })?;
        Ok(rows)
    }

    async fn task_of(
        &self,
        group: GroupId,
        (viewer, role): (PlayerId, GroupRole),
        row: Row,
    ) -> Result<Task, StoreError> {
        let mut task = self.read_task(row)?;
        match role {
            GroupRole::Member => {
                let times = self.times_of_member(group, &task, viewer).await?;
                task.mine = Some(progress(&task.work, times));
            }
            GroupRole::Leader => task.class = Some(self.count_of_class(group, &task).await?),
        }
        Ok(task)
    }

    fn read_task(&self, row: Row) -> Result<Task, StoreError> {
        let work = match (row.kind.as_str(), row.record_id) {
            (GAMES, None) => TaskWork::Games {
                times: u32::try_from(row.times).map_err(unreadable)?,
                board: row.board.map(|board| board.parse().map(Text).map_err(unreadable)).transpose()?,
            },
            (REPLAY, Some(record)) => TaskWork::Replay { record: Text(record.parse().map_err(unreadable)?) },
            (other, _) => return Err(unreadable(format_args!("no kind of task is {other}"))),
        };
        let headline = |text: &str| -> Result<RecordHeadline, StoreError> {
            serde_json::from_str(text).map_err(unreadable)
        };
        let record =
            row.headline.and_then(|text| self.readable("record of a task", &row.id, headline(&text)));
        Ok(Task {
            id: Text(row.id.parse().map_err(unreadable)?),
            work,
            record,
            words: row.words,
            set_at: row.set_at,
            until: row.until,
            mine: None,
            class: None,
        })
    }

    async fn times_of_member(
        &self,
        group: GroupId,
        task: &Task,
        member: PlayerId,
    ) -> Result<u32, StoreError> {
        let (times,): (i64,) = match counted(group, task, Some(member.as_str())) {
            Some(counted) => {
                let looked_at = looked_at(self.members_with_tasks(group).await?);
                let sql = format!("SELECT {} FROM {MEMBERS}", times_of_one(looked_at));
                ask!(self, sql, &counted, fetch_optional)?.unwrap_or_default()
            }
            None => on_reader!(self, pool => {
                sqlx::query_as("SELECT count(*) FROM replayed_tasks WHERE task_id = $1 AND player_id = $2")
                    .bind(task.id.0.as_str())
                    .bind(member.as_str())
                    .fetch_one(pool)
                    .await
            })?,
        };
        u32::try_from(times).map_err(unreadable)
    }

    async fn count_of_class(&self, group: GroupId, task: &Task) -> Result<TaskCount, StoreError> {
        let members = self.members_with_tasks(group).await?;
        let (done,): (i64,) = match counted(group, task, None) {
            Some(counted) => {
                let sql = format!(
                    "SELECT count(*) FROM (SELECT {} AS times FROM {MEMBERS}) AS those WHERE times >= $6",
                    times_of_one(looked_at(members))
                );
                ask!(self, sql, &counted, fetch_one)?
            }
            None => on_reader!(self, pool => {
                sqlx::query_as(
                    "SELECT count(*) FROM replayed_tasks JOIN group_members ON group_members.player_id = replayed_tasks.player_id
                     WHERE task_id = $1 AND group_id = $2 AND role = 'member'",
                )
                .bind(task.id.0.as_str())
                .bind(group.as_str())
                .fetch_one(pool)
                .await
            })?,
        };
        Ok(TaskCount { done: u32::try_from(done).map_err(unreadable)?, members })
    }

    /// How many members of a class have tasks to do.
    async fn members_with_tasks(&self, group: GroupId) -> Result<u32, StoreError> {
        let (members,): (i64,) = on_reader!(self, pool => {
            sqlx::query_as("SELECT count(*) FROM group_members WHERE group_id = $1 AND role = 'member'")
                .bind(group.as_str())
                .fetch_one(pool)
                .await
        })?;
        u32::try_from(members).map_err(unreadable)
    }
}

/// The games that count for a task, if it is one of games.
fn counted<'t>(group: GroupId, task: &Task, only: Option<&'t str>) -> Option<Counted<'t>> {
    let TaskWork::Games { times, board } = &task.work else { return None };
    let board = board.map(|board| board.0.to_string());
    Some(Counted { group, set_at: task.set_at, until: task.until, times: *times, board, only })
}

fn progress(work: &TaskWork, times: u32) -> TaskProgress {
    let needed = match work {
        TaskWork::Games { times, .. } => *times,
        TaskWork::Replay { .. } => 1,
    };
    TaskProgress { times: times.min(needed), done: times >= needed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn however_large_a_class_is_so_many_games_are_looked_at() {
        assert_eq!([0, 1, 25, 50, 200].map(looked_at), [1_000, 1_000, 1_000, 500, 125]);
        assert!((1..=LOOKED_AT / 2).all(|members| looked_at(members) * 2 * members <= LOOKED_AT));
        assert_eq!(looked_at(u32::MAX), 1);
    }
}
