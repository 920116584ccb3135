//! Invitations to a group: by its leaders, and answered by those who are invited.
//!
//! A group that is closed is not there for anybody else, so whoever is invited answers at an address of the own.

use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tengen_actions::groups;
use tengen_game::GroupId;
use tengen_protocol::{GroupInvitationAnswer, GroupInvitationList, InvitedPlayerList, ProblemCode};

use super::fellows::Fellows;
use crate::app::App;
use crate::web::body::{Answer, Body, Named, answer};
use crate::web::caller::{AtHome, AtHomeActing, Owner};
use crate::web::error::WebError;
use crate::web::openapi::Describe;
use crate::web::routing::{OpenTo, SUSPENDED, delete_with, get_with, post_with};

pub(super) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/groups/{id}/invitations",
            get_with(list, |op| {
                op.about("invited_to_group", "groups", "Those who are invited, the first one first")
            }),
        )
        .api_route(
            "/groups/{id}/invitations/{player}",
            delete_with(take_back, |op| {
                op.about("take_group_invitation_back", "groups", "Takes an invitation to a group back")
                    .answers_text(204, None, "The player is not invited any more.")
                    .refuses(&[Code::NoSuchGroupInvitation])
            }),
        )
        .api_route(
            "/me/group-invitations",
            get_with(own, |op| {
                op.about(
                    "group_invitations",
                    "groups",
                    "The groups to which one is invited, the latest invitation first",
                )
                .open_to(SUSPENDED)
            }),
        )
        .api_route(
            "/me/group-invitations/{id}",
            post_with(reply, |op| {
                op.about(
                    "answer_group_invitation",
                    "groups",
                    "Joins a group to which one is invited, or does not",
                )
                .answers_text(204, None, "It is answered.")
                .refuses(&[Code::NoSuchGroupInvitation, Code::GroupFull, Code::WrongClock])
            }),
        )
}

async fn list(
    State(app): State<App>,
    actor: AtHomeActing,
    Named(id): Named<GroupId>,
) -> Result<Answer<InvitedPlayerList>, WebError> {
    Ok(answer(groups::invited(&app, &actor, id).await?))
}

async fn take_back(
    State(app): State<App>,
    actor: AtHomeActing,
    Fellows { group, player }: Fellows,
) -> Result<Response, WebError> {
    groups::take_invitation_back(&app, &actor, group, player).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn own(State(app): State<App>, Owner(player): Owner) -> Result<Answer<GroupInvitationList>, WebError> {
    Ok(answer(groups::invitations_of(&app, player.id.0).await?))
}

async fn reply(
    State(app): State<App>,
    at_home: AtHome,
    Named(id): Named<GroupId>,
    Body(GroupInvitationAnswer { accept }): Body<GroupInvitationAnswer>,
) -> Result<Response, WebError> {
    groups::answer_invitation(&app, at_home.home(), id, accept).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
