//! One's own data: taken along, and deleted.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde_json::json;
use tengen_protocol::{Player, PlayerKind, ProblemCode, Role};
use tengen_store::{Acquaintance, Deleted, GroupsFor};

use super::fresh::needs_fresh_sign_in;
use super::{clock_is_right, me};
use crate::app::App;
use crate::leaving;
use crate::web::accept::ZIP;
use crate::web::caller::{AtHome, no_cookies};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::fresh::encode;
use crate::web::lists::export::Export;
use crate::web::openapi::Describe;
use crate::web::routing::{delete_with, get_with};

/// How many of a player's reports are in an export: more than anybody brings in a year.
const REPORTS: u32 = 10_000;
/// How many of a player's groups are in an export.
const GROUPS: u32 = 1_000;

pub(in crate::web) fn router() -> ApiRouter<App> {
    ApiRouter::new()
        .api_route(
            "/me/export",
            get_with(export, |op| {
                op.about("export_me", "accounts", "Everything that the server keeps of oneself").answers_text(
                    200,
                    Some(ZIP),
                    "An archive: the account in JSON, the records, and each game in SGF and in JSON.",
                )
            }),
        )
        .api_route(
            "/me",
            delete_with(delete, |op| {
                op.about(
                    "delete_me",
                    "accounts",
                    "Deletes oneself: open games are called off, running ones resigned",
                )
                .answers_text(204, None, "Nothing is left but finished games, with a deleted player.")
                .refuses(&[
                    ProblemCode::AccountNeeded,
                    ProblemCode::SignInAgain,
                    ProblemCode::LastOwner,
                    ProblemCode::LastLeader,
                    ProblemCode::WrongClock,
                ])
            }),
        )
}

async fn export(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    AtHome { player, hash }: AtHome,
) -> Result<Response, WebError> {
    let (id, now) = (player.id.0, app.clock.now());
    let account = me::account(&app, &player, &hash).await?;
    let sessions: Vec<_> = app
        .store
        .sessions(id, now)
        .await?
        .into_iter()
        .map(|session| {
            json!({
                "device": session.device,
                "created_at": session.created_at,
                "last_used_at": session.last_used_at,
            })
        })
        .collect();
    let identities: Vec<_> = app
        .store
        .identities(id)
        .await?
        .into_iter()
        .map(|identity| {
            json!({
                "issuer": identity.issuer,
                "subject": identity.subject,
                "linked_at": identity.linked_at,
                "used_at": identity.used_at,
            })
        })
        .collect();
    let tokens: Vec<_> =
        app.store.access_tokens(id, now).await?.into_iter().map(|(token, _)| token).collect();
    let (groups, _) = app.store.groups(GroupsFor::Mine, Some(id), None, GROUPS).await?;
    let groups: Vec<_> = groups.into_iter().map(|seen| seen.group).collect();
    let cards: Vec<_> = app
        .store
        .card_of(id)
        .await?
        .into_iter()
        .map(|(group, made_at, used_at)| json!({"group": group, "made_at": made_at, "used_at": used_at}))
        .collect();
    let replayed = app.store.replayed_by(id).await?;
    let replayed: Vec<_> =
        replayed.into_iter().map(|(task, at)| json!({"task": task.as_str(), "replayed_at": at})).collect();
    let known = json!({
        "player": player,
        "account": account,
        "former_names": app.store.former_names(id, now).await?,
        "sessions": sessions,
        "identities": identities,
        "tokens": tokens,
        "bots": app.store.bots_of(id).await?,
        "follows": app.store.acquaintances(Acquaintance::Followed, id).await?,
        "reports": app.store.reports_of(id, REPORTS).await?,
        "groups": groups,
        "group_invitations": app.store.group_invitations_of(id).await?,
        "cards": cards,
        "replayed_tasks": replayed,
        "blocks": app.store.acquaintances(Acquaintance::Blocked, id).await?,
    });
    Export::everything(app, id, encode(&known)?, client).await
}

/// A guest has nothing by which to prove who it is but the own token.
async fn delete(State(app): State<App>, home: AtHome) -> Result<Response, WebError> {
    if home.player.kind != PlayerKind::Guest {
        needs_fresh_sign_in(&app, &home).await?;
    }
    clock_is_right(&app)?;
    let AtHome { player, .. } = home;
    let id = player.id.0;
    if app.store.is_last(id, Role::Owner).await? {
        return Err(ProblemCode::LastOwner.into());
    }
    if app.store.leads_alone(id).await? {
        return Err(ProblemCode::LastLeader.into());
    }
    // They belong to nobody else.
    for bot in app.store.bots_of(id).await? {
        leave(&app, &bot).await?;
    }
    leave(&app, &player).await?;
    // Another device may have made one meanwhile. Nobody can any more.
    for bot in app.store.bots_of(id).await? {
        leave(&app, &bot).await?;
    }
    Ok((StatusCode::NO_CONTENT, AppendHeaders(no_cookies())).into_response())
}

/// Ends the games of a player, and forgets everything else.
pub(super) async fn leave(app: &App, player: &Player) -> Result<(), WebError> {
    match leaving::leave(app, player.id.0).await? {
        Deleted::Done { .. } | Deleted::Gone => Ok(()),
        // The other owner has left meanwhile.
        Deleted::LastOwner => Err(ProblemCode::LastOwner.into()),
        Deleted::LastLeader => Err(ProblemCode::LastLeader.into()),
    }
}
