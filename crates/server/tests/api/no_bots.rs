//! Games that take no bots.

use serde_json::{Value, json};

use crate::member::{bot, card, member, texts};
use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases, on_sqlite_and_long_on_postgres};
use crate::socket::Socket;
use crate::stream::{NDJSON, Reader};
use crate::table::Table;

on_both_databases! {
    a_bot_has_no_seat_in_a_game_without_bots
    a_rematch_takes_no_bots_either
    lists_streams_and_sockets_say_it
    a_game_that_takes_bots_is_kept_as_before
}

on_sqlite_and_long_on_postgres! {
    guests_and_members_join_as_ever
    the_computer_is_no_opponent_in_a_game_without_bots
}

/// The first computer of the server.
const COMPUTER: &str = "tengen0000000001";

fn id(game: &Value) -> &str {
    game["id"].as_str().unwrap()
}

/// How many games a player has or is offered.
async fn games_of(player: &Visitor) -> usize {
    let list = player.get(&format!("/players/{}/games", player.id)).await.ok();
    list["games"].as_array().unwrap().len()
}

async fn a_bot_has_no_seat_in_a_game_without_bots(database: Database) {
    let mut server = Server::start(database).await;
    let (ann, ben) = (member(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let robot = bot(&ann, "Robot").await;
    let made = ann.new_game(json!({"no_bots": true})).await;
    assert_eq!(made["settings"]["no_bots"], true);
    let game = id(&made).to_owned();
    // Neither its owner's game nor anybody's; over a restart, too; and nothing has changed.
    assert_eq!(robot.join(&game).await.refused(403, "no_bots"), json!({}));
    server.kill().await;
    server.start_again().await;
    robot.join(&game).await.refused(403, "no_bots");
    assert_eq!(ann.snapshot(&game).await, made);
    // Nor may it be offered one, or offer one.
    for offerer in [&ann, &ben] {
        let refused = offerer.post("/games", json!({"no_bots": true, "opponent": robot.id})).await;
        refused.refused(403, "no_bots");
    }
    for opponent in [Value::Null, json!(ben.id)] {
        let refused = robot.post("/games", json!({"no_bots": true, "opponent": opponent})).await;
        refused.refused(403, "no_bots");
    }
    assert_eq!((games_of(&robot).await, games_of(&ben).await), (0, 0));
    // Somebody else joins, and the bot is still told why it may not.
    ben.join(&game).await.ok();
    robot.join(&game).await.refused(403, "no_bots");
    // Other games are open to it, made by itself or by others.
    let open = ben.new_game(json!({"no_bots": false})).await;
    assert_eq!(robot.join(id(&open)).await.ok()["settings"]["no_bots"], false);
    let offered = ben.new_game(json!({"opponent": robot.id})).await;
    robot.join(id(&offered)).await.ok();
    robot.new_game(json!({})).await;
    robot.join("0000000000000000").await.refused(404, "no_such_game");
}

async fn guests_and_members_join_as_ever(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (member(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    // A program that plays by a person's token is that person.
    let program = ann.with_token(&["play"]).await;
    let open = ben.new_game(json!({"no_bots": true, "color": "black"})).await;
    let begun = program.join(id(&open)).await.ok();
    assert_eq!(begun["players"], json!({"black": ben.card(), "white": card(&ann)}));
    let offered = ann.new_game(json!({"no_bots": true, "opponent": ben.id, "color": "black"})).await;
    assert_eq!(ben.join(id(&offered)).await.ok()["players"]["white"], ben.card());
}

async fn the_computer_is_no_opponent_in_a_game_without_bots(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let refused = ann.post("/games", json!({"no_bots": true, "opponent": COMPUTER})).await;
    assert_eq!(refused.refused(422, "invalid_settings"), json!({"field": "no_bots"}));
    assert_eq!(games_of(&ann).await, 0);
    let unknown = ann.post("/games", json!({"no_bots": true, "opponent": "0000000000000000"})).await;
    unknown.refused(404, "no_such_player");
    ann.new_game(json!({"opponent": COMPUTER})).await;
}

async fn a_rematch_takes_no_bots_either(database: Database) {
    let server = Server::start(database).await;
    for no_bots in [true, false] {
        let mut table = Table::new(&server, json!({"no_bots": no_bots})).await;
        table.moves("Q16").await;
        table.does("white", json!({"type": "resign"})).await.ok();
        let click = format!("/games/{}/rematch", table.game);
        let offered = table.white.post(&click, json!({})).await.ok();
        assert_eq!(offered["settings"]["no_bots"], no_bots);
        let begun = table.black.post(&click, json!({})).await.ok();
        assert_eq!((&begun["phase"], &begun["settings"]["no_bots"]), (&json!("playing"), &json!(no_bots)));
    }
}

async fn lists_streams_and_sockets_say_it(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let mut lobby = Reader::new(ann.open("/lobby/stream", NDJSON).await);
    let mut mine = Reader::new(ben.open("/me/stream", NDJSON).await);
    for stream in [&mut lobby, &mut mine] {
        assert_eq!(stream.line().await.unwrap()["games"], json!([]));
    }
    let open = ann.new_game(json!({"no_bots": true})).await;
    let offered = ann.new_game(json!({"no_bots": true, "opponent": ben.id})).await;
    let said = |game: &Value, of: &Value| game["id"] == of["id"] && game["settings"]["no_bots"] == true;
    let lists = |games: &Value, of: &Value| games.as_array().unwrap().iter().any(|game| said(game, of));

    while !lists(&lobby.line().await.unwrap()["games"], &open) {}
    let told = mine.line().await.unwrap();
    assert!(told["type"] == "offered" && said(&told["game"], &offered), "{told}");
    for path in ["/games", "/lobby", &format!("/players/{}/games", ann.id)] {
        let list = ben.get(path).await.ok();
        assert!(lists(&list["games"], &open), "{path}: {list}");
    }
    for version in [1, 2] {
        let query = if version == 2 { "?protocol=2" } else { "" };
        let snapshot = ben.get(&format!("/games/{}{query}", id(&open))).await.ok();
        assert!(said(&snapshot, &open), "version {version}: {snapshot}");
    }
    let mut socket = Socket::open(&server, &ben).await;
    assert_eq!(socket.subscribe(id(&open)).await["settings"]["no_bots"], true);
    // A record is of what was played, and says of this as little as of a game that is private.
    let record = ann.get(&format!("/games/{}/sgf", id(&open))).await;
    assert_eq!(record.status, 200);
    assert!(!record.text().to_lowercase().contains("bot"), "{}", record.text());
}

async fn a_game_that_takes_bots_is_kept_as_before(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    ann.new_game(json!({})).await;
    ann.new_game(json!({"no_bots": false})).await;
    ann.new_game(json!({"no_bots": true})).await;
    let kept = texts(server.data(), "SELECT settings FROM games").await;
    let (with_it, without): (Vec<_>, Vec<_>) =
        kept.iter().partition(|settings| settings.contains(r#""private":false,"no_bots":true,"clock":null"#));
    assert_eq!((with_it.len(), without.len()), (1, 2), "{kept:?}");
    assert_eq!(*without[0], with_it[0].replace(r#""no_bots":true,"#, ""));
    assert_eq!(without[0], without[1]);
}
