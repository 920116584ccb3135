//! Passkeys as ways in of members, by a browser with a device in software.

use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, COOKIE, SET_COOKIE};
use serde_json::{Value, json};
use tengen_testbed::{Authenticator, PasskeyFault};

use crate::keys::KEY;
use crate::member::{PASSWORD, at_home, member, texts};
use crate::person::{Providers, SITE, ask_for_codes, register_by};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, on_both_databases};
use crate::tamper::tamper;

on_both_databases! {
    a_passkey_is_a_way_in_without_a_name
    a_passkey_is_made_once
    a_passkey_is_made_by_a_member_who_has_proved_who_it_is
    what_proves_nothing_nobody_learns_why
    a_challenge_is_good_once_and_in_the_browser_that_has_it
    a_copied_device_is_found_out
    a_passkey_confirms_its_own_member_alone
    the_last_way_in_stays
    where_there_are_none_there_are_none
    passkeys_go_with_their_member
}

async fn server(database: Database) -> Server {
    Server::with_options(database, &["--public-url", SITE]).await
}

/// What a device is asked, and the cookie of the browser.
struct Asked {
    options: Value,
    cookie: String,
}

async fn ask(visitor: &Visitor, purpose: &str) -> Asked {
    let answer = visitor.post("/passkey-challenges", json!({"purpose": purpose})).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    let cookie = answer.headers[SET_COOKIE].to_str().unwrap().split(';').next().unwrap().to_owned();
    Asked { options: answer.ok()["options"].clone(), cookie }
}

/// Shows what a device says.
async fn show(visitor: &Visitor, path: &str, cookie: &str, passkey: &Value) -> Answer {
    let request = visitor.request(Method::POST, &format!("/api/v1{path}"));
    let request = request.header(COOKIE, cookie).header(CONTENT_TYPE, "application/json");
    Answer::read(request.body(json!({"passkey": passkey}).to_string()).send().await.unwrap()).await
}

async fn add(member: &Visitor, device: &mut Authenticator) -> Answer {
    let asked = ask(member, "register").await;
    let said = device.create(&asked.options).unwrap();
    show(member, "/me/passkeys", &asked.cookie, &said).await
}

async fn sign_in(stranger: &Visitor, device: &mut Authenticator) -> Answer {
    let asked = ask(stranger, "sign_in").await;
    let said = device.get(&asked.options).unwrap();
    show(stranger, "/sessions", &asked.cookie, &said).await
}

async fn confirm(member: &Visitor, device: &mut Authenticator) -> Answer {
    let asked = ask(member, "confirm").await;
    let said = device.get(&asked.options).unwrap();
    show(member, "/sessions/current", &asked.cookie, &said).await
}

async fn passkeys(member: &Visitor) -> Vec<Value> {
    member.get("/me").await.ok()["account"]["passkeys"].as_array().unwrap().clone()
}

fn path(passkey: &Value) -> String {
    format!("/me/passkeys/{}", passkey["id"].as_str().unwrap())
}

async fn stale(server: &Server) {
    tamper(server.data(), "UPDATE tokens SET signed_in_at = 1").await;
}

async fn a_passkey_is_a_way_in_without_a_name(database: Database) {
    let mut server = server(database).await;
    let (stranger, ann) = (Visitor::stranger(&server), member(&server, "Annabel").await);
    assert_eq!(stranger.get("/door").await.ok()["passkeys"], json!(true));
    assert_eq!(passkeys(&ann).await, Vec::<Value>::new());
    let mut device = Authenticator::new(SITE);
    let list = add(&ann, &mut device).await;
    assert_eq!(list.status, 201, "{}", list.text());
    assert_eq!(list.ok()["passkeys"], json!(passkeys(&ann).await));
    let made = passkeys(&ann).await;
    assert_eq!((made.len(), &made[0]["used_at"]), (1, &Value::Null));
    // An authenticator's code is not asked for: the device has looked at the person.
    ask_for_codes(server.data(), &ann).await;
    let there = at_home(&stranger, &sign_in(&stranger, &mut device).await);
    assert_eq!(there.id, ann.id);
    assert!(there.get("/me").await.ok()["account"]["fresh_until"].is_i64());
    assert!(passkeys(&ann).await[0]["used_at"].is_i64());
    server.kill().await;
    server.start_again().await;
    let stranger = Visitor::stranger(&server);
    assert_eq!(at_home(&stranger, &sign_in(&stranger, &mut device).await).id, ann.id);
    // Another member on the same device.
    let ben = member(&server, "Benedict").await;
    assert_eq!(add(&ben, &mut device).await.status, 201);
    assert_eq!(at_home(&stranger, &sign_in(&stranger, &mut device).await).id, ben.id);
}

async fn a_passkey_is_made_once(database: Database) {
    let server = server(database).await;
    let ann = member(&server, "Annabel").await;
    let mut device = Authenticator::new(SITE);
    let asked = ask(&ann, "register").await;
    let said = json!({"passkey": device.create(&asked.options).unwrap()});
    let add = async || {
        let request = ann.request(Method::POST, "/api/v1/me/passkeys").header(COOKIE, &asked.cookie);
        let request = request.header("idempotency-key", KEY).json(&said);
        Answer::read(request.send().await.unwrap()).await
    };
    // The challenge is good once.
    let (made, again) = (add().await, add().await);
    assert_eq!((made.status, again.status), (201, 201), "{}", again.text());
    assert_eq!(again.json(), made.json());
    assert_eq!(passkeys(&ann).await.len(), 1);
}

async fn a_passkey_is_made_by_a_member_who_has_proved_who_it_is(database: Database) {
    let server = server(database).await;
    let (stranger, guest) = (Visitor::stranger(&server), Visitor::guest(&server, "Carla").await);
    let ann = member(&server, "Annabel").await;
    let register = json!({"purpose": "register"});
    stranger.post("/passkey-challenges", register.clone()).await.refused(401, "unauthenticated");
    guest.post("/passkey-challenges", register.clone()).await.refused(403, "account_needed");
    let program = ann.with_token(&["read", "play"]).await;
    program.post("/passkey-challenges", register.clone()).await.refused(403, "own_token_needed");
    let mut device = Authenticator::new(SITE);
    let asked = ask(&ann, "register").await;
    let said = device.create(&asked.options).unwrap();
    stale(&server).await;
    ann.post("/passkey-challenges", register.clone()).await.refused(403, "sign_in_again");
    show(&ann, "/me/passkeys", &asked.cookie, &said).await.refused(403, "sign_in_again");
    assert_eq!(ann.post("/sessions/current", json!({"password": PASSWORD})).await.status, 204);
    // Somebody else's challenge is none of one's own.
    let ben = member(&server, "Benedict").await;
    show(&ben, "/me/passkeys", &asked.cookie, &said).await.refused(401, "wrong_passkey");
    show(&ann, "/me/passkeys", &asked.cookie, &said).await.refused(401, "wrong_passkey");
    for (fault, reason) in
        [(PasskeyFault::NotVerified, "not_verified"), (PasskeyFault::NotDiscoverable, "not_discoverable")]
    {
        device.misbehave(fault);
        let refused = add(&ann, &mut device).await.refused(422, "passkey_refused");
        assert_eq!(refused, json!({"reason": reason}));
        device.behave();
    }
    for number in 0..16 {
        let added = add(&ann, &mut Authenticator::new(SITE)).await;
        assert_eq!(added.status, 201, "{number}: {}", added.text());
    }
    let refused = ann.post("/passkey-challenges", register).await.refused(409, "too_many_passkeys");
    assert_eq!(refused, json!({"max": 16}));
}

async fn what_proves_nothing_nobody_learns_why(database: Database) {
    let server = server(database).await;
    let (stranger, ann) = (Visitor::stranger(&server), member(&server, "Annabel").await);
    let mut device = Authenticator::new(SITE);
    assert_eq!(add(&ann, &mut device).await.status, 201);
    let mut unknown = Authenticator::new(SITE);
    add(&member(&server, "Benedict").await, &mut unknown).await;
    tamper(server.data(), "DELETE FROM passkeys WHERE player_id <> (SELECT player_id FROM passkeys ORDER BY created_at LIMIT 1)")
        .await;
    assert_eq!(sign_in(&stranger, &mut unknown).await.refused(401, "wrong_passkey"), json!({}));
    for fault in [
        PasskeyFault::NotVerified,
        PasskeyFault::NotPresent,
        PasskeyFault::ForeignKey,
        PasskeyFault::NoUser,
        PasskeyFault::RpId("evil.example".to_owned()),
        PasskeyFault::ClientData("challenge", json!("another")),
        // The page of another server, which has led somebody to its own, and a frame in one.
        PasskeyFault::ClientData("origin", json!("https://evil.example")),
        PasskeyFault::ClientData("crossOrigin", json!(true)),
    ] {
        device.misbehave(fault.clone());
        assert_eq!(
            sign_in(&stranger, &mut device).await.refused(401, "wrong_passkey"),
            json!({}),
            "{fault:?}"
        );
        device.behave();
    }
    let long = json!({"id": "x".repeat(9_000)});
    for said in [json!({}), json!({"id": "x"}), json!({"id": 7, "rawId": [], "type": null}), long] {
        let asked = ask(&stranger, "sign_in").await;
        show(&stranger, "/sessions", &asked.cookie, &said).await.refused(401, "wrong_passkey");
    }
    for said in [json!(null), json!([]), json!("x"), json!(7)] {
        stranger.post("/sessions", json!({"passkey": said})).await.refused(400, "malformed");
    }
    assert_eq!(at_home(&stranger, &sign_in(&stranger, &mut device).await).id, ann.id);
}

async fn a_challenge_is_good_once_and_in_the_browser_that_has_it(database: Database) {
    let server = server(database).await;
    let (stranger, ann) = (Visitor::stranger(&server), member(&server, "Annabel").await);
    let mut device = Authenticator::new(SITE);
    add(&ann, &mut device).await;
    let asked = ask(&stranger, "sign_in").await;
    let said = device.get(&asked.options).unwrap();
    stranger.post("/sessions", json!({"passkey": said})).await.refused(401, "wrong_passkey");
    let other = ask(&stranger, "sign_in").await;
    show(&stranger, "/sessions", &other.cookie, &said).await.refused(401, "wrong_passkey");
    assert_eq!(show(&stranger, "/sessions", &asked.cookie, &said).await.status, 201);
    show(&stranger, "/sessions", &asked.cookie, &said).await.refused(401, "wrong_passkey");
    // What was asked for something else.
    let asked = ask(&ann, "confirm").await;
    let said = device.get(&asked.options).unwrap();
    show(&stranger, "/sessions", &asked.cookie, &said).await.refused(401, "wrong_passkey");
    let late = ask(&stranger, "sign_in").await;
    let said = device.get(&late.options).unwrap();
    tamper(server.data(), "UPDATE pending_sign_ins SET expires_at = 1").await;
    show(&stranger, "/sessions", &late.cookie, &said).await.refused(401, "wrong_passkey");
}

async fn a_copied_device_is_found_out(database: Database) {
    let server = server(database).await;
    let (stranger, ann) = (Visitor::stranger(&server), member(&server, "Annabel").await);
    let mut device = Authenticator::new(SITE);
    add(&ann, &mut device).await;
    assert_eq!(sign_in(&stranger, &mut device).await.status, 201);
    assert_eq!(sign_in(&stranger, &mut device).await.status, 201);
    device.misbehave(PasskeyFault::Count(1));
    sign_in(&stranger, &mut device).await.refused(401, "wrong_passkey");
    assert!(server.log().contains("a passkey was copied"), "{}", server.log());
    // One whose passkeys are copied by their maker does not count.
    let mut phone = Authenticator::synchronised(SITE);
    add(&ann, &mut phone).await;
    for _ in 0..2 {
        assert_eq!(at_home(&stranger, &sign_in(&stranger, &mut phone).await).id, ann.id);
    }
}

async fn a_passkey_confirms_its_own_member_alone(database: Database) {
    let server = server(database).await;
    let (ann, ben) = (member(&server, "Annabel").await, member(&server, "Benedict").await);
    ann.post("/passkey-challenges", json!({"purpose": "confirm"})).await.refused(404, "no_such_passkey");
    let (mut device, mut bens) = (Authenticator::new(SITE), Authenticator::new(SITE));
    add(&ann, &mut device).await;
    add(&ben, &mut bens).await;
    stale(&server).await;
    ann.delete(&path(&passkeys(&ann).await[0])).await.refused(403, "sign_in_again");
    assert_eq!(confirm(&ann, &mut device).await.status, 204);
    assert!(ann.get("/me").await.ok()["account"]["fresh_until"].is_i64());
    // Ben's device is not asked, and what it says to a challenge of its own is none for Ann.
    assert!(bens.get(&ask(&ann, "confirm").await.options).is_err());
    stale(&server).await;
    let asked = ask(&ben, "confirm").await;
    let said = bens.get(&asked.options).unwrap();
    show(&ann, "/sessions/current", &asked.cookie, &said).await.refused(401, "wrong_passkey");
    assert_eq!(ann.get("/me").await.ok()["account"]["fresh_until"], Value::Null);
}

async fn the_last_way_in_stays(database: Database) {
    let providers = Providers::start();
    let server = providers.server(database, &[]).await;
    let stranger = Visitor::stranger(&server);
    let ada = register_by(&stranger, "Annabel", "club").await;
    let mut device = Authenticator::new(SITE);
    assert_eq!(add(&ada, &mut device).await.status, 201);
    let identity = ada.get("/me").await.ok()["account"]["identities"][0]["id"].clone();
    assert_eq!(ada.delete(&format!("/me/identities/{}", identity.as_str().unwrap())).await.status, 204);
    let passkey = passkeys(&ada).await[0].clone();
    ada.delete(&path(&passkey)).await.refused(409, "last_way_in");
    ada.patch("/me", json!({"password": PASSWORD})).await.ok();
    assert_eq!(ada.delete(&path(&passkey)).await.status, 204);
    ada.delete(&path(&passkey)).await.refused(404, "no_such_passkey");
    ada.delete("/me/passkeys/0000000000000000").await.refused(404, "no_such_passkey");
    sign_in(&stranger, &mut device).await.refused(401, "wrong_passkey");
}

async fn where_there_are_none_there_are_none(database: Database) {
    let server = Server::start(database).await;
    let (stranger, ann) = (Visitor::stranger(&server), member(&server, "Annabel").await);
    assert_eq!(stranger.get("/door").await.ok()["passkeys"], json!(false));
    for purpose in ["sign_in", "register", "confirm"] {
        ann.post("/passkey-challenges", json!({"purpose": purpose})).await.refused(403, "no_passkeys");
    }
    stranger.post("/sessions", json!({"passkey": {}})).await.refused(403, "no_passkeys");
    ann.post("/me/passkeys", json!({"passkey": {}})).await.refused(403, "no_passkeys");
    let providers = Providers::start();
    let alone = providers.server(Database::Sqlite, &["--ways-in", "providers"]).await;
    let stranger = Visitor::stranger(&alone);
    assert_eq!(stranger.get("/door").await.ok()["passkeys"], json!(false));
    stranger.post("/passkey-challenges", json!({"purpose": "sign_in"})).await.refused(403, "no_passkeys");
}

async fn passkeys_go_with_their_member(database: Database) {
    let server = server(database).await;
    let (stranger, ann) = (Visitor::stranger(&server), member(&server, "Annabel").await);
    let mut device = Authenticator::new(SITE);
    add(&ann, &mut device).await;
    let kept = "SELECT device FROM passkeys WHERE device IS NOT NULL";
    assert_eq!(texts(server.data(), "SELECT credential_id FROM passkeys").await.len(), 1);
    assert!(texts(server.data(), kept).await.is_empty(), "the test's program names itself by nothing");
    assert_eq!(ann.delete("/me").await.status, 204);
    assert!(texts(server.data(), "SELECT credential_id FROM passkeys").await.is_empty());
    sign_in(&stranger, &mut device).await.refused(401, "wrong_passkey");
}
