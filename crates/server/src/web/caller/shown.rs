//! The token that a request shows: in a header, by a program, or in a cookie, by a browser.

use axum::http::{HeaderMap, header};
use axum_extra::extract::CookieJar;
use tengen_protocol::ProblemCode;

use super::cookies::{COOKIE, HOST_COOKIE};
use crate::web::error::WebError;

/// A token, and who showed it.
pub(super) enum Shown<'h> {
    ByProgram(&'h str),
    ByBrowser(String),
}

/// The token of a request, if it has one.
pub(super) fn shown(headers: &HeaderMap) -> Result<Option<Shown<'_>>, WebError> {
    if let Some(value) = headers.get(header::AUTHORIZATION) {
        let token = value.to_str().ok().and_then(bearer).ok_or(ProblemCode::Unauthenticated)?;
        return Ok(Some(Shown::ByProgram(token)));
    }
    let cookies = CookieJar::from_headers(headers);
    let cookie = cookies.get(HOST_COOKIE).or_else(|| cookies.get(COOKIE));
    Ok(cookie.map(|cookie| Shown::ByBrowser(cookie.value().to_owned())))
}

/// The token that a request shows, for somebody to whom it is to be told once more.
pub(in crate::web) fn shown_token(headers: &HeaderMap) -> Option<String> {
    match shown(headers).ok()?? {
        Shown::ByProgram(token) => Some(token.to_owned()),
        Shown::ByBrowser(token) => Some(token),
    }
}

fn bearer(value: &str) -> Option<&str> {
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
