//! Addresses at which there is nothing: a browser gets a page with a way on, a program its problem.

use axum::Router;
use axum::extract::FromRequestParts;
use axum::extract::{MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use tengen_protocol::ProblemCode;
use tengen_store::Thing;

use super::page;
use super::patience::patiently;
use crate::app::App;
use crate::web::accept::{HTML, JSON, preferred};
use crate::web::body::Addressed;
use crate::web::caller::Anyone;
use crate::web::error::WebError;

/// Addresses without a page of their own that people try, and where they lead.
const ELSEWHERE: &[(&str, &str)] = &[("/help", "/learn"), ("/records", "/#records-title")];

/// Below these everything is for programs.
const FOR_PROGRAMS: &[&str] = &["/api/v1/", "/static/"];
/// So are pictures, wherever they are.
const PICTURES: &[&str] = &["/board.png", "/qr.svg"];

pub(in crate::web) fn router() -> Router<App> {
    let way = |router: Router<App>, &(address, to): &(&'static str, &'static str)| {
        router.route(address, get(async move || Redirect::temporary(to)))
    };
    ELSEWHERE.iter().fold(Router::new(), way)
}

/// No address, unless it is one without the slash at its end.
pub(in crate::web) async fn not_found(State(app): State<App>, address: Uri, headers: HeaderMap) -> Response {
    match without_slash(&address) {
        // With its method and its body.
        Some(shorter) => Redirect::permanent(&shorter).into_response(),
        None => missing(&app, &address, &headers, ProblemCode::NotFound),
    }
}

/// The address without the slash at its end, if it has one. What would lead to another server is none.
fn without_slash(address: &Uri) -> Option<String> {
    let path = address.path().strip_suffix('/').filter(|path| path.starts_with('/'))?;
    let is_of_this_server = !path.starts_with("//") && !path.starts_with("/\\") && !path.ends_with('/');
    let query = address.query().map(|query| format!("?{query}")).unwrap_or_default();
    is_of_this_server.then(|| format!("{path}{query}"))
}

/// An address, but not with this method. With OPTIONS the header `Allow`, which every such answer has, is all that is asked for.
pub(in crate::web) async fn method_not_allowed(
    State(app): State<App>,
    method: Method,
    address: Uri,
    headers: HeaderMap,
) -> Response {
    if method == Method::OPTIONS {
        return StatusCode::NO_CONTENT.into_response();
    }
    missing(&app, &address, &headers, ProblemCode::MethodNotAllowed)
}

/// Sends the missing page where an address names a game, a player or a record that is not there, or not for this caller. While the
/// database is away the page itself is sent: it says so, and asks again.
pub(in crate::web) async fn look(
    State(app): State<App>,
    page: MatchedPath,
    request: Request,
    next: Next,
) -> Response {
    let id = request.uri().path().rsplit('/').next().unwrap_or_default();
    let (thing, code) = match page.as_str() {
        "/games/{id}" => named(id, Thing::Game),
        "/players/{id}" => named(id, Thing::Player),
        "/records/{id}" => named(id, Thing::Record),
        _ => return next.run(request).await,
    };
    let (mut parts, body) = request.into_parts();
    let there = match thing {
        Some(thing) => patiently(is_there(&app, &mut parts, thing)).await.unwrap_or(true),
        None => false,
    };
    if there {
        return next.run(Request::from_parts(parts, body)).await;
    }
    missing(&app, &parts.uri, &parts.headers, code)
}

/// Whether there is such a thing for this caller, as far as it can be known now.
async fn is_there(app: &App, caller: &mut Parts, thing: Thing) -> bool {
    if matches!(app.store.has(thing).await, Ok(false)) {
        return false;
    }
    // A token that is good for nothing is a stranger's, and the page's own requests say so.
    let eyes = Anyone::from_request_parts(caller, app).await.map(|caller| caller.eyes());
    match app.enclosures.sees(eyes.unwrap_or_default(), thing).await {
        Ok(_) => true,
        Err(error) => error.told().code.status() >= 500,
    }
}

/// What an id names, if it reads, and the problem if there is none.
fn named<T: Addressed>(id: &str, thing: fn(T) -> Thing) -> (Option<Thing>, ProblemCode) {
    (id.parse().ok().map(thing), T::NONE)
}

fn missing(app: &App, address: &Uri, headers: &HeaderMap, code: ProblemCode) -> Response {
    let problem = WebError::from(code);
    let for_programs = FOR_PROGRAMS.iter().any(|begin| address.path().starts_with(begin))
        || PICTURES.iter().any(|end| address.path().ends_with(end));
    if for_programs || preferred(headers, &[JSON, HTML]) == JSON {
        return varying(problem.into_response());
    }
    let status = StatusCode::from_u16(code.status()).unwrap_or(StatusCode::NOT_FOUND);
    match page::missing(app, status, headers) {
        Ok(mut page) => {
            page.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            varying(page)
        }
        Err(_) => varying(problem.into_response()),
    }
}

fn varying(mut answer: Response) -> Response {
    answer.headers_mut().append(header::VARY, HeaderValue::from_static("accept"));
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slash_at_the_end_leads_to_the_address_without_it_and_nowhere_else() {
        for (address, expected) in [
            ("/api/v1/games/", Some("/api/v1/games")),
            ("/api/v1/games/?limit=1", Some("/api/v1/games?limit=1")),
            ("/learn/", Some("/learn")),
            ("/", None),
            ("/learn", None),
            ("//", None),
            ("//example.org/", None),
            ("/\\example.org/", None),
            ("/learn//", None),
        ] {
            let address = address.parse().unwrap();
            assert_eq!(without_slash(&address).as_deref(), expected, "{address}");
        }
    }
}
