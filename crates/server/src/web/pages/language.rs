//! The language of a page's reader.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::Cookie;
use tengen_pages::Language;

/// The cookie in which a page keeps the language that was chosen by hand.
const COOKIE: &str = "tengen_language";

/// The language for a reader: the one chosen by hand, else the one the browser asks for, else English.
#[derive(Debug, Clone, Copy)]
pub(in crate::web) struct ReaderLanguage(pub(in crate::web) Language);

impl ReaderLanguage {
    /// The language for the sender of these headers.
    pub(in crate::web) fn of(headers: &HeaderMap) -> Self {
        let cookies = CookieJar::from_headers(headers);
        Self(Language::of_reader(cookies.get(COOKIE).map(Cookie::value), accepted(headers)))
    }
}

/// The languages that the browser wishes for.
pub(super) fn accepted(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()
}

impl<S: Sync> FromRequestParts<S> for ReaderLanguage {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers))
    }
}
