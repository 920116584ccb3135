//! A member who has lost every way in comes in by a link of the operator.

use serde_json::{Value, json};

use super::{done, refused, secret};
use crate::member::{PASSWORD, at_home, member, sign_in, texts};
use crate::rest::Visitor;
use crate::second_step::set_up;
use crate::server::{Database, Server, now, on_both_databases};
use crate::socket::{Ended, Socket};
use crate::tamper::tamper;

on_both_databases! {
    by_a_link_of_the_operator_a_member_comes_in
    such_a_link_is_made_without_a_server
    such_a_link_ends_after_a_day
    nobody_but_a_member_is_reset
}

/// The close code for a breach of the rules.
const POLICY: Ended = Ended(Some(1008));
const NEW: &str = "eleven white stones";
const DAY: i64 = 86_400_000;

async fn by_a_link_of_the_operator_a_member_comes_in(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    let (ann, ben) = (member(&server, "Annabel").await, member(&server, "Benedikt").await);
    let program = ann.with_token(&["read", "play"]).await;
    set_up(&ann, now()).await;
    let mail =
        format!("INSERT INTO mails VALUES ('{}', 'annabel@example.org', 'annabel@example.org', 1)", ann.id);
    tamper(server.data(), &mail).await;
    let person = format!("INSERT INTO identities VALUES ('https://a.example', 'ann', '{}', 1, 1)", ann.id);
    tamper(server.data(), &person).await;
    let passkey = format!("INSERT INTO passkeys VALUES ('x', '{}', '{{}}', NULL, 1, NULL)", ann.id);
    tamper(server.data(), &passkey).await;
    let carried = ann.post("/sessions/link", json!({})).await.ok();
    let socket = Socket::open(&server, &ann).await;

    let site = "https://go.example.org/";
    let said = done(server.data(), &["player", "Annabel", "--reset", "--public-url", site]).await;
    // A running server says where it is, and this one does not know.
    let page = if database == Database::Sqlite {
        "/sign-in/letter"
    } else {
        "https://go.example.org/sign-in/letter"
    };
    let secret = secret(&said, page);
    assert!(said.contains("password no, authenticator no, mail no, persons of providers 0, passkeys 0, roles none\n0 sessions\n"), "{said}");
    assert_eq!(socket.ended().await, POLICY);
    ann.get("/me").await.refused(401, "unauthenticated");
    sign_in(&stranger, "Annabel", PASSWORD).await.refused(401, "wrong_credentials");
    stranger.post("/sessions", json!({"link": carried["secret"]})).await.refused(404, "no_such_link");
    for table in ["authenticators", "recovery_codes", "mails", "known_devices", "identities", "passkeys"] {
        let left = format!("SELECT player_id FROM {table} WHERE player_id = '{}'", ann.id);
        assert_eq!(texts(server.data(), &left).await, [""; 0], "{table}");
    }
    assert_eq!(
        texts(server.data(), "SELECT hash FROM mail_links").await,
        [tengen_entropy::token_hash(&secret)]
    );
    // Whoever has stolen the account may have made programs. Others are not concerned.
    program.get("/me").await.refused(401, "unauthenticated");
    ben.get("/me").await.ok();

    let looked = stranger.post("/mail-links/player", json!({"letter": secret})).await.ok();
    assert_eq!(looked["player"]["name"], "Annabel");
    let there = at_home(&stranger, &stranger.post("/sessions", json!({"letter": secret})).await);
    assert_eq!(there.id, ann.id);
    stranger.post("/sessions", json!({"letter": secret})).await.refused(404, "no_such_link");
    let account = there.get("/me").await.ok()["account"].clone();
    assert_eq!((&account["password"], &account["mail"]), (&json!(false), &Value::Null));
    assert_eq!((&account["authenticator"], &account["recovery_codes_left"]), (&json!(false), &json!(0)));
    // Without the old password, and without another proof.
    there.patch("/me", json!({"password": NEW})).await.ok();
    assert_eq!(at_home(&stranger, &sign_in(&stranger, "Annabel", NEW).await).id, ann.id);
    sign_in(&stranger, "Annabel", PASSWORD).await.refused(401, "wrong_credentials");
}

async fn such_a_link_is_made_without_a_server(database: Database) {
    let mut server = Server::start_to_come_back(database).await;
    let ann = member(&server, "Annabel").await;
    server.stop().await;
    let first = done(server.data(), &["player", &ann.id, "--reset"]).await;
    let words =
        ["player", "Annabel", "--rename", "Bella", "--reset", "--public-url", "http://go.example.org"];
    let said = done(server.data(), &words).await;
    server.start_again().await;
    let stranger = Visitor::stranger(&server);
    // The last one is good.
    let first = secret(&first, "/sign-in/letter");
    stranger.post("/sessions", json!({"letter": first})).await.refused(404, "no_such_link");
    let letter = secret(&said, "http://go.example.org/sign-in/letter");
    ann.get("/me").await.refused(401, "unauthenticated");
    let there = at_home(&stranger, &stranger.post("/sessions", json!({"letter": letter})).await);
    assert_eq!((&there.id, there.name.as_str()), (&ann.id, "Bella"));
}

async fn such_a_link_ends_after_a_day(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    member(&server, "Annabel").await;
    let before = now();
    let secret = secret(&done(server.data(), &["player", "Annabel", "--reset"]).await, "/sign-in/letter");
    let look = async || stranger.post("/mail-links/player", json!({"letter": secret})).await;
    let age = async |millis: i64| {
        tamper(server.data(), &format!("UPDATE mail_links SET expires_at = expires_at - {millis}")).await;
    };
    age(DAY - 60_000).await;
    look().await.ok();
    age(60_000 + now() - before).await;
    look().await.refused(404, "no_such_link");
    stranger.post("/sessions", json!({"letter": secret})).await.refused(404, "no_such_link");
}

async fn nobody_but_a_member_is_reset(database: Database) {
    let server = Server::start(database).await;
    let guest = Visitor::guest(&server, "Carla").await;
    let said = refused(server.data(), &["player", &guest.id, "--reset"]).await;
    assert!(said.contains("Carla is no member"), "{said}");
    refused(server.data(), &["player", "Nobody", "--reset"]).await;
    guest.get("/me").await.ok();
    assert_eq!(texts(server.data(), "SELECT hash FROM mail_links").await, [""; 0]);
}
