//! The members of a group: listed, let in, changed and taken out.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tengen_actions::groups::done;
use tengen_actions::people::names::of_member;
use tengen_audit::Kind;
use tengen_game::{GroupId, PlayerId};
use tengen_protocol::{
    Group, GroupKind, GroupMemberChange, GroupMemberList, GroupRole, Joining, NewGroupMember, ProblemCode,
};
use tengen_roles::{FellowAct, GroupAct};
use tengen_store::{MOST_ASKED, PageCursor, Renamed};

use super::fellows::Fellows;
use super::invitations::invite;
use crate::app::App;
use crate::web::body::{Answer, Body, Fields, Named, OptionalBody, answer};
use crate::web::caller::{AtHomeActing, Looking};
use crate::web::client::Client;
use crate::web::error::{WebError, after_making};
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
    let right = if wish.player.is_some() { GroupAct::Invite } else { GroupAct::Join };
    let group = actor.group(&app, id, right).await?.group;
    app.clock_is_right()?;
    match wish.player {
        Some(player) => invite(&app, client, &actor, (id, group.kind), player.0).await?,
        // Whoever is in it joins nothing.
        None if group.role.is_some() => {}
        None => {
            let waiting = if group.joining == Joining::Request { MOST_ASKED } else { 0 };
            let joined = app.store.join_group(actor.home(), id, app.clock.now()).await?;
            done(joined, group.kind, waiting)?;
        }
    }
    Ok(answer(actor.group(&app, id, GroupAct::See).await.map_err(after_making)?.group))
}

async fn remove(
    State(app): State<App>,
    actor: AtHomeActing,
    Fellows { group: id, player }: Fellows,
) -> Result<Response, WebError> {
    let (kind, is_ruled) = if player == actor.id() {
        (actor.group(&app, id, GroupAct::Leave).await?.group.kind, false)
    } else {
        let (seen, fellow) = actor.fellow(&app, id, player, FellowAct::Remove).await?;
        (seen.group.kind, fellow.is_ruled)
    };
    app.clock_is_right()?;
    let noted = app.noted(
        actor.id(),
        Kind::RevokeCards,
        ("group", id.as_str()),
        json!({"players": [player.as_str()], "taken_out": true}),
        None,
    );
    // The only way in of the account ends with it.
    let noted = is_ruled.then_some(&noted);
    let (changed, ended) = app.store.take_out_of_group(actor.home(), id, player, noted).await?;
    for hash in ended {
        app.tokens.revoke_everywhere(&hash);
    }
    done(changed, kind, 0)?;
    see_anew(&app, kind, player).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Ends what a player has open: in a class, or out of it, others are seen.
async fn see_anew(app: &App, kind: GroupKind, player: PlayerId) -> Result<(), WebError> {
    if kind == GroupKind::Class {
        app.tokens.change_everywhere(&app.store.changed_tokens_of(player).await?);
    }
    Ok(())
}

async fn change(
    State(app): State<App>,
    actor: AtHomeActing,
    Fellows { group, player }: Fellows,
    Body(wish): Body<GroupMemberChange>,
) -> Result<Response, WebError> {
    if let Some(role) = wish.role {
        change_role(&app, &actor, group, player, role).await?;
    }
    if let Some(name) = wish.name {
        rename(&app, &actor, group, player, &name).await?;
    }
    if let Some(plays) = wish.plays {
        take_part(&app, &actor, group, player, plays).await?;
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn change_role(
    app: &App,
    actor: &AtHomeActing,
    id: GroupId,
    player: PlayerId,
    role: GroupRole,
) -> Result<(), WebError> {
    let kind = match role {
        GroupRole::Member if player == actor.id() => actor.group(app, id, GroupAct::Resign).await?.group.kind,
        // Whoever is no leader stays what one is, and leaders are each other's equals.
        GroupRole::Member => {
            let (_, fellow) = actor.fellow(app, id, player, FellowAct::MakeLeader).await?;
            return match fellow.role {
                GroupRole::Member => Ok(()),
                GroupRole::Leader => Err(ProblemCode::EqualOrHigher.into()),
            };
        }
        GroupRole::Leader => actor.fellow(app, id, player, FellowAct::MakeLeader).await?.0.group.kind,
    };
    done(app.store.change_group_role(actor.home(), id, player, role).await?, kind, 0)?;
    see_anew(app, kind, player).await
}

/// Only the player says so, whatever others are in the group.
async fn take_part(
    app: &App,
    actor: &AtHomeActing,
    id: GroupId,
    player: PlayerId,
    plays: bool,
) -> Result<(), WebError> {
    let kind = actor.group(app, id, GroupAct::TakePart).await?.group.kind;
    if player != actor.id() {
        return Err(ProblemCode::NotAllowed.into());
    }
    Ok(done(app.store.set_plays(actor.home(), id, plays).await?, kind, 0)?)
}

async fn rename(
    app: &App,
    actor: &AtHomeActing,
    id: GroupId,
    player: PlayerId,
    name: &str,
) -> Result<(), WebError> {
    let (_, fellow) = actor.fellow(app, id, player, FellowAct::RuleAccount).await?;
    let wish = of_member(name)?;
    app.clock_is_right()?;
    if wish.name == fellow.card.name {
        return Ok(());
    }
    let noted =
        app.noted(actor.id(), Kind::Rename, ("player", player.as_str()), json!({"group": id.as_str()}), None);
    match app.store.rename_by_staff(player, &wish, &noted).await? {
        Renamed::Done => Ok(()),
        Renamed::Taken => Err(ProblemCode::NameTaken.into()),
        // There is no account any more.
        Renamed::TooSoon => Err(ProblemCode::NoSuchPlayer.into()),
    }
}
