//! The pages and what belongs to them, compiled into the binary.

use axum::Router;
use axum::body::Body;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rust_embed::{EmbeddedFile, RustEmbed};
use tengen_protocol::ProblemCode;

use super::error::WebError;
use crate::app::App;

#[derive(RustEmbed)]
#[folder = "../../static"]
struct Static;

pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/", get(home))
        .route("/games/{id}", get(game))
        .route("/api", get(api))
        .route("/tokens", get(tokens))
        .route("/records/{id}", get(record))
        .route("/static/{*path}", get(part))
        .route("/favicon.ico", get(icon))
}

async fn home(headers: HeaderMap) -> Result<Response, WebError> {
    file("index.html", &headers)
}

/// The page of every game: it reads the id from its own address and asks for the game.
async fn game(headers: HeaderMap) -> Result<Response, WebError> {
    file("game.html", &headers)
}

/// The interface for programs, to be read.
async fn api(headers: HeaderMap) -> Result<Response, WebError> {
    file("api.html", &headers)
}

/// The page on which a player manages access tokens.
async fn tokens(headers: HeaderMap) -> Result<Response, WebError> {
    file("tokens.html", &headers)
}

/// The page of every record, likewise.
async fn record(headers: HeaderMap) -> Result<Response, WebError> {
    file("record.html", &headers)
}

async fn icon(headers: HeaderMap) -> Result<Response, WebError> {
    file("favicon.svg", &headers)
}

async fn part(path: Result<Path<String>, PathRejection>, headers: HeaderMap) -> Result<Response, WebError> {
    let Path(path) = path.map_err(|_| ProblemCode::NotFound)?;
    file(&path, &headers)
}

/// A file with its hash as tag: a browser asks again each time and mostly hears that nothing changed, so a new release
/// shows at once.
fn file(path: &str, headers: &HeaderMap) -> Result<Response, WebError> {
    let EmbeddedFile { data, metadata } = Static::get(path).ok_or(ProblemCode::NotFound)?;
    // Weak, because the compressed form of a file has the same tag.
    let tag = format!("W/\"{}\"", URL_SAFE_NO_PAD.encode(metadata.sha256_hash()));
    let known = headers.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    let common = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if known.is_some_and(|tags| tags.split(',').any(|known| known.trim() == tag)) {
        return Ok((StatusCode::NOT_MODIFIED, common).into_response());
    }
    let content_type = mime_guess::from_path(path).first_or_octet_stream();
    let content_type = match content_type.type_() {
        mime_guess::mime::TEXT => format!("{content_type}; charset=utf-8"),
        _ => content_type.to_string(),
    };
    Ok((common, [(header::CONTENT_TYPE, content_type)], Body::from(data)).into_response())
}
