//! One's own data: taken along, and deleted.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{AppendHeaders, IntoResponse, Response};
use tengen_actions::people::{self, fresh_until, known_of};
use tengen_protocol::ProblemCode;

use crate::app::App;
use crate::web::accept::ZIP;
use crate::web::caller::{AtHome, no_cookies};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::fresh::encode;
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
    home: AtHome,
) -> Result<Response, WebError> {
    let (id, fresh_until) = (home.id(), fresh_until(&app, &home.session).await?);
    let (own, player) = (app.clone(), home.player.clone());
    let reading = async move { known_of(&own.store, Some(&own.ways), &player, fresh_until, None).await };
    let known = encode(&look(&app, client, reading).await?)?;
    Export::everything(app, id, known, client).await
}

async fn delete(State(app): State<App>, home: AtHome) -> Result<Response, WebError> {
    people::delete_oneself(&app, &home).await?;
    Ok((StatusCode::NO_CONTENT, AppendHeaders(no_cookies())).into_response())
}
