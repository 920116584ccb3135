//! What has begun in a browser and ends there: a way to a provider and back, or the answer of a passkey's device. The browser is
//! known by a cookie, so whoever is sent somebody else's answer can't bring it back.

use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::Cookie;
use serde::Serialize;
use tengen_actions::people::{Begun, SignedIn};
use tengen_game::Millis;
use tengen_protocol::NewSession;

use super::known_device;
use crate::app::App;
use crate::options::ServeOptions;
use crate::web::body::answer;
use crate::web::caller::{cookies, is_secure, own_cookie};

const COOKIE: &str = "tengen_sign_in";
const HOST_COOKIE: &str = "__Host-tengen_sign_in";
/// No secret of this server is longer.
const LONGEST: usize = 128;

/// The secret of what has begun in the browser that makes a request, if anything has.
pub(super) fn shown(headers: &HeaderMap, options: &ServeOptions) -> Option<String> {
    let cookies = CookieJar::from_headers(headers);
    // Where there is TLS only the one that no neighbour can set counts.
    let secret = cookies.get(name(options)).map(Cookie::value)?;
    (!secret.is_empty() && secret.len() <= LONGEST).then(|| secret.to_owned())
}

/// The answer about what has begun in a browser.
pub(super) fn has_begun<T: Serialize>(app: &App, Begun { next, secret, lasts }: Begun<T>) -> Response {
    let cookie = cookie(&secret, lasts, &app.options);
    (StatusCode::CREATED, AppendHeaders([cookie]), answer(next)).into_response()
}

/// What a browser is told of a session that has begun: its cookies, and whose it is by which token. A session that went on has
/// the token of `before`.
pub(super) fn signed_in(
    app: &App,
    SignedIn { player, token, known_by }: SignedIn,
    before: Option<String>,
) -> (Vec<(HeaderName, String)>, NewSession) {
    let token = token.or(before).unwrap_or_default();
    let mut cookies = cookies(&token, &app.options);
    cookies.extend(known_by.map(|secret| known_device::cookie(&secret, &app.options)));
    (cookies, NewSession { player, token })
}

fn name(options: &ServeOptions) -> &'static str {
    if is_secure(options) { HOST_COOKIE } else { COOKIE }
}

fn cookie(secret: &str, lasts: Millis, options: &ServeOptions) -> (HeaderName, String) {
    let mut cookie = own_cookie(name(options), secret, is_secure(options));
    cookie.set_max_age(time::Duration::milliseconds(lasts));
    (header::SET_COOKIE, cookie.to_string())
}

/// The headers that take the cookie away.
pub(super) fn no_cookies() -> [(HeaderName, String); 2] {
    [HOST_COOKIE, COOKIE].map(|name| {
        let mut cookie = own_cookie(name, "", name == HOST_COOKIE);
        cookie.make_removal();
        (header::SET_COOKIE, cookie.to_string())
    })
}
