//! Tasks: a teacher sets them, the members of the class do them, and the teacher has a table of them.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tengen_actions::kit::fitting;
use tengen_entropy as entropy;
use tengen_game::{GroupId, Millis, PlayerId, TaskId};
use tengen_protocol::{
    GroupRole, LONGEST_TASK_WORDS, MOST_GAMES_OF_TASK, NewTask, ProblemCode, Task, TaskList, TaskProgress,
    TaskTable, TaskWork,
};
use tengen_roles::GroupAct;
use tengen_store::{GroupChanged, MOST_TASKS, NewlySet, PageCursor};

use super::task_address::TaskAddress;
use crate::app::App;
use crate::web::accept::JSON;
use crate::web::body::{Answer, Body, Fields, Named, answer};
use crate::web::caller::{AtHomeActing, Looking};
use crate::web::client::Client;
use crate::web::error::{WebError, after_making};
use crate::web::lists::looking::look;
use crate::web::lists::query::{MAYBE_CURSOR, read};
use crate::web::openapi::{Created, Describe, Page, page};
use crate::web::routing::{create_with, delete_with, get_with, post_with};

/// How many tasks a page has.
const PAGE: u32 = 10;
/// How long a task lasts at most, in milliseconds: half a year.
const LONGEST: Millis = 184 * 86_400_000;

pub(super) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/groups/{id}/tasks",
            get_with(list, |op| {
                op.about("tasks", "groups", "The tasks of a class, the latest first")
                    .refuses(&[Code::NotAClass])
            })
            .merge(create_with(set, |op| {
                op.about("set_task", "groups", "Sets the members of a class a task")
                    .answers::<Task>(201, JSON, "The task.")
                    .refuses(&[
                        Code::InvalidTask,
                        Code::NoSuchRecord,
                        Code::NotAClass,
                        Code::TooManyTasks,
                        Code::WrongClock,
                    ])
            })),
        )
        .api_route(
            "/groups/{id}/tasks/{task}",
            get_with(table, |op| {
                op.about("task", "groups", "The table of a task, for a teacher: who has done it")
                    .refuses(&[Code::NotAClass])
            })
            .merge(delete_with(take_back, |op| {
                op.about("take_task_back", "groups", "Takes a task back")
                    .answers_text(204, None, "There is no such task any more.")
                    .refuses(&[Code::NotAClass])
            })),
        )
        .api_route(
            "/groups/{id}/tasks/{task}/replayed",
            post_with(replayed, |op| {
                op.about("replayed", "groups", "Says that one has replayed the record of a task").refuses(&[
                    Code::NoSuchTask,
                    Code::NotAClass,
                    Code::NoSuchRecord,
                    Code::TaskOver,
                    Code::WrongClock,
                ])
            }),
        )
}

/// The query of the list. A field without value is as good as none.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Wanted {
    /// The `next` of the page before.
    #[schemars(regex(pattern = MAYBE_CURSOR))]
    cursor: String,
}

async fn list(
    State(app): State<App>,
    looking: Looking,
    NoApi(client): NoApi<Client>,
    Named(id): Named<GroupId>,
    Fields(wanted): Fields<Wanted>,
) -> Result<Page<TaskList>, WebError> {
    let role = looking.group(&app, id, GroupAct::SeeTasks).await?.group.role;
    let after = read::<PageCursor<TaskId>, _>(&wanted.cursor, "cursor is not one of this server")?;
    let viewer = viewer(looking.player().map(|player| player.id.0), role)?;
    let store = app.store.clone();
    let (tasks, next) = look(&app, client, async move { store.tasks(id, viewer, after, PAGE).await }).await?;
    Ok(page(TaskList { tasks, next: next.map(|next| next.to_string()) }))
}

async fn set(
    State(app): State<App>,
    actor: AtHomeActing,
    Named(id): Named<GroupId>,
    Body(NewTask { work, words, until }): Body<NewTask>,
) -> Result<Response, WebError> {
    let role = actor.group(&app, id, GroupAct::SetTasks).await?.group.role.ok_or(ProblemCode::NotAllowed)?;
    app.clock_is_right()?;
    let now = app.clock.now();
    check(&work)?;
    let words = words.unwrap_or_default();
    let words = fitting(&words, 0..=LONGEST_TASK_WORDS)
        .ok_or_else(|| invalid("words", 0, i64::try_from(LONGEST_TASK_WORDS).unwrap_or(i64::MAX)))?;
    if until <= now || until > now + LONGEST {
        return Err(invalid("until", now, now + LONGEST));
    }
    let task = entropy::task_id()?;
    let new = NewlySet { id: task, group: id, work, words, now, until };
    match app.store.set_task(actor.home(), new).await? {
        GroupChanged::Done => {}
        GroupChanged::TooMany => {
            return Err(ProblemCode::TooManyTasks.with(json!({"max": MOST_TASKS})).into());
        }
        GroupChanged::NotThere => return Err(ProblemCode::NoSuchRecord.into()),
        _ => return Err(ProblemCode::NoSuchGroup.into()),
    }
    let set = app.store.new_task(id, role, task).await.map_err(after_making)?;
    let content = set.ok_or_else(|| after_making(ProblemCode::NoSuchTask))?;
    Ok(Created { location: format!("/api/v1/groups/{id}/tasks/{task}"), content }.into_response())
}

async fn table(
    State(app): State<App>,
    looking: Looking,
    NoApi(client): NoApi<Client>,
    TaskAddress { group, task }: TaskAddress,
) -> Result<Answer<TaskTable>, WebError> {
    let role = looking.group(&app, group, GroupAct::SetTasks).await?.group.role;
    let viewer = viewer(looking.player().map(|player| player.id.0), role)?;
    let store = app.store.clone();
    let counted = async move {
        match store.task(group, viewer, task).await? {
            Some(found) => store.task_table(group, found).await.map(Some),
            None => Ok(None),
        }
    };
    Ok(answer(look(&app, client, counted).await?.ok_or(ProblemCode::NoSuchTask)?))
}

async fn take_back(
    State(app): State<App>,
    actor: AtHomeActing,
    TaskAddress { group, task }: TaskAddress,
) -> Result<Response, WebError> {
    actor.group(&app, group, GroupAct::SetTasks).await?;
    there(app.store.take_task_back(actor.home(), group, task).await?)?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn replayed(
    State(app): State<App>,
    actor: AtHomeActing,
    NoApi(client): NoApi<Client>,
    TaskAddress { group, task }: TaskAddress,
) -> Result<Answer<Task>, WebError> {
    let role = actor.group(&app, group, GroupAct::DoTask).await?.group.role;
    let viewer = viewer(Some(actor.id()), role)?;
    app.clock_is_right()?;
    let now = app.clock.now();
    // One row: whoever has replayed a record never waits for the lists of others.
    let found = app.store.uncounted_task(group, task).await?.ok_or(ProblemCode::NoSuchTask)?;
    let TaskWork::Replay { .. } = found.work else {
        // Games are counted, whatever somebody says.
        let store = app.store.clone();
        let found = look(&app, client, async move { store.task(group, viewer, task).await }).await?;
        return Ok(answer(found.ok_or(ProblemCode::NoSuchTask)?));
    };
    if found.record.is_none() {
        return Err(ProblemCode::NoSuchRecord.into());
    }
    if found.until <= now {
        return Err(ProblemCode::TaskOver.into());
    }
    there(app.store.note_replayed(actor.home(), group, task, now).await?)?;
    // It is kept, and nothing behind it may fail.
    Ok(answer(Task { mine: Some(TaskProgress { times: 1, done: true }), ..found }))
}

/// Whoever looks, who is in the group.
fn viewer(player: Option<PlayerId>, role: Option<GroupRole>) -> Result<(PlayerId, GroupRole), WebError> {
    player.zip(role).ok_or_else(|| ProblemCode::NotAllowed.into())
}

fn check(work: &TaskWork) -> Result<(), WebError> {
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

fn invalid(field: &str, min: i64, max: i64) -> WebError {
    ProblemCode::InvalidTask.with(json!({"field": field, "min": min, "max": max})).into()
}

fn there(changed: GroupChanged) -> Result<(), WebError> {
    match changed {
        GroupChanged::Done => Ok(()),
        GroupChanged::NotThere => Err(ProblemCode::NoSuchTask.into()),
        _ => Err(ProblemCode::NoSuchGroup.into()),
    }
}
