//! Invitations to a group: by its leaders, and answered by those who are invited.
//!
//! A group that is closed is not there for anybody else, so whoever is invited answers at an address of the own, which asks for
//! no right in the group.

use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tengen_actions::groups::done;
use tengen_game::{GroupId, PlayerId};
use tengen_protocol::{
    GroupInvitationAnswer, GroupInvitationList, GroupKind, InvitedPlayerList, Player, PlayerKind, ProblemCode,
};
use tengen_roles::GroupAct;
use tengen_store::{GroupChanged, InvitedToGroup, Thing};

use super::fellows::Fellows;
use crate::app::App;
use crate::web::body::{Answer, Body, Named, answer};
use crate::web::caller::{AtHome, AtHomeActing, Owner};
use crate::web::client::Client;
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

/// Invites a player to a group. Whoever has asked to be let in is let in.
pub(super) async fn invite(
    app: &App,
    client: Client,
    actor: &AtHomeActing,
    (group, kind): (GroupId, GroupKind),
    player: PlayerId,
) -> Result<(), WebError> {
    app.enclosures.sees(app.enclosures.eyes(actor.id()).await?, Thing::Player(player)).await?;
    app.enclosures.stays_in_class(group, player).await?;
    let found = app.store.player(player).await?;
    found.filter(|found| found.kind == PlayerKind::Member).ok_or(ProblemCode::NoSuchPlayer)?;
    if app.store.is_blocked_between(actor.id(), player).await? {
        return Err(ProblemCode::Blocked.into());
    }
    // It comes to somebody who has not asked for it, as a game does that is offered.
    app.limits.offer(client, player)?;
    match app.store.invite_to_group(actor.home(), (group, kind), player, app.clock.now()).await? {
        InvitedToGroup::Done => Ok(()),
        InvitedToGroup::TooMany(max) => {
            Err(ProblemCode::TooManyGroupInvitations.with(json!({"max": max})).into())
        }
        InvitedToGroup::Not(changed) => Ok(done(changed, kind, 0)?),
    }
}

async fn list(
    State(app): State<App>,
    actor: AtHomeActing,
    Named(id): Named<GroupId>,
) -> Result<Answer<InvitedPlayerList>, WebError> {
    actor.group(&app, id, GroupAct::Invite).await?;
    Ok(answer(InvitedPlayerList { invitations: app.store.invited_to_group(id).await? }))
}

async fn take_back(
    State(app): State<App>,
    actor: AtHomeActing,
    Fellows { group, player }: Fellows,
) -> Result<Response, WebError> {
    let kind = actor.group(&app, group, GroupAct::Invite).await?.group.kind;
    match app.store.take_group_invitation_back(actor.home(), group, player).await? {
        GroupChanged::NotThere => return Err(ProblemCode::NoSuchGroupInvitation.into()),
        changed => done(changed, kind, 0)?,
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn own(State(app): State<App>, Owner(player): Owner) -> Result<Answer<GroupInvitationList>, WebError> {
    let mut invitations = app.store.group_invitations_of(player.id.0).await?;
    let class = app.store.enclosed_in(player.id.0).await?;
    // The class may have been closed at the moment in which somebody else invited.
    invitations.retain(|invitation| class.is_none_or(|class| class == invitation.group.id.0));
    Ok(answer(GroupInvitationList { invitations }))
}

async fn reply(
    State(app): State<App>,
    at_home: AtHome,
    Named(id): Named<GroupId>,
    Body(GroupInvitationAnswer { accept }): Body<GroupInvitationAnswer>,
) -> Result<Response, WebError> {
    let kind = kind_of_inviting(&app, id, &at_home.player).await?;
    app.clock_is_right()?;
    let now = app.clock.now();
    match app.store.answer_group_invitation(at_home.home(), (id, kind), accept, now).await? {
        GroupChanged::NotThere => return Err(ProblemCode::NoSuchGroupInvitation.into()),
        changed => done(changed, kind, 0)?,
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// The kind of a group that invites a player, if it does: pupils of a closed class are invited by that class alone.
async fn kind_of_inviting(app: &App, id: GroupId, player: &Player) -> Result<GroupKind, WebError> {
    let seen = app.store.group(id, Some(player.id.0)).await?.filter(|seen| seen.group.invited);
    let class = app.store.enclosed_in(player.id.0).await?.filter(|class| *class != id);
    match (seen, class) {
        (Some(seen), None) => Ok(seen.group.kind),
        _ => Err(ProblemCode::NoSuchGroupInvitation.into()),
    }
}
