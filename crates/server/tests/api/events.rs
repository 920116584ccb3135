//! Events over REST: lists, and streams that stay open.

use reqwest::header::ACCEPT;
use serde_json::{Value, json};

use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, on_both_databases, on_sqlite_and_long_on_postgres};
use crate::stream::{NDJSON, Reader, SSE};
use crate::table::Table;

on_both_databases! {
    a_list_begins_above_a_number
}

on_sqlite_and_long_on_postgres! {
    lines_come_as_events_happen_and_end_with_the_game
    server_sent_events_go_on_from_the_last_id
    a_stream_of_a_finished_game_ends_at_once
}

async fn a_list_begins_above_a_number(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({})).await;
    table.moves("Q16 D4 pass").await;
    let all = table.white.events(&table.game).await;
    let numbers: Vec<u64> = all.iter().map(|event| event["seq"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [1, 2, 3, 4]);
    assert!(all.is_sorted_by_key(|event| event["at"].as_i64().unwrap()));
    for (query, first) in [("?since=0", 0), ("?since=2", 2), ("?since=4", 4), ("?since=4294967295", 4)] {
        let list = table.white.get(&format!("/games/{}/events{query}", table.game)).await.ok();
        assert_eq!(list, json!({"events": all[first..], "seq": 4}), "{query}");
    }
    // The snapshot is what the events add up to.
    let snapshot = table.snapshot().await;
    let last = &all[3]["state"];
    for field in ["phase", "turn", "to_move", "prisoners", "illegal", "scoring", "resumptions_left", "result"]
    {
        assert_eq!(last[field], snapshot[field], "{field}");
    }
    assert_eq!((&snapshot["seq"], &snapshot["updated_at"]), (&json!(4), &all[3]["at"]));
    table.black.get("/games/0000000000000000/events").await.refused(404, "no_such_game");
}

async fn lines_come_as_events_happen_and_end_with_the_game(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({})).await;
    table.moves("Q16").await;
    let response = table.black.stream(&table.game, "", NDJSON).await;
    assert_eq!(response.headers()["content-type"], NDJSON);
    let mut own = Reader::new(response);
    let mut strange = Reader::new(Visitor::stranger(&server).stream(&table.game, "?since=1", NDJSON).await);
    assert_eq!(own.line().await.unwrap()["type"], "joined");
    for turn in 0..3 {
        if turn > 0 {
            table.moves("pass").await;
        }
        let (event, seen) = (own.line().await.unwrap(), strange.line().await.unwrap());
        assert_eq!((&event["seq"], &seen["seq"]), (&json!(turn + 2), &json!(turn + 2)));
        // Black moves in the even turns.
        let id = if turn % 2 == 0 { json!(format!("c-{}", turn + 1)) } else { Value::Null };
        assert_eq!((&event["command"], &seen["command"]), (&id, &Value::Null));
    }
    table.does("white", json!({"type": "resign"})).await.ok();
    for stream in [&mut own, &mut strange] {
        assert_eq!(stream.line().await.unwrap()["type"], "resigned");
        assert_eq!(stream.line().await, None);
    }
}

async fn server_sent_events_go_on_from_the_last_id(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({})).await;
    table.moves("Q16 D4").await;
    let response = table.white.stream(&table.game, "?since=2", SSE).await;
    assert!(response.headers()["content-type"].to_str().unwrap().starts_with(SSE));
    let mut stream = Reader::new(response);
    let (id, event) = stream.message().await.unwrap();
    assert_eq!((id, &event), (3, &table.white.events(&table.game).await[2]));
    table.moves("C3").await;
    assert_eq!(stream.message().await.unwrap().0, 4);
    drop(stream);

    // A browser that lost the connection says where it was.
    table.moves("C4").await;
    let path = format!("/api/v1/games/{}/events", table.game);
    let request =
        table.white.request(reqwest::Method::GET, &path).header(ACCEPT, SSE).header("last-event-id", "4");
    let mut stream = Reader::new(request.send().await.unwrap());
    assert_eq!(stream.message().await.unwrap().0, 5);
    table.moves("C5").await;
    assert_eq!(stream.message().await.unwrap().0, 6);
    table.does("black", json!({"type": "resign"})).await.ok();
    assert_eq!(stream.message().await.unwrap().1["type"], "resigned");
    assert_eq!(stream.message().await, None);

    let request =
        table.white.request(reqwest::Method::GET, &path).header(ACCEPT, SSE).header("last-event-id", "x");
    Answer::read(request.send().await.unwrap()).await.refused(400, "malformed");
}

async fn a_stream_of_a_finished_game_ends_at_once(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({})).await;
    table.does("black", json!({"type": "resign"})).await.ok();
    for (query, count) in [("", 2), ("?since=1", 1), ("?since=2", 0), ("?since=99", 0)] {
        let mut lines = Reader::new(table.white.stream(&table.game, query, NDJSON).await);
        let messages = table.white.stream(&table.game, query, SSE).await;
        // A browser reconnects after the end of a stream, unless it is told that there is no content.
        assert_eq!(messages.status(), if count == 0 { 204 } else { 200 }, "{query}");
        let mut messages = Reader::new(messages);
        for _ in 0..count {
            assert_eq!(lines.line().await, messages.message().await.map(|(_, event)| event));
        }
        assert_eq!((lines.line().await, messages.message().await), (None, None), "{query}");
    }
}
