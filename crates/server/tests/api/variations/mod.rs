//! Trees of variations, which people keep beside games and records.

mod beside_games;
mod beside_records;
mod kept;
mod limits;
mod records_with_trees;
mod shares;
mod ways;

use serde_json::{Value, json};

use crate::rest::{Answer, Visitor};

/// The address of the trees of a game.
fn address(game: &str) -> String {
    format!("/games/{game}/variations")
}

/// Changes one's own tree of a game.
async fn change(visitor: &Visitor, game: &str, changes: Value) -> Answer {
    visitor.patch(&address(game), json!({"changes": changes})).await
}

/// One's own tree of a game.
async fn tree(visitor: &Visitor, game: &str) -> Value {
    visitor.get(&address(game)).await.ok()
}

/// What has changed of it since a revision.
async fn since(visitor: &Visitor, game: &str, revision: u64) -> Value {
    visitor.get(&format!("{}?since={revision}", address(game))).await.ok()
}

/// The ids of nodes.
fn ids(tree: &Value) -> Vec<&str> {
    tree["nodes"].as_array().unwrap().iter().map(|node| node["id"].as_str().unwrap()).collect()
}
