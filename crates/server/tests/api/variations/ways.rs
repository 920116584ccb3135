//! Lines that are tried move by move, of which the server remembers the way.

use serde_json::{Value, json};

use super::{change, tree};
use crate::rest::{Answer, Visitor};
use crate::server::{Data, Database, Server, on_both_databases};
use crate::table::Table;

on_both_databases! {
    each_move_is_judged_behind_those_before_it
    a_way_that_is_cut_leads_nowhere
}

async fn open(server: &Server) -> (Visitor, String) {
    let table = Table::new(server, json!({"board": {"width": 4, "height": 3}})).await;
    (Visitor::guest(server, "Zoe").await, table.game)
}

/// A move behind another one, by its id; the first one hangs on the game's beginning.
async fn tries(zoe: &Visitor, game: &str, id: &str, parent: Option<&str>, at: &str) -> Answer {
    let place = match parent {
        None => json!({"id": id, "move": at, "from": {"move": 0, "event": 1}}),
        Some(parent) => json!({"id": id, "move": at, "parent": parent}),
    };
    change(zoe, game, json!([place])).await
}

async fn each_move_is_judged_behind_those_before_it(database: Database) {
    let server = Server::start(database).await;
    let (zoe, game) = open(&server).await;
    tries(&zoe, &game, "a", None, "black:A2").await.ok();
    tries(&zoe, &game, "b", Some("a"), "white:A1").await.ok();
    let taken = tries(&zoe, &game, "c", Some("b"), "black:B1").await.ok();
    assert_eq!(taken["captured"], json!({"c": ["A1"]}));
    // A word for the last move, and the next one behind it.
    change(&zoe, &game, json!([{"id": "c", "words": "taken"}])).await.ok();
    let refused = tries(&zoe, &game, "d", Some("c"), "white:A1").await;
    assert_eq!(refused.refused(422, "illegal_move")["node"], "d");
    tries(&zoe, &game, "d", Some("c"), "white:C2").await.ok();
    // Another line from the middle, and one that comes twice.
    let branch = tries(&zoe, &game, "e", Some("b"), "black:C2").await.ok();
    assert_eq!(branch["captured"], json!({}));
    tries(&zoe, &game, "e", Some("b"), "black:C2").await.ok();
    tries(&zoe, &game, "f", Some("d"), "black:C2").await.refused(422, "illegal_move");
    let nodes = tree(&zoe, &game).await["nodes"].as_array().unwrap().clone();
    let words: Vec<&Value> = nodes.iter().map(|node| &node["words"]).collect();
    assert_eq!(words, [&Value::Null, &Value::Null, &json!("taken"), &Value::Null, &Value::Null]);
}

async fn a_way_that_is_cut_leads_nowhere(database: Database) {
    let (data, anywhere) = (Data::new(database).await, "127.0.0.1:0".parse().unwrap());
    let server = Server::on(data.clone(), anywhere, &[]).await;
    let (zoe, game) = open(&server).await;
    // On Postgres another server may have cut it.
    let other = match database {
        Database::Postgres => Some(Server::on(data, anywhere, &[]).await),
        Database::Sqlite => None,
    };
    let elsewhere = zoe.at(other.as_ref().unwrap_or(&server));
    tries(&zoe, &game, "a", None, "black:A2").await.ok();
    tries(&zoe, &game, "b", Some("a"), "white:A1").await.ok();
    change(&elsewhere, &game, json!([{"id": "b", "gone": true}])).await.ok();
    let refused = tries(&zoe, &game, "c", Some("b"), "black:B1").await;
    assert_eq!(refused.refused(404, "no_such_node")["missing"], "b");
    // The same name, and another move: nothing is taken now.
    tries(&elsewhere, &game, "b", Some("a"), "white:C3").await.ok();
    let behind = tries(&zoe, &game, "c", Some("b"), "black:B1").await.ok();
    assert_eq!(behind["captured"], json!({}));
    tries(&zoe, &game, "d", Some("c"), "white:A1").await.refused(422, "illegal_move");
}
