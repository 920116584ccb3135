//! Where what was made is: each answer of status 201 says so.

use axum::extract::{OriginalUri, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

/// Names the address that was asked for where an answer names no other: what was made has none of its own then (RFC 9110, section 15.3.2).
pub(super) async fn locate(request: Request, next: Next) -> Response {
    let asked = request.extensions().get::<OriginalUri>().map(|OriginalUri(whole)| whole.clone());
    let mut answer = next.run(request).await;
    if answer.status() == StatusCode::CREATED
        && !answer.headers().contains_key(header::LOCATION)
        && let Some(here) = asked.and_then(|asked| HeaderValue::from_str(asked.path()).ok())
    {
        answer.headers_mut().insert(header::LOCATION, here);
    }
    answer
}
