//! Readers that do not keep up: they are told from where to catch up, and miss nothing.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::time::timeout;

use crate::rest::Visitor;
use crate::server::{Database, Server, on_sqlite_and_long_on_postgres};
use crate::socket::{Socket, narrow, url};
use crate::table::Table;

const PATIENCE: Duration = Duration::from_mins(1);

on_sqlite_and_long_on_postgres! {
    a_slow_reader_is_told_where_to_catch_up
}

/// Black's points on a board of 25 by 25: all but every second one of every second row, so that more and more points
/// are forbidden to White, and each event that tells which they are is longer than the one before.
pub(crate) fn points() -> impl Iterator<Item = String> {
    let columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ".char_indices();
    (1..=25).flat_map(move |row| {
        let stones = columns.clone().filter(move |(column, _)| row % 2 == 1 || column % 2 == 0);
        stones.map(move |(_, letter)| format!("{letter}{row}"))
    })
}

async fn a_slow_reader_is_told_where_to_catch_up(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({"board": {"width": 25, "height": 25}})).await;
    let game = table.game.clone();

    let mut slow = Socket::narrow(url(&server), server.address()).await.unwrap();
    assert_eq!(slow.next().await["type"], "hello");
    let mut log = slow.subscribe_since(&game, 0).await;
    assert_eq!(log.len(), 1);
    // HTTP/1.0 is answered in one piece that ends with the connection.
    let mut lines = narrow(server.address()).unwrap();
    let request = format!("GET /api/v1/games/{game}/events HTTP/1.0\r\nAccept: application/x-ndjson\r\n\r\n");
    lines.write_all(request.as_bytes()).await.unwrap();
    let mut own = narrow(server.address()).unwrap();
    let token = table.black.token.clone().unwrap();
    let request = format!(
        "GET /api/v1/me/stream HTTP/1.0\r\nAccept: application/x-ndjson\r\nAuthorization: Bearer {token}\r\n\r\n"
    );
    own.write_all(request.as_bytes()).await.unwrap();
    let mut quick = Socket::open(&server, &Visitor::stranger(&server)).await;
    quick.subscribe(&game).await;

    // Far more than the 256 events that wait for one reader and the system's buffers hold, while only one reads.
    let mut kept_up = Vec::new();
    for (at, seq) in points().take(440).zip((2..).step_by(2)) {
        table.moves(&format!("{at} pass")).await;
        kept_up.extend([quick.event(&game, seq).await, quick.event(&game, seq + 1).await]);
    }
    table.does("white", json!({"type": "resign"})).await.ok();
    kept_up.push(quick.event(&game, 882).await);
    let all = Visitor::stranger(&server).events(&game).await;
    assert_eq!(all.len(), 882);

    // Up to the number that `lagged` names there is no gap, and after it there is nothing.
    let lagged = loop {
        let frame = slow.next().await;
        match frame["type"].as_str().unwrap() {
            "event" => log.push(frame["event"].clone()),
            "lagged" => break frame,
            other => panic!("{other}"),
        }
        assert!(log.len() < all.len(), "the reader was not slow enough");
    };
    assert_eq!(lagged, json!({"type": "lagged", "game": game, "seq": log.len()}));
    println!("{database:?}: a slow reader was cut off after {} of {} events", log.len(), all.len());
    log.extend(slow.subscribe_since(&game, log.len() as u64).await);
    assert_eq!(log, all);
    // The one that kept up was told everything.
    assert_eq!(kept_up, all[1..]);

    // A stream catches up by itself.
    let mut answer = String::new();
    timeout(PATIENCE, lines.read_to_string(&mut answer))
        .await
        .expect("the stream ends with the game")
        .unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.0 200"), "{head}");
    let streamed: Vec<Value> = body.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(streamed, all);

    // So does a stream of games: it leaves out states that are over, and never the last one.
    let mut lines = BufReader::new(own).lines();
    while !timeout(PATIENCE, lines.next_line()).await.unwrap().unwrap().unwrap().is_empty() {}
    let (mut told, mut seq) = (0, 0);
    loop {
        let line = timeout(PATIENCE, lines.next_line()).await.expect("the stream goes on").unwrap().unwrap();
        if line.is_empty() {
            continue;
        }
        let line: Value = serde_json::from_str(&line).unwrap();
        assert!(line["seq"].as_i64().unwrap() > seq, "{line}");
        (seq, told) = (line["seq"].as_i64().unwrap(), told + 1);
        if line["type"] == "finished" {
            assert_eq!(line["game"]["seq"], 882);
            break;
        }
    }
    println!("{database:?}: {told} lines told a slow reader of {} events", all.len());
}
