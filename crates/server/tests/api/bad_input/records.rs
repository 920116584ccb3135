//! Files that are no records, and records that are not there or somebody else's.

use reqwest::Method;

use super::stage::Who::{self, Ann, Ben, Stranger};
use super::{Attempt, Request, Row};

const SGF: &str = "application/x-go-sgf";
const RECORDS: &str = "/api/v1/records";
const SOUND: &str = "(;SZ[9];B[ee])";

pub(super) fn rows() -> Vec<Row> {
    let file = |name, body: &[u8]| row(name, bring(Ann, SGF, body), 422, "unreadable_record");
    let mut rows = vec![
        row("a record without a token", bring(Stranger, SGF, SOUND.as_bytes()), 401, "unauthenticated"),
        row("a record as JSON", bring(Ann, "application/json", b"{}"), 415, "unsupported_media_type"),
        row("a record as a page", bring(Ann, "text/html", SOUND.as_bytes()), 415, "unsupported_media_type"),
        row("a record over the limit", bring(Ann, SGF, &vec![b' '; (1 << 20) + 1]), 413, "too_large"),
        row("a record from a foreign page", foreign(), 403, "foreign_origin"),
        row("a record with options", with_query("private=true"), 400, "malformed"),
        row("a record in no encoding", with_query("encoding=klingon"), 400, "malformed"),
        row("a record in another encoding", with_query("encoding=UTF-16LE"), 422, "unreadable_record"),
        file("a record of nothing", b" "),
        file("a record of chess", b"(;GM[2])"),
        file("a record on no board", b"(;SZ[53])"),
        file("a record on too large a board", b"(;SZ[26])"),
        file("a record with a move that is none", b"(;SZ[9];B[E])"),
        file("a record with bytes that mean nothing", b"\xff\xfe(\0;\0C\0[\0\0\xdc]\0)\0"),
        file("a record of too many games", "(;SZ[1])".repeat(501).as_bytes()),
        file("a record of too many nodes", format!("({})", ";".repeat(50_001)).as_bytes()),
        file(
            "a record that marks too many points",
            format!("(;SZ[25]{})", ";TR[aa:yy]".repeat(420)).as_bytes(),
        ),
        file(
            "a record of a node with too many moves",
            format!("(;SZ[9]B{})", "[]".repeat(500_000)).as_bytes(),
        ),
        file(
            "records that mark too many points together",
            format!("(;SZ[25]{})", ";TR[aa:yy]".repeat(10)).repeat(50).as_bytes(),
        ),
        file("records whose captures take too long to find together", short_searches().as_bytes()),
        file("a record that captures too many points", captures().as_bytes()),
        file("a record whose captures take too long to find", searches().as_bytes()),
    ];
    for (name, method, path, who, status, code) in ADDRESSES {
        let request = Request {
            by: *who,
            method: method.clone(),
            path: (*path).to_owned(),
            headers: Vec::new(),
            body: Vec::new(),
        };
        rows.push(row(name, request, *status, code));
    }
    rows
}

const ADDRESSES: &[(&str, Method, &str, Who, u16, &str)] = &[
    ("no record", Method::GET, "/api/v1/records/0000000000000000", Stranger, 404, "no_such_record"),
    ("the id of a record that is none", Method::GET, "/api/v1/records/x", Stranger, 404, "no_such_record"),
    (
        "the file of no record",
        Method::GET,
        "/api/v1/records/0000000000000000/sgf",
        Ann,
        404,
        "no_such_record",
    ),
    (
        "the bytes of no record",
        Method::GET,
        "/api/v1/records/0000000000000000/original",
        Ann,
        404,
        "no_such_record",
    ),
    (
        "the upload of no record",
        Method::GET,
        "/api/v1/records/0000000000000000/upload",
        Ann,
        404,
        "no_such_record",
    ),
    (
        "another's record in another encoding",
        Method::GET,
        "/api/v1/records/{record}/reading?encoding=Big5",
        Ben,
        403,
        "not_the_owner",
    ),
    (
        "a record in no encoding again",
        Method::GET,
        "/api/v1/records/{record}/reading?encoding=klingon",
        Ann,
        400,
        "malformed",
    ),
    ("a game as a record", Method::GET, "/api/v1/records/{playing}", Stranger, 404, "no_such_record"),
    ("nobody's records", Method::GET, RECORDS, Stranger, 401, "unauthenticated"),
    ("records behind no cursor", Method::GET, "/api/v1/records?cursor=next", Ann, 400, "malformed"),
    ("a page of no records", Method::GET, "/api/v1/records?limit=0", Ann, 400, "malformed"),
    ("an unknown field of records", Method::GET, "/api/v1/records?player=x", Ann, 400, "malformed"),
    (
        "removing nobody's record",
        Method::DELETE,
        "/api/v1/records/0000000000000000",
        Ann,
        404,
        "no_such_record",
    ),
    (
        "removing a record as nobody",
        Method::DELETE,
        "/api/v1/records/{record}",
        Stranger,
        401,
        "unauthenticated",
    ),
    ("removing another's record", Method::DELETE, "/api/v1/records/{record}", Ben, 403, "not_the_owner"),
    ("changing a record", Method::PUT, "/api/v1/records/{record}", Ann, 405, "method_not_allowed"),
];

fn row(name: &'static str, request: Request, status: u16, code: &'static str) -> Row {
    Row { name, attempt: Attempt::Request(request), status, code }
}

fn bring(by: Who, media_type: &str, body: &[u8]) -> Request {
    let headers = vec![("content-type", media_type.to_owned())];
    Request { by, method: Method::POST, path: RECORDS.to_owned(), headers, body: body.to_vec() }
}

fn foreign() -> Request {
    let mut request = bring(Ann, SGF, SOUND.as_bytes());
    request.headers.push(("origin", "http://elsewhere.example".to_owned()));
    request
}

fn with_query(query: &str) -> Request {
    Request { path: format!("{RECORDS}?{query}"), ..bring(Ann, SGF, SOUND.as_bytes()) }
}

/// Thousands of variations, each of which takes a whole board.
fn captures() -> String {
    format!("(;SZ[25]AB[aa:yx][ay:xy]AE[ya]AW[yy]{})", "(;W[ya])".repeat(1_000))
}

/// Thousands of moves, before each of which a chain of hundreds of stones must be searched for its last liberty.
fn searches() -> String {
    searching(20_000)
}

/// As many moves in games none of which takes long.
fn short_searches() -> String {
    searching(400).repeat(50)
}

fn searching(moves: usize) -> String {
    format!("(;SZ[25]AB[aa:yx][ay:xy]AE[ya]{})", ";W[yy]".repeat(moves))
}
