//! Cookies that carry a token, or stand for what has begun in a browser.

use axum::http::{HeaderName, header};
use axum_extra::extract::cookie::{Cookie, SameSite};

use crate::options::ServeOptions;

/// The cookie that carries a token.
pub(super) const COOKIE: &str = "tengen_token";
/// The same where there is TLS: browsers take one of such a name from this host alone, and no neighbour can set it. The other one is
/// set beside it, for the servers of earlier releases that are there while a cluster is upgraded.
pub(super) const HOST_COOKIE: &str = "__Host-tengen_token";

/// The cookies for a token, as headers: for this server only, out of reach of scripts, and not sent along with requests from other
/// sites.
pub(in crate::web) fn cookies(token: &str, options: &ServeOptions) -> Vec<(HeaderName, String)> {
    let secure = is_secure(options);
    let names = if secure { &[HOST_COOKIE, COOKIE][..] } else { &[COOKIE] };
    let set = |name: &&'static str| {
        let mut cookie = own_cookie(name, token, secure);
        cookie.make_permanent();
        (header::SET_COOKIE, cookie.to_string())
    };
    names.iter().map(set).collect()
}

/// Whether browsers reach the server by TLS: its own, or that of a proxy before it.
pub(in crate::web) fn is_secure(options: &ServeOptions) -> bool {
    options.tls.encrypts() || options.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
}

/// The headers that take a token out of a browser, under whichever name it came.
pub(in crate::web) fn no_cookies() -> [(HeaderName, String); 2] {
    [HOST_COOKIE, COOKIE].map(|name| {
        let mut cookie = own_cookie(name, "", name == HOST_COOKIE);
        cookie.make_removal();
        (header::SET_COOKIE, cookie.to_string())
    })
}

/// A cookie for this server only, out of reach of scripts, and not sent along with requests from other sites.
pub(in crate::web) fn own_cookie<'c>(name: &'static str, token: &'c str, secure: bool) -> Cookie<'c> {
    Cookie::build((name, token)).path("/").http_only(true).same_site(SameSite::Lax).secure(secure).build()
}
