//! With `--viewing members` a stranger sees the door, which is what is open to strangers, and nothing else.

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
use super::permission::{Permission, STRANGERS};
use super::suspended::{is_own_matter, suspended};
use crate::app::App;

/// Lets members in, and shows all others the door.
pub(super) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_door = Permission::of(request.extensions()).includes(STRANGERS);
    if !app.door.is_closed() || is_door || asks_for_allowed(&app, &request) {
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
