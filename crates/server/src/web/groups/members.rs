//! The members of a group: listed, let in, changed and taken out.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use tengen_actions::groups;
use tengen_game::{GroupId, PlayerId};
use tengen_protocol::{
    Group, GroupKind, GroupMemberChange, GroupMemberList, GroupRole, NewGroupMember, ProblemCode,
};
use tengen_roles::GroupAct;
use tengen_store::PageCursor;

use super::fellows::Fellows;
use crate::app::App;
use crate::web::body::{Answer, Body, Fields, Named, OptionalBody, answer};
use crate::web::caller::{AtHomeActing, Looking};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::lists::query::{MAYBE_CURSOR, MAYBE_LIMIT, page_length, read};
use crate::web::openapi::{Describe, Page, page};
use crate::web::routing::{create_with, delete_with, get_with, patch_with};

pub(super) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/groups/{id}/members",
            get_with(list, |op| op.about("members_of_group", "groups", "The members, the first one first"))
                .merge(create_with(add, |op| {
                    op.about(
                        "join_group",
                        "groups",
                        "Joins, asks to be let in, or, as a leader, invites somebody",
                    )
                    .refuses(&[
                        Code::AccountNeeded,
                        Code::NoSuchPlayer,
                        Code::Blocked,
                        Code::GroupFull,
                        Code::TooManyJoinRequests,
                        Code::TooManyGroupInvitations,
                        Code::WrongClock,
                    ])
                })),
        )
        .api_route(
            "/groups/{id}/members/{player}",
            delete_with(remove, |op| {
                op.about("leave_group", "groups", "Leaves a group, or, as a leader, takes a member out")
                    .answers_text(204, None, "The player is not in it.")
                    .refuses(&[Code::LastLeader, Code::EqualOrHigher, Code::WrongClock])
            })
            .merge(patch_with(change, |op| {
                op.about(
                    "change_group_member",
                    "groups",
                    "Another role in the group, another name, or whether one takes part in rounds",
                )
                .answers_text(204, None, "It is so.")
                .refuses(&[
                    Code::Oneself,
                    Code::LastLeader,
                    Code::EqualOrHigher,
                    Code::NotAClass,
                    Code::OwnWayIn,
                    Code::TooManyGroups,
                    Code::InvalidName,
                    Code::NameRefused,
                    Code::NameTaken,
                    Code::WrongClock,
                ])
            })),
        )
}

/// The query of the list. A field without value is as good as none.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Wanted {
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
    Named(id): Named<GroupId>,
    Fields(wanted): Fields<Wanted>,
) -> Result<Page<GroupMemberList>, WebError> {
    let group = looking.group(&app, id, GroupAct::See).await?.group;
    let after = read::<PageCursor<PlayerId>, _>(&wanted.cursor, "cursor is not one of this server")?;
    let limit = page_length(&wanted.limit)?;
    let is_teacher = group.kind == GroupKind::Class && group.role == Some(GroupRole::Leader);
    // One more than is shown tells whether there is a next page.
    let mut members = app.store.members_of_group(id, is_teacher, after, limit + 1).await?;
    let is_last = members.len() <= limit as usize;
    members.truncate(limit as usize);
    let next = members.last().filter(|_| !is_last);
    let next = next.map(|last| PageCursor { created_at: last.joined_at, id: last.player.id.0 }.to_string());
    Ok(page(GroupMemberList { members, next }))
}

async fn add(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    actor: AtHomeActing,
    Named(id): Named<GroupId>,
    OptionalBody(wish): OptionalBody<NewGroupMember>,
) -> Result<Answer<Group>, WebError> {
    let player = wish.player.map(|player| player.0);
    Ok(answer(groups::bring_in(&app, &actor, client, id, player).await?))
}

async fn remove(
    State(app): State<App>,
    actor: AtHomeActing,
    Fellows { group, player }: Fellows,
) -> Result<Response, WebError> {
    groups::take_out(&app, &actor, group, player).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn change(
    State(app): State<App>,
    actor: AtHomeActing,
    Fellows { group, player }: Fellows,
    Body(wish): Body<GroupMemberChange>,
) -> Result<Response, WebError> {
    groups::change_member(&app, &actor, group, player, &wish).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
