//! One's own data: taken along, and deleted.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{AppendHeaders, IntoResponse, Response};
use tengen_game::PlayerId;
use tengen_protocol::{PlayerKind, ProblemCode};
use tengen_store::Deleted;

use super::fresh::{fresh_until, needs_fresh_sign_in};
use super::own_data::known_of;
use crate::app::App;
use crate::leaving;
use crate::web::accept::ZIP;
use crate::web::caller::{AtHome, no_cookies};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::lists::export::Export;
use crate::web::lists::looking::look;
use crate::web::openapi::Describe;
use crate::web::routing::{OpenTo, SUSPENDED, delete_with, get_with};

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
        .open_to(SUSPENDED)
}

async fn export(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    AtHome { player, hash }: AtHome,
) -> Result<Response, WebError> {
    let (id, fresh_until) = (player.id.0, fresh_until(&app, &hash).await?);
    let own = app.clone();
    let reading = async move { known_of(&own.store, Some(&own.ways), &player, fresh_until, None).await };
    let known = look(&app, client, reading).await?;
    Export::everything(app, id, known, client).await
}

/// A guest has nothing by which to prove who it is but the own token.
async fn delete(State(app): State<App>, home: AtHome) -> Result<Response, WebError> {
    if home.player.kind != PlayerKind::Guest {
        needs_fresh_sign_in(&app, &home).await?;
    }
    app.clock_is_right()?;
    leave(&app, home.player.id.0).await?;
    Ok((StatusCode::NO_CONTENT, AppendHeaders(no_cookies())).into_response())
}

/// Forgets a player, and ends the games: to the end, also if whoever asked has gone. It is no failure if the player has left before.
pub(super) async fn leave(app: &App, player: PlayerId) -> Result<(), WebError> {
    let app = app.clone();
    let leaving = tokio::spawn(async move { leaving::leave(&app, player, None).await });
    match leaving.await.map_err(WebError::internal)?? {
        Deleted::Done { .. } | Deleted::Gone => Ok(()),
        Deleted::LastOwner => Err(ProblemCode::LastOwner.into()),
        Deleted::LastLeader => Err(ProblemCode::LastLeader.into()),
    }
}
