//! The addresses of trees that are shown to others.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tengen_actions::kit::Actor;
use tengen_actions::trees;
use tengen_game::{GameId, RecordId, ShareId};
use tengen_protocol::{NewShare, ProblemCode, ShareAnswer, ShareList};

use super::asked::HasTrees;
use crate::app::App;
use crate::web::accept::JSON;
use crate::web::body::{Answer, Body, Named, answer};
use crate::web::caller::{Caller, Viewer};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::openapi::{Created, Describe};
use crate::web::routing::{create_secret_with, delete_with, get_with};

pub(super) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    let refused = &[Code::NothingToShare, Code::TooManyShares, Code::SharesFull];
    let of_game = &[Code::NotDuringTheGame, Code::NotAPlayer];
    let told = "The showing; the secret of a link is told now and never again.";
    ApiRouter::new()
        .api_route(
            "/games/{id}/variations/share",
            create_secret_with(share::<GameId>, |op| {
                op.about("share_variations", "trying", "Shows one's own tree beside a game to others")
                    .answers::<ShareAnswer>(201, JSON, told)
                    .refuses(refused)
                    .refuses(of_game)
                    .leads_to(201, &["end_share"], "/share/id")
            })
            .merge(get_with(shares::<GameId>, |op| {
                op.about("shares", "trying", "The showings of one's own tree beside a game, the newest first")
            })),
        )
        .api_route(
            "/records/{id}/variations/share",
            create_secret_with(share::<RecordId>, |op| {
                op.about(
                    "share_record_variations",
                    "trying",
                    "Shows one's own tree beside a record to others",
                )
                .answers::<ShareAnswer>(201, JSON, told)
                .refuses(refused)
                .refuses(&[Code::NotAPlayer])
                .leads_to(201, &["end_share"], "/share/id")
            })
            .merge(get_with(shares::<RecordId>, |op| {
                op.about(
                    "record_shares",
                    "trying",
                    "The showings of one's own tree beside a record, the newest first",
                )
            })),
        )
        .api_route(
            "/shares/{id}",
            delete_with(end, |op| {
                op.about("end_share", "trying", "Ends a showing of one's own tree").answers_text(
                    204,
                    None,
                    "Nobody sees it any more.",
                )
            }),
        )
}

async fn share<T: HasTrees>(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Caller(player): Caller,
    Named(id): Named<T>,
    Body(wish): Body<NewShare>,
) -> Result<Response, WebError> {
    let content = trees::share_tree(&app, &Actor { player, client }, id.trees(), &wish).await?;
    let location = format!("/api/v1/shares/{}", content.share.id.0);
    Ok(Created { location, content }.into_response())
}

async fn shares<T: HasTrees>(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    Named(id): Named<T>,
) -> Result<Answer<ShareList>, WebError> {
    Ok(answer(trees::shares(&app, viewer.player.id.0, id.trees()).await?))
}

async fn end(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Caller(player): Caller,
    Named(id): Named<ShareId>,
) -> Result<Response, WebError> {
    trees::end_share(&app, &Actor { player, client }, id).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
