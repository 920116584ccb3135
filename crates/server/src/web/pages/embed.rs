//! A game in the frame of another page: for those whom the operator names, on this one address.

use axum::Router;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::Response;
use axum::routing::get;
use serde::Deserialize;
use tengen_pages::Language;

use super::language::accepted;
use super::missing;
use super::page_parts::{self, Varying};
use super::policy::CONTENT_SECURITY_POLICY;
use crate::app::App;
use crate::web::error::WebError;

pub(in crate::web) fn router() -> Router<App> {
    Router::new().route("/embed/games/{id}", get(frame))
}

/// What the address of a frame may ask for. What else it says is passed over.
#[derive(Default, Deserialize)]
struct FrameFields {
    /// The language, as BCP 47 writes it.
    lang: Option<String>,
}

/// The page for frames. It shows what everybody may see, whatever cookie a browser sends along: nothing here asks for one.
/// So its language is that of the page around it, which says so in the address, or else the one that the browser wishes for.
async fn frame(
    State(app): State<App>,
    fields: Result<Query<FrameFields>, QueryRejection>,
    address: Uri,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    if app.options.embed_origins.is_empty() {
        return Ok(missing::not_found(State(app), address, headers).await);
    }
    let Query(FrameFields { lang }) = fields.unwrap_or_default();
    let language = Language::of_reader(lang.as_deref(), accepted(&headers));
    let mut answer = page_parts::page(&app, "embed.html", language, &Varying::default(), &headers)?;
    let ancestors = format!("frame-ancestors {}", app.options.embed_origins.join(" "));
    let policy = CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", &ancestors);
    let policy = HeaderValue::from_str(&policy).map_err(WebError::internal)?;
    answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    Ok(answer)
}
