//! Invitations to register, where not everybody may.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::by_hand::ServerByHand;
use crate::member::{PASSWORD, at_home, make_owner, member, register, texts};
use crate::rest::{Answer, Visitor};
use crate::server::{Data, Database, Server, crowded, on_both_databases};
use crate::tamper::tamper;

on_both_databases! {
    by_an_invitation_one_registers_once
    a_guest_registers_by_an_invitation
    an_invitation_for_three_lets_three_in
    an_invitation_ends
    an_invitation_that_was_taken_back_is_none
    a_registration_that_is_refused_uses_no_place_up
    they_are_made_by_those_alone_who_run_the_server
    they_are_as_many_and_as_long_as_may_be
}

const ANYWHERE: &str = "127.0.0.1:0";
const WEEK: i64 = 7 * 86_400_000;

/// A server at which the invited register, and the one who runs it.
async fn invited(database: Database) -> (Server, Visitor) {
    let mut open = Server::start(database).await;
    let ann = member(&open, "Annabel").await;
    open.stop().await;
    make_owner(open.data(), &ann).await;
    // Those who are invited meet in the database.
    let options = ["--registration", "invited", &crowded()];
    let server = Server::on(open.data().clone(), ANYWHERE.parse().unwrap(), &options).await;
    let ann = ann.at(&server);
    (server, ann)
}

/// A new invitation, and its secret.
async fn invite(owner: &Visitor, wish: Value) -> (Value, String) {
    let answer = owner.post("/invitations", wish).await;
    assert_eq!((answer.status, answer.header("cache-control")), (201, "no-store"), "{}", answer.text());
    let made = answer.ok();
    let secret = made["secret"].as_str().unwrap().to_owned();
    assert!(made["address"].as_str().unwrap().ends_with(&format!("/register#{secret}")));
    (made["invitation"].clone(), secret)
}

async fn register_by(visitor: &Visitor, name: &str, secret: &str) -> Answer {
    visitor.post("/accounts", json!({"name": name, "password": PASSWORD, "invitation": secret})).await
}

async fn look(stranger: &Visitor, secret: &str) -> Answer {
    stranger.post("/invitations/look", json!({"invitation": secret})).await
}

fn path(invitation: &Value) -> String {
    format!("/invitations/{}", invitation["id"].as_str().unwrap())
}

async fn by_an_invitation_one_registers_once(database: Database) {
    let (server, ann) = invited(database).await;
    let stranger = Visitor::stranger(&server);
    let (made, secret) = invite(&ann, json!({"note": "for Bella"})).await;
    assert_eq!((&made["places"], &made["left"], &made["note"]), (&json!(1), &json!(1), &json!("for Bella")));
    assert_eq!(made["expires_at"].as_i64().unwrap() - made["created_at"].as_i64().unwrap(), WEEK);
    // Whoever has none, or guesses, or shows another secret, stays out.
    register(&stranger, "Bella").await.refused(403, "invitation_needed");
    let own = ann.token.clone().unwrap();
    for guess in ["", "x", &"x".repeat(43), &"x".repeat(128), &own, &secret[1..]] {
        register_by(&stranger, "Bella", guess).await.refused(403, "invitation_needed");
    }
    // What is longer than any secret is not read.
    register_by(&stranger, "Bella", &"x".repeat(129)).await.refused(400, "malformed");
    // A look changes nothing, and the secret is nowhere in the tables.
    for _ in 0..2 {
        let looked = look(&stranger, &secret).await.ok();
        assert_eq!(looked, json!({"expires_at": made["expires_at"], "left": 1}));
    }
    let hashes = texts(server.data(), "SELECT hash FROM invitations").await;
    assert!(hashes.len() == 1 && !hashes[0].contains(&secret), "{hashes:?}");

    let bella = at_home(&stranger, &register_by(&stranger, "Bella", &secret).await);
    assert_eq!(bella.get("/me").await.ok()["account"]["roles"], json!([]));
    register_by(&stranger, "Carla", &secret).await.refused(403, "invitation_needed");
    look(&stranger, &secret).await.refused(404, "no_such_invitation");
    let listed = ann.get("/invitations").await.ok()["invitations"].clone();
    assert_eq!((&listed[0]["id"], &listed[0]["left"]), (&made["id"], &json!(0)));
}

async fn a_guest_registers_by_an_invitation(database: Database) {
    let (server, ann) = invited(database).await;
    let guest = Visitor::guest(&server, "Bella").await;
    let (_, secret) = invite(&ann, json!({})).await;
    register(&guest, "Bella").await.refused(403, "invitation_needed");
    let bella = at_home(&guest, &register_by(&guest, "Bella", &secret).await);
    assert_eq!((&bella.id, &bella.token), (&guest.id, &guest.token));
}

async fn an_invitation_for_three_lets_three_in(database: Database) {
    let (server, ann) = invited(database).await;
    let (made, secret) = invite(&ann, json!({"places": 3})).await;
    let (server, secret) = (&server, &*secret);
    let ask = |number: usize| async move {
        register_by(&Visitor::stranger(server), &format!("Class member {number}"), secret).await
    };
    let answers = join_all((0..20).map(ask)).await;
    let (let_in, others): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.status == 201);
    for other in others {
        other.refused(403, "invitation_needed");
    }
    assert_eq!(let_in.len(), 3);
    let members = "SELECT name FROM players WHERE kind = 'member' AND name <> 'Annabel'";
    assert_eq!(texts(server.data(), members).await.len(), 3);
    let listed = ann.get("/invitations").await.ok()["invitations"].clone();
    assert_eq!((&listed[0]["id"], &listed[0]["left"]), (&made["id"], &json!(0)));
}

async fn an_invitation_ends(database: Database) {
    let data = Data::new(database).await;
    let by_hand = ServerByHand::launch(data.clone(), &["--registration", "invited"]).await;
    let server = &by_hand.server;
    let stranger = Visitor::stranger(server);
    // The first invitation comes from the operator's shell; here it is brought in behind the server's back.
    let first = "first-invitation-of-the-operator";
    let id = "0123456789abcdef";
    let now = crate::server::now();
    let row = format!("('{id}', '{}', NULL, '', {now}, {}, 1, 1)", sha256(first), now + WEEK);
    tamper(&data, &format!("INSERT INTO invitations VALUES {row}")).await;
    let ann = at_home(&stranger, &register_by(&stranger, "Annabel", first).await);
    make_owner(&data, &ann).await;
    let (made, secret) = invite(&ann, json!({"expires_at": now + 60_000, "places": 2})).await;
    by_hand.pass_until(now + 59_999).await;
    assert_eq!(look(&stranger, &secret).await.ok()["left"], 2);
    assert_eq!(register_by(&stranger, "Bella", &secret).await.status, 201);
    by_hand.pass_until(now + 60_000).await;
    register_by(&stranger, "Carla", &secret).await.refused(403, "invitation_needed");
    look(&stranger, &secret).await.refused(404, "no_such_invitation");
    // It is still listed, as one of which a place was left.
    let listed = ann.get("/invitations").await.ok()["invitations"].clone();
    let ended = listed.as_array().unwrap().iter().find(|one| one["id"] == made["id"]).unwrap();
    assert_eq!(ended["left"], 1);
    by_hand.pass(Duration::from_secs(1)).await;
}

/// The hash by which the server keeps a secret.
fn sha256(secret: &str) -> String {
    tengen_entropy::token_hash(secret)
}

async fn an_invitation_that_was_taken_back_is_none(database: Database) {
    let (server, ann) = invited(database).await;
    let stranger = Visitor::stranger(&server);
    let (made, secret) = invite(&ann, json!({"places": 2})).await;
    let (_, kept) = invite(&ann, json!({})).await;
    assert_eq!(register_by(&stranger, "Bella", &secret).await.status, 201);
    let answer = ann.delete(&path(&made)).await;
    assert_eq!((answer.status, answer.body.len()), (204, 0));
    register_by(&stranger, "Carla", &secret).await.refused(403, "invitation_needed");
    look(&stranger, &secret).await.refused(404, "no_such_invitation");
    ann.delete(&path(&made)).await.refused(404, "no_such_invitation");
    ann.delete("/invitations/0000000000000000").await.refused(404, "no_such_invitation");
    assert_eq!(register_by(&stranger, "Carla", &kept).await.status, 201);
}

async fn a_registration_that_is_refused_uses_no_place_up(database: Database) {
    let (server, ann) = invited(database).await;
    let stranger = Visitor::stranger(&server);
    let (_, secret) = invite(&ann, json!({})).await;
    register_by(&stranger, "ANNABEL", &secret).await.refused(409, "name_taken");
    register_by(&stranger, "admin", &secret).await.refused(422, "name_refused");
    let weak = json!({"name": "Bella", "password": "password1234", "invitation": secret});
    stranger.post("/accounts", weak).await.refused(422, "password_refused");
    register_by(&ann, "Bella", &secret).await.refused(409, "already_registered");
    assert_eq!(look(&stranger, &secret).await.ok()["left"], 1);
    assert_eq!(register_by(&stranger, "Bella", &secret).await.status, 201);
}

async fn they_are_made_by_those_alone_who_run_the_server(database: Database) {
    let (server, ann) = invited(database).await;
    let stranger = Visitor::stranger(&server);
    let (made, secret) = invite(&ann, json!({})).await;
    let bella = at_home(&stranger, &register_by(&stranger, "Bella", &secret).await);
    let guest = Visitor::guest(&server, "Carla").await;
    let program = ann.with_token(&["read", "play"]).await;
    for (visitor, status, code) in [
        (&bella, 403, "not_allowed"),
        (&guest, 403, "not_allowed"),
        (&program, 403, "insufficient_scope"),
        (&stranger, 401, "unauthenticated"),
    ] {
        visitor.get("/invitations").await.refused(status, code);
        visitor.post("/invitations", json!({})).await.refused(status, code);
        visitor.delete(&path(&made)).await.refused(status, code);
    }
    assert_eq!(ann.get("/me").await.ok()["account"]["roles"], json!(["owner"]));
    let listed = ann.get("/invitations").await.ok();
    assert_eq!(listed["invitations"].as_array().unwrap().len(), 1);
    assert!(!listed.to_string().contains(&secret));
}

async fn they_are_as_many_and_as_long_as_may_be(database: Database) {
    const MOST: usize = 100;
    let (server, ann) = invited(database).await;
    let now = crate::server::now();
    for (wish, field) in [
        (json!({"places": 0}), "places"),
        (json!({"places": 1_001}), "places"),
        (json!({"expires_at": now - 1}), "expires_at"),
        (json!({"expires_at": now + 367 * 86_400_000}), "expires_at"),
        (json!({"note": "x".repeat(101)}), "note"),
        (json!({"note": "a\u{0}b"}), "note"),
    ] {
        let params = ann.post("/invitations", wish).await.refused(422, "invalid_invitation");
        assert_eq!(params["field"], field);
    }
    ann.post("/invitations", json!({"role": "owner"})).await.refused(400, "malformed");
    let mut made = Vec::new();
    for number in 1..=MOST {
        made.push(invite(&ann, json!({"note": format!("number {number}"), "places": 1_000})).await);
    }
    let params = ann.post("/invitations", json!({})).await.refused(409, "too_many_invitations");
    assert_eq!(params, json!({"max": MOST}));
    let listed = ann.get("/invitations").await.ok()["invitations"].as_array().unwrap().clone();
    assert_eq!(listed.len(), MOST);
    assert!(listed.windows(2).all(|pair| pair[0]["created_at"].as_i64() >= pair[1]["created_at"].as_i64()));
    ann.delete(&path(&made[7].0)).await;
    invite(&ann, json!({})).await;
    // What others made is gone with the others' rights, and not before.
    assert_eq!(look(&Visitor::stranger(&server), &made[8].1).await.ok()["left"], 1_000);
}
