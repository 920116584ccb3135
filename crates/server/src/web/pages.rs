//! The pages and what belongs to them, compiled into the binary.

use std::fs;
use std::path::{Component, Path as FilePath};

use axum::Router;
use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};
use tengen_protocol::ProblemCode;

use super::error::WebError;
use super::preview;
use crate::app::App;

/// Where lines are added to the head of a page.
const END_OF_HEAD: &[u8] = b"</head>";

#[derive(RustEmbed)]
#[folder = "../../static"]
struct Static;

/// The addresses of pages, and their files. A page reads ids and fields from its own address and asks for the rest.
const PAGES: &[(&str, &str)] = &[
    ("/", "index.html"),
    ("/games", "games.html"),
    ("/players/{id}", "player.html"),
    ("/positions", "positions.html"),
    ("/records/{id}", "record.html"),
    ("/learn", "learn.html"),
    ("/learn/{lesson}", "learn.html"),
    ("/tokens", "tokens.html"),
    ("/watch", "watch.html"),
    ("/api", "api.html"),
    ("/favicon.ico", "favicon.svg"),
];

pub(super) fn router() -> Router<App> {
    let page = |router: Router<App>, &(address, name): &(&'static str, &'static str)| {
        router.route(
            address,
            get(async move |State(app): State<App>, headers: HeaderMap| file(&app, name, &headers)),
        )
    };
    PAGES.iter().fold(Router::new(), page).route("/games/{id}", get(game)).route("/static/{*path}", get(part))
}

/// The page of a game, with what programs show of its address.
async fn game(
    State(app): State<App>,
    id: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let Path(id) = id.map_err(|_| ProblemCode::NotFound)?;
    let lines = preview::of_game(&app, &id, &headers).await;
    file_with(&app, "game.html", &headers, &lines)
}

/// The page of addresses at which there is nothing.
pub(super) fn missing(app: &App) -> Result<Response, WebError> {
    file(app, "missing.html", &HeaderMap::new())
}

async fn part(
    State(app): State<App>,
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let Path(path) = path.map_err(|_| ProblemCode::NotFound)?;
    file(&app, &path, &headers)
}

/// A file with its hash as tag: a browser asks again each time and mostly hears that nothing changed, so a new release
/// shows at once.
pub(super) fn file(app: &App, path: &str, headers: &HeaderMap) -> Result<Response, WebError> {
    file_with(app, path, headers, "")
}

/// The same, of a page, with more lines in its head.
fn file_with(app: &App, path: &str, headers: &HeaderMap, lines: &str) -> Result<Response, WebError> {
    let data = match &app.options.static_dir {
        Some(folder) => on_disk(folder, path),
        None => Static::get(path).map(|file| file.data.into_owned()),
    };
    let mut data = data.ok_or(ProblemCode::NotFound)?;
    if !lines.is_empty()
        && let Some(end) = data.windows(END_OF_HEAD.len()).position(|part| part == END_OF_HEAD)
    {
        data.splice(end..end, lines.bytes());
    }
    // Weak, because the compressed form of a file has the same tag.
    let tag = format!("W/\"{}\"", URL_SAFE_NO_PAD.encode(Sha256::digest(&data)));
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

/// A file of the folder that is worked on.
fn on_disk(folder: &FilePath, path: &str) -> Option<Vec<u8>> {
    let path = FilePath::new(path);
    let stays_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    if stays_inside { fs::read(folder.join(path)).ok() } else { None }
}
