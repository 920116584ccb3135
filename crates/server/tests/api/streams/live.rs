//! The lobby, and the games at which most people look.

use reqwest::Method;
use reqwest::header::ACCEPT;
use serde_json::{Value, json};
use std::collections::BTreeMap;

use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases};
use crate::socket::Socket;
use crate::stream::{NDJSON, Reader, SSE};
use crate::table::Table;

use super::{Known, kind};

on_both_databases! {
    the_lobby_goes_on_from_a_number
    the_top_shows_each_position
    many_connections_from_one_address_make_no_crowd
    a_player_does_not_watch_the_own_game
}

/// The lobby as a reader of its stream knows it.
fn take_lobby(known: &mut Known, line: &Value) {
    if kind(line) == "lobby" {
        known.0.clear();
    }
    known.take(line);
    for gone in line["removed"].as_array().into_iter().flatten() {
        known.0.remove(gone.as_str().unwrap());
    }
}

async fn the_lobby_goes_on_from_a_number(database: Database) {
    let mut server = Server::start(database).await;
    let visitor = Visitor::stranger(&server);
    let ann = Visitor::guest(&server, "Ann").await;
    let mut stream = Reader::new(visitor.open("/lobby/stream", SSE).await);
    let (mut known, mut last) = (Known::default(), Value::Null);
    let mut table = Table::new(&server, json!({})).await;
    table.moves("Q16").await;
    let off = ann.new_game(json!({})).await;
    let knows = |known: &Known, moves: u64, count: usize| {
        known.0.len() == count && known.0.get(&table.game).is_some_and(|game| game["move_count"] == moves)
    };
    while !knows(&known, 1, 2) {
        let (id, line) = stream.message().await.unwrap();
        assert_eq!(json!(id), line["seq"]);
        take_lobby(&mut known, &line);
        last = line;
    }
    drop(stream);

    // Missed: a move, a new game, and one that goes.
    let new = ann.new_game(json!({"komi": 0.5})).await;
    ann.command(off["id"].as_str().unwrap(), json!({"type": "abort", "id": "no"})).await.ok();
    let turn = json!({"type": "play", "id": "m", "turn": 1, "at": "D4"});
    table.white.command(&table.game, turn).await.ok();
    let mut seen = last;
    let request = visitor.request(Method::GET, "/api/v1/lobby/stream");
    let request = request.header(ACCEPT, SSE).header("last-event-id", seen["seq"].to_string());
    let mut stream = Reader::new(request.send().await.unwrap());
    while !(knows(&known, 2, 2) && known.0.contains_key(new["id"].as_str().unwrap())) {
        let (_, line) = stream.message().await.unwrap();
        assert_eq!(kind(&line), "lobby_update");
        assert!(line["seq"].as_u64() > seen["seq"].as_u64());
        take_lobby(&mut known, &line);
        seen = line;
    }
    // One line leads from any number of this process to the same; and without one there is all of it.
    let all = visitor.get("/lobby").await.ok();
    assert_eq!((kind(&all), &all["seq"], all["games"].as_array().unwrap().len()), ("lobby", &seen["seq"], 2));
    assert!(
        all["games"].as_array().unwrap().iter().all(|game| known.0[game["id"].as_str().unwrap()] == *game)
    );
    // Nothing has happened since, so nothing comes before the next change.
    let mut late = Reader::new(visitor.open(&format!("/lobby/stream?since={}", seen["seq"]), NDJSON).await);
    ann.command(new["id"].as_str().unwrap(), json!({"type": "abort", "id": "no"})).await.ok();
    assert_eq!(late.line().await.unwrap()["removed"], json!([new["id"]]));

    // A server that stops ends its streams. Another process has other numbers.
    assert!(server.stop().await.success());
    assert_eq!(late.line().await, None);
    server.start_again().await;
    let path = format!("/lobby/stream?since={}", seen["seq"]);
    let line = Reader::new(visitor.open(&path, NDJSON).await).line().await.unwrap();
    assert_eq!((kind(&line), &line["games"][0]["id"]), ("lobby", &json!(table.game)));
}

async fn the_top_shows_each_position(database: Database) {
    let server = Server::start(database).await;
    let visitor = Visitor::stranger(&server);
    let mut first = Table::new(&server, json!({})).await;
    first.moves("Q16 D4 Q4").await;
    let second = Table::new(&server, json!({})).await;
    let hidden = Table::new(&server, json!({"private": true})).await;
    let mut looks = Socket::open(&server, &visitor).await;
    looks.subscribe(&hidden.game).await;
    let mut stream = Reader::new(visitor.open("/top/stream", NDJSON).await);
    // By moves, as long as nobody watches.
    let order = |ids: &[&str]| json!(ids);
    let mut told = Vec::new();
    let mut seen = loop {
        let line = stream.line().await.unwrap();
        let ids = match kind(&line) {
            "top" => json!(
                line["games"].as_array().unwrap().iter().map(|game| game["id"].clone()).collect::<Vec<_>>()
            ),
            _ => line["order"].clone(),
        };
        told.push(ids.clone());
        if ids == order(&[&first.game, &second.game]) {
            break line;
        }
    };
    // Each position is told.
    for (number, at) in ["D16", "C3", "R14"].iter().enumerate() {
        first.moves(at).await;
        seen = stream.line().await.unwrap();
        let games = seen["games"].as_array().unwrap();
        assert_eq!(
            (kind(&seen), games.len(), &games[0]["move_count"]),
            ("top_update", 1, &json!(number + 4))
        );
        assert_eq!((&games[0]["last_move"], &games[0]["watching"]), (&json!(at), &json!(0)));
    }
    // The watched game is first.
    looks.subscribe(&second.game).await;
    let line = stream.line().await.unwrap();
    assert_eq!(line["order"], order(&[&second.game, &first.game]));
    assert_eq!((&line["games"][0]["id"], &line["games"][0]["watching"]), (&json!(second.game), &json!(1)));
    let all = visitor.get("/top").await.ok();
    assert_eq!((kind(&all), &all["seq"], &all["games"][0]["id"]), ("top", &line["seq"], &json!(second.game)));
    drop(stream);

    // Missed changes come as one line.
    first.moves("O3 F17").await;
    let mut stream = Reader::new(visitor.open(&format!("/top/stream?since={}", seen["seq"]), NDJSON).await);
    let line = stream.line().await.unwrap();
    assert_eq!((kind(&line), &line["order"]), ("top_update", &order(&[&second.game, &first.game])));
    let moves: BTreeMap<&str, &Value> = line["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| (game["id"].as_str().unwrap(), &game["move_count"]))
        .collect();
    assert_eq!(moves, BTreeMap::from([(first.game.as_str(), &json!(8)), (second.game.as_str(), &json!(0))]));
    // A game that is over is gone at once.
    first.does("black", json!({"type": "resign"})).await.ok();
    let line = stream.line().await.unwrap();
    assert_eq!((&line["order"], &line["games"]), (&order(&[&second.game]), &json!([])));
    let other = Reader::new(visitor.open("/top/stream?since=7", NDJSON).await).line().await.unwrap();
    assert_eq!(kind(&other), "top");
}

async fn a_player_does_not_watch_the_own_game(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let game = ann.new_game(json!({})).await["id"].as_str().unwrap().to_owned();
    let mut socket = Socket::open(&server, &ben).await;
    socket.subscribe(&game).await;
    let mut other = Socket::open(&server, &Visitor::stranger(&server)).await;
    other.subscribe(&game).await;
    ben.post(&format!("/games/{game}/join"), json!({})).await.ok();
    let mut stream = Reader::new(ann.open("/top/stream", NDJSON).await);
    loop {
        let line = stream.line().await.unwrap();
        if line["games"].as_array().unwrap().iter().any(|shown| shown["id"] == game && shown["watching"] == 1)
        {
            break;
        }
    }
}

async fn many_connections_from_one_address_make_no_crowd(database: Database) {
    let server = Server::with_options(database, &["--trust-forwarded-for"]).await;
    let visitor = Visitor::stranger(&server);
    let (crowded, honest) =
        (Table::new(&server, json!({})).await.game, Table::new(&server, json!({})).await.game);
    let follow = async |game: &str, address: &str| {
        let request = visitor.request(Method::GET, &format!("/api/v1/games/{game}/events"));
        let request = request.header(ACCEPT, NDJSON).header("x-forwarded-for", address);
        let mut reader = Reader::new(request.send().await.unwrap());
        reader.line().await.unwrap();
        reader
    };
    let mut readers = Vec::new();
    for address in ["198.51.100.1", "198.51.100.2"] {
        readers.push(follow(&honest, address).await);
    }
    for _ in 0..12 {
        readers.push(follow(&crowded, "203.0.113.7").await);
    }
    let mut stream = Reader::new(visitor.open("/top/stream", NDJSON).await);
    let mut watching = BTreeMap::new();
    let expected = BTreeMap::from([(crowded.clone(), json!(12)), (honest.clone(), json!(2))]);
    // Each is shown with its connections, and the one that is watched from two places is first.
    loop {
        let line = stream.line().await.unwrap();
        let games = line["games"].as_array().unwrap();
        let known =
            games.iter().map(|game| (game["id"].as_str().unwrap().to_owned(), game["watching"].clone()));
        watching.extend(known);
        let order: Vec<&Value> = match kind(&line) {
            "top" => games.iter().map(|game| &game["id"]).collect(),
            _ => line["order"].as_array().unwrap().iter().collect(),
        };
        if watching == expected {
            assert_eq!(order, [&json!(honest), &json!(crowded)]);
            break;
        }
    }
    drop(readers);
}
