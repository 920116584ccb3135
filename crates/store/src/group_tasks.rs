//! Tasks of classes: set by a teacher, and done by the members.
//!
//! Games are counted as they are, so that a game which is declared void, or counts again, needs no second look. Only of records somebody has to say
//! that they were replayed.

use std::collections::HashMap;

use tengen_game::{GameId, GroupId, Millis, PlayerId, RecordId, TaskId};
use tengen_protocol::record::RecordHeadline;
use tengen_protocol::{
    FEWEST_MOVES_OF_TASK, GroupRole, Task, TaskCount, TaskProgress, TaskRow, TaskTable, TaskWork, Text,
};

use super::held_group::{GroupChanged, hold_group, or_give_up};
use super::home::{Home, hold_home};
use super::player_row::card;
use super::voided::NOT_VOID;
use super::{PageCursor, Store, StoreError, on_reader, on_writer, unreadable};

/// How many tasks a class has at most.
pub const MOST_TASKS: u32 = 100;
/// The word for a task of games in the table, and the one for a task with a record.
const GAMES: &str = "games";
const REPLAY: &str = "replay";

/// A task that is set.
#[derive(Debug, Clone, Copy)]
pub struct NewlySet<'t> {
    /// The id.
    pub id: TaskId,
    /// The class.
    pub group: GroupId,
    /// The work.
    pub work: TaskWork,
    /// The words about it.
    pub words: &'t str,
    /// When.
    pub now: Millis,
    /// Until when.
    pub until: Millis,
}

#[derive(sqlx::FromRow)]
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

/// The games of which a query is about, as far as it asks for them.
struct Counted<'t> {
    group: GroupId,
    set_at: Millis,
    until: Millis,
    times: u32,
    board: Option<String>,
    only: Option<&'t str>,
}

/// The games that count for a task, as the table `played`: those of the members $8, or of all of them, in the class $1, which began from $2 on and before
/// $3, are over as spectators see them at $4, have $5 moves or more, and are on the board $7, or on any. $6 is left to the end of the query.
fn played() -> String {
    let of_seat = |seat: &str| {
        format!(
            "SELECT members.player_id, games.id, games.created_at, COALESCE(NOT games.private OR games.enclosed_in = $1
                 OR games.id IN (SELECT game_id FROM round_pairs WHERE game_id IS NOT NULL AND group_id = $1)
                 OR games.black IN (SELECT player_id FROM group_members WHERE made_here AND group_id = $1)
                    AND games.white IN (SELECT player_id FROM group_members WHERE made_here AND group_id = $1), FALSE) AS told
             FROM members JOIN games ON games.{seat} = members.player_id
             WHERE games.created_at >= $2 AND games.created_at < $3 AND games.shown_at <= $4 AND games.phase = 'finished'
               AND games.ended_by <> 'abort' AND games.move_count >= $5 AND ($7 IS NULL OR games.board = $7) AND {NOT_VOID}"
        )
    };
    format!(
        "WITH members AS (SELECT player_id FROM group_members WHERE group_id = $1 AND role = 'member' AND ($8 IS NULL OR player_id = $8)),
              played AS ({} UNION ALL {})",
        of_seat("black"),
        of_seat("white")
    )
}

/// Asks for games that count.
macro_rules! ask {
    ($store:expr, $end:expr, $counted:expr, $fetch:ident) => {{
        let counted: &Counted<'_> = $counted;
        let (sql, now) = (format!("{} {}", played(), $end), $store.clock.now());
        on_reader!($store, pool => {
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
    /// Keeps a task, by a teacher who is at home: nothing but that is tried, if the class has as many as it may, or no member has brought the record.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn set_task(&self, home: Home<'_>, new: NewlySet<'_>) -> Result<GroupChanged, StoreError> {
        let NewlySet { id, group, work, words, now, until } = new;
        let (kind, times, board, record) = match work {
            TaskWork::Games { times, board } => (GAMES, times, board.map(|board| board.0.to_string()), None),
            TaskWork::Replay { record } => (REPLAY, 1, None, Some(record.0)),
        };
        on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            hold_home!(transaction, home);
            or_give_up!(transaction, hold_group!(transaction, group, home.player), GroupChanged::Gone);
            let (tasks,): (i64,) = sqlx::query_as("SELECT count(*) FROM group_tasks WHERE group_id = $1")
                .bind(group.as_str())
                .fetch_one(&mut *transaction)
                .await?;
            or_give_up!(transaction, tasks < i64::from(MOST_TASKS), GroupChanged::TooMany);
            if let Some(record) = &record {
                let (is_there,): (bool,) = sqlx::query_as(
                    "SELECT EXISTS (SELECT 1 FROM records JOIN group_members ON group_members.player_id = records.owner
                                    WHERE records.id = $1 AND group_members.group_id = $2)",
                )
                .bind(record.as_str())
                .bind(group.as_str())
                .fetch_one(&mut *transaction)
                .await?;
                or_give_up!(transaction, is_there, GroupChanged::NotThere);
            }
            sqlx::query(
                "INSERT INTO group_tasks (id, group_id, kind, times, board, record_id, words, set_at, until)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            )
            .bind(id.as_str())
            .bind(group.as_str())
            .bind(kind)
            .bind(times.cast_signed())
            .bind(board.as_deref())
            .bind(record.as_ref().map(RecordId::as_str))
            .bind(words)
            .bind(now)
            .bind(until)
            .execute(&mut *transaction)
            .await?;
            transaction.commit().await?;
        });
        Ok(GroupChanged::Done)
    }

    /// Takes a task back, by a teacher who is at home.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn take_task_back(
        &self,
        home: Home<'_>,
        group: GroupId,
        task: TaskId,
    ) -> Result<GroupChanged, StoreError> {
        on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            hold_home!(transaction, home);
            or_give_up!(transaction, hold_group!(transaction, group, home.player), GroupChanged::Gone);
            sqlx::query("DELETE FROM replayed_tasks WHERE task_id IN (SELECT id FROM group_tasks WHERE id = $1 AND group_id = $2)")
                .bind(task.as_str())
                .bind(group.as_str())
                .execute(&mut *transaction)
                .await?;
            let gone = sqlx::query("DELETE FROM group_tasks WHERE id = $1 AND group_id = $2")
                .bind(task.as_str())
                .bind(group.as_str())
                .execute(&mut *transaction)
                .await?;
            or_give_up!(transaction, gone.rows_affected() == 1, GroupChanged::NotThere);
            transaction.commit().await?;
        });
        Ok(GroupChanged::Done)
    }

    /// Takes down that a member who is at home has replayed the record of a task, the first time. Whether there is such a task, and its time has not
    /// passed, is for the caller to ask.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn note_replayed(
        &self,
        home: Home<'_>,
        group: GroupId,
        task: TaskId,
        now: Millis,
    ) -> Result<GroupChanged, StoreError> {
        on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            hold_home!(transaction, home);
            // Whoever takes the task back at this moment waits for this, or has come first.
            or_give_up!(transaction, hold_group!(transaction, group), GroupChanged::Gone);
            let (is_there,): (bool,) = sqlx::query_as(
                "SELECT EXISTS (SELECT 1 FROM group_tasks WHERE id = $1 AND group_id = $2)
                    AND EXISTS (SELECT 1 FROM group_members WHERE group_id = $2 AND player_id = $3 AND role = 'member')",
            )
            .bind(task.as_str())
            .bind(group.as_str())
            .bind(home.player.as_str())
            .fetch_one(&mut *transaction)
            .await?;
            or_give_up!(transaction, is_there, GroupChanged::NotThere);
            sqlx::query("INSERT INTO replayed_tasks (task_id, player_id, replayed_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
                .bind(task.as_str())
                .bind(home.player.as_str())
                .bind(now)
                .execute(&mut *transaction)
                .await?;
            transaction.commit().await?;
        });
        Ok(GroupChanged::Done)
    }

    /// The tasks of a class behind a place, as one of its members sees them, the latest first and so many at most.
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
    ) -> Result<Vec<Task>, StoreError> {
        let (set_at, id) =
            after.map_or((Millis::MAX, String::new()), |after| (after.created_at, after.id.to_string()));
        let rows = self.task_rows(group, "(set_at, group_tasks.id) < ($2, $3)", (set_at, &id), most).await?;
        let mut tasks = Vec::new();
        for row in rows {
            tasks.push(self.task_of(group, viewer, row).await?);
        }
        Ok(tasks)
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
            let end = ", places AS (SELECT player_id, id, told, row_number() OVER (PARTITION BY player_id ORDER BY created_at, id) AS place FROM played)
                       SELECT player_id, id, told FROM places WHERE place <= $6 ORDER BY player_id, place";
            let rows: Vec<(String, String, bool)> = ask!(self, end, &counted, fetch_all)?;
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
                let end = "SELECT count(*) FROM (SELECT id FROM played LIMIT $6) AS counted";
                ask!(self, end, &counted, fetch_one)?
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
        let (done,): (i64,) = match counted(group, task, None) {
            Some(counted) => {
                let end = "SELECT count(*) FROM (SELECT player_id FROM played GROUP BY player_id HAVING count(*) >= $6) AS eager";
                ask!(self, end, &counted, fetch_one)?
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
        let (members,): (i64,) = on_reader!(self, pool => {
            sqlx::query_as("SELECT count(*) FROM group_members WHERE group_id = $1 AND role = 'member'")
                .bind(group.as_str())
                .fetch_one(pool)
                .await
        })?;
        let number = |number: i64| u32::try_from(number).map_err(unreadable);
        Ok(TaskCount { done: number(done)?, members: number(members)? })
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
