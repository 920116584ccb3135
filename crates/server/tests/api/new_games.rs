//! How many games one may have. Clients on this machine are held to the limits for once.

use serde_json::{Value, json};
use tengen_testbed::until;

use crate::rest::{Visitor, the_game};
use crate::server::{Database, Server, on_both_databases};
use crate::socket::Socket;
use crate::table::Table;

on_both_databases! {
    five_games_of_a_player_wait_for_anybody
    twenty_games_of_an_address_wait_for_anybody
    five_games_are_played_at_once_against_the_computer
    five_hundred_games_of_a_player_are_not_over
    commands_are_counted_by_address
}

const OPTIONS: [&str; 5] = ["--limit-loopback", "--requests-per-second", "100", "--games-per-minute", "100"];

fn small() -> Value {
    json!({"board": {"width": 5, "height": 5}})
}

async fn five_games_of_a_player_wait_for_anybody(database: Database) {
    let server = Server::with_options(database, &OPTIONS).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let mut games = Vec::new();
    for _ in 0..5 {
        games.push(ann.new_game(small()).await["id"].as_str().unwrap().to_owned());
    }
    let refused = ann.post("/games", small()).await;
    assert_eq!(refused.refused(409, "too_many_open_games"), json!({"max": 5}));
    // An offer to one player waits for nobody else.
    ann.post("/games", json!({"opponent": ben.id})).await.ok();
    // One that begins makes room, and so does one that is called off.
    ben.join(&games[0]).await.ok();
    ann.new_game(small()).await;
    ann.command(&games[1], json!({"type": "abort", "id": "off"})).await.ok();
    ann.new_game(small()).await;
    ann.post("/games", small()).await.refused(409, "too_many_open_games");
}

async fn twenty_games_of_an_address_wait_for_anybody(database: Database) {
    let server = Server::with_options(database, &OPTIONS).await;
    let mut guests = Vec::new();
    for _ in 0..5 {
        guests.push(Visitor::guest(&server, "Ann").await);
    }
    for guest in &guests[..4] {
        for _ in 0..5 {
            guest.new_game(small()).await;
        }
    }
    let refused = guests[4].post("/games", small()).await;
    assert_eq!(refused.refused(409, "too_many_open_games"), json!({"max": 20}));
    let lobby = guests[4].get("/lobby").await;
    assert!(lobby.ok()["games"].as_array().unwrap().len() <= 20);
    let game = guests[0].get(&format!("/players/{}/games", guests[0].id)).await.ok()["games"][0]["id"].take();
    guests[4].join(game.as_str().unwrap()).await.ok();
    guests[4].new_game(small()).await;
}

async fn five_games_are_played_at_once_against_the_computer(database: Database) {
    let server = Server::with_options(database, &OPTIONS).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let computer =
        json!({"board": {"width": 5, "height": 5}, "opponent": "tengen0000000001", "color": "black"});
    let mut games = Vec::new();
    for _ in 0..5 {
        games.push(
            the_game(ann.post("/games", computer.clone()).await.ok())["id"].as_str().unwrap().to_owned(),
        );
    }
    let refused = ann.post("/games", computer.clone()).await;
    assert_eq!(refused.refused(409, "too_many_computer_games"), json!({"max": 5}));
    // Other games are not counted among these, and one that ends makes room.
    ann.new_game(small()).await;
    until(async || ann.snapshot(&games[0]).await["phase"] == "playing").await;
    ann.command(&games[0], json!({"type": "resign", "id": "enough"})).await.ok();
    ann.post("/games", computer).await.ok();
}

async fn five_hundred_games_of_a_player_are_not_over(database: Database) {
    // Only this machine may make that many games.
    let mut open = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&open, "Ann").await, Visitor::guest(&open, "Ben").await);
    let offer = json!({"opponent": ben.id, "board": {"width": 5, "height": 5}});
    for _ in 0..499 {
        ann.new_game(offer.clone()).await;
    }
    open.stop().await;
    let server = Server::on(open.data().clone(), "127.0.0.1:0".parse().unwrap(), &OPTIONS).await;
    let (ann, ben) = (ann.at(&server), ben.at(&server));
    let last = ann.new_game(offer.clone()).await;
    let refused = ann.post("/games", offer.clone()).await;
    assert_eq!(refused.refused(409, "too_many_unfinished_games"), json!({"max": 500}));
    // Nor is there a seat for her in a game of somebody else. Games that are offered to him are not his.
    let other = ben.new_game(small()).await;
    let refused = ann.join(other["id"].as_str().unwrap()).await;
    assert_eq!(refused.refused(409, "too_many_unfinished_games"), json!({"max": 500}));
    // One that is over makes room, and the log tells of it all.
    ann.command(last["id"].as_str().unwrap(), json!({"type": "abort", "id": "off"})).await.ok();
    ann.post("/games", offer).await.ok();
    until(async || server.log().contains("what=\"games ")).await;
}

async fn commands_are_counted_by_address(database: Database) {
    let server = Server::with_options(database, &["--limit-loopback", "--commands-per-hour", "4"]).await;
    let mut table = Table::new(&server, small()).await;
    table.moves("C3 C2").await;
    let mut socket = Socket::open(&server, &table.black).await;
    socket.accepted(&table.game, json!({"type": "play", "id": "m-3", "turn": 2, "at": "B3"})).await;
    table.white.command(&table.game, json!({"type": "play", "id": "m-4", "turn": 3, "at": "B2"})).await.ok();
    let late = json!({"type": "play", "id": "m-5", "turn": 4, "at": "A1"});
    let params = table.black.command(&table.game, late.clone()).await.refused(429, "too_many_requests");
    assert!(params["retry_after_ms"].as_u64().unwrap() > 0);
    let refused = socket.command(&table.game, late).await;
    assert_eq!(refused["problem"]["code"], "too_many_requests");
    assert_eq!(table.snapshot().await["seq"], 5);
}
