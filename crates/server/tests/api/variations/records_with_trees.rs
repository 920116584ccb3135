//! Records with trees beside them, as files: brought back, they show the game and the tree.

use reqwest::Method;
use reqwest::header::ACCEPT;
use serde_json::{Value, json};

use super::{address, change};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, on_both_databases};
use crate::table::Table;

on_both_databases! {
    the_record_of_a_game_has_the_tree_beside_it
    a_kept_record_has_the_tree_beside_it
}

const SGF: &str = "application/x-go-sgf";

/// The record at an address, by either way to ask for it.
async fn file(visitor: &Visitor, path: &str) -> String {
    let by_header = visitor.request(Method::GET, &format!("/api/v1{path}")).header(ACCEPT, SGF);
    let by_header = Answer::read(by_header.send().await.unwrap()).await;
    let by_address = visitor.get(&format!("{path}/sgf")).await;
    for answer in [&by_header, &by_address] {
        assert_eq!((answer.status, answer.header("cache-control")), (200, "private, no-cache"));
        assert!(answer.header("content-type").starts_with(SGF));
        assert!(answer.header("content-disposition").ends_with("variations.sgf\""));
    }
    assert_eq!(by_header.text(), by_address.text());
    by_address.text().to_owned()
}

/// The nodes of a file that is brought back.
async fn nodes(visitor: &Visitor, file: &str) -> Vec<Value> {
    let brought = visitor.bring(file.as_bytes()).await.ok();
    let id = brought["records"][0]["id"].as_str().unwrap();
    visitor.get(&format!("/records/{id}")).await.ok()["nodes"].as_array().unwrap().clone()
}

fn moves(nodes: &[Value]) -> Vec<(Value, &str, &str)> {
    nodes
        .iter()
        .map(|node| {
            let at = node["move"]["at"].as_str().unwrap_or("-");
            (node["parent"].clone(), at, node["comment"].as_str().unwrap_or_default())
        })
        .collect()
}

async fn the_record_of_a_game_has_the_tree_beside_it(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({"board": {"width": 4, "height": 3}})).await;
    table.moves("B2 C2").await;
    let turn = table.turn();
    table.does("white", json!({"type": "undo", "turn": turn})).await.ok();
    let request = table.seq;
    table.does("black", json!({"type": "undo_accept", "request": request})).await.ok();
    table.moves("C3").await;
    let (game, zoe) = (&table.game, Visitor::guest(&server, "Zoe").await);
    let changes = json!([
        {"id": "a", "from": {"move": 1, "event": 5}, "move": "C1", "words": "quieter [so]"},
        {"id": "b", "from": {"move": 2, "event": 3}, "move": "A1", "marks": {"labels": [["A1", "a:b"]]}},
        {"id": "c", "from": {"move": 2, "event": 6}, "words": "end"},
    ]);
    change(&zoe, game, changes).await.ok();
    let file = file(&zoe, &address(game)).await;
    let nodes = nodes(&zoe, &file).await;
    let expected = [
        (Value::Null, "-", ""),
        (json!(0), "B2", ""),
        (json!(1), "C3", ""),
        // The main line ends where the game does.
        (json!(2), "-", ""),
        (json!(2), "-", "end"),
        // The move that was taken back, because something hangs on it.
        (json!(1), "C2", ""),
        (json!(5), "A1", ""),
        (json!(1), "C1", "quieter [so]"),
    ];
    assert_eq!(moves(&nodes), expected, "{file}");
    assert_eq!(nodes[6]["marks"], json!({"labels": [["A1", "a:b"]]}));
    // Without a tree it is the record of the game; and its players see none while they play.
    let other = Visitor::guest(&server, "Yan").await;
    let record = other.get(&format!("/games/{game}/sgf")).await.text().to_owned();
    assert_eq!(other.get(&format!("{}/sgf", address(game))).await.text(), record);
    table.black.get(&format!("{}/sgf", address(game))).await.refused(403, "not_during_the_game");
    Visitor::stranger(&server).get(&format!("{}/sgf", address(game))).await.refused(401, "unauthenticated");
}

async fn a_kept_record_has_the_tree_beside_it(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let brought = ann.bring(b"(;SZ[3]XY[as it was];B[aa](;W[bb]C[own])(;W[cc]))").await.ok();
    let record = brought["records"][0]["id"].as_str().unwrap();
    let path = format!("/records/{record}/variations");
    let zoe = Visitor::guest(&server, "Zoe").await;
    let changes = json!({"changes": [
        {"id": "a", "from": {"node": 1}, "move": "B1", "marks": {"circle": ["B1"]}, "words": "two\nlines"},
        {"id": "b", "from": {"node": 2}, "move": "C1"},
    ]});
    zoe.patch(&path, changes).await.ok();
    let file = file(&zoe, &path).await;
    assert!(file.contains("XY[as it was]"), "{file}");
    let nodes = nodes(&zoe, &file).await;
    let expected = [
        (Value::Null, "-", ""),
        (json!(0), "A3", ""),
        (json!(1), "B2", "own"),
        (json!(2), "-", ""),
        (json!(2), "C1", ""),
        (json!(1), "C1", ""),
        (json!(1), "B1", "two\nlines"),
    ];
    assert_eq!(moves(&nodes), expected, "{file}");
    assert_eq!(nodes[6]["marks"], json!({"circle": ["B1"]}));
    ann.get("/records/0000000000000000/variations/sgf").await.refused(404, "no_such_record");
}
