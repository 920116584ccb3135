//! Events over the socket.

use reqwest::header::{COOKIE, SET_COOKIE};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::rest::Visitor;
use crate::server::{Database, Server, on_sqlite_and_long_on_postgres};
use crate::socket::{self, Socket};
use crate::table::Table;

on_sqlite_and_long_on_postgres! {
    a_subscription_begins_with_a_snapshot_or_with_what_was_missed
    subscribing_again_replaces_the_subscription
    only_the_sender_sees_the_command_id
    a_socket_says_who_it_is_in_three_ways
    whoever_says_so_late_sees_as_much
    one_socket_follows_many_games
}

async fn a_subscription_begins_with_a_snapshot_or_with_what_was_missed(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({})).await;
    table.moves("Q16 D4 C3").await;
    let game = table.game.clone();
    let stranger = Visitor::stranger(&server);
    for since in [0, 2, 3, 7] {
        let mut socket = Socket::open(&server, &stranger).await;
        let missed = socket.subscribe_since(&game, since).await;
        assert_eq!(missed, stranger.events(&game).await[usize::try_from(since).unwrap()..]);
        let row = table.turn();
        table.moves(&format!("pass R{row}")).await;
        assert_eq!(socket.event(&game, table.seq - 1).await["type"], "passed");
        assert_eq!(socket.event(&game, table.seq).await["type"], "played");
    }

    let mut socket = Socket::open(&server, &table.white).await;
    assert_eq!(socket.subscribe(&game).await, table.snapshot().await);
    table.moves("D3").await;
    assert_eq!(socket.event(&game, table.seq).await["move"], "D3");
    // Above a number that is still to come there is nothing to tell yet.
    socket.send(json!({"type": "subscribe", "game": game, "since": 99})).await;
    assert_eq!(socket.next_of("subscribed").await["seq"], table.seq);
    table.moves("D2").await;
    socket.event(&game, table.seq).await;
}

async fn subscribing_again_replaces_the_subscription(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({})).await;
    let game = table.game.clone();
    let mut socket = Socket::open(&server, &table.black).await;
    socket.subscribe(&game).await;
    table.moves("Q16").await;
    socket.event(&game, 2).await;
    assert_eq!(socket.subscribe(&game).await, table.snapshot().await);
    assert_eq!(socket.subscribe_since(&game, 1).await.len(), 1);
    table.moves("D4 D16").await;
    // Each event comes once.
    for seq in 3..=4 {
        let frame = socket.next().await;
        assert_eq!((&frame["type"], &frame["event"]["seq"]), (&json!("event"), &json!(seq)));
    }

    socket.send(json!({"type": "unsubscribe", "game": game})).await;
    // The socket handles its frames in their order, so this answer comes when the subscription has ended.
    socket.send(json!({"type": "subscribe_lobby"})).await;
    socket.next_of("lobby").await;
    socket.send(json!({"type": "unsubscribe_lobby"})).await;
    table.moves("C3 C4").await;
    socket.send(json!({"type": "subscribe", "game": game, "since": 5})).await;
    let frame = socket.next_where(|frame| frame["type"] != "lobby_update").await;
    assert_eq!((&frame["type"], &frame["event"]["seq"]), (&json!("event"), &json!(6)));
    assert_eq!(socket.next_of("subscribed").await["seq"], 6);
    // Neither is it an error to end what has not begun.
    socket.send(json!({"type": "unsubscribe", "game": "0000000000000000"})).await;
    table.moves("C5").await;
    socket.event(&game, 7).await;
}

async fn only_the_sender_sees_the_command_id(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({})).await;
    let game = table.game.clone();
    let mut first = Socket::open(&server, &table.black).await;
    let mut second = Socket::open(&server, &table.black).await;
    let mut opponent = Socket::open(&server, &table.white).await;
    let mut stranger = Socket::open(&server, &Visitor::stranger(&server)).await;
    for socket in [&mut first, &mut second, &mut opponent, &mut stranger] {
        socket.subscribe(&game).await;
    }
    table.does("black", json!({"type": "play", "id": "Secret_1-", "turn": 0, "at": "k10"})).await.ok();
    for socket in [&mut first, &mut second] {
        assert_eq!(socket.event(&game, 2).await["command"], "Secret_1-");
    }
    for socket in [&mut opponent, &mut stranger] {
        let event = socket.event(&game, 2).await;
        assert_eq!((&event["command"], &event["actor"]), (&Value::Null, &json!(table.black.id)));
    }
    // The same in missed events, and over REST.
    assert_eq!(first.subscribe_since(&game, 0).await[1]["command"], "Secret_1-");
    assert_eq!(opponent.subscribe_since(&game, 0).await[1]["command"], Value::Null);
    assert_eq!(table.black.events(&game).await[1]["command"], "Secret_1-");
    assert_eq!(table.white.events(&game).await[1]["command"], Value::Null);
    // No message says it either.
    let snapshot = table.white.get(&format!("/games/{game}")).await;
    assert!(!snapshot.text().contains("Secret_1-"));
}

async fn a_socket_says_who_it_is_in_three_ways(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    let made = stranger.post("/guests", json!({"name": " 吴清源 "})).await;
    let player = made.ok()["player"].take();
    assert_eq!(player["name"], "吴清源");
    let cookie = made.header(SET_COOKIE.as_str()).split(';').next().unwrap().to_owned();
    assert!(made.header(SET_COOKIE.as_str()).contains("HttpOnly"));
    assert!(made.header(SET_COOKIE.as_str()).contains("SameSite=Lax"));
    let token = made.json()["token"].as_str().unwrap().to_owned();

    let mut request = socket::url(&server).into_client_request().unwrap();
    request.headers_mut().insert(COOKIE, cookie.parse().unwrap());
    request.headers_mut().insert("origin", format!("http://{}", server.address()).parse().unwrap());
    let mut by_cookie = Socket::connect(request).await.unwrap();
    assert_eq!(by_cookie.next().await["player"], player);
    let mut visitor = stranger.clone();
    (visitor.token, visitor.id) = (Some(token.clone()), player["id"].as_str().unwrap().to_owned());
    let mut by_header = Socket::open(&server, &visitor).await;
    let mut by_message = Socket::open(&server, &stranger).await;

    let game = visitor.new_game(json!({})).await["id"].as_str().unwrap().to_owned();
    let abort = json!({"type": "abort", "id": "off"});
    let refused = by_message.command(&game, abort.clone()).await;
    assert_eq!(refused["problem"]["code"], "unauthenticated");
    by_message.send(json!({"type": "authenticate", "token": "not the token"})).await;
    assert_eq!(by_message.next_of("problem").await["problem"]["code"], "unauthenticated");
    by_message.send(json!({"type": "authenticate", "token": token})).await;
    assert_eq!(by_message.next_of("authenticated").await["player"], player);
    for socket in [&mut by_cookie, &mut by_header, &mut by_message] {
        // The first calls the game off; for the others it is the same command again.
        assert_eq!(socket.accepted(&game, abort.clone()).await, 1);
    }
    // The cookie serves REST as well.
    let me =
        stranger.request(reqwest::Method::GET, "/api/v1/me").header(COOKIE, cookie).send().await.unwrap();
    let me: Value = serde_json::from_slice(&me.bytes().await.unwrap()).unwrap();
    assert_eq!(me, json!({"player": player}));
    let profile = stranger.get(&format!("/players/{}", visitor.id)).await.ok();
    assert_eq!(profile, json!({"player": player, "former_names": []}));
}

async fn whoever_says_so_late_sees_as_much(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({})).await;
    let mut socket = Socket::open(&server, &Visitor::stranger(&server)).await;
    socket.subscribe(&table.game).await;
    table.moves("Q16").await;
    assert_eq!(socket.event(&table.game, 2).await["command"], Value::Null);
    socket.send(json!({"type": "authenticate", "token": table.black.token})).await;
    socket.next_of("authenticated").await;
    // Answers come in their order, so this one comes after all that the new name has changed.
    socket.send(json!({"type": "subscribe_lobby"})).await;
    socket.next_of("lobby").await;
    table.moves("D4 D16").await;
    assert_eq!(socket.event(&table.game, 3).await["command"], Value::Null);
    assert_eq!(socket.event(&table.game, 4).await["command"], "c-3");
}

async fn one_socket_follows_many_games(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let mut spectator = Socket::open(&server, &Visitor::stranger(&server)).await;
    let mut tables = Vec::new();
    for _ in 0..8 {
        let table = Table::between(ann.clone(), ben.clone(), json!({})).await;
        spectator.subscribe(&table.game).await;
        tables.push(table);
    }
    for at in ["Q16", "D4", "pass"] {
        for table in &mut tables {
            table.moves(at).await;
        }
    }
    // The events of each game come in their order, whatever the order of the games.
    for table in tables.iter().rev() {
        for seq in 2..=4 {
            spectator.event(&table.game, seq).await;
        }
    }
}
