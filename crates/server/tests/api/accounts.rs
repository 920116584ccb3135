//! Guests and strangers become members.

use std::time::Duration;

use reqwest::Method;
use reqwest::header::{COOKIE, ORIGIN, SET_COOKIE};
use serde_json::{Value, json};

use crate::by_hand::ServerByHand;
use crate::member::{PASSWORD, at_home, card, member, register, soon};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, on_both_databases, once};
use crate::socket::{Ended, Socket};
use crate::stream::{NDJSON, Reader};
use crate::table::Table;

on_both_databases! {
    a_stranger_becomes_a_member
    a_guest_keeps_the_place_and_the_games
    a_guest_registers_by_the_cookie
    everywhere_a_guest_who_registered_is_shown_as_a_member
    what_a_guest_had_elsewhere_ends
    nobody_registers_twice
    of_two_registrations_of_one_guest_one_is_taken
    programs_and_foreign_pages_register_nobody
}

once! {
    what_a_guest_had_at_another_server_ends_as_well
}

/// The close code for a breach of the rules.
const POLICY: Ended = Ended(Some(1008));

/// A session of the player on another device.
async fn another_device(player: &Visitor, server: &Server) -> Visitor {
    let link = player.post("/sessions/link", json!({})).await.ok();
    let begun = Visitor::stranger(server).post("/sessions", json!({"link": link["secret"]})).await;
    at_home(player, &begun)
}

fn cookies(answer: &Answer) -> Vec<&str> {
    answer.headers.get_all(SET_COOKIE).iter().map(|cookie| cookie.to_str().unwrap()).collect()
}

async fn a_stranger_becomes_a_member(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    let answer = register(&stranger, " Annabel ").await;
    let ann = at_home(&stranger, &answer);
    assert_eq!(ann.name, "Annabel");
    let set = cookies(&answer);
    for (name, value) in [("tengen_token", ann.token.as_deref()), ("tengen_device", None)] {
        let begin = format!("{name}={}", value.unwrap_or_default());
        let cookie = set.iter().find(|cookie| cookie.starts_with(&begin)).unwrap();
        for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age="] {
            assert!(cookie.contains(part), "{cookie}");
        }
    }
    let told = answer.ok()["player"].clone();
    assert_eq!((&told["kind"], &told["guest"]), (&json!("member"), &json!(false)));
    let me = ann.get("/me").await.ok();
    assert_eq!(me["player"], told);
    let account = &me["account"];
    assert_eq!(account["registered_at"], told["created_at"]);
    assert!(account["rename_from"].as_i64() <= told["created_at"].as_i64());
    assert_eq!(account["fresh_until"].as_i64().unwrap(), told["created_at"].as_i64().unwrap() + 300_000);
    assert_eq!((&account["preferences"], &account["roles"]), (&json!({}), &json!([])));
    let profile = stranger.get(&format!("/players/{}", ann.id)).await.ok();
    assert_eq!(profile, json!({"player": told, "former_names": []}));
    // A program of the member learns nothing of the account.
    let program = ann.with_token(&["read", "play"]).await;
    assert_eq!(program.get("/me").await.ok(), json!({"player": told}));
    // A member plays like everybody else.
    let mut table = Table::between(ann.clone(), Visitor::guest(&server, "Ben").await, json!({})).await;
    table.moves("Q16 D4").await;
    assert_eq!(table.snapshot().await["players"]["black"], card(&ann));
}

async fn a_guest_keeps_the_place_and_the_games(database: Database) {
    let mut server = Server::start(database).await;
    let mut over = Table::new(&server, json!({"board": {"width": 5, "height": 5}})).await;
    over.does("white", json!({"type": "resign"})).await.ok();
    let mut table = Table::between(over.black.clone(), over.white.clone(), json!({})).await;
    table.moves("Q16").await;
    let ann = table.white.clone();
    let before = ann.get("/me").await.ok();
    let mut socket = Socket::open(&server, &ann).await;
    socket.subscribe(&table.game).await;
    let answer = register(&ann, "Annabel").await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    let told = answer.ok();
    assert_eq!(told["token"].as_str(), ann.token.as_deref());
    let mut expected = before["player"].clone();
    (expected["name"], expected["kind"], expected["guest"]) =
        (json!("Annabel"), json!("member"), json!(false));
    assert_eq!(told["player"], expected);
    // The token is good, what was open goes on, and the seat is the same.
    assert_eq!(ann.get("/me").await.ok()["player"], expected);
    let pass = json!({"type": "play", "id": "w", "turn": 1, "at": "D4"});
    socket.accepted(&table.game, pass).await;
    server.kill().await;
    server.start_again().await;
    let me = ann.get("/me").await.ok();
    assert_eq!((&me["player"], &me["account"]["roles"]), (&expected, &json!([])));
    ann.command(&table.game, json!({"type": "resign", "id": "r"})).await.ok();
    let games = ann.get(&format!("/players/{}/games", ann.id)).await.ok();
    let ids: Vec<_> = games["games"].as_array().unwrap().iter().map(|game| game["id"].clone()).collect();
    assert!(ids.contains(&json!(over.game)) && ids.contains(&json!(table.game)), "{ids:?}");
    let name = ann.get(&format!("/players/{}", ann.id)).await.ok();
    assert_eq!(name, json!({"player": expected, "former_names": []}));
}

async fn a_guest_registers_by_the_cookie(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let body = json!({"name": "Annabel", "password": PASSWORD});
    let stranger = Visitor::stranger(&server);
    let by_cookie = async |token: &str, body: &Value| {
        let request = stranger.request(Method::POST, "/api/v1/accounts");
        let request = request.header(COOKIE, format!("tengen_token={token}")).header(ORIGIN, server.url());
        Answer::read(request.json(body).send().await.unwrap()).await
    };
    let answer = by_cookie(ann.token.as_deref().unwrap(), &body).await;
    let there = at_home(&stranger, &answer);
    assert_eq!((&there.id, &there.token), (&ann.id, &ann.token));
    assert!(cookies(&answer).iter().any(|cookie| cookie.starts_with("tengen_device=")));
    // The cookie of a server that is gone is a stranger's.
    let ben = json!({"name": "Benedikt", "password": PASSWORD});
    let ben = at_home(&stranger, &by_cookie("gone", &ben).await);
    assert_ne!(ben.id, ann.id);
    assert_ne!(ben.token.as_deref(), Some("gone"));
    // A program means the token that it shows.
    register(&stranger.with_secret("gone"), "Carl").await.refused(401, "unauthenticated");
}

async fn everywhere_a_guest_who_registered_is_shown_as_a_member(database: Database) {
    let server = Server::start(database).await;
    let table = Table::new(&server, json!({})).await;
    let stranger = Visitor::stranger(&server);
    let open = table.black.new_game(json!({})).await;
    let offer = open["id"].as_str().unwrap();
    let mut lobby = Socket::open(&server, &stranger).await;
    lobby.send(json!({"type": "subscribe_lobby"})).await;
    lobby.next_of("lobby").await;
    let mut watcher = Socket::open(&server, &stranger).await;
    watcher.subscribe(&table.game).await;

    let ann = at_home(&table.black, &register(&table.black, "Annabel").await);
    let shown = card(&ann);
    assert_eq!(ann.get("/me").await.ok()["player"]["kind"], "member");
    assert_eq!(stranger.get(&format!("/players/{}", ann.id)).await.ok()["player"]["guest"], false);
    soon("the open game shows the member", async || {
        stranger.snapshot(&table.game).await["players"]["black"] == shown
    })
    .await;
    soon("the offer shows the member", async || stranger.snapshot(offer).await["creator"] == shown).await;
    for (path, member) in [
        (format!("/players/{}/games", ann.id), "black"),
        (format!("/players/{}/games", table.white.id), "black"),
    ] {
        soon("lists show the member", async || {
            let list = stranger.get(&path).await.ok();
            let games = list["games"].as_array().unwrap();
            games.iter().any(|game| game["id"] == *table.game && game["players"][member] == shown)
        })
        .await;
    }
    soon("the list of all games shows the member", async || {
        let list = stranger.get("/games").await.ok();
        list["games"]
            .as_array()
            .unwrap()
            .iter()
            .all(|game| game["creator"]["id"] != *ann.id || game["creator"] == shown)
    })
    .await;
    // Whoever has the lobby open is told.
    lobby
        .next_where(|frame| {
            let games = frame["games"].as_array().cloned().unwrap_or_default();
            games.iter().any(|game| game["id"] == offer && game["creator"] == shown)
        })
        .await;
    // So does whoever opens it later, each game of its own accord.
    soon("the lobby shows the member", async || {
        let mut late = Socket::open(&server, &stranger).await;
        late.send(json!({"type": "subscribe_lobby"})).await;
        let games = late.next_of("lobby").await["games"].clone();
        let game = games.as_array().unwrap().iter().find(|game| game["id"] == *table.game).unwrap().clone();
        game["players"]["black"] == shown
    })
    .await;
}

async fn what_a_guest_had_elsewhere_ends(database: Database) {
    let server = Server::start(database).await;
    let table = Table::new(&server, json!({})).await;
    let ann = &table.black;
    let telephone = another_device(ann, &server).await;
    let program = ann.with_token(&["read", "play"]).await;
    let link = ann.post("/sessions/link", json!({})).await.ok();
    let own = Socket::open(&server, ann).await;
    let there = [Socket::open(&server, &telephone).await, Socket::open(&server, &program).await];
    let mut lines = Reader::new(telephone.stream(&table.game, "?since=1", NDJSON).await);
    // Somebody else's are nobody's to end.
    let ben = another_device(&table.white, &server).await;

    let member = at_home(ann, &register(ann, "Annabel").await);
    for socket in there {
        assert_eq!(socket.ended().await, POLICY);
    }
    while lines.line().await.is_some() {}
    telephone.get("/me").await.refused(401, "unauthenticated");
    program.get("/me").await.refused(401, "unauthenticated");
    let link = json!({"link": link["secret"]});
    Visitor::stranger(&server).post("/sessions", link).await.refused(404, "no_such_link");
    let sessions = member.get("/sessions").await.ok();
    assert_eq!(sessions["sessions"].as_array().unwrap().len(), 1);
    assert_eq!(member.get("/tokens").await.ok()["tokens"], json!([]));
    ben.get("/me").await.ok();
    drop(own);
}

async fn nobody_registers_twice(database: Database) {
    let server = Server::start(database).await;
    let ann = member(&server, "Annabel").await;
    register(&ann, "Bella").await.refused(409, "already_registered");
    register(&ann, "Annabel").await.refused(409, "already_registered");
    assert_eq!(ann.get("/me").await.ok()["player"]["name"], "Annabel");
    let stranger = Visitor::stranger(&server);
    assert_eq!(register(&stranger, "Bella").await.status, 201);
}

async fn of_two_registrations_of_one_guest_one_is_taken(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let (one, other) = tokio::join!(register(&ann, "Annabel"), register(&ann, "Bella"));
    let (won, lost) = if one.status == 201 { (one, other) } else { (other, one) };
    lost.refused(409, "already_registered");
    let name = won.ok()["player"]["name"].clone();
    assert_eq!(ann.get("/me").await.ok()["player"]["name"], name);
    // The other name is free.
    let free = if name == "Bella" { "Annabel" } else { "Bella" };
    assert_eq!(register(&Visitor::stranger(&server), free).await.status, 201);
}

async fn programs_and_foreign_pages_register_nobody(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let program = ann.with_token(&["read", "play"]).await;
    register(&program, "Annabel").await.refused(403, "own_token_needed");
    for visitor in [&ann, &Visitor::stranger(&server)] {
        let request = visitor.request(Method::POST, "/api/v1/accounts");
        let request = request.header(ORIGIN, "https://elsewhere.example.org");
        let request = request.json(&json!({"name": "Annabel", "password": PASSWORD}));
        let answer = Answer::read(request.send().await.unwrap()).await;
        answer.refused(403, "foreign_origin");
        assert_eq!(cookies(&answer), Vec::<&str>::new());
    }
    assert_eq!(ann.get("/me").await.ok()["player"]["kind"], "guest");
    program.get("/me").await.ok();
}

async fn what_a_guest_had_at_another_server_ends_as_well() {
    let first = Server::start(Database::Postgres).await;
    let by_hand = ServerByHand::on(first.data().clone()).await;
    let second = &by_hand.server;
    let table = Table::new(&first, json!({})).await;
    let ann = &table.black;
    let telephone = another_device(ann, &first).await.at(second);
    let program = ann.with_token(&["read"]).await.at(second);
    let sockets = [Socket::open(second, &telephone).await, Socket::open(second, &program).await];
    let mut watcher = Socket::open(second, &Visitor::stranger(second)).await;
    watcher.subscribe(&table.game).await;
    let member = at_home(ann, &register(ann, "Annabel").await);
    telephone.get("/me").await.refused(401, "unauthenticated");
    program.get("/me").await.refused(401, "unauthenticated");
    by_hand.pass(Duration::from_mins(1)).await;
    for socket in sockets {
        assert_eq!(socket.ended().await, POLICY);
    }
    // The token is good there, too, and the open game shows the member.
    let there = member.at(second);
    assert_eq!(there.get("/me").await.ok()["player"]["name"], "Annabel");
    soon("another server shows the member", async || {
        by_hand.pass(Duration::from_secs(1)).await;
        there.snapshot(&table.game).await["players"]["black"] == card(&member)
    })
    .await;
}
