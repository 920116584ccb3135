//! Streams of games: of a player's own, of the lobby, of the top. Each goes on from a number.

mod live;
mod own;

use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeMap;

use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, on_both_databases, once};
use crate::stream::{NDJSON, Reader, SSE};
use crate::table::Table;

on_both_databases! {
    a_silent_stream_gives_signs_of_life
    bad_numbers_and_strangers_are_refused
}

once! {
    streams_show_what_another_server_does
}

/// The games that a reader of a player's own games knows.
#[derive(Debug, Default, Clone, PartialEq)]
struct Known(BTreeMap<String, Value>);

impl Known {
    /// Takes a line up as a client does. Answers whether there was anything new in it.
    fn take(&mut self, line: &Value) -> bool {
        let mut news = false;
        let games = match line["games"].as_array() {
            Some(games) => games.clone(),
            None => vec![line["game"].clone()],
        };
        for game in games {
            let id = game["id"].as_str().unwrap().to_owned();
            news |= self.0.insert(id, game.clone()).is_none_or(|known| known["seq"] != game["seq"]);
        }
        news
    }
}

fn kind(line: &Value) -> &str {
    line["type"].as_str().unwrap()
}

fn seq(line: &Value) -> i64 {
    line["seq"].as_i64().unwrap()
}

/// The type of the next line, and the phase of its game.
async fn next(stream: &mut Reader) -> (String, String, Value) {
    let line = stream.line().await.unwrap();
    (kind(&line).to_owned(), line["game"]["phase"].as_str().unwrap_or_default().to_owned(), line)
}

async fn own(player: &Visitor, query: &str) -> Reader {
    Reader::new(player.open(&format!("/me/stream{query}"), NDJSON).await)
}

/// Reads on until exactly these games are news, each of this type. What was told shortly before the number may be told
/// again, as it was.
async fn news(
    stream: &mut Reader,
    known: &mut Known,
    mut number: i64,
    expected: &[(&String, &str)],
) -> Value {
    let mut told = BTreeMap::new();
    loop {
        let line = stream.line().await.unwrap();
        assert!(seq(&line) > number, "{line} after {number}");
        number = seq(&line);
        if known.take(&line) {
            let again = told.insert(line["game"]["id"].as_str().unwrap().to_owned(), kind(&line).to_owned());
            assert_eq!(again, None, "told twice: {line}");
        }
        if told.len() == expected.len() {
            let expected = expected.iter().map(|(game, kind)| ((*game).clone(), (*kind).to_owned()));
            assert_eq!(told, expected.collect());
            return line;
        }
    }
}

async fn a_silent_stream_gives_signs_of_life(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({"private": true})).await;
    let events = format!("/games/{}/events?since=1", table.game);
    let mut streams = Vec::new();
    for path in ["/me/stream", "/lobby/stream", "/top/stream", &events] {
        for media_type in [NDJSON, SSE] {
            let mut stream = Reader::new(table.black.open(path, media_type).await);
            if path != events {
                stream.next(media_type).await.unwrap();
            }
            streams.push((path, media_type, stream));
        }
    }
    for (path, media_type, stream) in &mut streams {
        stream.heartbeat(media_type).await;
        assert_eq!(stream.heartbeats, 1, "{path}, {media_type}");
    }
    // And they go on.
    table.moves("Q16").await;
    for (path, media_type, stream) in &mut streams {
        if path.starts_with("/me") || *path == events {
            stream.next(media_type).await.unwrap();
        }
    }
}

async fn bad_numbers_and_strangers_are_refused(database: Database) {
    let server = Server::start(database).await;
    let (stranger, ann) = (Visitor::stranger(&server), Visitor::guest(&server, "Ann").await);
    stranger.get("/me/stream").await.refused(401, "unauthenticated");
    let player = ann.with_token(&["play"]).await;
    assert_eq!(player.get("/me/stream").await.refused(403, "insufficient_scope"), json!({"scope": "read"}));
    for path in ["/me/stream", "/lobby/stream", "/top/stream"] {
        for query in ["?since=x", "?since=1.5", "?from=1", "?since=1&since=2"] {
            ann.get(&format!("{path}{query}")).await.refused(400, "malformed");
        }
        let request = ann.request(Method::GET, &format!("/api/v1{path}")).header("last-event-id", "x");
        Answer::read(request.send().await.unwrap()).await.refused(400, "malformed");
        ann.post(path, json!({})).await.refused(405, "method_not_allowed");
    }
}

/// Two servers on one Postgres: what happens at one shows at the other within some seconds.
async fn streams_show_what_another_server_does() {
    let here = Server::start(Database::Postgres).await;
    let there = Server::on(here.data().clone(), "127.0.0.1:0".parse().unwrap(), &[]).await;
    let (ann, ben) = (Visitor::guest(&here, "Ann").await, Visitor::guest(&here, "Ben").await);
    let visitor = Visitor::stranger(&there);
    let mut mine = own(&ben.at(&there), "").await;
    let mut lobby = Reader::new(visitor.open("/lobby/stream", NDJSON).await);
    let mut top = Reader::new(visitor.open("/top/stream", NDJSON).await);
    let mut number = seq(&mine.line().await.unwrap());
    let mut known = Known::default();

    let offer = ann.new_game(json!({"opponent": ben.id, "color": "black"})).await;
    let game = offer["id"].as_str().unwrap().to_owned();
    number = seq(&news(&mut mine, &mut known, number, &[(&game, "offered")]).await);
    ben.join(&game).await.ok();
    number = seq(&news(&mut mine, &mut known, number, &[(&game, "started")]).await);
    ann.command(&game, json!({"type": "play", "id": "1", "turn": 0, "at": "Q16"})).await.ok();
    number = seq(&news(&mut mine, &mut known, number, &[(&game, "changed")]).await);
    let shows = |line: &Value, moves: u64| {
        line["games"]
            .as_array()
            .unwrap()
            .iter()
            .any(|shown| shown["id"] == game && shown["move_count"] == moves)
    };
    for stream in [&mut lobby, &mut top] {
        while !shows(&stream.line().await.unwrap(), 1) {}
    }
    // A number means the same at the first server.
    ben.command(&game, json!({"type": "resign", "id": "2"})).await.ok();
    let mut mine_here = own(&ben, &format!("?since={number}")).await;
    news(&mut mine_here, &mut known.clone(), number, &[(&game, "finished")]).await;
    news(&mut mine, &mut known, number, &[(&game, "finished")]).await;
    while lobby.line().await.unwrap()["removed"] != json!([game]) {}
    while top.line().await.unwrap()["order"] != json!([]) {}
}
