//! Whether the server lives, and whether it can work.

use aide::axum::ApiRouter;
use axum::extract::State;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use tengen_protocol::ProblemCode;

use super::error::WebError;
use super::openapi::{Answer, Describe, answer};
use crate::app::App;
use crate::web::routing::{OpenTo, STRANGERS, get_with};

pub(super) fn router() -> ApiRouter<App> {
    ApiRouter::new()
        .api_route("/livez", get_with(alive, |op| op.about("livez", "server", "Whether the server lives")))
        .api_route(
            "/readyz",
            get_with(ready, |op| {
                op.about("readyz", "server", "Whether the server can work: whether anything can be stored")
                    .refuses(&[ProblemCode::Draining, ProblemCode::DutyDown, ProblemCode::WrongClock])
            }),
        )
        .open_to(STRANGERS)
}

/// The server does its work.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Health")]
struct Well {
    /// `ok`, or `degraded` if something is away without which games go on, only slower; else there is a problem instead.
    status: &'static str,
    /// The parts that are away. `nats`: the news of other servers come a second or two later.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    away: Vec<&'static str>,
}

/// All is well.
const WELL: Well = Well { status: "ok", away: Vec::new() };

async fn alive() -> Answer<Well> {
    answer(WELL)
}

async fn ready(State(app): State<App>) -> Result<Answer<Well>, WebError> {
    if app.drain.has_begun() {
        return Err(ProblemCode::Draining.into());
    }
    if let Some(duty) = app.duties.failed() {
        return Err(ProblemCode::DutyDown.with(json!({"duty": duty})).into());
    }
    app.clock_is_right()?;
    if !app.readiness.is_ready().await {
        return Err(ProblemCode::Unavailable.into());
    }
    let hears_others = app.bus.as_ref().is_none_or(|bus| bus.health().borrow().connected);
    Ok(answer(if hears_others { WELL } else { Well { status: "degraded", away: vec!["nats"] } }))
}
