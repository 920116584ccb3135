//! Those who want to be let into a group.

use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tengen_actions::groups::done;
use tengen_game::GroupId;
use tengen_protocol::{JoinAnswer, JoinRequestList, ProblemCode};
use tengen_roles::GroupAct;
use tengen_store::Thing;

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
    actor.group(&app, id, GroupAct::AnswerRequests).await?;
    Ok(answer(JoinRequestList { requests: app.store.join_requests(id).await? }))
}

async fn decide(
    State(app): State<App>,
    actor: AtHomeActing,
    Named(id): Named<GroupId>,
    Body(JoinAnswer { player, accept }): Body<JoinAnswer>,
) -> Result<Response, WebError> {
    let kind = actor.group(&app, id, GroupAct::AnswerRequests).await?.group.kind;
    app.clock_is_right()?;
    if accept {
        // The class of somebody who asked may have been closed since.
        app.enclosures.sees(app.enclosures.eyes(actor.id()).await?, Thing::Player(player.0)).await?;
        app.enclosures.stays_in_class(id, player.0).await?;
    }
    let now = app.clock.now();
    let changed = app.store.answer_join_request(actor.home(), (id, kind), player.0, accept, now).await?;
    done(changed, kind, 0)?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn take_back(
    State(app): State<App>,
    actor: AtHomeActing,
    Named(id): Named<GroupId>,
) -> Result<Response, WebError> {
    actor.group(&app, id, GroupAct::See).await?;
    app.store.take_join_request_back(actor.home(), id).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
