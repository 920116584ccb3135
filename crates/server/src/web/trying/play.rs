//! A move that is tried on a position.

use aide::axum::ApiRouter;
use tengen_actions::positions;
use tengen_protocol::{ProblemCode, Tried, TryMove};

use crate::app::App;
use crate::web::accept::JSON;
use crate::web::body::{Answer, Body, answer};
use crate::web::error::WebError;
use crate::web::openapi::Describe;
use crate::web::routing::post_with;

pub(in crate::web) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new().api_route(
        "/positions/play",
        post_with(play, |op| {
            op.about("try_move", "trying", "Judges a move on a position that belongs to no game")
                .answers::<Tried>(
                    200,
                    JSON,
                    "The position behind the move, or before it if the rules forbid it.",
                )
                .refuses(&[Code::InvalidSettings, Code::InvalidPosition, Code::IllegalMove])
        }),
    )
}

async fn play(Body(question): Body<TryMove>) -> Result<Answer<Tried>, WebError> {
    Ok(answer(positions::tried(&question)?))
}
