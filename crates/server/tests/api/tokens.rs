//! Personal access tokens: made, used, seen, revoked.

use reqwest::Method;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};
use tokio::time::{Duration, Instant};

use crate::by_hand::ServerByHand;
use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, on_both_databases, once};
use crate::socket::{Ended, Socket};
use crate::stream::{NDJSON, Reader, SSE};
use crate::table::Table;

on_both_databases! {
    a_token_is_made_listed_and_revoked
    scopes_hold_at_every_door
    a_revoked_token_ends_what_is_open
    a_token_that_expires_ends_what_is_open
    who_comes_in_with_another_token_sees_no_more_than_that_allows
    so_many_tokens_and_no_more
    the_last_use_is_told
}

once! {
    another_server_hears_of_it_within_a_minute
}

/// The close code for a breach of the rules.
const POLICY: u16 = 1008;

async fn new_token(player: &Visitor, wish: Value) -> (Value, Visitor) {
    let answer = player.post("/tokens", wish).await;
    assert_eq!((answer.status, answer.header("cache-control")), (201, "no-store"));
    let mut made = answer.ok();
    let secret = made["secret"].as_str().unwrap().to_owned();
    assert!(secret.starts_with("tengen_") && secret.len() == 50, "{secret}");
    (made["token"].take(), player.with_secret(&secret))
}

async fn list(player: &Visitor) -> Vec<Value> {
    player.get("/tokens").await.ok()["tokens"].as_array().unwrap().clone()
}

fn path(token: &Value) -> String {
    format!("/tokens/{}", token["id"].as_str().unwrap())
}

async fn a_token_is_made_listed_and_revoked(database: Database) {
    let mut server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    assert_eq!(list(&ann).await, Vec::<Value>::new());
    let (first, _) = new_token(&ann, json!({"name": " My bot ", "scopes": ["play", "read"]})).await;
    assert_eq!(
        (&first["name"], &first["scopes"], &first["expires_at"], &first["last_used_at"]),
        (&json!("My bot"), &json!(["read", "play"]), &Value::Null, &Value::Null)
    );
    let expires_at = first["created_at"].as_i64().unwrap() + 3_600_000;
    let wish = json!({"name": "吴", "scopes": ["read"], "expires_at": expires_at});
    let (second, program) = new_token(&ann, wish).await;
    assert_eq!(second["expires_at"], expires_at);
    assert_eq!(list(&ann).await, [second.clone(), first.clone()]);

    // It is the same player, over a restart, too; and nobody but the player sees the token.
    server.kill().await;
    server.start_again().await;
    assert_eq!(program.get("/me").await.ok()["player"]["id"], ann.id);
    assert_eq!(list(&ben).await, Vec::<Value>::new());
    ben.delete(&path(&second)).await.refused(404, "no_such_token");
    program.delete(&path(&second)).await.refused(403, "own_token_needed");
    program.get("/me").await.ok();

    let answer = ann.delete(&path(&second)).await;
    assert_eq!((answer.status, answer.body.len()), (204, 0));
    program.get("/me").await.refused(401, "unauthenticated");
    ann.delete(&path(&second)).await.refused(404, "no_such_token");
    assert_eq!(list(&ann).await, [first]);
    // A cookie that is good for nothing any more is a visitor's.
    let stranger = Visitor::stranger(&server);
    let cookie = format!("tengen_token={}", program.token.unwrap());
    let request = stranger.request(Method::GET, "/api/v1/games").header("cookie", cookie);
    assert_eq!(Answer::read(request.send().await.unwrap()).await.status, 200);
}

/// Every request of a player, and the scope that a token needs for it.
const DOORS: &[(&str, &str, &str)] = &[
    ("GET", "/me", "read"),
    ("GET", "/games", "read"),
    ("GET", "/games/{game}", "read"),
    ("GET", "/games/{game}/events", "read"),
    ("GET", "/games/{game}/sgf", "read"),
    ("GET", "/players/{player}/games", "read"),
    ("GET", "/positions?game={game}", "read"),
    ("GET", "/records", "read"),
    ("GET", "/records/{record}", "read"),
    ("GET", "/records/{record}/sgf", "read"),
    ("GET", "/records/{record}/original", "read"),
    ("GET", "/records/{record}/upload", "read"),
    ("GET", "/records/{record}/reading?encoding=UTF-8", "read"),
    ("POST", "/records", "play"),
    ("DELETE", "/records/{record}", "play"),
    ("POST", "/games", "play"),
    ("POST", "/games/{game}/join", "play"),
    ("POST", "/games/{game}/commands", "play"),
    ("POST", "/games/{game}/rematch", "play"),
];

async fn scopes_hold_at_every_door(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({"private": true})).await;
    table.does("black", json!({"type": "resign"})).await.ok();
    let record = table.white.bring(b"(;SZ[9];B[ee])").await.ok();
    let record = record["records"][0]["id"].as_str().unwrap();
    let reads = table.white.with_token(&["read"]).await;
    let plays = table.white.with_token(&["play"]).await;
    let both = table.white.with_token(&["read", "play"]).await;
    for (method, address, scope) in DOORS {
        let address = address.replace("{game}", &table.game).replace("{player}", &table.white.id);
        let address = address.replace("{record}", record);
        let ask = async |program: &Visitor| {
            let request = program.request(method.parse().unwrap(), &format!("/api/v1{address}"));
            let (media_type, body) = match address.rsplit('/').next() {
                Some("commands") => ("application/json", r#"{"type": "resign", "id": "x"}"#),
                Some("records") => ("application/x-go-sgf", "(;SZ[9])"),
                _ => ("application/json", ""),
            };
            let request = request.header(CONTENT_TYPE, media_type).body(body);
            Answer::read(request.send().await.unwrap()).await
        };
        let (good, other) = if *scope == "read" { (&reads, &plays) } else { (&plays, &reads) };
        assert_eq!(ask(other).await.refused(403, "insufficient_scope"), json!({"scope": scope}), "{address}");
        for program in [good, &both] {
            // Refusals now come from the game: it is over. A record goes only once.
            let answer = ask(program).await;
            let gone = *method == "DELETE" && answer.status == 404;
            assert!(gone || [200, 201, 204, 409].contains(&answer.status), "{address}: {}", answer.text());
        }
    }
    // The private game is in the player's own list for tokens that may look.
    let own = reads.get(&format!("/players/{}/games", table.white.id)).await.ok();
    assert!(own["games"].as_array().unwrap().iter().any(|game| game["id"] == table.game));

    // The socket holds to the same.
    let mut table = Table::between(table.black, table.white, json!({})).await;
    let mut socket = Socket::open(&server, &reads).await;
    socket.subscribe(&table.game).await;
    let resign = json!({"type": "resign", "id": "r"});
    let refused = socket.command(&table.game, resign.clone()).await;
    assert_eq!(
        (&refused["problem"]["code"], &refused["problem"]["params"]),
        (&json!("insufficient_scope"), &json!({"scope": "play"}))
    );
    let mut socket = Socket::open(&server, &Visitor::stranger(&server)).await;
    socket.send(json!({"type": "authenticate", "token": plays.token})).await;
    assert_eq!(socket.next_of("authenticated").await["player"]["id"], table.white.id);
    socket.send(json!({"type": "subscribe", "game": table.game})).await;
    assert_eq!(socket.next_of("problem").await["problem"]["params"], json!({"scope": "read"}));
    // The lobby is the same for everybody.
    socket.send(json!({"type": "subscribe_lobby"})).await;
    socket.next_of("lobby").await;
    assert_eq!(socket.accepted(&table.game, resign).await, 2);
    table.state = table.snapshot().await;
    assert_eq!(table.state["result"]["text"], "B+R");
}

async fn a_revoked_token_ends_what_is_open(database: Database) {
    let server = Server::start(database).await;
    let table = Table::new(&server, json!({})).await;
    let (token, program) = new_token(&table.white, json!({"name": "Bot", "scopes": ["read", "play"]})).await;
    let mut socket = Socket::open(&server, &program).await;
    socket.subscribe(&table.game).await;
    let mut late = Socket::open(&server, &Visitor::stranger(&server)).await;
    late.send(json!({"type": "authenticate", "token": program.token})).await;
    late.next_of("authenticated").await;
    let mut own = Socket::open(&server, &table.white).await;
    own.subscribe(&table.game).await;
    let mut lines = Reader::new(program.stream(&table.game, "", NDJSON).await);
    let mut messages = Reader::new(program.stream(&table.game, "", SSE).await);
    assert_eq!(lines.line().await.map(|event| event["seq"].clone()), Some(json!(1)));
    assert_eq!(messages.message().await.map(|message| message.0), Some(1));

    let began = Instant::now();
    assert_eq!(table.white.delete(&path(&token)).await.status, 204);
    assert_eq!(socket.ended().await, Ended(Some(POLICY)));
    assert_eq!(late.ended().await, Ended(Some(POLICY)));
    assert_eq!((lines.line().await, messages.message().await), (None, None));
    println!("{database:?}: ended {} ms after the token was revoked", began.elapsed().as_millis());
    // The player's own socket goes on.
    own.accepted(&table.game, json!({"type": "resign", "id": "r"})).await;
}

async fn who_comes_in_with_another_token_sees_no_more_than_that_allows(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({"delay": 3_600_000})).await;
    let (_, looks) = new_token(&table.black, json!({"name": "Looks", "scopes": ["read"]})).await;
    let (_, plays) = new_token(&table.black, json!({"name": "Plays", "scopes": ["play"]})).await;
    let mut socket = Socket::open(&server, &looks).await;
    socket.subscribe(&table.game).await;
    table.moves("E5").await;
    assert_eq!(socket.next_of("event").await["event"]["move"], "E5");

    socket.send(json!({"type": "authenticate", "token": plays.token})).await;
    socket.next_of("authenticated").await;
    let refused = socket.next_of("problem").await;
    assert_eq!(refused["problem"]["code"], "insufficient_scope", "{refused}");
    table.moves("C3").await;
    // Frames of the old subscription would come before the answer to this.
    socket.send(json!({"type": "authenticate", "token": looks.token})).await;
    assert_eq!(socket.next().await["type"], "authenticated");
}

async fn a_token_that_expires_ends_what_is_open(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let server = &by_hand.server;
    let table = Table::new(server, json!({})).await;
    let now = table.white.look(&table.game).await["now"].as_i64().unwrap();
    let wish = json!({"name": "Bot", "scopes": ["read"], "expires_at": now + 20_000});
    let (_, program) = new_token(&table.white, wish).await;
    let socket = Socket::open(server, &program).await;
    let mut lines = Reader::new(program.stream(&table.game, "?since=1", NDJSON).await);
    by_hand.pass_until(now + 19_999).await;
    program.get("/me").await.ok();
    by_hand.pass_until(now + 20_000).await;
    assert_eq!(socket.ended().await, Ended(Some(POLICY)));
    assert_eq!(lines.line().await, None);
    program.get("/me").await.refused(401, "unauthenticated");
    assert_eq!(list(&table.white).await, Vec::<Value>::new());
}

async fn so_many_tokens_and_no_more(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let server = &by_hand.server;
    let ann = Visitor::guest(server, "Ann").await;
    let wish = json!({"name": "Bot", "scopes": ["read"]});
    let mut made = Vec::new();
    for _ in 0..31 {
        made.push(new_token(&ann, wish.clone()).await.0);
    }
    // Of two that are asked for at the same moment one is the last.
    let (one, other) = tokio::join!(ann.post("/tokens", wish.clone()), ann.post("/tokens", wish.clone()));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
    assert_eq!(ann.post("/tokens", wish.clone()).await.refused(409, "too_many_tokens"), json!({"max": 32}));
    ann.delete(&path(&made[7])).await;
    new_token(&ann, wish.clone()).await;
    assert_eq!(list(&ann).await.len(), 32);

    // One that has expired makes room.
    ann.delete(&path(&made[8])).await;
    let now = made[0]["created_at"].as_i64().unwrap();
    let soon = json!({"name": "Soon", "scopes": ["read"], "expires_at": now + 8_000});
    new_token(&ann, soon).await;
    by_hand.pass_until(now + 7_999).await;
    ann.post("/tokens", wish.clone()).await.refused(409, "too_many_tokens");
    by_hand.pass_until(now + 8_000).await;
    new_token(&ann, wish).await;
    assert!(list(&ann).await.iter().all(|token| token["name"] != "Soon"));
}

async fn the_last_use_is_told(database: Database) {
    let mut server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let (token, program) = new_token(&ann, json!({"name": "Bot", "scopes": ["read"]})).await;
    program.get("/me").await.ok();
    let used = list(&ann).await[0]["last_used_at"].as_i64().unwrap();
    assert!(used >= token["created_at"].as_i64().unwrap());
    // It is written down at the latest when the server stops.
    assert!(server.stop().await.success());
    server.start_again().await;
    assert_eq!(list(&ann).await[0]["last_used_at"], used);
}

async fn another_server_hears_of_it_within_a_minute() {
    let first = Server::start(Database::Postgres).await;
    let by_hand = ServerByHand::on(first.data().clone()).await;
    let second = &by_hand.server;
    let table = Table::new(&first, json!({})).await;
    let (token, program) = new_token(&table.white, json!({"name": "Bot", "scopes": ["read"]})).await;
    let there = program.at(second);
    let socket = Socket::open(second, &there).await;
    let mut lines = Reader::new(there.stream(&table.game, "?since=1", NDJSON).await);
    assert_eq!(table.white.delete(&path(&token)).await.status, 204);
    there.get("/me").await.refused(401, "unauthenticated");
    by_hand.pass(Duration::from_mins(1)).await;
    assert_eq!(socket.ended().await, Ended(Some(POLICY)));
    assert_eq!(lines.line().await, None);
}
