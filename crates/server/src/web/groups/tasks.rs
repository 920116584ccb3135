//! Tasks: a teacher sets them, the members of the class do them, and the teacher has a table of them.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use tengen_actions::groups;
use tengen_game::{GroupId, TaskId};
use tengen_protocol::{NewTask, ProblemCode, Task, TaskList, TaskTable};
use tengen_roles::GroupAct;
use tengen_store::PageCursor;

use super::task_address::TaskAddress;
use crate::app::App;
use crate::web::accept::JSON;
use crate::web::body::{Answer, Body, Fields, Named, answer};
use crate::web::caller::{AtHomeActing, Looking};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::lists::looking::look;
use crate::web::lists::query::{MAYBE_CURSOR, read};
use crate::web::openapi::{Created, Describe, Page, page};
use crate::web::routing::{create_with, delete_with, get_with, post_with};

/// How many tasks a page has.
const PAGE: u32 = 10;

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
    let viewer = groups::viewer(looking.player().map(|player| player.id.0), role)?;
    let store = app.store.clone();
    let (tasks, next) = look(&app, client, async move { store.tasks(id, viewer, after, PAGE).await }).await?;
    Ok(page(TaskList { tasks, next: next.map(|next| next.to_string()) }))
}

async fn set(
    State(app): State<App>,
    actor: AtHomeActing,
    Named(id): Named<GroupId>,
    Body(wish): Body<NewTask>,
) -> Result<Response, WebError> {
    let content = groups::set_task(&app, &actor, id, wish).await?;
    let location = format!("/api/v1/groups/{id}/tasks/{}", content.id.0);
    Ok(Created { location, content }.into_response())
}

async fn table(
    State(app): State<App>,
    looking: Looking,
    NoApi(client): NoApi<Client>,
    TaskAddress { group, task }: TaskAddress,
) -> Result<Answer<TaskTable>, WebError> {
    Ok(answer(groups::task_table(&app, &looking, client, group, task).await?))
}

async fn take_back(
    State(app): State<App>,
    actor: AtHomeActing,
    TaskAddress { group, task }: TaskAddress,
) -> Result<Response, WebError> {
    groups::take_task_back(&app, &actor, group, task).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn replayed(
    State(app): State<App>,
    actor: AtHomeActing,
    NoApi(client): NoApi<Client>,
    TaskAddress { group, task }: TaskAddress,
) -> Result<Answer<Task>, WebError> {
    Ok(answer(groups::replayed(&app, &actor, client, group, task).await?))
}
