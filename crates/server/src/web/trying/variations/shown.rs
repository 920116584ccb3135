//! The addresses of trees that others show.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use tengen_actions::trees;
use tengen_game::GameId;
use tengen_protocol::{LookAtShared, ProblemCode, SharedVariations};

use crate::app::App;
use crate::web::accept::JSON;
use crate::web::body::{Answer, Body, Named, answer};
use crate::web::caller::{MaybeCaller, Viewer};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::fresh::{self, Keeping};
use crate::web::openapi::Describe;
use crate::web::routing::{get_with, post_with};

pub(super) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/shared/look",
            post_with(by_link, |op| {
                op.about(
                    "look_at_shared_variations",
                    "trying",
                    "The tree that a link shows; nothing is changed",
                )
                .refuses(&[Code::NotDuringTheGame, Code::NoSuchShare])
            }),
        )
        .api_route(
            "/games/{id}/variations/opponent",
            get_with(of_opponent, |op| {
                op.about("opponents_variations", "trying", "The tree beside a game that the opponent shows")
                    .answers::<SharedVariations>(200, JSON, "The tree.")
                    .tagged()
                    .refuses(&[Code::NotDuringTheGame, Code::NotAPlayer, Code::NoSuchShare])
            }),
        )
}

async fn by_link(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    caller: MaybeCaller,
    Body(LookAtShared { secret }): Body<LookAtShared>,
) -> Result<Answer<SharedVariations>, WebError> {
    Ok(answer(trees::shown_by_link(&app, &caller.looker(client), &secret).await?))
}

async fn of_opponent(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Viewer(viewer): Viewer,
    Named(id): Named<GameId>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let shown = trees::shown_by_opponent(&app, client, viewer.player.id.0, id).await?;
    fresh::json(&headers, Keeping::Private, &shown)
}
