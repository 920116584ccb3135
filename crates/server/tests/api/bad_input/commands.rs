//! Commands that can't be read, come too late, from the wrong player, or against the rules.

use super::stage::Who::{self, Ann, Ben, Carl, Stranger};
use super::{Attempt, Row};

pub(super) fn rows() -> Vec<Row> {
    UNREADABLE
        .iter()
        .map(|(name, json)| (*name, Ann, "playing", (*json).to_owned(), 400, "malformed"))
        .chain(REFUSED.iter().map(|(name, by, game, json, status, code)| {
            (*name, *by, *game, (*json).to_owned(), *status, *code)
        }))
        .chain(made())
        .map(|(name, by, game, json, status, code)| Row {
            name,
            attempt: Attempt::Command { by, game, json },
            status,
            code,
        })
        .collect()
}

/// Rows with JSON too long to write down.
fn made() -> impl Iterator<Item = (&'static str, Who, &'static str, String, u16, &'static str)> {
    let marks = |count: usize| {
        let marks = vec!["\"A1\""; count].join(",");
        format!(r#"{{"type": "propose", "id": "x", "version": 11, "dead": [{marks}]}}"#)
    };
    let deep = format!(
        r#"{{"type": "propose", "id": "x", "version": 11, "dead": {}{}}}"#,
        "[".repeat(2_000),
        "]".repeat(2_000)
    );
    let long_id = format!(r#"{{"type": "resign", "id": "{}"}}"#, "x".repeat(65));
    [
        ("more marks than any board has points", Ann, "scoring", marks(626), 400, "malformed"),
        (
            "as many marks as the largest board has points, all on one",
            Ben,
            "scoring",
            marks(625),
            422,
            "no_proposals_left",
        ),
        ("deep JSON", Ann, "scoring", deep, 400, "malformed"),
        ("a command id of 65 characters", Ann, "playing", long_id, 400, "malformed"),
    ]
    .into_iter()
}

const UNREADABLE: &[(&str, &str)] = &[
    ("a command that is a list", r#"["play", "x", 12, "C3"]"#),
    ("a command that is a text", r#""pass""#),
    ("a command that is null", "null"),
    ("a command without type", r#"{"id": "x", "turn": 12, "at": "C3"}"#),
    ("a colour that is none", r#"{"type": "resign", "id": "x", "color": "red"}"#),
    ("an unknown type of command", r#"{"type": "takeback", "id": "x", "turn": 12}"#),
    ("a type that is a number", r#"{"type": 1, "id": "x", "turn": 12}"#),
    ("two types", r#"{"type": "pass", "type": "resign", "id": "x", "turn": 12}"#),
    ("a command without id", r#"{"type": "pass", "turn": 12}"#),
    ("an empty command id", r#"{"type": "pass", "id": "", "turn": 12}"#),
    ("a command id with a space", r#"{"type": "pass", "id": "a b", "turn": 12}"#),
    ("a command id beyond ASCII", r#"{"type": "pass", "id": "é", "turn": 12}"#),
    ("a command id that is a number", r#"{"type": "pass", "id": 7, "turn": 12}"#),
    ("two ids", r#"{"type": "pass", "id": "x", "id": "y", "turn": 12}"#),
    ("an unknown field", r#"{"type": "pass", "id": "x", "turn": 12, "confrim": true}"#),
    ("a field of another command", r#"{"type": "resign", "id": "x", "turn": 12}"#),
    ("a play without turn", r#"{"type": "play", "id": "x", "at": "C3"}"#),
    ("a turn that is a text", r#"{"type": "pass", "id": "x", "turn": "12"}"#),
    ("a turn that is null", r#"{"type": "pass", "id": "x", "turn": null}"#),
    ("a negative turn", r#"{"type": "pass", "id": "x", "turn": -1}"#),
    ("a turn of 2^40", r#"{"type": "pass", "id": "x", "turn": 1099511627776}"#),
    ("a turn with a fraction", r#"{"type": "pass", "id": "x", "turn": 12.5}"#),
    ("a turn written as a float", r#"{"type": "pass", "id": "x", "turn": 12.0}"#),
    ("a turn that is not a number", r#"{"type": "pass", "id": "x", "turn": NaN}"#),
    ("a play without vertex", r#"{"type": "play", "id": "x", "turn": 12}"#),
    ("a vertex that is a number", r#"{"type": "play", "id": "x", "turn": 12, "at": 33}"#),
    ("a vertex in column I", r#"{"type": "play", "id": "x", "turn": 12, "at": "I5"}"#),
    ("a vertex in row 0", r#"{"type": "play", "id": "x", "turn": 12, "at": "A0"}"#),
    ("a vertex in row 26", r#"{"type": "play", "id": "x", "turn": 12, "at": "A26"}"#),
    ("a vertex with a leading zero", r#"{"type": "play", "id": "x", "turn": 12, "at": "C03"}"#),
    ("a pass played as a vertex", r#"{"type": "play", "id": "x", "turn": 12, "at": "pass"}"#),
    ("an empty vertex", r#"{"type": "play", "id": "x", "turn": 12, "at": ""}"#),
    ("a confirmation that is a text", r#"{"type": "pass", "id": "x", "turn": 12, "confirm": "yes"}"#),
    ("marks that are a text", r#"{"type": "propose", "id": "x", "version": 1, "dead": "A1"}"#),
    ("marks that are numbers", r#"{"type": "propose", "id": "x", "version": 1, "dead": [1]}"#),
    ("a negative version", r#"{"type": "accept", "id": "x", "version": -1}"#),
    ("a version beyond 32 bits", r#"{"type": "accept", "id": "x", "version": 4294967296}"#),
    ("taking back without turn", r#"{"type": "undo", "id": "x"}"#),
    ("taking back a number of moves", r#"{"type": "undo", "id": "x", "turn": 12, "moves": 2}"#),
    ("an answer to no request in particular", r#"{"type": "undo_accept", "id": "x"}"#),
    ("an answer to a negative request", r#"{"type": "undo_accept", "id": "x", "request": -1}"#),
    ("an answer to a request that is a text", r#"{"type": "undo_reject", "id": "x", "request": "4"}"#),
    ("an answer that names the turn", r#"{"type": "undo_reject", "id": "x", "request": 4, "turn": 12}"#),
    ("a pause of so long", r#"{"type": "pause", "id": "x", "millis": 60000}"#),
    ("a pause without id", r#"{"type": "pause"}"#),
    ("the end of a pause with a turn", r#"{"type": "unpause", "id": "x", "turn": 12}"#),
    ("a claim without outcome", r#"{"type": "claim", "id": "x"}"#),
    ("a claim to a draw", r#"{"type": "claim", "id": "x", "outcome": "draw"}"#),
    ("a claim with a list", r#"{"type": "claim", "id": "x", "outcome": ["win"]}"#),
    ("lag that the client has measured", r#"{"type": "pass", "id": "x", "turn": 12, "lag": 1000}"#),
    ("a time of the client's", r#"{"type": "pass", "id": "x", "turn": 12, "at": 1790000000000}"#),
    (
        "a clock of one's own choice",
        r#"{"type": "give_clock", "id": "x", "clock": {"system": "simple", "period": 60000}}"#,
    ),
    ("an event that only time makes", r#"{"type": "timed_out", "id": "x", "color": "white"}"#),
];

type Refused = (&'static str, Who, &'static str, &'static str, u16, &'static str);

#[rustfmt::skip]
const REFUSED: &[Refused] = &[
    ("a command by nobody", Stranger, "playing", r#"{"type": "pass", "id": "x", "turn": 12}"#, 401, "unauthenticated"),
    ("a move in somebody else's game", Carl, "playing", r#"{"type": "pass", "id": "x", "turn": 12}"#, 403, "not_a_player"),
    ("resigning for somebody else", Carl, "playing", r#"{"type": "resign", "id": "x"}"#, 403, "not_a_player"),
    ("a stale move in somebody else's game", Carl, "playing", r#"{"type": "pass", "id": "x", "turn": 3}"#, 403, "not_a_player"),
    ("accepting for somebody else", Carl, "scoring", r#"{"type": "accept", "id": "x", "version": 11}"#, 403, "not_a_player"),
    ("calling somebody else's open game off", Ben, "open", r#"{"type": "abort", "id": "x"}"#, 403, "not_a_player"),
    ("a stale turn", Ann, "playing", r#"{"type": "play", "id": "x", "turn": 11, "at": "C3"}"#, 409, "stale_turn"),
    ("a turn that is still to come", Ann, "playing", r#"{"type": "pass", "id": "x", "turn": 4294967295}"#, 409, "stale_turn"),
    ("a stale turn before whose turn it is", Ben, "playing", r#"{"type": "pass", "id": "x", "turn": 11}"#, 409, "stale_turn"),
    ("a command for the other player's colour", Ann, "playing", r#"{"type": "resign", "id": "x", "color": "white"}"#, 403, "not_your_color"),
    ("the opponent's turn", Ben, "playing", r#"{"type": "play", "id": "x", "turn": 12, "at": "C3"}"#, 403, "not_your_turn"),
    ("the opponent's turn before the rules", Ben, "playing", r#"{"type": "play", "id": "x", "turn": 12, "at": "D4"}"#, 403, "not_your_turn"),
    ("a point that is off the board", Ann, "playing", r#"{"type": "play", "id": "x", "turn": 12, "at": "K1"}"#, 422, "illegal_move"),
    ("a point above the board", Ann, "playing", r#"{"type": "play", "id": "x", "turn": 12, "at": "A10"}"#, 422, "illegal_move"),
    ("a point with a stone of one's own", Ann, "playing", r#"{"type": "play", "id": "x", "turn": 12, "at": "D4"}"#, 422, "illegal_move"),
    ("a point with a stone of the opponent", Ann, "playing", r#"{"type": "play", "id": "x", "turn": 12, "at": "e4"}"#, 422, "illegal_move"),
    ("suicide", Ann, "playing", r#"{"type": "play", "id": "x", "turn": 12, "at": "A1"}"#, 422, "illegal_move"),
    ("a ko", Ann, "playing", r#"{"type": "play", "id": "x", "turn": 12, "at": "E5"}"#, 422, "illegal_move"),
    ("a superko", Ann, "one_point", r#"{"type": "play", "id": "x", "turn": 0, "at": "A1"}"#, 422, "illegal_move"),
    ("a used id with another command", Ann, "playing", r#"{"type": "play", "id": "used", "turn": 12, "at": "C3"}"#, 422, "command_id_reused"),
    ("a used id with another type", Ann, "playing", r#"{"type": "resign", "id": "used"}"#, 422, "command_id_reused"),
    ("a move in an open game", Ann, "open", r#"{"type": "pass", "id": "x", "turn": 0}"#, 409, "wrong_phase"),
    ("a move while dead stones are agreed on", Ann, "scoring", r#"{"type": "pass", "id": "x", "turn": 16}"#, 409, "wrong_phase"),
    ("a move in a finished game", Ann, "finished", r#"{"type": "pass", "id": "x", "turn": 0}"#, 409, "wrong_phase"),
    ("resigning a finished game", Ben, "finished", r#"{"type": "resign", "id": "x"}"#, 409, "wrong_phase"),
    ("calling a finished game off", Ann, "finished", r#"{"type": "abort", "id": "x"}"#, 409, "wrong_phase"),
    ("marks while stones are played", Ann, "playing", r#"{"type": "propose", "id": "x", "version": 0, "dead": []}"#, 409, "wrong_phase"),
    ("accepting while stones are played", Ann, "playing", r#"{"type": "accept", "id": "x", "version": 0}"#, 409, "wrong_phase"),
    ("resuming while stones are played", Ann, "playing", r#"{"type": "resume", "id": "x", "version": 0}"#, 409, "wrong_phase"),
    ("calling a game off after two moves", Ben, "playing", r#"{"type": "abort", "id": "x"}"#, 409, "too_late_to_abort"),
    ("accepting a stale version", Ben, "scoring", r#"{"type": "accept", "id": "x", "version": 10}"#, 409, "stale_version"),
    ("marking on a stale version", Ann, "scoring", r#"{"type": "propose", "id": "x", "version": 0, "dead": []}"#, 409, "stale_version"),
    ("resuming from a version that is still to come", Ann, "scoring", r#"{"type": "resume", "id": "x", "version": 12}"#, 409, "stale_version"),
    ("accepting twice", Ann, "scoring", r#"{"type": "accept", "id": "x", "version": 11}"#, 409, "already_accepted"),
    ("an eleventh proposal", Ben, "scoring", r#"{"type": "propose", "id": "x", "version": 11, "dead": []}"#, 422, "no_proposals_left"),
    ("a mark on an empty point", Ann, "marking", r#"{"type": "propose", "id": "x", "version": 1, "dead": ["A2"]}"#, 422, "invalid_marks"),
    ("a mark on a part of a chain", Ann, "marking", r#"{"type": "propose", "id": "x", "version": 1, "dead": ["C1", "C2"]}"#, 422, "invalid_marks"),
    ("a mark off the board", Ann, "marking", r#"{"type": "propose", "id": "x", "version": 1, "dead": ["A1", "T19"]}"#, 422, "invalid_marks"),
    ("marking what one has accepted", Ann, "scoring", r#"{"type": "propose", "id": "x", "version": 11, "dead": []}"#, 409, "already_accepted"),
    ("taking back for somebody else", Carl, "playing", r#"{"type": "undo", "id": "x", "turn": 12}"#, 403, "not_a_player"),
    ("taking back from a stale turn", Ann, "playing", r#"{"type": "undo", "id": "x", "turn": 11}"#, 409, "stale_turn"),
    ("taking back before the first move", Ann, "one_point", r#"{"type": "undo", "id": "x", "turn": 0}"#, 422, "nothing_to_undo"),
    ("taking back in an open game", Ann, "open", r#"{"type": "undo", "id": "x", "turn": 0}"#, 409, "wrong_phase"),
    ("taking back while dead stones are agreed on", Ann, "scoring", r#"{"type": "undo", "id": "x", "turn": 16}"#, 409, "wrong_phase"),
    ("taking back in a finished game", Ann, "finished", r#"{"type": "undo", "id": "x", "turn": 0}"#, 409, "wrong_phase"),
    ("asking again while a request is open", Ann, "asked", r#"{"type": "undo", "id": "x", "turn": 2}"#, 422, "already_asked"),
    ("asking while the opponent asks", Ben, "asked", r#"{"type": "undo", "id": "x", "turn": 2}"#, 422, "already_asked"),
    ("asking again after a refusal", Ann, "timed", r#"{"type": "undo", "id": "x", "turn": 2}"#, 422, "already_asked"),
    ("letting oneself take back", Ann, "asked", r#"{"type": "undo_accept", "id": "x", "request": 4}"#, 403, "only_the_opponent"),
    ("letting somebody else's opponent take back", Carl, "asked", r#"{"type": "undo_accept", "id": "x", "request": 4}"#, 403, "not_a_player"),
    ("letting take back what nobody asked", Ben, "asked", r#"{"type": "undo_accept", "id": "x", "request": 3}"#, 409, "no_such_request"),
    ("letting take back what was refused", Ben, "timed", r#"{"type": "undo_accept", "id": "x", "request": 14}"#, 409, "no_such_request"),
    ("refusing what nobody asked", Ben, "playing", r#"{"type": "undo_reject", "id": "x", "request": 0}"#, 409, "no_such_request"),
    ("refusing for somebody else", Carl, "asked", r#"{"type": "undo_reject", "id": "x", "request": 4}"#, 403, "not_a_player"),
    ("refusing in a finished game", Ben, "finished", r#"{"type": "undo_reject", "id": "x", "request": 2}"#, 409, "wrong_phase"),
    ("a move in a pause", Ann, "paused", r#"{"type": "play", "id": "x", "turn": 2, "at": "C3"}"#, 409, "paused"),
    ("a pass in a pause", Ann, "paused", r#"{"type": "pass", "id": "x", "turn": 2}"#, 409, "paused"),
    ("a pause in a pause", Ann, "paused", r#"{"type": "pause", "id": "x"}"#, 409, "paused"),
    ("ending the opponent's pause", Ann, "paused", r#"{"type": "unpause", "id": "x"}"#, 403, "only_the_opponent"),
    ("ending somebody else's pause", Carl, "paused", r#"{"type": "unpause", "id": "x"}"#, 403, "not_a_player"),
    ("ending a pause that is none", Ben, "timed", r#"{"type": "unpause", "id": "x"}"#, 409, "not_paused"),
    ("stopping a clock that is none", Ann, "playing", r#"{"type": "pause", "id": "x"}"#, 422, "nothing_to_pause"),
    ("stopping somebody else's clock", Carl, "timed", r#"{"type": "pause", "id": "x"}"#, 403, "not_a_player"),
    ("a sixth pause", Ben, "timed", r#"{"type": "pause", "id": "x"}"#, 422, "no_pauses_left"),
    ("a pause while dead stones are agreed on", Ann, "scoring", r#"{"type": "pause", "id": "x"}"#, 409, "wrong_phase"),
    ("a pause in a finished game", Ann, "finished", r#"{"type": "pause", "id": "x"}"#, 409, "wrong_phase"),
    ("giving a game a clock too soon", Ben, "playing", r#"{"type": "give_clock", "id": "x"}"#, 422, "clock_too_soon"),
    ("giving a clock to a game that has one", Ben, "timed", r#"{"type": "give_clock", "id": "x"}"#, 409, "has_clock"),
    ("giving a clock while dead stones are agreed on", Ann, "scoring", r#"{"type": "give_clock", "id": "x"}"#, 409, "wrong_phase"),
    ("giving an open game a clock", Ann, "open", r#"{"type": "give_clock", "id": "x"}"#, 409, "wrong_phase"),
    ("giving a finished game a clock", Ann, "finished", r#"{"type": "give_clock", "id": "x"}"#, 409, "wrong_phase"),
    ("giving somebody else's game a clock", Carl, "playing", r#"{"type": "give_clock", "id": "x"}"#, 403, "not_a_player"),
    ("claiming a win too soon", Ann, "timed", r#"{"type": "claim", "id": "x", "outcome": "win"}"#, 422, "opponent_not_away"),
    ("claiming an abort too soon, without a clock", Ben, "playing", r#"{"type": "claim", "id": "x", "outcome": "abort"}"#, 422, "opponent_not_away"),
    ("claiming in a pause", Ann, "paused", r#"{"type": "claim", "id": "x", "outcome": "win"}"#, 409, "paused"),
    ("claiming where a move has a day", Ann, "days", r#"{"type": "claim", "id": "x", "outcome": "win"}"#, 422, "not_claimable"),
    ("claiming before the first move", Ann, "one_point", r#"{"type": "claim", "id": "x", "outcome": "abort"}"#, 422, "not_claimable"),
    ("claiming while dead stones are agreed on", Ann, "scoring", r#"{"type": "claim", "id": "x", "outcome": "win"}"#, 409, "wrong_phase"),
    ("claiming an open game", Ann, "open", r#"{"type": "claim", "id": "x", "outcome": "abort"}"#, 409, "wrong_phase"),
    ("claiming a finished game", Ann, "finished", r#"{"type": "claim", "id": "x", "outcome": "win"}"#, 409, "wrong_phase"),
    ("claiming somebody else's game", Carl, "timed", r#"{"type": "claim", "id": "x", "outcome": "win"}"#, 403, "not_a_player"),
    ("declining what is kept for somebody else", Carl, "kept", r#"{"type": "abort", "id": "x"}"#, 403, "not_a_player"),
    ("a last pass that makes dead stones alive", Ben, "last_pass", r#"{"type": "pass", "id": "x", "turn": 18}"#, 422, "pass_needs_confirmation"),
];
