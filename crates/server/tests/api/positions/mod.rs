//! Games by a position that they went through.

mod brute_force;
mod indexing;
mod privacy;
mod queries;

use serde_json::{Value, json};
use tengen_testbed::until;

use crate::rest::Visitor;
use crate::table::Table;

/// An answer about a position.
async fn search(visitor: &Visitor, query: &str) -> Value {
    visitor.get(&format!("/positions?{query}")).await.ok()
}

/// Waits until a number of games is found in the first position of a board.
async fn indexed(visitor: &Visitor, board: &str, points: usize, games: u64) {
    let query = format!("board={}&stones={}&to_move=black", board.replace(' ', "+"), ".".repeat(points));
    until(async || {
        let found = search(visitor, &query).await["games_total"].as_u64().unwrap();
        assert!(found <= games, "{found} games instead of {games} on {board}");
        found == games
    })
    .await;
}

/// A game of two players with these moves that White gives up.
async fn resigned(black: &Visitor, white: &Visitor, settings: Value, moves: &str) -> String {
    let mut table = Table::between(black.clone(), white.clone(), settings).await;
    table.moves(moves).await;
    table.does("white", json!({"type": "resign"})).await.ok();
    table.game
}

/// The ids of the games of an answer.
fn games(answer: &Value) -> Vec<String> {
    let games = answer["games"].as_array().unwrap();
    games.iter().map(|found| found["game"]["id"].as_str().unwrap().to_owned()).collect()
}
