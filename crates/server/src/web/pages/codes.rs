//! The address of a game as a code that telephones read.

use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use tengen_game::GameId;
use tengen_protocol::ProblemCode;

use super::site;
use crate::app::App;
use crate::qr;
use crate::web::body::Named;
use crate::web::error::WebError;
use crate::web::fresh::{self, Keeping, Tag};
use crate::web::routing::{OpenTo, PUPILS, page};

pub(in crate::web) fn router() -> ApiRouter<App> {
    page("/games/{id}/qr.svg", get(code)).open_to(PUPILS)
}

/// The address of a game as a QR code, black on white, whatever the look of the page: so every reader reads it.
async fn code(
    State(app): State<App>,
    Named(id): Named<GameId>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let origin = site::origin(&app.options, &headers).ok_or(ProblemCode::NotFound)?;
    let svg = qr::svg(&format!("{origin}/games/{id}")).map_err(WebError::internal)?;
    let tag = Tag::of(svg.as_bytes());
    Ok(fresh::tagged(&headers, Keeping::Private, &tag, "image/svg+xml", svg))
}
