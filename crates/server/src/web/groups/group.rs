//! Groups themselves: listed, founded, looked at, changed and ended.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use tengen_actions::groups;
use tengen_game::GroupId;
use tengen_protocol::{Group, GroupChange, GroupList, NewGroup, ProblemCode};
use tengen_roles::GroupAct;
use tengen_store::{GroupsFor, PageCursor};

use crate::app::App;
use crate::web::body::{Answer, Body, Fields, Named, answer};
use crate::web::caller::{AtHomeActing, Looking, MaybeCaller};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::lists::looking;
use crate::web::lists::query::{MAYBE_CURSOR, MAYBE_LIMIT, page_length, read};
use crate::web::openapi::{Created, Describe, Page, page};
use crate::web::routing::{OpenTo, PUPILS, create_with, delete_with, get_with, patch_with};

pub(super) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/groups",
            get_with(list, |op| {
                op.about("groups", "groups", "The groups that one may see, or one's own, the newest first")
                    .open_to(PUPILS)
            })
            .merge(create_with(found, |op| {
                op.about("new_group", "groups", "Founds a club, or, as an owner of the server, a class")
                    .refuses(&[
                        Code::AccountNeeded,
                        Code::InvalidGroup,
                        Code::NoSuchPlayer,
                        Code::TooManyGroups,
                        Code::WrongClock,
                    ])
                    .leads_to(201, &["group", "members_of_group"], "/id")
            })),
        )
        .api_route(
            "/groups/{id}",
            get_with(look, |op| op.about("group", "groups", "A group").open_to(PUPILS))
                .merge(patch_with(change, |op| {
                    op.about(
                        "change_group",
                        "groups",
                        "Changes the name, the words, and how one becomes a member",
                    )
                    .open_to(PUPILS)
                    .refuses(&[Code::InvalidGroup])
                }))
                .merge(delete_with(end, |op| {
                    op.about("end_group", "groups", "Ends a group, and with a class its cards")
                        .open_to(PUPILS)
                        .answers_text(204, None, "Nothing is left of it but its games.")
                        .refuses(&[Code::WrongClock])
                })),
        )
}

/// The query of the list. A field without value is as good as none.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Wanted {
    /// `true`: one's own alone.
    #[schemars(regex(pattern = "^(true|false)?$"))]
    mine: String,
    /// The `next` of the page before.
    #[schemars(regex(pattern = MAYBE_CURSOR))]
    cursor: String,
    /// How many on a page, 1 to 100; usually 20.
    #[schemars(regex(pattern = MAYBE_LIMIT))]
    limit: String,
}

async fn list(
    State(app): State<App>,
    looking: Looking,
    caller: MaybeCaller,
    NoApi(client): NoApi<Client>,
    Fields(wanted): Fields<Wanted>,
) -> Result<Page<GroupList>, WebError> {
    let mine = read::<bool, _>(&wanted.mine, "mine is neither true nor false")?.unwrap_or(false);
    let after = read::<PageCursor<GroupId>, _>(&wanted.cursor, "cursor is not one of this server")?;
    let limit = page_length(&wanted.limit)?;
    let viewer = looking.player().map(|player| player.id.0);
    let groups_for = match (mine, viewer) {
        (false, None) if caller.eyes().enclosed_in.is_some() => {
            return Ok(page(GroupList { groups: Vec::new(), next: None }));
        }
        (true, None) => return Err(ProblemCode::Unauthenticated.into()),
        // A pupil of a closed class sees that one.
        (_, Some(_)) if mine || caller.eyes().enclosed_in.is_some() => GroupsFor::Mine,
        _ => GroupsFor::Everybody,
    };
    let store = app.store.clone();
    let (groups, next) =
        looking::look(&app, client, async move { store.groups(groups_for, viewer, after, limit).await })
            .await?;
    let groups: Vec<Group> = groups.into_iter().map(|seen| seen.group).collect();
    Ok(page(GroupList { groups, next: next.map(|place| place.to_string()) }))
}

async fn found(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    actor: AtHomeActing,
    Body(wish): Body<NewGroup>,
) -> Result<Created<Group>, WebError> {
    let content = groups::found(&app, &actor, client, &wish).await?;
    Ok(Created { location: format!("/api/v1/groups/{}", content.id.0), content })
}

async fn look(
    State(app): State<App>,
    looking: Looking,
    Named(id): Named<GroupId>,
) -> Result<Answer<Group>, WebError> {
    Ok(answer(looking.group(&app, id, GroupAct::See).await?.group))
}

async fn change(
    State(app): State<App>,
    actor: AtHomeActing,
    Named(id): Named<GroupId>,
    Body(wish): Body<GroupChange>,
) -> Result<Answer<Group>, WebError> {
    Ok(answer(groups::change(&app, &actor, id, &wish).await?))
}

async fn end(
    State(app): State<App>,
    actor: AtHomeActing,
    Named(id): Named<GroupId>,
) -> Result<Response, WebError> {
    groups::end(&app, &actor, id).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
