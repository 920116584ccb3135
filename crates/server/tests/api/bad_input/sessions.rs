//! Sessions: links that are none, and devices that are not there.

use reqwest::Method;

use super::requests::{get, post, row, with};
use super::stage::Who::{Ann, Looker, Stranger};
use super::{Request, Row};

/// A link that nobody has made.
const LINK: &str = r#"{"link": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}"#;

pub(super) fn rows() -> Vec<Row> {
    let delete = |by, path: &str| Request { method: Method::DELETE, ..get(by, path) };
    vec![
        row("the devices of nobody", get(Stranger, "/api/v1/sessions"), 401, "unauthenticated"),
        row("a personal token's devices", get(Looker, "/api/v1/sessions"), 403, "own_token_needed"),
        row(
            "signing out by a personal token",
            delete(Looker, "/api/v1/sessions/current"),
            403,
            "own_token_needed",
        ),
        row("signing out by nobody", delete(Stranger, "/api/v1/sessions/current"), 401, "unauthenticated"),
        row("signing out all by nobody", delete(Stranger, "/api/v1/sessions"), 401, "unauthenticated"),
        row(
            "signing out from a foreign page",
            with(delete(Ann, "/api/v1/sessions/current"), "origin", "https://example.org"),
            403,
            "foreign_origin",
        ),
        row(
            "a device that is not there",
            delete(Ann, "/api/v1/sessions/0000000000000000"),
            404,
            "no_such_session",
        ),
        row("a device that is not an id", delete(Ann, "/api/v1/sessions/mine"), 404, "no_such_session"),
        row("a link for nobody", post(Stranger, "/api/v1/sessions/link", "{}"), 401, "unauthenticated"),
        row("a link that nobody has made", post(Stranger, "/api/v1/sessions", LINK), 404, "no_such_link"),
        row(
            "the player of a link that nobody has made",
            post(Stranger, "/api/v1/sessions/link/player", LINK),
            404,
            "no_such_link",
        ),
        row("a session by nothing", post(Stranger, "/api/v1/sessions", "{}"), 400, "malformed"),
        row(
            "a session from a foreign page",
            with(post(Stranger, "/api/v1/sessions", LINK), "origin", "https://example.org"),
            403,
            "foreign_origin",
        ),
    ]
}
