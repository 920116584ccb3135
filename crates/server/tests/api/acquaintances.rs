//! Whom players follow and whom they block, and offers that become too many.

use reqwest::Method;
use serde_json::{Value, json};

use crate::member::{bot, member};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, on_both_databases};
use crate::table::Table;

on_both_databases! {
    a_player_follows_others_until_they_are_left
    neither_of_two_plays_with_the_other_who_is_blocked
    a_bot_blocks_and_so_does_its_owner_for_it
    a_game_that_goes_on_is_not_touched_by_a_block
    one_address_offers_three_games_a_minute_to_one_player
}

/// The first computer of the server.
const COMPUTER: &str = "tengen0000000001";

async fn put(player: &Visitor, path: &str) -> Answer {
    Answer::read(player.request(Method::PUT, &format!("/api/v1{path}")).send().await.unwrap()).await
}

async fn names(player: &Visitor, list: &str) -> Vec<Value> {
    let listed = player.get(list).await.ok();
    listed["players"].as_array().unwrap().iter().map(|player| player["name"].clone()).collect()
}

async fn a_player_follows_others_until_they_are_left(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (member(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    assert!(names(&ann, "/me/follows").await.is_empty());
    for _ in 0..2 {
        assert_eq!(put(&ann, &format!("/players/{}/follow", ben.id)).await.status, 204);
    }
    assert_eq!(put(&ann, &format!("/players/{COMPUTER}/follow")).await.status, 204);
    assert_eq!(names(&ann, "/me/follows").await, ["Computer 1", "Ben"]);
    // A list is its player's alone.
    assert!(names(&ben, "/me/follows").await.is_empty());
    assert!(names(&ann, "/me/blocks").await.is_empty());
    put(&ann, &format!("/players/{}/follow", ann.id)).await.refused(409, "oneself");
    put(&ann, "/players/0000000000000000/follow").await.refused(404, "no_such_player");
    let program = ann.with_token(&["read", "play"]).await;
    put(&program, &format!("/players/{}/follow", ben.id)).await.refused(403, "own_token_needed");
    program.get("/me/follows").await.refused(403, "own_token_needed");
    let stranger = Visitor::stranger(&server);
    put(&stranger, &format!("/players/{}/follow", ben.id)).await.refused(401, "unauthenticated");
    for _ in 0..2 {
        assert_eq!(ann.delete(&format!("/players/{}/follow", ben.id)).await.status, 204);
    }
    assert_eq!(names(&ann, "/me/follows").await, ["Computer 1"]);
}

async fn neither_of_two_plays_with_the_other_who_is_blocked(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (member(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let carl = Visitor::guest(&server, "Carl").await;
    put(&ann, &format!("/players/{COMPUTER}/block")).await.refused(409, "not_blockable");
    let open = ann.new_game(json!({})).await["id"].as_str().unwrap().to_owned();
    assert_eq!(put(&ann, &format!("/players/{}/block", ben.id)).await.status, 204);
    assert_eq!(names(&ann, "/me/blocks").await, ["Ben"]);

    ben.post("/games", json!({"opponent": ann.id})).await.refused(403, "blocked");
    ben.join(&open).await.refused(403, "blocked");
    ann.post("/games", json!({"opponent": ben.id})).await.refused(403, "blocked");
    let of_ben = ben.new_game(json!({})).await["id"].as_str().unwrap().to_owned();
    ann.join(&of_ben).await.refused(403, "blocked");
    // Others are not.
    carl.join(&of_ben).await.ok();
    assert_eq!(carl.post("/games", json!({"opponent": ann.id})).await.status, 201);

    assert_eq!(ann.delete(&format!("/players/{}/block", ben.id)).await.status, 204);
    ben.join(&open).await.ok();
}

async fn a_bot_blocks_and_so_does_its_owner_for_it(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (member(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let robot = bot(&ann, "Robot").await;
    let (of_ben, of_robot) = (ben.new_game(json!({})).await, robot.new_game(json!({})).await);
    let id = |game: &Value| game["id"].as_str().unwrap().to_owned();
    // The bot itself; then its owner, for each of her bots.
    for blocker in [&robot, &ann] {
        let path = format!("/players/{}/block", ben.id);
        assert_eq!(put(blocker, &path).await.status, 204);
        assert_eq!(names(blocker, "/me/blocks").await, ["Ben"]);
        ben.post("/games", json!({"opponent": robot.id})).await.refused(403, "blocked");
        robot.post("/games", json!({"opponent": ben.id})).await.refused(403, "blocked");
        robot.join(&id(&of_ben)).await.refused(403, "blocked");
        ben.join(&id(&of_robot)).await.refused(403, "blocked");
        assert_eq!(blocker.delete(&path).await.status, 204);
    }
    // The other way round a bot's blocks are its own.
    put(&robot, &format!("/players/{}/block", ben.id)).await;
    assert!(names(&ann, "/me/blocks").await.is_empty());
    assert_eq!(ben.post("/games", json!({"opponent": ann.id})).await.status, 201);
    // A token of the bot's that is good for looking shows the list, and changes nothing in it.
    let tokens = format!("/bots/{}/tokens", robot.id);
    let made = ann.post(&tokens, json!({"name": "Eyes", "scopes": ["read"]})).await.ok();
    let eyes = robot.with_secret(made["secret"].as_str().unwrap());
    assert_eq!(names(&eyes, "/me/blocks").await, ["Ben"]);
    put(&eyes, &format!("/players/{}/block", ben.id)).await.refused(403, "insufficient_scope");
    let made = ann.post(&tokens, json!({"name": "Hands", "scopes": ["play"]})).await.ok();
    let hands = robot.with_secret(made["secret"].as_str().unwrap());
    hands.get("/me/blocks").await.refused(403, "insufficient_scope");
    // No program blocks in a person's name, and whom a bot follows is nothing.
    let program = ann.with_token(&["read", "play"]).await;
    put(&program, &format!("/players/{}/block", ben.id)).await.refused(403, "own_token_needed");
    put(&robot, &format!("/players/{}/follow", ben.id)).await.refused(403, "own_token_needed");
}

async fn a_game_that_goes_on_is_not_touched_by_a_block(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({})).await;
    assert_eq!(put(&table.black, &format!("/players/{}/block", table.white.id)).await.status, 204);
    table.moves("Q16 D4").await;
    table.does("black", json!({"type": "resign"})).await.ok();
    let rematch = table.white.post(&format!("/games/{}/rematch", table.game), json!({})).await;
    rematch.refused(403, "blocked");
}

async fn one_address_offers_three_games_a_minute_to_one_player(database: Database) {
    let server = Server::with_options(database, &["--limit-loopback"]).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let carl = Visitor::guest(&server, "Carl").await;
    for offerer in [&ben, &carl, &ben] {
        assert_eq!(offerer.post("/games", json!({"opponent": ann.id})).await.status, 201);
    }
    let refused = carl.post("/games", json!({"opponent": ann.id})).await;
    assert!(!refused.header("retry-after").is_empty());
    refused.refused(429, "too_many_requests");
    // To somebody else it may.
    assert_eq!(carl.post("/games", json!({"opponent": ben.id})).await.status, 201);
}
