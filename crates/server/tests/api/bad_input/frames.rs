//! Frames that can't be read, or ask for things that nobody may have.

use tokio_tungstenite::tungstenite::Message;

use super::stage::Who::{Ann, Looker, Stranger};
use super::{Attempt, Row};

/// The longest frame.
const LIMIT: usize = 16 * 1024;

pub(super) fn rows() -> Vec<Row> {
    let mut rows: Vec<Row> = TEXTS
        .iter()
        .map(|(name, text, status, code)| row(name, vec![Message::text(*text)], None, *status, code))
        .collect();
    let lobby = r#"{"type": "subscribe_lobby"}"#;
    let padded = |length: usize| Message::text(format!("{lobby}{}", " ".repeat(length - lobby.len())));
    rows.extend([
        row(
            "a binary frame",
            vec![Message::binary(lobby.as_bytes().to_vec())],
            None,
            400,
            "unsupported_frame",
        ),
        row("an empty binary frame", vec![Message::binary(Vec::new())], None, 400, "unsupported_frame"),
        row("a frame one byte over the limit", vec![padded(LIMIT + 1)], Some(1009), 413, "too_large"),
        row("a frame of three times the limit", vec![padded(3 * LIMIT)], Some(1009), 413, "too_large"),
        row("a frame far over the limit", vec![padded(40 * LIMIT)], Some(1009), 413, "too_large"),
        row("a deep frame", vec![Message::text("[".repeat(LIMIT))], None, 400, "malformed"),
        row(
            "a frame of the right length that is wrong",
            vec![padded(LIMIT), Message::text("?")],
            None,
            400,
            "malformed",
        ),
    ]);
    let command = r#"{"type": "command", "game": "{playing}", "command": {"type": "resign", "id": "x"}}"#;
    rows.push(Row {
        name: "a command on a socket without player",
        attempt: Attempt::Frames { by: Stranger, frames: vec![Message::text(command)], closes_with: None },
        status: 401,
        code: "unauthenticated",
    });
    rows.push(Row {
        name: "a frame's command with a token that only looks",
        attempt: Attempt::Frames { by: Looker, frames: vec![Message::text(command)], closes_with: None },
        status: 403,
        code: "insufficient_scope",
    });
    rows
}

fn row(
    name: &'static str,
    frames: Vec<Message>,
    closes_with: Option<u16>,
    status: u16,
    code: &'static str,
) -> Row {
    Row { name, attempt: Attempt::Frames { by: Ann, frames, closes_with }, status, code }
}

#[rustfmt::skip]
const TEXTS: &[(&str, &str, u16, &str)] = &[
    ("a frame that is not JSON", "hello", 400, "malformed"),
    ("an empty frame", "", 400, "malformed"),
    ("a frame that is a list", r#"["subscribe_lobby"]"#, 400, "malformed"),
    ("a frame without type", r#"{"game": "{playing}"}"#, 400, "malformed"),
    ("an unknown type of frame", r#"{"type": "chat", "game": "{playing}", "text": "hi"}"#, 400, "malformed"),
    ("a frame that only the server sends", r#"{"type": "ack", "game": "{playing}", "id": "x", "seq": 1}"#, 400, "malformed"),
    ("saying who is there", r#"{"type": "presence", "game": "{playing}", "here": true}"#, 400, "malformed"),
    ("another game by a frame", r#"{"type": "rematch", "game": "{finished}"}"#, 400, "malformed"),
    ("an unknown field of a frame", r#"{"type": "subscribe_lobby", "limit": 5}"#, 400, "malformed"),
    ("following no game in particular", r#"{"type": "subscribe"}"#, 400, "malformed"),
    ("following what is not an id", r#"{"type": "subscribe", "game": "best"}"#, 400, "malformed"),
    ("following a game that is not there", r#"{"type": "subscribe", "game": "0000000000000000"}"#, 404, "no_such_game"),
    ("following since a game that is not there", r#"{"type": "subscribe", "game": "0000000000000000", "since": 0}"#, 404, "no_such_game"),
    ("following since a negative number", r#"{"type": "subscribe", "game": "{playing}", "since": -1}"#, 400, "malformed"),
    ("following since 2^40", r#"{"type": "subscribe", "game": "{playing}", "since": 1099511627776}"#, 400, "malformed"),
    ("following since a text", r#"{"type": "subscribe", "game": "{playing}", "since": "1"}"#, 400, "malformed"),
    ("a socket's unknown token", r#"{"type": "authenticate", "token": "x"}"#, 401, "unauthenticated"),
    ("a socket's token of no length", r#"{"type": "authenticate", "token": ""}"#, 401, "unauthenticated"),
    ("a socket's token that is a number", r#"{"type": "authenticate", "token": 1}"#, 400, "malformed"),
    ("a frame's command in no game", r#"{"type": "command", "game": "0000000000000000", "command": {"type": "resign", "id": "x"}}"#, 404, "no_such_game"),
    ("a frame without its command", r#"{"type": "command", "game": "{playing}"}"#, 400, "malformed"),
    ("a command without its frame", r#"{"type": "resign", "id": "x"}"#, 400, "malformed"),
    ("an unknown field beside a command", r#"{"type": "command", "game": "{playing}", "turn": 12, "command": {"type": "resign", "id": "x"}}"#, 400, "malformed"),
];
