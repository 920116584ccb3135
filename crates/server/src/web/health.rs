//! Whether the server lives, and whether it can work.

use aide::axum::ApiRouter;
use aide::axum::routing::get_with;
use axum::extract::State;
use schemars::JsonSchema;
use serde::Serialize;
use tengen_protocol::ProblemCode;

use super::error::WebError;
use super::openapi::{Answer, Describe, answer};
use crate::app::App;

pub(super) fn router() -> ApiRouter<App> {
    ApiRouter::new()
        .api_route("/livez", get_with(alive, |op| op.about("livez", "server", "Whether the server lives")))
        .api_route(
            "/readyz",
            get_with(ready, |op| {
                op.about("readyz", "server", "Whether the server can work: whether anything can be stored")
            }),
        )
}

/// All is well.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Health")]
struct Well {
    /// `ok`; else there is a problem instead.
    status: &'static str,
}

async fn alive() -> Answer<Well> {
    answer(Well { status: "ok" })
}

async fn ready(State(app): State<App>) -> Result<Answer<Well>, WebError> {
    if app.readiness.is_ready().await {
        Ok(answer(Well { status: "ok" }))
    } else {
        Err(ProblemCode::Unavailable.into())
    }
}
