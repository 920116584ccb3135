//! An estimate of the score in a position.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use tengen_actions::positions;
use tengen_protocol::{EstimateWish, Estimated, ProblemCode};

use crate::app::App;
use crate::web::accept::JSON;
use crate::web::body::{Answer, Body, answer};
use crate::web::caller::MaybeCaller;
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::openapi::Describe;
use crate::web::routing::post_with;

pub(in crate::web) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new().api_route(
        "/positions/estimate",
        post_with(ask, |op| {
            op.about("estimate_position", "trying", "Guesses who gets which points of a position")
                .answers::<Estimated>(200, JSON, "The guess.")
                .refuses(&[
                    Code::InvalidSettings,
                    Code::InvalidPosition,
                    Code::NoSuchGame,
                    Code::NotDuringTheGame,
                ])
        }),
    )
}

async fn ask(
    State(app): State<App>,
    caller: MaybeCaller,
    NoApi(client): NoApi<Client>,
    Body(wish): Body<EstimateWish>,
) -> Result<Answer<Estimated>, WebError> {
    Ok(answer(positions::estimate(&app, &caller.looker(client), &wish).await?))
}
