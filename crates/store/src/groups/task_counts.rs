//! How far a class is with its tasks.
//!
//! Games are counted as they are, so that a game which is declared void, or counts again, needs no second look. Only of records
//! somebody has to say that they were replayed.

use std::collections::HashMap;

use tengen_game::{GameId, GroupId, Millis, PlayerId, TaskId};
use tengen_protocol::records::RecordHeadline;
use tengen_protocol::{
    FEWEST_MOVES_OF_TASK, GroupRole, Task, TaskCount, TaskProgress, TaskRow, TaskTable, TaskWork, Text,
};

use super::task_games::{count_of_class, first_of_one, games_of_all, times_of_member};
use super::tasks::{GAMES, REPLAY};
use crate::players::player_row::card;
use crate::pool::{Pools, Query, Store, StoreError, unreadable};
use crate::query::cursor::PageCursor;
use crate::query::from_row::from_row;

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

/// A page of tasks ends with the one for which so many games have been looked at in all, of all members together.
const LOOKED_AT_FOR_PAGE: i64 = 50_000;

/// A place in the list of tasks: when one was set, and its id.
type Place<'t> = (Millis, &'t str);

impl Store {
    /// A page of the tasks of a class behind a place, as one of its members sees them, the latest first; and its last place if more follow.
    /// It has fewer than are asked for where very many games had to be looked at.
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
        let found = rows.len();
        rows.truncate(most as usize);
        let tasks = rows.into_iter().map(|row| self.read_task(row)).collect::<Result<_, _>>()?;
        let tasks = self.counted(group, viewer, tasks).await?;
        let next = tasks.last().filter(|_| tasks.len() < found);
        let next = next.map(|last| PageCursor { created_at: last.set_at, id: last.id.0 });
        Ok((tasks, next))
    }

    /// A task of a class, as one of its members sees it.
    pub async fn task(
        &self,
        group: GroupId,
        viewer: (PlayerId, GroupRole),
        task: TaskId,
    ) -> Result<Option<Task>, StoreError> {
        let task = self.uncounted_task(group, task).await?;
        Ok(self.counted(group, viewer, task.into_iter().collect()).await?.pop())
    }

    /// A task of a class, which does not tell how far anybody is with it. No game is looked at.
    pub async fn uncounted_task(&self, group: GroupId, task: TaskId) -> Result<Option<Task>, StoreError> {
        let which = "set_at > $2 AND group_tasks.id = $3";
        let row = self.task_rows(group, which, (Millis::MIN, task.as_str()), 1).await?.pop();
        row.map(|row| self.read_task(row)).transpose()
    }

    /// A task that was set a moment ago, as whoever set it sees it: nobody can have done anything for it, so no game is looked at.
    pub async fn new_task(
        &self,
        group: GroupId,
        role: GroupRole,
        task: TaskId,
    ) -> Result<Option<Task>, StoreError> {
        let Some(task) = self.uncounted_task(group, task).await? else { return Ok(None) };
        Ok(Some(match role {
            GroupRole::Member => Task { mine: Some(progress(&task.work, 0)), ..task },
            GroupRole::Leader => {
                let members = self.members_with_tasks(group).await?;
                Task { class: Some(TaskCount { done: 0, members }), ..task }
            }
        }))
    }

    /// The table of a task, as a teacher sees it.
    pub async fn task_table(&self, group: GroupId, task: Task) -> Result<TaskTable, StoreError> {
        let mut games: HashMap<String, Vec<Option<Text<GameId>>>> = HashMap::new();
        if let TaskWork::Games { times, .. } = task.work {
            // Each member's games are looked up behind the member; either database is told so in a way of its own.
            let first = first_of_one();
            let sql = match &self.pools {
                Pools::Postgres(_) => games_of_all(&format!(
                    "CROSS JOIN LATERAL ({first}) AS firsts JOIN games ON games.id = firsts.id"
                )),
                Pools::Sqlite { .. } => games_of_all(&format!("JOIN games ON games.id IN ({first})")),
            };
            let place = (task.set_at, task.id.0.as_str());
            let rows: Vec<(String, String, bool)> =
                self.among_lists(self.games_that_count(sql, group, None, place, place).fetch_all()).await?;
            for (player, id, told) in rows {
                let of_player = games.entry(player).or_default();
                if of_player.len() < times as usize {
                    let id = id.parse().map(Text).map_err(unreadable)?;
                    of_player.push(told.then_some(id));
                }
            }
        }
        let rows: Vec<(String, String, Option<String>, Option<Millis>)> = self
            .read(
                "SELECT players.id, players.name, players.kind, replayed_at FROM group_members
                 JOIN players ON players.id = group_members.player_id
                 LEFT JOIN replayed_tasks ON task_id = $2
                 AND replayed_tasks.player_id = group_members.player_id
                 WHERE group_id = $1 AND role = 'member' ORDER BY joined_at, players.id",
            )
            .bind_all((group.as_str(), task.id.0.as_str()))
            .fetch_all()
            .await?;
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
    pub async fn replayed_by(&self, player: PlayerId) -> Result<Vec<(TaskId, Millis)>, StoreError> {
        let rows: Vec<(String, Millis)> = self
            .read(
                "SELECT task_id, replayed_at FROM replayed_tasks
                 WHERE player_id = $1 ORDER BY replayed_at, task_id",
            )
            .bind(player.as_str())
            .fetch_all()
            .await?;
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
        self.read(sqlx::AssertSqlSafe(sql))
            .bind_all((group.as_str(), set_at, id, i64::from(most)))
            .fetch_all()
            .await
    }

    /// These tasks, which follow each other in the list, with how far their viewer or the class is with them. A teacher has the first ones
    /// of them, one at least, where very many games had to be looked at.
    async fn counted(
        &self,
        group: GroupId,
        (viewer, role): (PlayerId, GroupRole),
        mut tasks: Vec<Task>,
    ) -> Result<Vec<Task>, StoreError> {
        match role {
            GroupRole::Member => {
                let mut times = self.times_of_member(group, &tasks, viewer).await?;
                for task in &mut tasks {
                    let times = times.remove(task.id.0.as_str()).unwrap_or_default();
                    task.mine = Some(progress(&task.work, times));
                }
                Ok(tasks)
            }
            GroupRole::Leader => {
                let members = self.members_with_tasks(group).await?;
                let (mut counted, mut left) = (Vec::new(), LOOKED_AT_FOR_PAGE);
                for task in tasks {
                    let (done, looked_at) = self.count_of_class(group, &task).await?;
                    counted.push(Task { class: Some(TaskCount { done, members }), ..task });
                    left -= looked_at;
                    if left <= 0 {
                        break;
                    }
                }
                Ok(counted)
            }
        }
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

    /// How often a member has done what each of these tasks asks for, by their ids. One query asks for all of them, so that a class that
    /// opens its page at once waits for little.
    async fn times_of_member(
        &self,
        group: GroupId,
        tasks: &[Task],
        member: PlayerId,
    ) -> Result<HashMap<String, u32>, StoreError> {
        let (Some(latest), Some(earliest)) = (tasks.first(), tasks.last()) else {
            return Ok(HashMap::new());
        };
        let [from, to] = [latest, earliest].map(|task| (task.set_at, task.id.0.as_str()));
        let only = Some(member.as_str());
        let rows: Vec<(String, i64)> = self
            .among_lists(self.games_that_count(times_of_member(), group, only, from, to).fetch_all())
            .await?;
        rows.into_iter().map(|(id, times)| Ok((id, u32::try_from(times).map_err(unreadable)?))).collect()
    }

    /// How many members have done a task, and how many games were looked at for that.
    async fn count_of_class(&self, group: GroupId, task: &Task) -> Result<(u32, i64), StoreError> {
        let (done, looked_at): (i64, i64) = match task.work {
            TaskWork::Games { .. } => {
                let place = (task.set_at, task.id.0.as_str());
                self.among_lists(
                    self.games_that_count(count_of_class(), group, None, place, place).fetch_one(),
                )
                .await?
            }
            TaskWork::Replay { .. } => {
                self.read(
                    "SELECT count(*), CAST(0 AS BIGINT) FROM replayed_tasks
                     JOIN group_members ON group_members.player_id = replayed_tasks.player_id
                     WHERE task_id = $1 AND group_id = $2 AND role = 'member'",
                )
                .bind_all((task.id.0.as_str(), group.as_str()))
                .fetch_one()
                .await?
            }
        };
        Ok((u32::try_from(done).map_err(unreadable)?, looked_at))
    }

    /// The query for games that count, for the tasks from one place to an earlier one: those of one member, or of all.
    fn games_that_count(
        &self,
        sql: String,
        group: GroupId,
        only: Option<&str>,
        from: Place<'_>,
        to: Place<'_>,
    ) -> Query<'_> {
        self.read(sqlx::AssertSqlSafe(sql))
            .bind_all((group.as_str(), only, self.clock.now(), i64::from(FEWEST_MOVES_OF_TASK)))
            .bind_all((from.0, from.1, to.0, to.1))
    }

    /// How many members of a class have tasks to do.
    async fn members_with_tasks(&self, group: GroupId) -> Result<u32, StoreError> {
        let (members,): (i64,) = self
            .read("SELECT count(*) FROM group_members WHERE group_id = $1 AND role = 'member'")
            .bind(group.as_str())
            .fetch_one()
            .await?;
        u32::try_from(members).map_err(unreadable)
    }
}

fn progress(work: &TaskWork, times: u32) -> TaskProgress {
    let needed = match work {
        TaskWork::Games { times, .. } => *times,
        TaskWork::Replay { .. } => 1,
    };
    TaskProgress { times: times.min(needed), done: times >= needed }
}
