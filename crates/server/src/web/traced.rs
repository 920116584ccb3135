//! The span of a request.

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;
use tracing::{Instrument, field, info_span};

use super::error::Refusal;

/// Opens a span around a request. It has the route, and nothing that a client has written: addresses may hold what only their
/// owners know.
pub(super) async fn trace(request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let span = info_span!(
        target: "tengen_traces",
        "request",
        otel.name = %format_args!("{} {route}", request.method()),
        otel.kind = "server",
        http.request.method = %request.method(),
        http.route = route,
        http.response.status_code = field::Empty,
        error.type = field::Empty,
    );
    let response = next.run(request).instrument(span.clone()).await;
    // Other numbers travel as texts.
    span.record("http.response.status_code", i64::from(response.status().as_u16()));
    if let Some(Refusal(code)) = response.extensions().get() {
        span.record("error.type", code);
    }
    response
}
