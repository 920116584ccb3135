//! A game in the frame of another page: for those whom the operator names, on this one address.

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::Response;
use axum::routing::get;

use super::error::WebError;
use super::language::ReaderLanguage;
use super::page_parts::{self, Varying};
use super::{CONTENT_SECURITY_POLICY, missing};
use crate::app::App;

pub(super) fn router() -> Router<App> {
    Router::new().route("/embed/games/{id}", get(frame))
}

/// The page for frames. It shows what everybody may see, whatever cookie a browser sends along: nothing here asks for one.
async fn frame(State(app): State<App>, address: Uri, headers: HeaderMap) -> Result<Response, WebError> {
    if app.options.embed_origins.is_empty() {
        return Ok(missing::not_found(State(app), address, headers).await);
    }
    let ReaderLanguage(language) = ReaderLanguage::of(&headers);
    let mut answer = page_parts::page(&app, "embed.html", language, &Varying::default(), &headers)?;
    let ancestors = format!("frame-ancestors {}", app.options.embed_origins.join(" "));
    let policy = CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", &ancestors);
    let policy = HeaderValue::from_str(&policy).map_err(|error| WebError::Internal(error.to_string()))?;
    answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    Ok(answer)
}
