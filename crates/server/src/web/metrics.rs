//! Counting requests, and the address at which an operator reads all that is counted.

use std::time::Instant;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::error::Refusal;
use crate::app::App;
use crate::metrics::Route;

/// The form of the answer: the text of Prometheus.
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Counts a request when its answer begins.
pub(super) async fn count(State(app): State<App>, request: Request, next: Next) -> Response {
    let (began, route) = (Instant::now(), Route::of(request.uri().path()));
    let response = next.run(request).await;
    app.metrics.answered(route, response.status().as_u16(), began.elapsed());
    if let Some(Refusal(code)) = response.extensions().get() {
        app.metrics.refused(code);
    }
    response
}

/// The operator's own address: `/metrics`, and nothing else.
pub fn door(app: App) -> Router {
    Router::new().route("/metrics", get(metrics)).with_state(app)
}

async fn metrics(State(app): State<App>) -> Response {
    match app.metrics.gather(&app).await {
        Some(text) => {
            ([(header::CONTENT_TYPE, TEXT), (header::CACHE_CONTROL, "no-store")], text).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
