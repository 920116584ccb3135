//! Players who may not play: what is left to them, and what they are told. This is the one place that decides it.
//!
//! A suspended player looks on like a stranger, and keeps what is the player's own: the way out, the answer to the staff, and the
//! data. Everything that changes anything else is refused, also what is added later.

use axum::extract::OriginalUri;
use axum::http::Method;
use axum::http::request::Parts;
use serde_json::json;
use tengen_protocol::{ProblemCode, Sanction};

use super::error::WebError;

/// The address under which the interface is.
const API: &str = "/api/v1";
/// What a suspended player may change, by method and address.
const OWN: &[(&Method, &str)] = &[
    (&Method::POST, "/reports"),
    (&Method::POST, "/sessions"),
    (&Method::POST, "/passkey-challenges"),
    (&Method::POST, "/sign-ins"),
    (&Method::POST, "/sign-ins/answers"),
    (&Method::DELETE, "/sessions"),
    (&Method::DELETE, "/me"),
];
/// Addresses below which a suspended player may change everything.
const OWN_BELOW: &[&str] = &["/sessions/", "/me/sanctions/"];
/// On a server for members alone a suspended player is no longer let in, but for these pages and their program.
const PAGES: &[&str] = &["/account"];

/// Whether a suspended player may ask for this.
pub(super) fn may_ask(parts: &Parts) -> bool {
    parts.method.is_safe() || is_own(&parts.method, &address(parts))
}

/// Whether it is the player's own matter: what is left on a server for members alone.
pub(super) fn is_own_matter(parts: &Parts) -> bool {
    let address = address(parts);
    let own_data = |path: &str| {
        path == "/me" || path.starts_with("/me/") || path == "/reports" || path.starts_with("/sessions")
    };
    PAGES.contains(&address.as_str())
        || address.strip_prefix(API).is_some_and(|path| parts.method.is_safe() && own_data(path))
        || is_own(&parts.method, &address)
}

fn is_own(method: &Method, address: &str) -> bool {
    let Some(path) = address.strip_prefix(API) else { return false };
    OWN.contains(&(method, path))
        || (*method == Method::DELETE || *method == Method::POST || *method == Method::PUT)
            && OWN_BELOW.iter().any(|below| path.starts_with(below))
}

/// The whole address: routers below a prefix see it without that.
fn address(parts: &Parts) -> String {
    let whole = parts.extensions.get::<OriginalUri>().map_or(&parts.uri, |OriginalUri(whole)| whole);
    whole.path().to_owned()
}

/// What a suspended player is told: the rule, until when, the staff's words, and how to answer them.
pub(super) fn suspended(sanction: &Sanction) -> WebError {
    ProblemCode::Suspended
        .with(json!({
            "sanction": sanction.id,
            "ground": sanction.ground,
            "until": sanction.until,
            "words": sanction.words,
        }))
        .into()
}
