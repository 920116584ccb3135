//! The pages and their files.

use aide::axum::ApiRouter;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::Response;
use axum::routing::get;
use tengen_protocol::ProblemCode;

use super::given;
use super::language::ReaderLanguage;
use super::page_parts::{self, Varying};
use super::patience::patiently;
use super::preview::{self, Subject};
use crate::app::App;
use crate::web::caller::MaybeCaller;
use crate::web::error::WebError;
use crate::web::routing::{NOBODY, OpenTo, Permission, STRANGERS, SUSPENDED, no_page, page};

/// The addresses of pages, their files, their subjects, and to whom else they are open. A page reads ids and fields
/// from its own address and asks for the rest. The page of a game is given the state that it shows first.
const PAGES: &[(&str, &str, Subject, Permission)] = &[
    ("/", "index.html", Subject::Part("page.home_title", "page.description"), NOBODY),
    ("/games", "games.html", Subject::Part("site.games", "preview.games"), NOBODY),
    ("/players/{id}", "player.html", Subject::Player, NOBODY),
    ("/positions", "positions.html", Subject::Part("site.positions", "search.lead"), NOBODY),
    ("/records/{id}", "record.html", Subject::Record, NOBODY),
    // The secret is in the fragment, or the address names a game: the page asks. It keeps the secret while its reader
    // is at the door.
    ("/shared", "shared-tree.html", Subject::Part("shares.heading", "shares.lead"), STRANGERS),
    ("/study", "study.html", Subject::Part("study.heading", "study.lead"), NOBODY),
    ("/learn", "learn.html", Subject::Part("learn.title", "learn.description"), NOBODY),
    ("/learn/{lesson}", "learn.html", Subject::Lesson, NOBODY),
    ("/account", "account.html", Subject::Nothing, SUSPENDED),
    ("/sign-in", "sign-in.html", Subject::Nothing, STRANGERS),
    ("/sign-in/letter", "letter.html", Subject::Nothing, STRANGERS),
    ("/sign-in/{provider}/back", "back.html", Subject::Nothing, STRANGERS),
    ("/confirm-mail", "confirm-mail.html", Subject::Nothing, STRANGERS),
    ("/register", "register.html", Subject::Nothing, STRANGERS),
    ("/welcome", "welcome.html", Subject::Nothing, STRANGERS),
    ("/tokens", "tokens.html", Subject::Nothing, NOBODY),
    ("/card", "card.html", Subject::Nothing, STRANGERS),
    // Printed on cards, for whoever types: the shorter, the better.
    ("/c", "card.html", Subject::Nothing, STRANGERS),
    ("/watch", "watch.html", Subject::Part("watch.heading", "preview.watch"), NOBODY),
    ("/groups", "groups.html", Subject::Nothing, NOBODY),
    // A closed group is there for nobody else: the page asks, and says so, as where there is none.
    ("/groups/{id}", "group.html", Subject::Nothing, NOBODY),
    ("/groups/{id}/lead", "group-lead.html", Subject::Nothing, NOBODY),
    ("/groups/{id}/watch", "watch.html", Subject::Nothing, NOBODY),
    ("/api", "api.html", Subject::Nothing, NOBODY),
    ("/staff", "staff.html", Subject::Nothing, NOBODY),
    ("/staff/cases/{id}", "staff-case.html", Subject::Nothing, NOBODY),
    ("/staff/players/{id}", "staff-player.html", Subject::Nothing, NOBODY),
    ("/staff/audit", "staff-audit.html", Subject::Nothing, NOBODY),
    ("/staff/announcements", "staff-announcements.html", Subject::Nothing, NOBODY),
    ("/staff/groups", "staff-groups.html", Subject::Nothing, NOBODY),
    ("/staff/members", "staff-members.html", Subject::Nothing, NOBODY),
];

pub(in crate::web) fn router() -> ApiRouter<App> {
    let each = |&(address, name, subject, callers): &(&'static str, &'static str, Subject, Permission)| {
        let answer = async move |State(app): State<App>,
                                 ReaderLanguage(language): ReaderLanguage,
                                 address: Uri,
                                 asked: HeaderMap| {
            let varying = patiently(preview::of(&app, subject, &address, language, &asked)).await;
            let varying = varying.unwrap_or_default();
            page_parts::page(&app, name, language, &varying, &asked)
        };
        page(address, get(answer)).open_to(callers)
    };
    // Nothing below this says anything of this server: the program of the pages, their texts, and that nothing lists them.
    let program = page("/static/{*path}", get(part))
        .merge(no_page("/static/"))
        .merge(page("/favicon.ico", get(icon)))
        .open_to(STRANGERS);
    PAGES.iter().map(each).fold(program, ApiRouter::merge).merge(page("/games/{id}", get(game)))
}

/// The page of a game, with the preview of its address and the answer to its reader's next request.
async fn game(
    State(app): State<App>,
    ReaderLanguage(language): ReaderLanguage,
    id: Result<Path<String>, PathRejection>,
    mut asked: Parts,
) -> Result<Response, WebError> {
    let Path(id) = id.map_err(|_| ProblemCode::NotFound)?;
    let varying = patiently(async {
        let varying = preview::of(&app, Subject::Game, &asked.uri, language, &asked.headers).await;
        // A caller whose token is good for nothing hears so at the page's own requests.
        let data = match MaybeCaller::from_request_parts(&mut asked, &app).await {
            Ok(caller) => given::of_game(&app, &id, &caller).await,
            Err(_) => None,
        };
        Varying { data, ..varying }
    });
    let varying = varying.await.unwrap_or_default();
    page_parts::page(&app, "game.html", language, &varying, &asked.headers)
}

/// The page of addresses at which there is nothing.
pub(in crate::web) fn missing(
    app: &App,
    status: StatusCode,
    asked: &HeaderMap,
) -> Result<Response, WebError> {
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
