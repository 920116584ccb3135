//! Histories: the games that are found, the forms of answers, and the games that stay hidden.

mod delayed;
mod exports;
mod far_down;
mod filters;
mod one_game;
mod pages;
mod tags;
mod upgrade;

use reqwest::Method;
use reqwest::header::{ACCEPT, HeaderName};
use serde_json::{Value, json};

use crate::rest::{Answer, Visitor};
use crate::table::Table;

const NDJSON: &str = "application/x-ndjson";
const SGF: &str = "application/x-go-sgf";
const ZIP: &str = "application/zip";

/// Asks for an address of the interface with some headers.
async fn get_with(visitor: &Visitor, path: &str, headers: &[(HeaderName, &str)]) -> Answer {
    let mut request = visitor.request(Method::GET, &format!("/api/v1{path}"));
    for (name, value) in headers {
        request = request.header(name, *value);
    }
    Answer::read(request.send().await.unwrap()).await
}

/// Asks for an address of the interface in some form.
async fn get_as(visitor: &Visitor, path: &str, media_type: &str) -> Answer {
    get_with(visitor, path, &[(ACCEPT, media_type)]).await
}

/// The games of a list that has one page.
async fn listed(visitor: &Visitor, query: &str) -> Vec<String> {
    let list = visitor.get(&format!("/games{query}")).await.ok();
    assert_eq!(list["next"], Value::Null, "{query}");
    list["games"].as_array().unwrap().iter().map(id).collect()
}

fn id(game: &Value) -> String {
    game["id"].as_str().unwrap().to_owned()
}

/// The objects of an answer that has one in each line.
fn lines(answer: &Answer) -> Vec<Value> {
    assert_eq!((answer.status, answer.header("content-type")), (200, NDJSON));
    answer.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A game of two players that ends with a resignation by White after these moves.
async fn resigned(black: &Visitor, white: &Visitor, settings: Value, moves: &str) -> String {
    let mut table = Table::between(black.clone(), white.clone(), settings).await;
    table.moves(moves).await;
    table.does("white", json!({"type": "resign"})).await.ok();
    table.game
}
