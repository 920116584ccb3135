//! What has begun in a browser and ends there: a way to a provider and back, or the answer of a passkey's device. The browser is
//! known by a cookie, so whoever is sent somebody else's answer can't bring it back.

use axum::http::{HeaderMap, HeaderName, header};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::Cookie;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tengen_entropy::{token, token_hash};
use tengen_game::Millis;

use crate::app::App;
use crate::options::ServeOptions;
use crate::web::caller::{is_secure, own_cookie};
use crate::web::error::WebError;

const COOKIE: &str = "tengen_sign_in";
const HOST_COOKIE: &str = "__Host-tengen_sign_in";
/// No secret of this server is longer.
const LONGEST: usize = 128;

/// Keeps what an answer has to fit. Answers the cookie for the browser, and until when an answer is read.
pub(super) async fn keep(
    app: &App,
    pending: &impl Serialize,
    lasts: Millis,
) -> Result<((HeaderName, String), Millis), WebError> {
    let state = serde_json::to_string(pending).map_err(WebError::internal)?;
    let (secret, now) = (token()?, app.clock.now());
    let expires_at = now + lasts;
    app.store.add_pending_sign_in(&token_hash(&secret), &state, (now, expires_at)).await?;
    Ok((cookie(&secret, lasts, &app.options), expires_at))
}

/// What an answer has to fit that comes from this browser; nothing, if nothing has begun there, or something else. It is forgotten.
pub(super) async fn take<T: DeserializeOwned>(app: &App, headers: &HeaderMap) -> Result<Option<T>, WebError> {
    let cookies = CookieJar::from_headers(headers);
    // Where there is TLS only the one that no neighbour can set counts.
    let shown = cookies.get(name(&app.options)).map(Cookie::value);
    let Some(secret) = shown.filter(|secret| !secret.is_empty() && secret.len() <= LONGEST) else {
        return Ok(None);
    };
    let state = app.store.take_pending_sign_in(&token_hash(secret), app.clock.now()).await?;
    Ok(state.and_then(|state| serde_json::from_str(&state).ok()))
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
