//! Sanctions as they are read by the player whom they concern.

use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tengen_actions::staff::read_sanction;
use tengen_game::SanctionId;
use tengen_protocol::{ProblemCode, SanctionList};

use crate::app::App;
use crate::web::body::{Answer, Named, answer};
use crate::web::caller::{Owner, Viewer};
use crate::web::error::WebError;
use crate::web::openapi::Describe;
use crate::web::routing::{OpenTo, SUSPENDED, get_with, put_with};

/// How many are shown.
const SHOWN: u32 = 50;

pub(in crate::web) fn router() -> ApiRouter<App> {
    ApiRouter::new()
        .api_route(
            "/me/sanctions",
            get_with(own, |op| {
                op.about("own_sanctions", "staff", "The warnings, suspensions and bans of oneself")
            }),
        )
        .api_route(
            "/me/sanctions/{id}/read",
            put_with(read, |op| {
                op.about("read_sanction", "staff", "Says that one has read a sanction")
                    .answers_text(204, None, "It is not shown on each page any more.")
                    .refuses(&[ProblemCode::NoSuchSanction, ProblemCode::WrongClock])
            }),
        )
        .open_to(SUSPENDED)
}

async fn own(State(app): State<App>, Viewer(viewer): Viewer) -> Result<Answer<SanctionList>, WebError> {
    Ok(answer(SanctionList { sanctions: app.store.sanctions_of(viewer.player.id.0, SHOWN).await? }))
}

async fn read(
    State(app): State<App>,
    Owner(player): Owner,
    Named(id): Named<SanctionId>,
) -> Result<Response, WebError> {
    read_sanction(&app, player.id.0, id).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
