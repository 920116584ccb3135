//! The devices on which a player is at home: seen, carried to another one, and signed out.

use reqwest::Method;
use reqwest::header::{SET_COOKIE, USER_AGENT};
use serde_json::{Value, json};
use tokio::time::Duration;

use crate::by_hand::ServerByHand;
use crate::rest::{Answer, Visitor};
use crate::server::{Data, Database, Server, on_both_databases, once};
use crate::socket::{Ended, Socket};
use crate::stream::{NDJSON, Reader};
use crate::table::Table;
use crate::tamper::tamper;

on_both_databases! {
    each_device_is_listed_and_signed_out
    all_others_are_signed_out_at_once
    who_signs_out_is_a_visitor
    a_link_carries_a_place_once
    a_link_ends_after_ten_minutes
    so_many_devices_and_no_more
    a_session_ends_that_was_not_used_for_ninety_days
    a_session_of_an_earlier_release_is_good_until_it_is_used_again
    a_link_ends_with_any_session_of_its_player
    the_programs_of_a_guest_end_with_the_last_session
}

once! {
    another_server_hears_of_it
    where_there_is_tls_the_cookie_is_of_this_host_alone
}

/// The close code for a breach of the rules.
const POLICY: Ended = Ended(Some(1008));
const FIREFOX: &str = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0";

async fn list(player: &Visitor) -> Vec<Value> {
    player.get("/sessions").await.ok()["sessions"].as_array().unwrap().clone()
}

fn path(session: &Value) -> String {
    format!("/sessions/{}", session["id"].as_str().unwrap())
}

async fn link(player: &Visitor) -> Value {
    let answer = player.post("/sessions/link", json!({})).await;
    assert_eq!((answer.status, answer.header("cache-control")), (201, "no-store"));
    answer.ok()
}

/// Takes a link on a telephone.
async fn take(stranger: &Visitor, link: &Value) -> Answer {
    let request = stranger.request(Method::POST, "/api/v1/sessions").header(USER_AGENT, FIREFOX);
    Answer::read(request.json(&json!({"link": link["secret"]})).send().await.unwrap()).await
}

/// The player at another device.
async fn at_another_device(player: &Visitor, server: &Server) -> Visitor {
    let begun = take(&Visitor::stranger(server), &link(player).await).await.ok();
    player.with_secret(begun["token"].as_str().unwrap())
}

async fn each_device_is_listed_and_signed_out(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let telephone = at_another_device(&ann, &server).await;
    let table = Table::new(&server, json!({})).await;
    let socket = Socket::open(&server, &telephone).await;
    let mut lines = Reader::new(telephone.stream(&table.game, "?since=1", NDJSON).await);

    let sessions = list(&ann).await;
    let told: Vec<_> = sessions.iter().map(|session| (&session["device"], &session["current"])).collect();
    assert_eq!(told.len(), 2, "{sessions:?}");
    assert!(told.contains(&(&Value::Null, &json!(true))), "{sessions:?}");
    assert!(told.contains(&(&json!("Firefox · Android"), &json!(false))), "{sessions:?}");
    let of_telephone = sessions.iter().find(|session| session["current"] == false).unwrap();
    let seen_there = list(&telephone).await;
    assert!(
        seen_there.iter().any(|session| session["id"] == of_telephone["id"] && session["current"] == true)
    );
    // It is nobody else's to see, and no program's.
    ben.delete(&path(of_telephone)).await.refused(404, "no_such_session");
    let program = ann.with_token(&["read", "play"]).await;
    program.get("/sessions").await.refused(403, "own_token_needed");
    program.delete("/sessions/current").await.refused(403, "own_token_needed");
    program.post("/sessions/link", json!({})).await.refused(403, "own_token_needed");
    Visitor::stranger(&server).get("/sessions").await.refused(401, "unauthenticated");

    let answer = ann.delete(&path(of_telephone)).await;
    assert_eq!((answer.status, answer.body.len()), (204, 0));
    assert_eq!(socket.ended().await, POLICY);
    while lines.line().await.is_some() {}
    telephone.get("/me").await.refused(401, "unauthenticated");
    ann.delete(&path(of_telephone)).await.refused(404, "no_such_session");
    ann.delete("/sessions/0000000000000000").await.refused(404, "no_such_session");
    assert_eq!(list(&ann).await.len(), 1);
    ann.get("/me").await.ok();
}

async fn all_others_are_signed_out_at_once(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let others = [at_another_device(&ann, &server).await, at_another_device(&ann, &server).await];
    let socket = Socket::open(&server, &others[1]).await;
    let own = Socket::open(&server, &ann).await;
    assert_eq!(list(&ann).await.len(), 3);
    assert_eq!(ann.delete("/sessions").await.status, 204);
    assert_eq!(socket.ended().await, POLICY);
    for other in &others {
        other.get("/me").await.refused(401, "unauthenticated");
    }
    let left = list(&ann).await;
    assert_eq!((left.len(), &left[0]["current"]), (1, &json!(true)));
    drop(own);
    // There is nothing left to end, which is no error.
    assert_eq!(ann.delete("/sessions").await.status, 204);
}

async fn who_signs_out_is_a_visitor(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let socket = Socket::open(&server, &ann).await;
    let answer = ann.delete("/sessions/current").await;
    assert_eq!((answer.status, answer.body.len()), (204, 0));
    let cookies: Vec<_> =
        answer.headers.get_all(SET_COOKIE).iter().map(|cookie| cookie.to_str().unwrap()).collect();
    for name in ["tengen_token=;", "__Host-tengen_token=;"] {
        assert!(
            cookies.iter().any(|cookie| cookie.starts_with(name) && cookie.contains("Max-Age=0")),
            "{cookies:?}"
        );
    }
    assert_eq!(socket.ended().await, POLICY);
    ann.get("/me").await.refused(401, "unauthenticated");
    ann.delete("/sessions/current").await.refused(401, "unauthenticated");
    // The player stays, for the games.
    assert_eq!(Visitor::stranger(&server).get(&format!("/players/{}", ann.id)).await.status, 200);
    // An old cookie is a visitor's.
    let stranger = Visitor::stranger(&server);
    let cookie = format!("tengen_token={}", ann.token.unwrap());
    let request = stranger.request(Method::GET, "/api/v1/games").header("cookie", cookie);
    assert_eq!(Answer::read(request.send().await.unwrap()).await.status, 200);
}

async fn a_link_carries_a_place_once(database: Database) {
    let mut server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let replaced = link(&ann).await;
    let made = link(&ann).await;
    let secret = made["secret"].as_str().unwrap();
    assert_eq!(made["address"], format!("{}/welcome#{secret}", server.url()));
    assert!(made["code"].as_str().unwrap().starts_with("<svg"));
    let stranger = Visitor::stranger(&server);
    take(&stranger, &replaced).await.refused(404, "no_such_link");

    // It holds over a restart, and a look at it changes nothing.
    server.kill().await;
    server.start_again().await;
    for _ in 0..2 {
        let looked = stranger.post("/sessions/link/player", json!({"link": secret})).await.ok();
        assert_eq!(looked["player"]["id"], ann.id);
    }
    let begun = take(&stranger, &made).await;
    assert_eq!((begun.status, begun.header("cache-control")), (201, "no-store"));
    assert!(begun.header("set-cookie").starts_with("tengen_token="));
    let token = begun.ok()["token"].as_str().unwrap().to_owned();
    let me = ann.with_secret(&token).get("/me").await.ok();
    assert_eq!((&me["player"]["id"], &me["player"]["name"]), (&json!(ann.id), &json!("Ann")));
    take(&stranger, &made).await.refused(404, "no_such_link");
    let link = json!({"link": secret});
    stranger.post("/sessions/link/player", link).await.refused(404, "no_such_link");
    // Nor is a guess good, or the token itself.
    for guess in ["", "x", &"x".repeat(128), &token] {
        take(&stranger, &json!({"secret": guess})).await.refused(404, "no_such_link");
    }
}

async fn a_link_ends_after_ten_minutes(database: Database) {
    let by_hand = ServerByHand::with_options(database, &[]).await;
    let ann = Visitor::guest(&by_hand.server, "Ann").await;
    let stranger = Visitor::stranger(&by_hand.server);
    let made = link(&ann).await;
    by_hand.skip(Duration::from_secs(601)).await;
    take(&stranger, &made).await.refused(404, "no_such_link");
    assert_eq!(take(&stranger, &link(&ann).await).await.status, 201);
}

async fn so_many_devices_and_no_more(database: Database) {
    const MOST: usize = 32;
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    for _ in 1..MOST {
        at_another_device(&ann, &server).await;
    }
    let (stranger, made) = (Visitor::stranger(&server), link(&ann).await);
    let params = take(&stranger, &made).await.refused(409, "too_many_sessions");
    assert_eq!(params, json!({"max": MOST}));
    let sessions = list(&ann).await;
    assert_eq!(sessions.len(), MOST);
    let other = sessions.iter().find(|session| session["current"] == false).unwrap();
    assert_eq!(ann.delete(&path(other)).await.status, 204);
    // With a session the link has ended, whoever made it.
    take(&stranger, &made).await.refused(404, "no_such_link");
    assert_eq!(take(&stranger, &link(&ann).await).await.status, 201);
}

async fn a_session_ends_that_was_not_used_for_ninety_days(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let telephone = at_another_device(&ann, &server).await;
    let old = "UPDATE tokens SET last_used_at = last_used_at - 7776000001 WHERE device = 'Firefox · Android'";
    tamper(server.data(), old).await;
    telephone.get("/me").await.refused(401, "unauthenticated");
    let left = list(&ann).await;
    assert_eq!((left.len(), &left[0]["current"]), (1, &json!(true)));
}

async fn a_session_of_an_earlier_release_is_good_until_it_is_used_again(database: Database) {
    let by_hand = ServerByHand::with_options(database, &[]).await;
    let data = by_hand.server.data();
    let ann = Visitor::guest(&by_hand.server, "Ann").await;
    // So that release writes it, also beside this one.
    tamper(data, "UPDATE tokens SET last_used_at = NULL, device = NULL, created_at = 1").await;
    let sessions = list(&ann).await;
    assert_eq!((sessions.len(), &sessions[0]["device"]), (1, &Value::Null));
    // It is noted that it was used, and from then on its ninety days count.
    by_hand.pass(Duration::from_secs(31)).await;
    ann.get("/me").await.ok();
    tamper(data, "UPDATE tokens SET last_used_at = last_used_at - 7776000001").await;
    ann.get("/me").await.refused(401, "unauthenticated");
}

async fn a_link_ends_with_any_session_of_its_player(database: Database) {
    let server = Server::start(database).await;
    let (ann, stranger) = (Visitor::guest(&server, "Ann").await, Visitor::stranger(&server));
    // Whoever is signed out may have made one.
    let thief = at_another_device(&ann, &server).await;
    let made = link(&thief).await;
    assert_eq!(ann.delete("/sessions").await.status, 204);
    take(&stranger, &made).await.refused(404, "no_such_link");
    let thief = at_another_device(&ann, &server).await;
    let made = link(&thief).await;
    let of_thief = list(&ann).await.into_iter().find(|session| session["current"] == false).unwrap();
    assert_eq!(ann.delete(&path(&of_thief)).await.status, 204);
    take(&stranger, &made).await.refused(404, "no_such_link");
    let made = link(&ann).await;
    assert_eq!(ann.delete("/sessions/current").await.status, 204);
    take(&stranger, &made).await.refused(404, "no_such_link");
}

async fn the_programs_of_a_guest_end_with_the_last_session(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let program = ann.with_token(&["read", "play"]).await;
    let socket = Socket::open(&server, &program).await;
    let telephone = at_another_device(&ann, &server).await;
    assert_eq!(ann.delete("/sessions/current").await.status, 204);
    program.get("/me").await.ok();
    assert_eq!(telephone.delete("/sessions/current").await.status, 204);
    assert_eq!(socket.ended().await, POLICY);
    program.get("/me").await.refused(401, "unauthenticated");
}

async fn another_server_hears_of_it() {
    let first = Server::start(Database::Postgres).await;
    let second = Server::on(first.data().clone(), "127.0.0.1:0".parse().unwrap(), &[]).await;
    let ann = Visitor::guest(&first, "Ann").await;
    let telephone = at_another_device(&ann, &first).await.at(&second);
    let table = Table::new(&first, json!({})).await;
    let socket = Socket::open(&second, &telephone).await;
    let mut lines = Reader::new(telephone.stream(&table.game, "?since=1", NDJSON).await);
    assert_eq!(ann.delete("/sessions").await.status, 204);
    telephone.get("/me").await.refused(401, "unauthenticated");
    assert_eq!(socket.ended().await, POLICY);
    while lines.line().await.is_some() {}
}

async fn where_there_is_tls_the_cookie_is_of_this_host_alone() {
    let options = ["--public-url", "https://go.example.org"];
    let server =
        Server::on(Data::new(Database::Sqlite).await, "127.0.0.1:0".parse().unwrap(), &options).await;
    let stranger = Visitor::stranger(&server);
    let answer = stranger.post("/guests", json!({"name": "Ann"})).await;
    let cookies: Vec<_> =
        answer.headers.get_all(SET_COOKIE).iter().map(|cookie| cookie.to_str().unwrap()).collect();
    assert_eq!(cookies.len(), 2, "{cookies:?}");
    // A server of the release before, beside this one, knows the second one alone.
    for (cookie, name) in cookies.iter().zip(["__Host-tengen_token=", "tengen_token="]) {
        assert!(cookie.starts_with(name), "{cookie}");
        for part in ["Secure", "Path=/", "HttpOnly", "SameSite=Lax"] {
            assert!(cookie.contains(part), "{cookie}");
        }
        assert!(!cookie.contains("Domain"));
    }
    let token = answer.ok()["token"].as_str().unwrap().to_owned();
    // A cookie from before there was TLS is good, too.
    for name in ["__Host-tengen_token", "tengen_token"] {
        let request = stranger.request(Method::GET, "/api/v1/me").header("cookie", format!("{name}={token}"));
        assert_eq!(Answer::read(request.send().await.unwrap()).await.ok()["player"]["name"], "Ann");
    }
}
