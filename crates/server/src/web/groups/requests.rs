//! Those who want to be let into a group.

use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tengen_actions::groups;
use tengen_game::GroupId;
use tengen_protocol::{JoinAnswer, JoinRequestList, ProblemCode};

use crate::app::App;
use crate::web::body::{Answer, Body, Named, answer};
use crate::web::caller::AtHomeActing;
use crate::web::error::WebError;
use crate::web::openapi::Describe;
use crate::web::routing::{delete_with, get_with, post_with};

pub(super) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new().api_route(
        "/groups/{id}/requests",
        get_with(list, |op| {
            op.about("join_requests", "groups", "Those who wait to be let in, the first one first")
        })
        .merge(post_with(decide, |op| {
            op.about("answer_join_request", "groups", "Lets somebody in who has asked, or does not")
                .answers_text(204, None, "It is answered.")
                .refuses(&[Code::NoSuchPlayer, Code::GroupFull, Code::WrongClock])
        }))
        .merge(delete_with(take_back, |op| {
            op.about("take_join_request_back", "groups", "Takes one's own request back").answers_text(
                204,
                None,
                "One waits no more.",
            )
        })),
    )
}

async fn list(
    State(app): State<App>,
    actor: AtHomeActing,
    Named(id): Named<GroupId>,
) -> Result<Answer<JoinRequestList>, WebError> {
    Ok(answer(groups::requests(&app, &actor, id).await?))
}

async fn decide(
    State(app): State<App>,
    actor: AtHomeActing,
    Named(id): Named<GroupId>,
    Body(reply): Body<JoinAnswer>,
) -> Result<Response, WebError> {
    groups::answer_request(&app, &actor, id, reply).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn take_back(
    State(app): State<App>,
    actor: AtHomeActing,
    Named(id): Named<GroupId>,
) -> Result<Response, WebError> {
    groups::take_request_back(&app, &actor, id).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
