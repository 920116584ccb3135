//! With `--viewing members` a stranger sees the door and nothing else, whatever is asked for: this is the one place that decides it.

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use tengen_protocol::ProblemCode;

use super::accept::{HTML, JSON, preferred};
use super::caller::Anyone;
use super::cross_origin::asks_for_allowed;
use super::error::WebError;
use super::suspended::{is_own_matter, suspended};
use crate::app::App;

/// The door: addresses that strangers may ask for, each with its method. Everything else is refused, also what is added later.
const DOOR: &[(&Method, &str)] = &[
    (&Method::GET, "/livez"),
    (&Method::GET, "/readyz"),
    (&Method::GET, "/sign-in"),
    (&Method::GET, "/register"),
    (&Method::GET, "/welcome"),
    (&Method::GET, "/card"),
    (&Method::GET, "/c"),
    // The page keeps the secret in its address while its reader is at the door.
    (&Method::GET, "/shared"),
    (&Method::GET, "/favicon.ico"),
    (&Method::GET, "/robots.txt"),
    (&Method::GET, "/.well-known/security.txt"),
    (&Method::GET, "/api/v1/door"),
    (&Method::GET, "/api/v1/me"),
    (&Method::POST, "/api/v1/accounts"),
    (&Method::POST, "/api/v1/sessions"),
    (&Method::POST, "/api/v1/sessions/link/player"),
    (&Method::POST, "/api/v1/passkey-challenges"),
    (&Method::POST, "/api/v1/sign-ins"),
    (&Method::POST, "/api/v1/sign-ins/answers"),
    (&Method::DELETE, "/api/v1/sessions/current"),
    (&Method::POST, "/api/v1/invitations/look"),
    (&Method::GET, "/sign-in/letter"),
    (&Method::GET, "/confirm-mail"),
    (&Method::POST, "/api/v1/mail-links"),
    (&Method::POST, "/api/v1/mail-links/player"),
    (&Method::POST, "/api/v1/mail-confirmations"),
];
/// The program of the pages and their texts, which say nothing of this server.
const PROGRAM: &str = "/static/";

/// Lets members in, and shows all others the door.
pub(super) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    if !app.door.is_closed() || is_door(&request) || asks_for_allowed(&app, &request) {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    match Anyone::from_request_parts(&mut parts, &app).await {
        Ok(caller)
            if app.door.lets_in(caller.player())
                && (caller.suspension().is_none() || is_own_matter(&parts)) =>
        {
            // Whoever asks is not looked up twice.
            parts.extensions.insert(caller);
            for_members_alone(next.run(Request::from_parts(parts, body)).await)
        }
        Ok(caller) => match caller.suspension() {
            // Why, a person reads on the own page.
            Some(sanction) => shut(&parts, || "/account".to_owned(), suspended(sanction)),
            None => shut(&parts, || door_page(&parts), ProblemCode::MembersOnly.into()),
        },
        Err(error) => error.into_response(),
    }
}

/// No cache that several people share may keep what is behind the door.
pub(super) fn for_members_alone(mut answer: Response) -> Response {
    let keeping = answer.headers().get(header::CACHE_CONTROL).and_then(|value| value.to_str().ok());
    let private = keeping
        .filter(|keeping| keeping.contains("public"))
        .map(|keeping| keeping.replace("public", "private"));
    if let Some(private) = private.and_then(|private| HeaderValue::from_str(&private).ok()) {
        answer.headers_mut().insert(header::CACHE_CONTROL, private);
    }
    answer
}

fn is_door(request: &Request) -> bool {
    let (method, path) = (request.method(), request.uri().path());
    let method = if *method == Method::HEAD { &Method::GET } else { method };
    let is_way_back = || path.strip_prefix("/sign-in/").and_then(|rest| rest.strip_suffix("/back"));
    let is_page = |path: &str| !path.is_empty() && !path.contains('/');
    DOOR.contains(&(method, path))
        || (*method == Method::GET && is_way_back().is_some_and(is_page))
        || (*method == Method::GET && path.starts_with(PROGRAM))
}

/// The page of the door, which leads back to what was asked for.
fn door_page(asked: &Parts) -> String {
    let path = asked.uri.path_and_query().map_or("/", |path| path.as_str());
    // What would lead to another server is no page of this one.
    let path = if path.starts_with("//") || path.starts_with("/\\") { "/" } else { path };
    let next: String = url::form_urlencoded::byte_serialize(path.as_bytes()).collect();
    format!("/sign-in?next={next}")
}

/// The same answer for every address, so that nobody learns what there is: a browser is led to a page, a program is told.
fn shut(asked: &Parts, page: impl FnOnce() -> String, error: WebError) -> Response {
    let for_people = asked.method == Method::GET && preferred(&asked.headers, &[JSON, HTML]) == HTML;
    let mut answer = if for_people { Redirect::to(&page()).into_response() } else { error.into_response() };
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer.headers_mut().append(header::VARY, HeaderValue::from_static("accept, cookie"));
    answer
}
