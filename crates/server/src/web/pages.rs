//! The pages and what belongs to them.

use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::get;
use tengen_protocol::ProblemCode;

use super::caller::MaybeCaller;
use super::error::WebError;
use super::given;
use super::language::ReaderLanguage;
use super::page_parts::{self, Varying};
use super::preview;
use crate::app::App;

/// The addresses of pages, and their files. A page reads ids and fields from its own address and asks for the rest,
/// but for that of a game, which is given what it shows first.
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
];

pub(super) fn router() -> Router<App> {
    let page = |router: Router<App>, &(address, name): &(&'static str, &'static str)| {
        let answer = async move |State(app): State<App>,
                                 ReaderLanguage(language): ReaderLanguage,
                                 asked: HeaderMap| {
            page_parts::page(&app, name, language, &Varying::default(), &asked)
        };
        router.route(address, get(answer))
    };
    PAGES
        .iter()
        .fold(Router::new(), page)
        .route("/static/{*path}", get(part))
        .route("/games/{id}", get(game))
        .route("/favicon.ico", get(icon))
}

/// The page of a game, with what programs show of its address and what its reader would ask for next.
async fn game(
    State(app): State<App>,
    ReaderLanguage(language): ReaderLanguage,
    id: Result<Path<String>, PathRejection>,
    caller: Result<MaybeCaller, WebError>,
    asked: HeaderMap,
) -> Result<Response, WebError> {
    let Path(id) = id.map_err(|_| ProblemCode::NotFound)?;
    let head = preview::of_game(&app, &id, &asked).await;
    // Whoever shows a token that is good for nothing hears so when the page asks.
    let data = match caller {
        Ok(caller) => given::of_game(&app, &id, &caller).await,
        Err(_) => None,
    };
    page_parts::page(&app, "game.html", language, &Varying { head, data, ..Varying::default() }, &asked)
}

/// The page of addresses at which there is nothing.
pub(super) fn missing(app: &App, status: StatusCode, asked: &HeaderMap) -> Result<Response, WebError> {
    let ReaderLanguage(language) = ReaderLanguage::of(asked);
    page_parts::page(app, "missing.html", language, &Varying { status, ..Varying::default() }, asked)
}

async fn part(
    State(app): State<App>,
    path: Result<Path<String>, PathRejection>,
    asked: HeaderMap,
) -> Result<Response, WebError> {
    let Path(path) = path.map_err(|_| ProblemCode::NotFound)?;
    page_parts::file(&app, &path, &asked)
}

/// Browsers ask for an icon here where no page names one.
async fn icon(State(app): State<App>, asked: HeaderMap) -> Result<Response, WebError> {
    page_parts::file(&app, "favicon.svg", &asked)
}
