//! The addresses of trees that others show, as they grow: an answer that stays open.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::response::Response;
use futures_util::future::BoxFuture;
use futures_util::stream;
use tengen_actions::trees::Follower;
use tengen_game::GameId;
use tengen_protocol::{LookAtShared, ProblemCode, SharedVariations};

use crate::app::App;
use crate::web::accept::NDJSON;
use crate::web::body::{Body, Named};
use crate::web::caller::{MaybeCaller, Viewer};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::openapi::Describe;
use crate::web::routing::{get_with, post_with};
use crate::web::streaming::{self, StreamForm, StreamLine};

pub(super) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/shared/stream",
            post_with(by_link, |op| {
                op.about(
                    "follow_shared_variations",
                    "trying",
                    "The tree that a link shows, and its changes; nothing is changed by that",
                )
                .answers::<SharedVariations>(200, NDJSON, STAYS_OPEN)
                .refuses(&[Code::NotDuringTheGame, Code::NoSuchShare])
            }),
        )
        .api_route(
            "/games/{id}/variations/opponent/stream",
            get_with(of_opponent, |op| {
                op.about(
                    "follow_opponents_variations",
                    "trying",
                    "The tree beside a game that the opponent shows, and its changes",
                )
                .answers::<SharedVariations>(200, NDJSON, STAYS_OPEN)
                .refuses(&[Code::NotDuringTheGame, Code::NotAPlayer, Code::NoSuchShare])
            }),
        )
}

/// What the answers are.
const STAYS_OPEN: &str =
    "Stays open: the tree first, and then a line each time that it has changed, with the changes alone.";

async fn by_link(
    State(app): State<App>,
    caller: MaybeCaller,
    NoApi(client): NoApi<Client>,
    Body(LookAtShared { secret }): Body<LookAtShared>,
) -> Result<Response, WebError> {
    let ended = caller.ended();
    let followed = Follower::by_link(&app, caller.looker(client), &secret).await?;
    Ok(stays_open(&app, ended, followed))
}

async fn of_opponent(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    NoApi(client): NoApi<Client>,
    Named(game): Named<GameId>,
) -> Result<Response, WebError> {
    let (player, caller) = (viewer.player.id.0, MaybeCaller(Some(viewer)));
    let ended = caller.ended();
    let followed = Follower::of_opponent(&app, caller.looker(client), player, game).await?;
    Ok(stays_open(&app, ended, followed))
}

/// Sends the tree, and then its changes.
fn stays_open(
    app: &App,
    ended: BoxFuture<'static, ()>,
    (follower, first): (Follower, SharedVariations),
) -> Response {
    let lines = stream::unfold((follower, Some(first)), |(mut follower, ready)| async move {
        let told = match ready {
            Some(told) => told,
            None => follower.next().await?,
        };
        // Shapes made of texts and numbers always encode.
        let text = serde_json::to_string(&told).unwrap_or_default();
        Some((StreamLine { seq: None, text }, (follower, None)))
    });
    streaming::open(app, ended, StreamForm::Lines, lines)
}
