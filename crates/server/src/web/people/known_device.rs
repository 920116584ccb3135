//! What a browser keeps to be known again by the accounts that have signed in on it. It opens nothing: wrong passwords that others try
//! elsewhere slow such a device down less.

use axum::http::{HeaderMap, HeaderName, header};
use axum_extra::extract::CookieJar;

use crate::options::ServeOptions;
use crate::web::caller::{is_secure, own_cookie};

const COOKIE: &str = "tengen_device";
const HOST_COOKIE: &str = "__Host-tengen_device";
/// No secret of this server is longer.
const LONGEST: usize = 128;

/// The secret of the device that makes a request, if it has one.
pub(super) fn shown(headers: &HeaderMap) -> Option<String> {
    let cookies = CookieJar::from_headers(headers);
    let cookie = cookies.get(HOST_COOKIE).or_else(|| cookies.get(COOKIE))?;
    let secret = cookie.value();
    (!secret.is_empty() && secret.len() <= LONGEST).then(|| secret.to_owned())
}

/// The header by which a browser is known by this secret from now on.
pub(super) fn cookie(secret: &str, options: &ServeOptions) -> (HeaderName, String) {
    let secure = is_secure(options);
    let mut cookie = own_cookie(if secure { HOST_COOKIE } else { COOKIE }, secret, secure);
    cookie.make_permanent();
    (header::SET_COOKIE, cookie.to_string())
}
