//! What the pages remember for a member, on every device.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::member::{PASSWORD, at_home, member, sign_in};
use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases};

on_both_databases! {
    preferences_go_with_the_member
    preferences_are_bounded
}

async fn preferences_go_with_the_member(database: Database) {
    let mut server = Server::start(database).await;
    let ann = member(&server, "Annabel").await;
    let keep = async |preferences: Value| {
        ann.patch("/me", json!({"preferences": preferences})).await.ok()["account"]["preferences"].clone()
    };
    let first = json!({"board": "wood", "sound": "", "名前": "🙂 \"quoted\" \\ '"});
    assert_eq!(keep(first.clone()).await, first);
    ann.patch("/me", json!({})).await.ok();
    server.kill().await;
    server.start_again().await;
    let stranger = Visitor::stranger(&server);
    let there = at_home(&stranger, &sign_in(&stranger, "Annabel", PASSWORD).await);
    assert_eq!(there.get("/me").await.ok()["account"]["preferences"], first);
    // They take the place of those from before.
    assert_eq!(keep(json!({"sound": "on"})).await, json!({"sound": "on"}));
    assert_eq!(keep(json!({})).await, json!({}));
    // Nobody else sees them.
    keep(json!({"secret": "of the member"})).await;
    let program = ann.with_token(&["read", "play"]).await;
    for visitor in [&stranger, &program] {
        let profile = visitor.get(&format!("/players/{}", ann.id)).await;
        assert!(!profile.text().contains("of the member"));
    }
    assert!(!program.get("/me").await.text().contains("of the member"));
    let guest = Visitor::guest(&server, "Carla").await;
    guest.patch("/me", json!({"preferences": {}})).await.refused(403, "account_needed");
}

async fn preferences_are_bounded(database: Database) {
    let server = Server::start(database).await;
    let ann = member(&server, "Annabel").await;
    let many = |count: usize, text: &str| {
        let words: BTreeMap<String, String> =
            (0..count).map(|number| (format!("{number:064}"), text.to_owned())).collect();
        json!({"preferences": words})
    };
    let most = json!({"max": 32, "max_word": 64, "max_text": 256});
    let before = ann.patch("/me", json!({"preferences": {"a": "b"}})).await.ok();
    for change in [
        many(33, ""),
        json!({"preferences": {"x".repeat(65): ""}}),
        json!({"preferences": {"a": "x".repeat(257)}}),
        json!({"preferences": {"a": "名".repeat(86)}}),
        json!({"preferences": {"": "x"}}),
        json!({"preferences": {"a": "x\u{0}"}}),
    ] {
        assert_eq!(ann.patch("/me", change).await.refused(422, "invalid_preferences"), most);
    }
    for wrong in
        [json!({"preferences": {"a": 1}}), json!({"preferences": {"a": {}}}), json!({"preferences": []})]
    {
        ann.patch("/me", wrong).await.refused(400, "malformed");
    }
    assert_eq!(ann.get("/me").await.ok(), before);
    // A word is text like any other.
    let zero = ann.patch("/me", json!({"preferences": {"a\u{0}b": "x"}})).await;
    assert!(zero.status == 422 || zero.ok()["account"]["preferences"] == json!({"a\u{0}b": "x"}));
    let full = many(32, &"x".repeat(256));
    assert_eq!(ann.patch("/me", full.clone()).await.ok()["account"]["preferences"], full["preferences"]);
}
