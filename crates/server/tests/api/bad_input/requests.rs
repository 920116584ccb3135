//! Requests that can't be read, or ask for what nobody may have.

use reqwest::Method;

use super::stage::Who::{self, Ann, Ben, Carl, Stranger};
use super::{Attempt, Request, Row};

const JSON: &str = "application/json";
pub(super) const COMMANDS: &str = "/api/v1/games/{playing}/commands";
pub(super) const PASS: &str = r#"{"type": "pass", "id": "x", "turn": 12}"#;

pub(super) fn rows() -> Vec<Row> {
    let mut rows = bodies();
    rows.extend(seats());
    rows.extend(tokens_and_origins());
    rows.extend(super::personal_tokens::rows());
    rows.extend(super::sessions::rows());
    rows.extend(super::accounts::rows());
    for (name, path, status, code) in super::addresses::ADDRESSES {
        rows.push(row(name, get(Stranger, path), *status, code));
    }
    for (name, method, path) in super::addresses::METHODS {
        let request = Request { method: method.parse().unwrap(), ..get(Ann, path) };
        rows.push(row(name, request, 405, "method_not_allowed"));
    }
    for (name, body, code) in super::settings::ROWS {
        let status = if *code == "malformed" { 400 } else { 422 };
        rows.push(row(name, post(Ann, "/api/v1/games", body), status, code));
    }
    for (name, body, code) in NAMES {
        let status = if *code == "malformed" { 400 } else { 422 };
        rows.push(row(name, post(Stranger, "/api/v1/guests", body), status, code));
    }
    rows
}

pub(super) fn row(name: &'static str, request: Request, status: u16, code: &'static str) -> Row {
    Row { name, attempt: Attempt::Request(request), status, code }
}

pub(super) fn get(by: Who, path: &str) -> Request {
    Request { by, method: Method::GET, path: path.to_owned(), headers: Vec::new(), body: Vec::new() }
}

pub(super) fn post(by: Who, path: &str, body: impl AsRef<[u8]>) -> Request {
    let headers = vec![("content-type", JSON.to_owned())];
    Request { method: Method::POST, headers, body: body.as_ref().to_vec(), ..get(by, path) }
}

pub(super) fn with(mut request: Request, name: &'static str, value: &str) -> Request {
    request.headers.retain(|(known, _)| *known != name);
    request.headers.push((name, value.to_owned()));
    request
}

fn bodies() -> Vec<Row> {
    let padded = |length: usize| format!("{PASS}{}", " ".repeat(length - PASS.len()));
    let without_type = Request { headers: Vec::new(), ..post(Ann, COMMANDS, PASS) };
    vec![
        row("an empty body", post(Ann, COMMANDS, ""), 400, "malformed"),
        row("a body that is not JSON", post(Ann, COMMANDS, "pass"), 400, "malformed"),
        row("half a body", post(Ann, COMMANDS, r#"{"type": "pass", "id""#), 400, "malformed"),
        row("more after the body", post(Ann, COMMANDS, format!("{PASS} {PASS}")), 400, "malformed"),
        row(
            "a body that is not UTF-8",
            post(Ann, COMMANDS, b"{\"type\": \"resign\", \"id\": \"\xff\"}"),
            400,
            "malformed",
        ),
        row(
            "a zero byte in the body",
            post(Ann, COMMANDS, "{\"type\": \"resign\", \"id\": \"\0\"}"),
            400,
            "malformed",
        ),
        row("a body one byte over the limit", post(Ann, COMMANDS, padded(16 * 1024 + 1)), 413, "too_large"),
        row("a body of 200 KB", post(Ann, COMMANDS, padded(200_000)), 413, "too_large"),
        row("settings over the limit", post(Ann, "/api/v1/games", " ".repeat(20_000)), 413, "too_large"),
        row("deep JSON as a body", post(Ann, COMMANDS, "[".repeat(16_000)), 400, "malformed"),
        row("no content type", without_type, 415, "unsupported_media_type"),
        row(
            "a plain text",
            with(post(Ann, COMMANDS, PASS), "content-type", "text/plain"),
            415,
            "unsupported_media_type",
        ),
        row(
            "a form",
            with(post(Ann, COMMANDS, PASS), "content-type", "application/x-www-form-urlencoded"),
            415,
            "unsupported_media_type",
        ),
        row(
            "settings as a plain text",
            with(post(Ann, "/api/v1/games", "{}"), "content-type", "text/plain"),
            415,
            "unsupported_media_type",
        ),
        row(
            "a number that is no event",
            with(get(Ann, "/api/v1/games/{playing}/events"), "last-event-id", "-1"),
            400,
            "malformed",
        ),
        row(
            "a version of the protocol that there is not",
            get(Ann, "/api/v1/games/{playing}/events?protocol=3"),
            400,
            "unknown_protocol",
        ),
    ]
}

/// Seats that are taken, kept or not there, and games after games.
fn seats() -> Vec<Row> {
    vec![
        row(
            "joining with options",
            post(Ben, "/api/v1/games/{open}/join", r#"{"color": "black"}"#),
            400,
            "malformed",
        ),
        row("joining with a list", post(Ben, "/api/v1/games/{open}/join", "[1]"), 400, "malformed"),
        row("joining one's own game", post(Ann, "/api/v1/games/{open}/join", "{}"), 409, "own_game"),
        row(
            "joining a game that is taken",
            post(Carl, "/api/v1/games/{playing}/join", "{}"),
            409,
            "seat_taken",
        ),
        row(
            "a command in no game",
            post(Ann, "/api/v1/games/0000000000000000/commands", PASS),
            404,
            "no_such_game",
        ),
        row(
            "joining a game that is kept for somebody else",
            post(Carl, "/api/v1/games/{kept}/join", "{}"),
            403,
            "not_invited",
        ),
        row(
            "an opponent who is not there",
            post(Ann, "/api/v1/games", r#"{"opponent": "0000000000000000"}"#),
            404,
            "no_such_player",
        ),
        row(
            "another game during a game",
            post(Ann, "/api/v1/games/{playing}/rematch", "{}"),
            409,
            "wrong_phase",
        ),
        row(
            "another game while dead stones are agreed on",
            post(Ben, "/api/v1/games/{scoring}/rematch", "{}"),
            409,
            "wrong_phase",
        ),
        row(
            "another game before there was one",
            post(Ann, "/api/v1/games/{open}/rematch", "{}"),
            409,
            "wrong_phase",
        ),
        row(
            "another game after somebody else's",
            post(Carl, "/api/v1/games/{finished}/rematch", "{}"),
            403,
            "not_a_player",
        ),
        row(
            "another game after no game",
            post(Ann, "/api/v1/games/0000000000000000/rematch", "{}"),
            404,
            "no_such_game",
        ),
        row(
            "another game with other settings",
            post(Ann, "/api/v1/games/{finished}/rematch", r#"{"komi": 0.5}"#),
            400,
            "malformed",
        ),
        row("joining no game", post(Ann, "/api/v1/games/0000000000000000/join", "{}"), 404, "no_such_game"),
    ]
}

fn tokens_and_origins() -> Vec<Row> {
    let bearer =
        |token: &str| with(post(Stranger, COMMANDS, PASS), "authorization", &format!("Bearer {token}"));
    let foreign = |by, path: &str, body: &str, origin: &str| with(post(by, path, body), "origin", origin);
    let upgrade = |origin: &str| {
        let request = with(get(Stranger, "/api/v1/ws"), "origin", origin);
        let request = with(with(request, "connection", "upgrade"), "upgrade", "websocket");
        with(with(request, "sec-websocket-version", "13"), "sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==")
    };
    vec![
        row("no token", post(Stranger, COMMANDS, PASS), 401, "unauthenticated"),
        row(
            "an unknown token",
            bearer("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
            401,
            "unauthenticated",
        ),
        row("a token that is too long", bearer(&"A".repeat(5_000)), 401, "unauthenticated"),
        row("an empty token", bearer(""), 401, "unauthenticated"),
        row(
            "an unknown token where none is needed",
            with(get(Stranger, "/api/v1/games"), "authorization", "Bearer x"),
            401,
            "unauthenticated",
        ),
        row(
            "another scheme",
            with(post(Stranger, COMMANDS, PASS), "authorization", "Basic QW5uOng="),
            401,
            "unauthenticated",
        ),
        row(
            "an unknown cookie",
            with(post(Stranger, COMMANDS, PASS), "cookie", "tengen_token=x"),
            401,
            "unauthenticated",
        ),
        row("a player's id as token", bearer("{ann}"), 401, "unauthenticated"),
        row(
            "no token before no game",
            post(Stranger, "/api/v1/games/0000000000000000/commands", PASS),
            401,
            "unauthenticated",
        ),
        row("settings by nobody", post(Stranger, "/api/v1/games", "{}"), 401, "unauthenticated"),
        row("joining by nobody", post(Stranger, "/api/v1/games/{open}/join", "{}"), 401, "unauthenticated"),
        row(
            "another game by nobody",
            post(Stranger, "/api/v1/games/{finished}/rematch", "{}"),
            401,
            "unauthenticated",
        ),
        row(
            "another game from a foreign page",
            foreign(Ann, "/api/v1/games/{finished}/rematch", "{}", "https://example.org"),
            403,
            "foreign_origin",
        ),
        row("asking who nobody is", get(Stranger, "/api/v1/me"), 401, "unauthenticated"),
        row(
            "a command from a foreign page",
            foreign(Ann, COMMANDS, PASS, "https://example.org"),
            403,
            "foreign_origin",
        ),
        row(
            "a command from a page without origin",
            foreign(Ann, COMMANDS, PASS, "null"),
            403,
            "foreign_origin",
        ),
        row(
            "joining from a page on another port",
            foreign(Ben, "/api/v1/games/{open}/join", "{}", "http://127.0.0.1:1"),
            403,
            "foreign_origin",
        ),
        row(
            "settings from a page that only looks alike",
            foreign(Ann, "/api/v1/games", "{}", "{own_origin}.example.org"),
            403,
            "foreign_origin",
        ),
        row(
            "a guest from a foreign page",
            foreign(Stranger, "/api/v1/guests", "{}", "http://localhost"),
            403,
            "foreign_origin",
        ),
        row("a socket from a foreign page", upgrade("https://example.org"), 403, "foreign_origin"),
        row(
            "a socket with an unknown token",
            with(upgrade("{own_origin}"), "authorization", "Bearer x"),
            401,
            "unauthenticated",
        ),
        row("a socket that is not one", get(Ann, "/api/v1/ws"), 400, "malformed"),
    ]
}

const NAMES: &[(&str, &str, &str)] = &[
    ("an empty name", r#"{"name": ""}"#, "invalid_name"),
    ("a name of spaces", r#"{"name": "  　 "}"#, "invalid_name"),
    ("a name of 33 characters", r#"{"name": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}"#, "invalid_name"),
    ("a name with a line break", r#"{"name": "Ann\nBen"}"#, "invalid_name"),
    ("a name with a zero", r#"{"name": "Ann\u0000"}"#, "invalid_name"),
    ("a name that turns the direction", r#"{"name": "\u202eAnn"}"#, "invalid_name"),
    ("a name of the computer", r#"{"name": "Computer 2"}"#, "name_refused"),
    ("half a surrogate pair in a name", r#"{"name": "\ud800"}"#, "malformed"),
    ("a name that is a number", r#"{"name": 7}"#, "malformed"),
    ("an unknown field of a guest", r#"{"nick": "Ann"}"#, "malformed"),
];
