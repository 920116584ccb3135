//! The address of a game as a code that telephones read.

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use qrcodegen::{QrCode, QrCodeEcc};
use tengen_game::GameId;
use tengen_protocol::ProblemCode;

use super::site;
use crate::app::App;
use crate::web::body::Named;
use crate::web::error::WebError;
use crate::web::fresh::{self, Keeping, Tag};

/// How wide the empty rim of a code is, in its modules: readers look for it.
const QUIET_ZONE: i32 = 4;

pub(in crate::web) fn router() -> Router<App> {
    Router::new().route("/games/{id}/qr.svg", get(code))
}

/// The address of a game as a QR code, black on white, whatever the look of the page: so every reader reads it.
async fn code(
    State(app): State<App>,
    Named(id): Named<GameId>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let origin = site::origin(&app.options, &headers).ok_or(ProblemCode::NotFound)?;
    let code = QrCode::encode_text(&format!("{origin}/games/{id}"), QrCodeEcc::Medium)
        .map_err(|error| WebError::Internal(error.to_string()))?;
    let svg = code_as_svg(&code);
    let tag = Tag::of(svg.as_bytes());
    Ok(fresh::tagged(&headers, Keeping::Private, &tag, "image/svg+xml", svg))
}

fn code_as_svg(code: &QrCode) -> String {
    let side = code.size() + 2 * QUIET_ZONE;
    let cells = (0..code.size()).flat_map(|y| (0..code.size()).map(move |x| (x, y)));
    let dark = cells.filter(|&(x, y)| code.get_module(x, y));
    let path = dark.fold(String::new(), |path, (x, y)| {
        path + &format!("M{} {}h1v1h-1z", x + QUIET_ZONE, y + QUIET_ZONE)
    });
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" shape-rendering="crispEdges"><rect width="{side}" height="{side}" fill="#fff"/><path d="{path}" fill="#000"/></svg>"##
    )
}
