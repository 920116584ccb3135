//! The help that players may have in their own running game, as its settings say.

use serde_json::{Value, json};
use tengen_testbed::until;

use crate::records::property;
use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases, on_sqlite_and_long_on_postgres};
use crate::table::Table;

on_both_databases! {
    a_game_has_the_usual_aids_unless_the_wish_says_otherwise
}

on_sqlite_and_long_on_postgres! {
    a_rematch_has_the_aids_of_its_game
    the_record_of_a_game_tells_its_aids
}

/// The first computer of the server.
const COMPUTER: &str = "tengen0000000001";

fn aids(variations: bool, estimate: bool) -> Value {
    json!({"variations": variations, "estimate": estimate})
}

async fn a_game_has_the_usual_aids_unless_the_wish_says_otherwise(database: Database) {
    let mut server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let by_days = json!({"system": "simple", "period": 86_400_000});
    let live = json!({"system": "simple", "period": 60_000});
    let mut made = Vec::new();
    for (wish, expected) in [
        (json!({}), aids(false, false)),
        (json!({"aids": {}}), aids(false, false)),
        (json!({"clock": live}), aids(false, false)),
        (json!({"clock": by_days}), aids(true, false)),
        (json!({"clock": by_days, "aids": {"variations": false, "estimate": null}}), aids(false, false)),
        (json!({"aids": {"estimate": true}}), aids(false, true)),
        (json!({"opponent": COMPUTER}), aids(true, true)),
        (json!({"opponent": COMPUTER, "aids": {"estimate": false}}), aids(true, false)),
    ] {
        let game = ann.new_game(wish.clone()).await;
        assert_eq!(game["settings"]["aids"], expected, "{wish}");
        made.push((game["id"].as_str().unwrap().to_owned(), expected));
    }
    // The computer sits down a moment after its games were made.
    let open = async || ann.get("/games?phase=open").await.ok()["games"].as_array().unwrap().clone();
    until(async || open().await.len() == 6).await;
    server.kill().await;
    server.start_again().await;
    for (game, expected) in made {
        assert_eq!(ann.snapshot(&game).await["settings"]["aids"], expected);
    }
    // Whoever thinks of joining one reads it in the lobby.
    let games = open().await;
    let helped = games.iter().filter(|game| game["settings"]["aids"] == aids(false, true)).count();
    assert_eq!((games.len(), helped), (6, 1));
}

async fn a_rematch_has_the_aids_of_its_game(database: Database) {
    let server = Server::start(database).await;
    for wished in [aids(true, false), aids(false, true)] {
        let mut table = Table::new(&server, json!({"aids": wished})).await;
        table.moves("Q16").await;
        table.does("white", json!({"type": "resign"})).await.ok();
        let offered = table.white.post(&format!("/games/{}/rematch", table.game), json!({})).await.ok();
        assert_eq!(offered["settings"]["aids"], wished);
    }
}

async fn the_record_of_a_game_tells_its_aids(database: Database) {
    let server = Server::start(database).await;
    for (wished, expected) in [
        (aids(true, true), Some("variations,estimate")),
        (aids(false, true), Some("estimate")),
        (aids(false, false), None),
    ] {
        let table = Table::new(&server, json!({"aids": wished})).await;
        let record = table.black.get(&format!("/games/{}/sgf", table.game)).await;
        assert_eq!(property(record.text(), "XAI"), expected);
    }
}
