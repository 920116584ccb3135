//! Members sign in by name and password, prove once more who they are, and change their passwords.

use std::collections::BTreeSet;
use std::time::Duration;

use reqwest::Method;
use reqwest::header::{COOKIE, SET_COOKIE, USER_AGENT};
use serde_json::{Value, json};

use crate::by_hand::ServerByHand;
use crate::member::{PASSWORD, at_home, member, register, sign_in, texts};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, on_both_databases};
use crate::socket::{Ended, Socket};
use crate::tamper::tamper;

on_both_databases! {
    who_knows_name_and_password_is_in
    what_is_wrong_nobody_learns
    a_name_that_nobody_can_write_is_nobodys
    each_sign_in_is_a_device
    of_so_many_sessions_the_one_ends_that_nobody_uses
    another_password_signs_all_others_out
    some_changes_need_a_fresh_sign_in
    a_password_is_kept_as_its_hash_alone
    a_member_without_a_password_is_in_by_none
}

/// The close code for a breach of the rules.
const POLICY: Ended = Ended(Some(1008));
const OTHER: &str = "eleven white stones";
const FIREFOX: &str = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0";

async fn list(player: &Visitor) -> Vec<Value> {
    player.get("/sessions").await.ok()["sessions"].as_array().unwrap().clone()
}

async fn who_knows_name_and_password_is_in(database: Database) {
    let mut server = Server::start(database).await;
    let ann = member(&server, "Annabel").await;
    server.kill().await;
    server.start_again().await;
    let stranger = Visitor::stranger(&server);
    for name in ["Annabel", "annabel", "ANNABEL", "Ａnnabel", "Ánnabel", " Anna bel "] {
        let there = at_home(&stranger, &sign_in(&stranger, name, PASSWORD).await);
        assert_eq!((&there.id, there.name.as_str()), (&ann.id, "Annabel"), "{name}");
        assert_ne!(there.token, ann.token);
        assert_eq!(there.get("/me").await.ok()["player"]["kind"], "member");
    }
    // Blanks and letters of other keyboards are the same password; another case is not.
    let typed = PASSWORD.replace(' ', "\u{a0}");
    assert_eq!(sign_in(&stranger, "Annabel", &typed).await.status, 201);
    sign_in(&stranger, "Annabel", &PASSWORD.to_uppercase()).await.refused(401, "wrong_credentials");
    // Whoever looks like two is the one in the same letters.
    let (ian, small) = (member(&server, "Ian").await, member(&server, "ian b").await);
    assert_eq!(at_home(&stranger, &sign_in(&stranger, "ian", PASSWORD).await).id, ian.id);
    assert_eq!(at_home(&stranger, &sign_in(&stranger, "Ian B", PASSWORD).await).id, small.id);
    // With a session or as a guest one may sign in as well.
    let guest = Visitor::guest(&server, "Carla").await;
    assert_eq!(at_home(&guest, &sign_in(&guest, "Annabel", PASSWORD).await).id, ann.id);
    assert_eq!(guest.get("/me").await.ok()["player"]["name"], "Carla");
}

async fn what_is_wrong_nobody_learns(database: Database) {
    let server = Server::start(database).await;
    member(&server, "Annabel").await;
    Visitor::guest(&server, "Bella").await;
    let stranger = Visitor::stranger(&server);
    let wrong = sign_in(&stranger, "Annabel", OTHER).await;
    wrong.refused(401, "wrong_credentials");
    let long = "x".repeat(300);
    for (name, password) in [
        ("Annabel", ""),
        ("Annabel", "x"),
        ("Annabel", &*long),
        ("Nobody at all", PASSWORD),
        ("Bella", PASSWORD),
        ("Computer 1", PASSWORD),
        ("", PASSWORD),
        (&*long, PASSWORD),
        ("' OR 1=1 --", PASSWORD),
    ] {
        let answer = sign_in(&stranger, name, password).await;
        assert_eq!((answer.status, answer.text()), (wrong.status, wrong.text()), "{name:?}");
        let headers = [&wrong, &answer]
            .map(|answer| answer.headers.keys().map(ToString::to_string).collect::<BTreeSet<_>>());
        assert_eq!(headers[0], headers[1]);
        assert!(answer.headers.get(SET_COOKIE).is_none());
    }
    for body in [json!({"name": "Annabel"}), json!({"password": PASSWORD}), json!({}), json!([]), json!("x")]
    {
        stranger.post("/sessions", body).await.refused(400, "malformed");
    }
    // Two ways in at once are none.
    let both = json!({"name": "Annabel", "password": PASSWORD, "link": "x"});
    stranger.post("/sessions", both).await.refused(400, "malformed");
    let foreign =
        stranger.request(Method::POST, "/api/v1/sessions").header("origin", "https://elsewhere.example");
    let body = json!({"name": "Annabel", "password": PASSWORD});
    let answer = Answer::read(foreign.json(&body).send().await.unwrap()).await;
    answer.refused(403, "foreign_origin");
}

async fn a_name_that_nobody_can_write_is_nobodys(database: Database) {
    let server = Server::start(database).await;
    member(&server, "Annabel").await;
    let stranger = Visitor::stranger(&server);
    for name in ["An\u{0}nabel", "\u{0}", "\u{ffff}", "\u{202e}lebannA"] {
        sign_in(&stranger, name, PASSWORD).await.refused(401, "wrong_credentials");
    }
}

async fn each_sign_in_is_a_device(database: Database) {
    let server = Server::start(database).await;
    let ann = member(&server, "Annabel").await;
    let stranger = Visitor::stranger(&server);
    let body = json!({"name": "Annabel", "password": PASSWORD});
    let request = stranger.request(Method::POST, "/api/v1/sessions").header(USER_AGENT, FIREFOX);
    let answer = Answer::read(request.json(&body).send().await.unwrap()).await;
    let telephone = at_home(&stranger, &answer);
    let sessions = list(&telephone).await;
    assert_eq!(sessions.len(), 2);
    for session in &sessions {
        let is_telephone = session["device"] == "Firefox · Android";
        assert_eq!(session["current"], is_telephone, "{sessions:?}");
    }
    // A device is known by the same secret from then on, and two devices by two.
    let device = |answer: &Answer| {
        let mut cookies = answer.headers.get_all(SET_COOKIE).iter().map(|cookie| cookie.to_str().unwrap());
        let cookie = cookies.find_map(|cookie| cookie.strip_prefix("tengen_device="));
        cookie.unwrap().split(';').next().unwrap().to_owned()
    };
    let first = device(&answer);
    let request = stranger.request(Method::POST, "/api/v1/sessions");
    let request = request.header(COOKIE, format!("tengen_device={first}")).json(&body);
    let again = Answer::read(request.send().await.unwrap()).await;
    assert_eq!(device(&again), first);
    assert_ne!(device(&sign_in(&stranger, "Annabel", PASSWORD).await), first);
    // It opens nothing.
    let by_device = stranger.with_secret(&first);
    by_device.get("/me").await.refused(401, "unauthenticated");
    let request = stranger.request(Method::GET, "/api/v1/me");
    let request = request.header(COOKIE, format!("tengen_device={first}"));
    Answer::read(request.send().await.unwrap()).await.refused(401, "unauthenticated");
    // Signing out ends this device alone.
    assert_eq!(telephone.delete("/sessions/current").await.status, 204);
    telephone.get("/me").await.refused(401, "unauthenticated");
    assert_eq!(list(&ann).await.len(), 3);
}

async fn of_so_many_sessions_the_one_ends_that_nobody_uses(database: Database) {
    const MOST: usize = 32;
    let by_hand = ServerByHand::start(database).await;
    let server = &by_hand.server;
    let stranger = Visitor::stranger(server);
    let mut sessions = vec![member(server, "Annabel").await];
    while sessions.len() < MOST {
        by_hand.pass(Duration::from_secs(1)).await;
        sessions.push(at_home(&stranger, &sign_in(&stranger, "Annabel", PASSWORD).await));
    }
    // The first one is the oldest, and in use; how long ago it was used is known to an hour.
    tamper(
        server.data(),
        "UPDATE tokens SET last_used_at = last_used_at - 7200000, created_at = created_at - 7200000",
    )
    .await;
    sessions[0].get("/me").await.ok();
    by_hand.pass(Duration::from_mins(1)).await;
    let unused = Socket::open(server, &sessions[1]).await;
    tamper(
        server.data(),
        "UPDATE tokens SET last_used_at = created_at WHERE last_used_at < created_at + 3600000",
    )
    .await;
    let last = at_home(&stranger, &sign_in(&stranger, "Annabel", PASSWORD).await);
    assert_eq!(list(&last).await.len(), MOST);
    sessions[0].get("/me").await.ok();
    assert_eq!(unused.ended().await, POLICY);
    sessions[1].get("/me").await.refused(401, "unauthenticated");
    for session in &sessions[2..] {
        session.get("/me").await.ok();
    }
}

async fn another_password_signs_all_others_out(database: Database) {
    let server = Server::start(database).await;
    let ann = member(&server, "Annabel").await;
    let stranger = Visitor::stranger(&server);
    let there = at_home(&stranger, &sign_in(&stranger, "Annabel", PASSWORD).await);
    let socket = Socket::open(&server, &there).await;
    let mut own = Socket::open(&server, &ann).await;
    let links = [
        ann.post("/sessions/link", json!({})).await.ok(),
        there.post("/sessions/link", json!({})).await.ok(),
    ];
    let ben = member(&server, "Benedikt").await;

    ann.patch("/me", json!({"password": "short"})).await.refused(422, "password_refused");
    ann.patch("/me", json!({"password": "password1234"})).await.refused(422, "password_refused");
    let me = ann.patch("/me", json!({"password": OTHER})).await.ok();
    assert_eq!(me["player"]["name"], "Annabel");
    assert_eq!(socket.ended().await, POLICY);
    there.get("/me").await.refused(401, "unauthenticated");
    assert_eq!(list(&ann).await.len(), 1);
    for link in links {
        stranger.post("/sessions", json!({"link": link["secret"]})).await.refused(404, "no_such_link");
    }
    // This session goes on, and so do those of others.
    own.send(json!({"type": "subscribe_lobby"})).await;
    own.next_of("lobby").await;
    ben.get("/me").await.ok();
    sign_in(&stranger, "Annabel", PASSWORD).await.refused(401, "wrong_credentials");
    assert_eq!(at_home(&stranger, &sign_in(&stranger, "Annabel", OTHER).await).id, ann.id);
    assert_eq!(sign_in(&stranger, "Benedikt", PASSWORD).await.status, 201);
}

async fn some_changes_need_a_fresh_sign_in(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let server = &by_hand.server;
    let ann = member(server, "Annabel").await;
    let until = ann.get("/me").await.ok()["account"]["fresh_until"].as_i64().unwrap();
    by_hand.skip_until(until - 1).await;
    assert_eq!(ann.get("/me").await.ok()["account"]["fresh_until"], until);
    by_hand.pass_until(until).await;
    assert_eq!(ann.get("/me").await.ok()["account"]["fresh_until"], Value::Null);
    let change = json!({"password": OTHER, "name": "Bella", "preferences": {"a": "b"}});
    ann.patch("/me", change).await.refused(403, "sign_in_again");
    let me = ann.get("/me").await.ok();
    assert_eq!((&me["player"]["name"], &me["account"]["preferences"]), (&json!("Annabel"), &json!({})));

    // Others prove nothing, and a wrong password does not either.
    let confirm = async |visitor: &Visitor, password: &str| {
        visitor.post("/sessions/current", json!({"password": password})).await
    };
    confirm(&ann, OTHER).await.refused(401, "wrong_credentials");
    confirm(&ann, "").await.refused(401, "wrong_credentials");
    confirm(&Visitor::stranger(server), PASSWORD).await.refused(401, "unauthenticated");
    confirm(&Visitor::guest(server, "Carla").await, PASSWORD).await.refused(403, "account_needed");
    confirm(&ann.with_token(&["read", "play"]).await, PASSWORD).await.refused(403, "own_token_needed");
    ann.patch("/me", json!({"password": OTHER})).await.refused(403, "sign_in_again");
    let answer = confirm(&ann, PASSWORD).await;
    assert_eq!((answer.status, answer.body.len()), (204, 0));
    assert!(ann.get("/me").await.ok()["account"]["fresh_until"].as_i64().unwrap() >= until + 300_000);
    ann.patch("/me", json!({"password": OTHER})).await.ok();

    // A session by a link has proved nothing, and neither has that of a guest.
    let link = ann.post("/sessions/link", json!({})).await.ok();
    let stranger = Visitor::stranger(server);
    let carried = at_home(&stranger, &stranger.post("/sessions", json!({"link": link["secret"]})).await);
    assert_eq!(carried.get("/me").await.ok()["account"]["fresh_until"], Value::Null);
    carried.patch("/me", json!({"password": PASSWORD})).await.refused(403, "sign_in_again");
    assert_eq!(confirm(&carried, OTHER).await.status, 204);
    carried.patch("/me", json!({"password": PASSWORD})).await.ok();
    ann.get("/me").await.refused(401, "unauthenticated");
}

async fn a_password_is_kept_as_its_hash_alone(database: Database) {
    let server = Server::start(database).await;
    let ann = member(&server, "Annabel").await;
    member(&server, "Benedikt").await;
    let hashes =
        async || texts(server.data(), "SELECT password FROM accounts ORDER BY created_at, player_id").await;
    let before = hashes().await;
    assert_eq!(before.len(), 2);
    assert_ne!(before[0], before[1], "the salt is each one's own");
    ann.patch("/me", json!({"password": OTHER})).await.ok();
    let after = hashes().await;
    assert_eq!(before.iter().filter(|hash| after.contains(hash)).count(), 1);
    for hash in before.iter().chain(&after) {
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_eq!(hash.split('$').count(), 6, "{hash}");
    }
    // Nothing in the file tells it. What Postgres has is in its tables.
    if database == Database::Sqlite {
        for entry in std::fs::read_dir(server.data().directory()).unwrap() {
            let path = entry.unwrap().path();
            // There are sockets and locks beside it.
            if !path.is_file() {
                continue;
            }
            let bytes = std::fs::read(path).unwrap();
            for password in [PASSWORD, OTHER] {
                assert!(!bytes.windows(password.len()).any(|window| window == password.as_bytes()));
            }
        }
    }
}

/// An account may have other ways in than a password.
async fn a_member_without_a_password_is_in_by_none(database: Database) {
    let server = Server::start(database).await;
    let ann = member(&server, "Annabel").await;
    tamper(server.data(), "UPDATE accounts SET password = NULL, password_at = NULL").await;
    let stranger = Visitor::stranger(&server);
    for password in ["", PASSWORD, "null"] {
        sign_in(&stranger, "Annabel", password).await.refused(401, "wrong_credentials");
    }
    ann.post("/sessions/current", json!({"password": PASSWORD})).await.refused(401, "wrong_credentials");
    // Nor is a hash good that nobody can read.
    tamper(server.data(), "UPDATE accounts SET password = 'seven black stones'").await;
    sign_in(&stranger, "Annabel", PASSWORD).await.refused(401, "wrong_credentials");
    ann.get("/me").await.ok();
    register(&stranger, "Annabel").await.refused(409, "name_taken");
}
