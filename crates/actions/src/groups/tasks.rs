//! Tasks: a teacher sets them, and the members of the class do them.

use serde_json::json;
use tengen_entropy as entropy;
use tengen_game::{GroupId, Millis, PlayerId, TaskId};
use tengen_limits::Client;
use tengen_protocol::{
    GroupRole, LONGEST_TASK_WORDS, MOST_GAMES_OF_TASK, NewTask, ProblemCode, Task, TaskProgress, TaskTable,
    TaskWork,
};
use tengen_roles::GroupAct;
use tengen_store::{GroupChanged, MOST_TASKS, NewlySet};

use super::acting::{AtHomeActing, Looking};
use crate::kit::{ActionError, Parts, after_making, fitting, look};

/// How long a task lasts at most, in milliseconds: half a year.
const LONGEST: Millis = 184 * 86_400_000;

/// Sets the members of a class a task.
pub async fn set_task(
    parts: &Parts,
    actor: &AtHomeActing,
    id: GroupId,
    NewTask { work, words, until }: NewTask,
) -> Result<Task, ActionError> {
    let role = actor.group(parts, id, GroupAct::SetTasks).await?.group.role.ok_or(ProblemCode::NotAllowed)?;
    parts.clock_is_right()?;
    let now = parts.clock.now();
    check(&work)?;
    let words = words.unwrap_or_default();
    let words = fitting(&words, 0..=LONGEST_TASK_WORDS)
        .ok_or_else(|| invalid("words", 0, i64::try_from(LONGEST_TASK_WORDS).unwrap_or(i64::MAX)))?;
    if until <= now || until > now + LONGEST {
        return Err(invalid("until", now, now + LONGEST));
    }
    let task = entropy::task_id()?;
    let new = NewlySet { id: task, group: id, work, words, now, until };
    match parts.store.set_task(actor.home(), new).await? {
        GroupChanged::Done => {}
        GroupChanged::TooMany => {
            return Err(ProblemCode::TooManyTasks.with(json!({"max": MOST_TASKS})).into());
        }
        GroupChanged::NotThere => return Err(ProblemCode::NoSuchRecord.into()),
        _ => return Err(ProblemCode::NoSuchGroup.into()),
    }
    let set = parts.store.new_task(id, role, task).await.map_err(after_making)?;
    set.ok_or_else(|| after_making(ProblemCode::NoSuchTask))
}

/// The table of a task, for a teacher: who has done it.
pub async fn task_table(
    parts: &Parts,
    looking: &Looking,
    client: Client,
    group: GroupId,
    task: TaskId,
) -> Result<TaskTable, ActionError> {
    let role = looking.group(parts, group, GroupAct::SetTasks).await?.group.role;
    let viewer = viewer(looking.player().map(|player| player.id.0), role)?;
    let store = parts.store.clone();
    let counted = async move {
        match store.task(group, viewer, task).await? {
            Some(found) => store.task_table(group, found).await.map(Some),
            None => Ok(None),
        }
    };
    look(parts, client, counted).await?.ok_or(ProblemCode::NoSuchTask.into())
}

/// Takes a task back.
pub async fn take_task_back(
    parts: &Parts,
    actor: &AtHomeActing,
    group: GroupId,
    task: TaskId,
) -> Result<(), ActionError> {
    actor.group(parts, group, GroupAct::SetTasks).await?;
    there(parts.store.take_task_back(actor.home(), group, task).await?)
}

/// Takes note that somebody has replayed the record of a task.
pub async fn replayed(
    parts: &Parts,
    actor: &AtHomeActing,
    client: Client,
    group: GroupId,
    task: TaskId,
) -> Result<Task, ActionError> {
    let role = actor.group(parts, group, GroupAct::DoTask).await?.group.role;
    let viewer = viewer(Some(actor.id()), role)?;
    parts.clock_is_right()?;
    let now = parts.clock.now();
    // One row: whoever has replayed a record never waits for the lists of others.
    let found = parts.store.uncounted_task(group, task).await?.ok_or(ProblemCode::NoSuchTask)?;
    let TaskWork::Replay { .. } = found.work else {
        // Games are counted, whatever somebody says.
        let store = parts.store.clone();
        let found = look(parts, client, async move { store.task(group, viewer, task).await }).await?;
        return found.ok_or(ProblemCode::NoSuchTask.into());
    };
    if found.record.is_none() {
        return Err(ProblemCode::NoSuchRecord.into());
    }
    if found.until <= now {
        return Err(ProblemCode::TaskOver.into());
    }
    there(parts.store.note_replayed(actor.home(), group, task, now).await?)?;
    // It is kept, and nothing behind it may fail.
    Ok(Task { mine: Some(TaskProgress { times: 1, done: true }), ..found })
}

/// Whoever looks at the tasks of a class, who is in it.
pub fn viewer(
    player: Option<PlayerId>,
    role: Option<GroupRole>,
) -> Result<(PlayerId, GroupRole), ActionError> {
    player.zip(role).ok_or_else(|| ProblemCode::NotAllowed.into())
}

fn check(work: &TaskWork) -> Result<(), ActionError> {
    let TaskWork::Games { times, board } = work else { return Ok(()) };
    if !(1..=MOST_GAMES_OF_TASK).contains(times) {
        return Err(invalid("times", 1, i64::from(MOST_GAMES_OF_TASK)));
    }
    match board {
        Some(board) if board.0.check().is_err() => {
            Err(ProblemCode::InvalidTask.with(json!({"field": "board"})).into())
        }
        _ => Ok(()),
    }
}

fn invalid(field: &str, min: i64, max: i64) -> ActionError {
    ProblemCode::InvalidTask.with(json!({"field": field, "min": min, "max": max})).into()
}

fn there(changed: GroupChanged) -> Result<(), ActionError> {
    match changed {
        GroupChanged::Done => Ok(()),
        GroupChanged::NotThere => Err(ProblemCode::NoSuchTask.into()),
        _ => Err(ProblemCode::NoSuchGroup.into()),
    }
}
