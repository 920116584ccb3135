//! Tokens with the scope `staff`: for those who have a role, made after a fresh sign-in, good for a day.

use std::time::Duration;

use serde_json::json;

use super::{at, grant, is_done, run_by};
use crate::by_hand::ServerByHand;
use crate::member::{bot, make_owner, member};
use crate::server::{Database, Server, on_both_databases};

on_both_databases! {
    a_token_of_the_staff_is_for_the_staff
    it_needs_a_fresh_sign_in_and_ends_within_a_day
}

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

async fn a_token_of_the_staff_is_for_the_staff(database: Database) {
    let (server, ann) = run_by(database).await;
    let bella = member(&server, "Bella").await;
    let wish = json!({"name": "Program", "scopes": ["staff"]});
    bella.post("/tokens", wish.clone()).await.refused(403, "not_allowed");
    is_done(&grant(&ann, &bella, "moderator").await);
    let made = bella.post("/tokens", json!({"name": "Program", "scopes": ["staff", "read"]})).await.ok();
    assert_eq!(made["token"]["scopes"], json!(["read", "staff"]));
    let (created, ends) = (&made["token"]["created_at"], &made["token"]["expires_at"]);
    assert_eq!(ends.as_i64().unwrap() - created.as_i64().unwrap(), DAY);
    // It makes no other token, nor do a bot and one that only looks.
    let program = bella.with_secret(made["secret"].as_str().unwrap());
    program.post("/tokens", wish.clone()).await.refused(403, "own_token_needed");
    let robot = bot(&bella, "Robot of Bella").await;
    let params = bella.post(&format!("/bots/{}/tokens", robot.id), wish).await.refused(422, "invalid_token");
    assert_eq!(params, json!({"field": "scopes"}));
    bella.with_token(&["read", "play"]).await.get("/staff").await.refused(403, "insufficient_scope");
    // It plays nothing.
    let staff = bella.with_token(&["staff"]).await;
    staff.post("/games", json!({})).await.refused(403, "insufficient_scope");
    staff.get("/me").await.refused(403, "insufficient_scope");
    assert_eq!(staff.get("/staff").await.status, 200);
    // Later is too late.
    for expires_at in [created.as_i64().unwrap() + 2 * DAY, i64::MAX] {
        let wish = json!({"name": "Program", "scopes": ["staff"], "expires_at": expires_at});
        bella.post("/tokens", wish).await.refused(422, "invalid_token");
    }
}

async fn it_needs_a_fresh_sign_in_and_ends_within_a_day(database: Database) {
    let mut first = Server::start(database).await;
    let ann = member(&first, "Annabel").await;
    first.stop().await;
    make_owner(first.data(), &ann).await;
    let mut by_hand = ServerByHand::on(first.data().clone()).await;
    let ann = ann.at(&by_hand.server);
    ann.get("/door").await;
    let confirm = async || {
        let answer = ann.post("/sessions/current", json!({"password": crate::member::PASSWORD})).await;
        assert_eq!(answer.status, 204, "{}", answer.text());
    };
    confirm().await;
    let now = ann.with_token(&["staff"]).await.get("/staff").await.status;
    assert_eq!(now, 200);
    let tokens = ann.get("/tokens").await.ok();
    let made_at = tokens["tokens"][0]["created_at"].as_i64().unwrap();
    let wish = json!({"name": "Program", "scopes": ["staff"], "expires_at": made_at + 2 * HOUR});
    let program = ann.with_secret(ann.post("/tokens", wish).await.ok()["secret"].as_str().unwrap());
    by_hand.skip(Duration::from_mins(6)).await;
    // The sign-in is good for acts, and for no token.
    assert_eq!(ann.get("/staff").await.status, 200);
    let wish = json!({"name": "Program", "scopes": ["staff"]});
    let params = ann.post("/tokens", wish).await.refused(403, "sign_in_again");
    assert_eq!(params, json!({"within_ms": 300_000}));
    by_hand.skip(Duration::from_mins(55)).await;
    let params = ann.get("/staff").await.refused(403, "sign_in_again");
    assert_eq!(params, json!({"within_ms": 3_600_000}));
    assert_eq!(program.get("/staff").await.status, 200);
    by_hand.skip(Duration::from_hours(1)).await;
    program.get("/staff").await.refused(401, "unauthenticated");
    confirm().await;
    assert_eq!(ann.get("/staff").await.status, 200);
    // A server that has not ended keeps the lock of its directory.
    by_hand.ask_to_end();
    by_hand.ended().await;
    drop(by_hand);
    at(first.data().clone()).await;
}
