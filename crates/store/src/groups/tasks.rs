//! Tasks of classes: set by a teacher, taken back, and done by the members.

use tengen_game::{GroupId, Millis, RecordId, TaskId};
use tengen_protocol::TaskWork;

use super::held_group::{GroupChanged, hold_group, hold_led_group};
use crate::people::home::Home;
use crate::pool::{Store, StoreError};
use crate::query::untangled::untangled;

/// How many tasks a class has at most.
pub const MOST_TASKS: u32 = 100;
/// The word for a task of games in the table, and the one for a task with a record.
pub(crate) const GAMES: &str = "games";
pub(crate) const REPLAY: &str = "replay";

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

impl Store {
    /// Keeps a task, by a teacher who is at home. A class that has as many as it may is answered as `TooMany`, and a record that
    /// no member has brought as `NotThere`.
    pub async fn set_task(&self, home: Home<'_>, new: NewlySet<'_>) -> Result<GroupChanged, StoreError> {
        let NewlySet { id, group, work, words, now, until } = new;
        let (kind, times, board, record) = match work {
            TaskWork::Games { times, board } => (GAMES, times, board.map(|board| board.0.to_string()), None),
            TaskWork::Replay { record } => (REPLAY, 1, None, Some(record.0)),
        };
        let mut tx = self.begin_at_home(home).await?;
        if !hold_led_group(&mut tx, group, home.player).await? {
            return tx.give_up(GroupChanged::Gone).await;
        }
        let (tasks,): (i64,) = tx
            .query("SELECT count(*) FROM group_tasks WHERE group_id = $1")
            .bind(group.as_str())
            .fetch_one()
            .await?;
        if tasks >= i64::from(MOST_TASKS) {
            return tx.give_up(GroupChanged::TooMany).await;
        }
        if let Some(record) = &record {
            let (is_there,): (bool,) = tx
                .query(
                    "SELECT EXISTS (SELECT 1 FROM records
                     JOIN group_members ON group_members.player_id = records.owner
                                    WHERE records.id = $1 AND group_members.group_id = $2)",
                )
                .bind_all((record.as_str(), group.as_str()))
                .fetch_one()
                .await?;
            if !is_there {
                return tx.give_up(GroupChanged::NotThere).await;
            }
        }
        tx.query(
            "INSERT INTO group_tasks (id, group_id, kind, times, board, record_id, words, set_at, until)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        )
        .bind_all((
            id.as_str(),
            group.as_str(),
            kind,
            times.cast_signed(),
            board.as_deref(),
            record.as_ref().map(RecordId::as_str),
            words,
            now,
            until,
        ))
        .execute()
        .await?;
        tx.commit().await?;
        Ok(GroupChanged::Done)
    }

    /// Takes a task back, by a teacher who is at home.
    pub async fn take_task_back(
        &self,
        home: Home<'_>,
        group: GroupId,
        task: TaskId,
    ) -> Result<GroupChanged, StoreError> {
        let mut tx = self.begin_at_home(home).await?;
        if !hold_led_group(&mut tx, group, home.player).await? {
            return tx.give_up(GroupChanged::Gone).await;
        }
        tx.query(
            "DELETE FROM replayed_tasks WHERE task_id IN (SELECT id FROM group_tasks
             WHERE id = $1 AND group_id = $2)",
        )
        .bind_all((task.as_str(), group.as_str()))
        .execute()
        .await?;
        let gone = tx
            .query("DELETE FROM group_tasks WHERE id = $1 AND group_id = $2")
            .bind_all((task.as_str(), group.as_str()))
            .execute()
            .await?;
        if gone != 1 {
            return tx.give_up(GroupChanged::NotThere).await;
        }
        tx.commit().await?;
        Ok(GroupChanged::Done)
    }

    /// Takes down that a member who is at home has replayed the record of a task, the first time. Whether there is such a task,
    /// and its time has not passed, is for the caller to ask.
    pub async fn note_replayed(
        &self,
        home: Home<'_>,
        group: GroupId,
        task: TaskId,
        now: Millis,
    ) -> Result<GroupChanged, StoreError> {
        untangled(|| async {
            let mut tx = self.begin_at_home(home).await?;
            // Whoever takes the task back at this moment waits for this, or has come first.
            if !hold_group(&mut tx, group).await? {
                return tx.give_up(GroupChanged::Gone).await;
            }
            let (is_there,): (bool,) = tx
                .query(
                    "SELECT EXISTS (SELECT 1 FROM group_tasks WHERE id = $1 AND group_id = $2)
                     AND EXISTS (SELECT 1 FROM group_members
                     WHERE group_id = $2 AND player_id = $3 AND role = 'member')",
                )
                .bind_all((task.as_str(), group.as_str(), home.player.as_str()))
                .fetch_one()
                .await?;
            if !is_there {
                return tx.give_up(GroupChanged::NotThere).await;
            }
            tx.query(
                "INSERT INTO replayed_tasks (task_id, player_id, replayed_at)
                 VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            )
            .bind_all((task.as_str(), home.player.as_str(), now))
            .execute()
            .await?;
            tx.commit().await?;
            Ok(GroupChanged::Done)
        })
        .await
    }
}
