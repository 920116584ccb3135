//! Personal access tokens: the requests that they do not allow, and tokens that are refused.

use reqwest::Method;

use super::requests::{COMMANDS, PASS, get, post, row, with};
use super::stage::Who::{Ann, Carl, Looker, Stranger};
use super::{Request, Row};

pub(super) fn rows() -> Vec<Row> {
    let delete = |by, path: &str| Request { method: Method::DELETE, ..get(by, path) };
    let mut rows = vec![
        row(
            "a command with a token that only looks",
            post(Looker, COMMANDS, PASS),
            403,
            "insufficient_scope",
        ),
        row(
            "settings with a token that only looks",
            post(Looker, "/api/v1/games", "{}"),
            403,
            "insufficient_scope",
        ),
        row("a personal token's tokens", get(Looker, "/api/v1/tokens"), 403, "own_token_needed"),
        row(
            "a personal token's new token",
            post(Looker, "/api/v1/tokens", ALL_SCOPES),
            403,
            "own_token_needed",
        ),
        row(
            "a personal token that revokes",
            delete(Looker, "/api/v1/tokens/0000000000000000"),
            403,
            "own_token_needed",
        ),
        row("the tokens of nobody", get(Stranger, "/api/v1/tokens"), 401, "unauthenticated"),
        row("a token for nobody", post(Stranger, "/api/v1/tokens", ALL_SCOPES), 401, "unauthenticated"),
        row(
            "revoking by nobody",
            delete(Stranger, "/api/v1/tokens/0000000000000000"),
            401,
            "unauthenticated",
        ),
        row(
            "a token from a foreign page",
            with(post(Ann, "/api/v1/tokens", ALL_SCOPES), "origin", "https://example.org"),
            403,
            "foreign_origin",
        ),
        row(
            "revoking what is not there",
            delete(Ann, "/api/v1/tokens/0000000000000000"),
            404,
            "no_such_token",
        ),
        row("revoking what is not an id", delete(Ann, "/api/v1/tokens/mine"), 404, "no_such_token"),
        row("one token too many", post(Carl, "/api/v1/tokens", ALL_SCOPES), 409, "too_many_tokens"),
        row(
            "an invented personal token",
            with(
                get(Stranger, "/api/v1/me"),
                "authorization",
                "Bearer tengen_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            ),
            401,
            "unauthenticated",
        ),
    ];
    for (name, body, code) in TOKENS {
        let status = if *code == "malformed" { 400 } else { 422 };
        rows.push(row(name, post(Ann, "/api/v1/tokens", body), status, code));
    }
    rows
}

const ALL_SCOPES: &str = r#"{"name": "Bot", "scopes": ["read", "play"]}"#;

#[rustfmt::skip]
const TOKENS: &[(&str, &str, &str)] = &[
    ("a token good for nothing", r#"{"name": "Bot", "scopes": []}"#, "invalid_token"),
    ("a token good for one thing twice", r#"{"name": "Bot", "scopes": ["read", "read"]}"#, "invalid_token"),
    ("a token that ended before it began", r#"{"name": "Bot", "scopes": ["read"], "expires_at": 1790000000000}"#, "invalid_token"),
    ("a token for what nobody knows", r#"{"name": "Bot", "scopes": ["admin"]}"#, "malformed"),
    ("a token without scopes", r#"{"name": "Bot"}"#, "malformed"),
    ("a token without name", r#"{"scopes": ["read"]}"#, "malformed"),
    ("a token with an empty name", r#"{"name": " ", "scopes": ["read"]}"#, "invalid_name"),
    ("a token that ends at a word", r#"{"name": "Bot", "scopes": ["read"], "expires_at": "never"}"#, "malformed"),
    ("an unknown field of a token", r#"{"name": "Bot", "scopes": ["read"], "secret": "x"}"#, "malformed"),
];
