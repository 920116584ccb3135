//! Groups themselves: listed, founded, looked at, changed and ended.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tengen_actions::groups::done;
use tengen_audit::Kind;
use tengen_entropy as entropy;
use tengen_game::GroupId;
use tengen_protocol::{Group, GroupChange, GroupKind, GroupList, Joining, NewGroup, ProblemCode};
use tengen_roles::{Act, GroupAct, ServerAct};
use tengen_store::{Founding, GroupsFor, Noted, PageCursor};

use super::words::{group_name, group_words};
use crate::app::App;
use crate::web::body::{Answer, Body, Fields, Named, answer};
use crate::web::caller::{AtHomeActing, Looking, MaybeCaller};
use crate::web::client::Client;
use crate::web::error::{WebError, after_making};
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
    let (right, usual) = match wish.kind {
        GroupKind::Club => (ServerAct::FoundClub, Joining::Request),
        GroupKind::Class => (ServerAct::FoundClass, Joining::Closed),
    };
    actor.acting.may(Act::ToServer(right))?;
    if wish.kind == GroupKind::Club && wish.leader.is_some() {
        return Err(ProblemCode::InvalidGroup.with(json!({"field": "leader"})).into());
    }
    let name = group_name(&wish.name)?;
    let words = group_words(wish.words.as_deref().unwrap_or_default())?;
    app.limits.rare_act(client)?;
    app.clock_is_right()?;
    let (id, now) = (entropy::group_id()?, app.clock.now());
    let leader = wish.leader.map_or(actor.id(), |leader| leader.0);
    let joining = wish.joining.unwrap_or(usual);
    let founding = Founding { id, kind: wish.kind, name, words, joining, leader, now };
    let noted = Noted {
        actor: Some(actor.id()),
        kind: Kind::FoundClass,
        subject_kind: "group",
        subject: id.as_str(),
        facts: json!({"leader": leader.as_str()}),
        aside: None,
        at: now,
    };
    // Clubs are everybody's matter, and a class is one of those who run the server.
    let noted = (wish.kind == GroupKind::Class).then_some(&noted);
    let changed = app.store.found_group(actor.home(), founding, noted).await?;
    done(changed, wish.kind, 0)?;
    let seen = app.store.group(id, Some(actor.id())).await.map_err(after_making)?;
    let seen = seen.ok_or_else(|| after_making(ProblemCode::NoSuchGroup))?;
    Ok(Created { location: format!("/api/v1/groups/{id}"), content: seen.group })
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
    let group = actor.group(&app, id, GroupAct::Change).await?.group;
    let name = wish.name.as_deref().map_or(Ok(group.name.as_str()), group_name)?;
    let words = wish.words.as_deref().map_or(Ok(group.words.as_str()), group_words)?;
    let joining = wish.joining.unwrap_or(group.joining);
    let (outcome, changed) = app.store.change_group(actor.home(), id, (name, words, joining)).await?;
    done(outcome, group.kind, 0)?;
    app.tokens.change_everywhere(&changed);
    Ok(answer(actor.group(&app, id, GroupAct::See).await?.group))
}

async fn end(
    State(app): State<App>,
    actor: AtHomeActing,
    Named(id): Named<GroupId>,
) -> Result<Response, WebError> {
    let group = actor.group(&app, id, GroupAct::End).await?.group;
    app.clock_is_right()?;
    let now = app.clock.now();
    let noted = Noted {
        actor: Some(actor.id()),
        kind: Kind::EndGroup,
        subject_kind: "group",
        subject: id.as_str(),
        facts: json!({"kind": group.kind, "members": group.members}),
        aside: None,
        at: now,
    };
    // With a class ways in end, which are others'.
    let noted = (group.kind == GroupKind::Class).then_some(&noted);
    let ended = app.store.end_group(Some(actor.home()), id, now, noted).await?;
    for hash in ended.ok_or(ProblemCode::NoSuchGroup)? {
        app.tokens.revoke_everywhere(&hash);
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}
