//! What browsers let the pages of other origins do, as the Fetch standard has it (CORS).
//!
//! Pages of an origin that the operator allows do all that the server's own pages do. Pages of any other origin read what strangers see,
//! without the visitor's cookie and without a token. Where a request is more than a form could send, the browser asks beforehand with
//! OPTIONS, and goes by the headers of that answer.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use tengen_protocol::Registration;

use super::origin::is_allowed;
use crate::app::App;
use crate::options::AnyOrigin;

/// Below this everything is for programs. What is elsewhere is for the people at the server's own pages.
const INTERFACE: &str = "/api/";
/// How many seconds a browser goes by such an answer: an operator who changes an option waits no longer for it.
const KEPT: &str = "600";
/// The methods and the headers of a page that may do everything.
const EVERYTHING: [&str; 2] = [
    "GET, HEAD, POST, PUT, PATCH, DELETE",
    "accept, authorization, content-type, idempotency-key, if-none-match, last-event-id",
];
/// Those of a page that may read.
const READING: [&str; 2] = ["GET, HEAD", "accept, if-none-match, last-event-id"];
/// The headers of an answer that a page may read, beside those that it always may.
const SHOWN: &str = "content-disposition, etag, link, location, retry-after, tengen-bytes";

/// A page of another origin, by what it may do.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Page {
    /// Of this origin, which the operator allows.
    Allowed(HeaderValue),
    /// Of any other: it reads.
    Any,
}

/// Tells browsers which pages may use an answer.
pub(super) async fn tell(State(app): State<App>, request: Request, next: Next) -> Response {
    if !request.uri().path().starts_with(INTERFACE) {
        return next.run(request).await;
    }
    let page = page(&app, &request);
    let asks = asked_method(&request).is_some();
    let mut answer = next.run(request).await;
    let headers = answer.headers_mut();
    if !app.options.allowed_origins.is_empty() {
        headers.append(header::VARY, HeaderValue::from_static("origin"));
    }
    if let Some(page) = page {
        grant(page, asks, headers);
    }
    answer
}

/// Whether a browser asks for a page of an allowed origin what that page may do. It shows no cookie then, so nobody is known by it.
pub(super) fn asks_for_allowed(app: &App, request: &Request) -> bool {
    asked_method(request).is_some() && matches!(page(app, request), Some(Page::Allowed(_)))
}

/// The page that may use the answer, if one may.
fn page(app: &App, request: &Request) -> Option<Page> {
    let headers = request.headers();
    if let Some(origin) = headers.get(header::ORIGIN)
        && origin.to_str().is_ok_and(|origin| is_allowed(&app.options, origin))
    {
        return Some(Page::Allowed(origin.clone()));
    }
    let is_open = app.options.any_origin != Some(AnyOrigin::Off)
        && app.door.registration() == Registration::Open
        && !app.door.is_closed();
    let method = asked_method(request).unwrap_or_else(|| request.method().clone());
    let says_who = headers.contains_key(header::COOKIE) || headers.contains_key(header::AUTHORIZATION);
    (is_open && is_reading(&method) && !says_who).then_some(Page::Any)
}

fn is_reading(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}

/// The method for which a browser asks whether a page may use it, if it asks.
fn asked_method(request: &Request) -> Option<Method> {
    let asked = request.headers().get(header::ACCESS_CONTROL_REQUEST_METHOD)?;
    let is_question = request.method() == Method::OPTIONS && request.headers().contains_key(header::ORIGIN);
    is_question.then(|| Method::from_bytes(asked.as_bytes()).ok()).flatten()
}

/// Writes what a page may do.
fn grant(page: Page, asks: bool, headers: &mut HeaderMap) {
    let [methods, named] = match &page {
        Page::Allowed(_) => EVERYTHING,
        Page::Any => READING,
    };
    let mut say = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    if asks {
        say(header::ACCESS_CONTROL_ALLOW_METHODS, methods);
        say(header::ACCESS_CONTROL_ALLOW_HEADERS, named);
        say(header::ACCESS_CONTROL_MAX_AGE, KEPT);
    } else {
        say(header::ACCESS_CONTROL_EXPOSE_HEADERS, SHOWN);
    }
    match page {
        Page::Allowed(origin) => {
            say(header::ACCESS_CONTROL_ALLOW_CREDENTIALS, "true");
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        }
        Page::Any => say(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
    }
}
