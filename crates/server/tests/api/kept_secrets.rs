//! Requests of players whose answers tell secrets, sent again with the same `Idempotency-Key`.

use serde_json::json;

use crate::keys::post;
use crate::member::{PASSWORD, at_home, bot, make_owner, member, sign_in};
use crate::rest::Visitor;
use crate::server::{Database, Server, now, on_both_databases};
use crate::tamper::tamper;

on_both_databases! {
    a_secret_is_told_again_to_its_own_token
    an_open_browser_is_told_no_secret_of_before
}

/// A key that nobody guesses.
fn key(number: usize) -> String {
    format!("a5c1e93d-7b20-4f68-8e14-d0b6f2739c{number:02}")
}

async fn a_secret_is_told_again_to_its_own_token(database: Database) {
    let mut server = Server::start_to_come_back(database).await;
    let ann = member(&server, "Annabel").await;
    server.stop().await;
    make_owner(server.data(), &ann).await;
    server.start_again().await;
    let ann = ann.at(&server);
    let stranger = Visitor::stranger(&server);
    let elsewhere = at_home(&stranger, &sign_in(&stranger, "Annabel", PASSWORD).await);
    let robot = bot(&ann, "Robot").await;
    let record = ann.bring(b"(;GM[1]FF[4]SZ[9];B[ee])").await.ok()["records"][0]["id"].clone();
    let tree = format!("/records/{}/variations", record.as_str().unwrap());
    let node = json!({"id": "a", "from": {"node": 1}, "move": "C3"});
    ann.patch(&tree, json!({"changes": [node]})).await.ok();
    let token = json!({"name": "Program", "scopes": ["read"]});
    let tokens_of_bot = format!("/bots/{}/tokens", robot.id);
    let share = format!("{tree}/share");
    let wishes = [
        ("/tokens", token.clone()),
        ("/bots", json!({"name": "Another robot"})),
        (tokens_of_bot.as_str(), token),
        ("/invitations", json!({})),
        ("/sessions/link", json!({})),
        ("/me/authenticator", json!({})),
        (share.as_str(), json!({"grows": true})),
    ];
    for (place, (path, wish)) in wishes.iter().enumerate() {
        let key = key(place);
        let made = post(&ann, &key, path, wish).await;
        assert_eq!(made.status, 201, "{path}: {}", made.text());
        let again = post(&ann, &key, path, wish).await;
        assert_eq!((again.status, again.json()), (201, made.json()), "{path}");
        for name in ["location", "content-type", "cache-control"] {
            assert_eq!(again.header(name), made.header(name), "{path} {name}");
        }
        post(&elsewhere, &key, path, wish).await.refused(422, "key_reused");
        let reader = ann.with_secret(robot.token.as_deref().unwrap());
        assert_ne!(post(&reader, &key, path, wish).await.status, 201, "{path}");
        post(&stranger, &key, path, wish).await.refused(401, "unauthenticated");
    }
    assert_eq!(ann.get("/tokens").await.ok()["tokens"].as_array().unwrap().len(), 1);
    assert_eq!(ann.get("/bots").await.ok()["players"].as_array().unwrap().len(), 2);
    assert_eq!(ann.get("/invitations").await.ok()["invitations"].as_array().unwrap().len(), 1);
    // What is told again after the token was revoked is a token that is good for nothing.
    let made = post(&ann, &key(0), "/tokens", &wishes[0].1).await.ok();
    let id = made["token"]["id"].as_str().unwrap().to_owned();
    assert_eq!(ann.delete(&format!("/tokens/{id}")).await.status, 204);
    let again = post(&ann, &key(0), "/tokens", &wishes[0].1).await.ok();
    let program = ann.with_secret(again["secret"].as_str().unwrap());
    program.get("/me").await.refused(401, "unauthenticated");
    // A key that somebody could try is none.
    post(&ann, "1", "/tokens", &wishes[0].1).await.refused(422, "key_refused");
    // Acts of the staff are done once.
    let act = json!({"act": "announce", "texts": {"en": "Hello."}, "until": now() + 3_600_000, "reason": "A pause."});
    for _ in 0..2 {
        let done = post(&ann, "announced", "/staff/announcements/acts", &act).await;
        assert_eq!(done.status, 204, "{}", done.text());
    }
    assert_eq!(stranger.get("/announcements").await.ok()["announcements"].as_array().unwrap().len(), 1);
    // A program without the scope is not told that another one did so.
    let acting = ann.with_token(&["read", "play", "staff"]).await;
    let playing = ann.with_token(&["read", "play"]).await;
    let path = "/staff/announcements/acts";
    assert_eq!(post(&acting, "by-program", path, &act).await.status, 204);
    post(&playing, "by-program", path, &act).await.refused(422, "key_reused");
}

async fn an_open_browser_is_told_no_secret_of_before(database: Database) {
    let mut server = Server::start_to_come_back(database).await;
    let ann = member(&server, "Annabel").await;
    server.stop().await;
    make_owner(server.data(), &ann).await;
    server.start_again().await;
    let ann = ann.at(&server);
    let staff = json!({"name": "Staff", "scopes": ["staff"]});
    let wishes = [("/me/authenticator", json!({})), ("/tokens", staff)];
    for (place, (path, wish)) in wishes.iter().enumerate() {
        let made = post(&ann, &key(place), path, wish).await;
        assert_eq!(made.status, 201, "{path}: {}", made.text());
        assert_eq!(post(&ann, &key(place), path, wish).await.json(), made.json(), "{path}");
    }
    // The proof of who is there grows old, and the session goes on.
    server.stop().await;
    tamper(server.data(), "UPDATE tokens SET signed_in_at = signed_in_at - 300000").await;
    server.start_again().await;
    let ann = ann.at(&server);
    for (place, (path, wish)) in wishes.iter().enumerate() {
        post(&ann, &key(place), path, wish).await.refused(403, "sign_in_again");
    }
}
