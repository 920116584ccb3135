//! A player is shown to the operator, renamed, and signed out everywhere.

use reqwest::Method;
use reqwest::header::USER_AGENT;
use serde_json::{Value, json};

use super::{done, refused};
use crate::member::{PASSWORD, at_home, card, member, name_of, register, sign_in, soon, texts};
use crate::rest::{Answer, Visitor};
use crate::second_step::set_up;
use crate::server::{Database, Server, now, on_both_databases};
use crate::socket::{Ended, Socket};
use crate::tamper::tamper;

on_both_databases! {
    a_player_is_shown_without_secrets
    whoever_has_no_account_is_shown_by_the_id
    an_operator_renames_whenever_the_last_change_was
    a_name_that_may_not_be_changes_nothing
    all_sessions_end_at_once
    the_programs_of_a_guest_end_with_its_sessions
}

/// The close code for a breach of the rules.
const POLICY: Ended = Ended(Some(1008));
const FIREFOX: &str = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0";

async fn a_player_is_shown_without_secrets(database: Database) {
    let mut server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    let ann = member(&server, "Annabel").await;
    let said = done(server.data(), &["player", "Annabel"]).await;
    assert!(
        said.contains("password yes, authenticator no, mail no, persons of providers 0, passkeys 0, roles none\n1 sessions\n  a program"),
        "{said}"
    );
    let request = stranger.request(Method::POST, "/api/v1/sessions").header(USER_AGENT, FIREFOX);
    let body = json!({"name": "Annabel", "password": PASSWORD});
    at_home(&stranger, &Answer::read(request.json(&body).send().await.unwrap()).await);
    let (_, codes) = set_up(&ann, now()).await;
    let program = ann.with_token(&["read"]).await;
    let mail =
        format!("INSERT INTO mails VALUES ('{}', 'annabel@example.org', 'annabel@example.org', 1)", ann.id);
    tamper(server.data(), &mail).await;
    done(server.data(), &["owner", "Annabel"]).await;
    let mut secrets = vec![ann.token.clone().unwrap(), program.token.clone().unwrap(), PASSWORD.to_owned()];
    secrets.push("annabel@".to_owned());
    secrets.extend(codes);
    for query in [
        "SELECT hash FROM tokens",
        "SELECT hash FROM access_tokens",
        "SELECT hash FROM known_devices",
        "SELECT hash FROM recovery_codes",
        "SELECT secret FROM authenticators",
        "SELECT password FROM accounts",
    ] {
        let kept = texts(server.data(), query).await;
        assert!(!kept.is_empty(), "{query}");
        secrets.extend(kept);
    }
    for is_running in [true, false] {
        if !is_running {
            server.stop().await;
        }
        // In any look of the name, and by the id.
        for name in ["ANNABEL", &ann.id] {
            let said = done(server.data(), &["player", name]).await;
            assert!(said.starts_with(&format!("Annabel ({}): member, since ", ann.id)), "{said}");
            assert!(
                said.contains("\npassword yes, authenticator yes, mail yes, persons of providers 0, passkeys 0, roles owner\n2 sessions\n"),
                "{said}"
            );
            assert!(said.contains("  Firefox · Android, last used 20"), "{said}");
            for secret in &secrets {
                assert!(!said.contains(secret), "{secret}: {said}");
            }
        }
    }
}

async fn whoever_has_no_account_is_shown_by_the_id(database: Database) {
    let server = Server::start(database).await;
    let guest = Visitor::guest(&server, "Carla").await;
    let computer = guest.get("/house").await.ok()["players"][0]["player"].clone();
    let said = done(server.data(), &["player", &guest.id]).await;
    assert!(said.starts_with(&format!("Carla ({}): guest, since ", guest.id)), "{said}");
    assert!(said.contains("\n1 sessions\n") && !said.contains("password"), "{said}");
    let said = done(server.data(), &["player", computer["id"].as_str().unwrap()]).await;
    assert!(said.contains(": computer, since ") && said.contains("\n0 sessions\n"), "{said}");
    for nobody in ["Carla", "Nobody", "", "0000000000000000"] {
        let said = refused(server.data(), &["player", nobody]).await;
        assert_eq!(
            said,
            format!("tengen: there is no member with the name {nobody}, and no player with this id\n")
        );
    }
    let said = refused(server.data(), &["player", &guest.id, "--rename", "Bella"]).await;
    assert!(said.contains("Carla is no member"), "{said}");
    assert_eq!(guest.get("/me").await.ok()["player"]["name"], "Carla");
}

async fn an_operator_renames_whenever_the_last_change_was(database: Database) {
    let mut server = Server::start_to_come_back(database).await;
    let stranger = Visitor::stranger(&server);
    let ann = member(&server, "Annabel").await;
    let offer = ann.new_game(json!({})).await["id"].as_str().unwrap().to_owned();
    let mut lobby = Socket::open(&server, &stranger).await;
    lobby.send(json!({"type": "subscribe_lobby"})).await;
    lobby.next_of("lobby").await;
    ann.patch("/me", json!({"name": "Bella"})).await.ok();
    ann.patch("/me", json!({"name": "Carla"})).await.refused(409, "renamed_lately");
    let said = done(server.data(), &["player", "Bella", "--rename", "Carla"]).await;
    assert!(said.starts_with("The name is Carla now.\n"), "{said}");
    assert_eq!(name_of(&stranger, &ann.id).await, "Carla");
    assert_eq!(at_home(&stranger, &sign_in(&stranger, "Carla", PASSWORD).await).id, ann.id);
    sign_in(&stranger, "Bella", PASSWORD).await.refused(401, "wrong_credentials");
    // Whatever is open shows it within seconds.
    let mut shown = card(&ann);
    shown["name"] = json!("Carla");
    lobby
        .next_where(|frame| {
            let games = frame["games"].as_array().cloned().unwrap_or_default();
            games.iter().any(|game| game["id"] == *offer && game["creator"] == shown)
        })
        .await;
    soon("lists show the name", async || {
        let games = stranger.get("/games").await.ok();
        games["games"].as_array().unwrap().iter().all(|game| game["creator"] == shown)
            && stranger.snapshot(&offer).await["creator"] == shown
    })
    .await;
    // The name that was taken away is shown no more. Those of before are kept for the member, who was not asked and may choose
    // another one at once.
    let former = stranger.get(&format!("/players/{}", ann.id)).await.ok()["former_names"].clone();
    let former: Vec<_> = former.as_array().unwrap().iter().map(|former| &former["name"]).collect();
    assert_eq!(former, [&json!("Annabel")]);
    register(&stranger, "Bella").await.refused(409, "name_taken");
    ann.patch("/me", json!({"name": "Dora"})).await.ok();
    server.stop().await;
    done(server.data(), &["player", "Dora", "--rename", "Annabel"]).await;
    server.start_again().await;
    assert_eq!(name_of(&stranger, &ann.id).await, "Annabel");
}

async fn a_name_that_may_not_be_changes_nothing(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    let (ann, _) = (member(&server, "Annabel").await, member(&server, "Benedikt").await);
    ann.patch("/me", json!({"name": "Bella"})).await.ok();
    let rename = async |wish: &str| refused(server.data(), &["player", "Bella", "--rename", wish]).await;
    for taken in ["Benedikt", "BENEDIKT", "Bénedikt"] {
        let said = rename(taken).await;
        assert!(said.contains(&format!("another member has the name {taken}")), "{said}");
    }
    for refused in ["admin", "Adm1n", "tengen"] {
        let said = rename(refused).await;
        assert!(said.contains(&format!("nobody may have the name {refused}: ")), "{said}");
    }
    for invalid in ["", " ", "a\u{7}b", "x\u{202e}y", &"x".repeat(33)] {
        let said = rename(invalid).await;
        assert!(said.contains("can't be a name"), "{said}");
    }
    assert_eq!(name_of(&stranger, &ann.id).await, "Bella");
    // Nor may the member change the name sooner by that.
    ann.patch("/me", json!({"name": "Carla"})).await.refused(409, "renamed_lately");
}

async fn all_sessions_end_at_once(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    let ann = member(&server, "Annabel").await;
    let ben = member(&server, "Benedikt").await;
    let there = at_home(&stranger, &sign_in(&stranger, "Annabel", PASSWORD).await);
    let link = ann.post("/sessions/link", json!({})).await.ok();
    let sockets = [Socket::open(&server, &ann).await, Socket::open(&server, &there).await];
    let mut others = Socket::open(&server, &ben).await;
    let said = done(server.data(), &["player", "Annabel", "--end-sessions"]).await;
    assert!(said.starts_with("2 sessions ended.\n") && said.contains("\n0 sessions\n"), "{said}");
    for socket in sockets {
        assert_eq!(socket.ended().await, POLICY);
    }
    for session in [&ann, &there] {
        session.get("/me").await.refused(401, "unauthenticated");
    }
    stranger.post("/sessions", json!({"link": link["secret"]})).await.refused(404, "no_such_link");
    others.send(json!({"type": "subscribe_lobby"})).await;
    others.next_of("lobby").await;
    ben.get("/me").await.ok();
    // The ways in stay.
    assert_eq!(at_home(&stranger, &sign_in(&stranger, "Annabel", PASSWORD).await).id, ann.id);
    let said = done(server.data(), &["player", &ben.id, "--end-sessions"]).await;
    assert!(said.starts_with("1 sessions ended.\n"), "{said}");
    assert_eq!(others.ended().await, POLICY);
}

/// Nobody could revoke them any more, as when the guest signs out.
async fn the_programs_of_a_guest_end_with_its_sessions(database: Database) {
    let server = Server::start(database).await;
    let guest = Visitor::guest(&server, "Carla").await;
    let program = guest.with_token(&["read", "play"]).await;
    done(server.data(), &["player", &guest.id, "--end-sessions"]).await;
    guest.get("/me").await.refused(401, "unauthenticated");
    program.get("/me").await.refused(401, "unauthenticated");
    let kept: Value = json!(texts(server.data(), "SELECT hash FROM access_tokens").await);
    assert_eq!(kept, json!([]));
}
