//! Members who change their names.

use serde_json::{Value, json};

use crate::by_hand::ServerByHand;
use crate::member::{PASSWORD, at_home, card, member, name_of, register, sign_in, soon};
use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases};
use crate::socket::Socket;
use crate::table::Table;
use crate::tamper::tamper;

on_both_databases! {
    a_name_is_changed_once_in_thirty_days
    the_old_name_is_nobody_elses
    a_name_of_before_is_shown_for_half_a_year
    a_member_goes_back_to_the_own_old_name
    the_same_name_in_another_look_is_a_change
    a_name_of_before_that_looks_like_the_new_one_is_nobody_elses
    two_members_who_want_one_name_get_it_once
    a_change_that_is_refused_changes_nothing_else
    a_new_name_shows_everywhere
}

const DAY: i64 = 86_400_000;

async fn rename(member: &Visitor, name: &str) -> crate::rest::Answer {
    member.patch("/me", json!({"name": name})).await
}

/// Makes the last change of everybody's name older by so many milliseconds.
async fn age(server: &Server, millis: i64) {
    tamper(server.data(), &format!("UPDATE accounts SET renamed_at = renamed_at - {millis}")).await;
    tamper(server.data(), &format!("UPDATE names SET ended_at = ended_at - {millis}")).await;
}

async fn former(stranger: &Visitor, member: &Visitor) -> Vec<String> {
    let profile = stranger.get(&format!("/players/{}", member.id)).await.ok();
    let names = profile["former_names"].as_array().unwrap();
    names.iter().map(|former| former["name"].as_str().unwrap().to_owned()).collect()
}

async fn a_name_is_changed_once_in_thirty_days(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let server = &by_hand.server;
    let ann = member(server, "Annabel").await;
    let registered_at = ann.get("/me").await.ok()["account"]["registered_at"].as_i64().unwrap();
    let changed = rename(&ann, "Bella").await.ok();
    assert_eq!((&changed["player"]["name"], &changed["player"]["id"]), (&json!("Bella"), &json!(ann.id)));
    // The clock stands still, so it was changed at the moment of registering.
    let from = registered_at + 30 * DAY;
    assert_eq!(changed["account"]["rename_from"], from);
    assert_eq!(rename(&ann, "Carla").await.refused(409, "renamed_lately"), json!({"from": from}));
    assert_eq!(rename(&ann, "Annabel").await.refused(409, "renamed_lately"), json!({"from": from}));
    // The own name is no change.
    assert_eq!(rename(&ann, "Bella").await.ok()["account"]["rename_from"], from);
    age(server, 30 * DAY - 1).await;
    assert_eq!(
        rename(&ann, "Carla").await.refused(409, "renamed_lately"),
        json!({"from": registered_at + 1})
    );
    age(server, 1).await;
    assert_eq!(rename(&ann, "Carla").await.ok()["player"]["name"], "Carla");
    rename(&ann, "Dora").await.refused(409, "renamed_lately");
    let stranger = Visitor::stranger(server);
    assert_eq!(former(&stranger, &ann).await, ["Bella", "Annabel"]);
}

async fn the_old_name_is_nobody_elses(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    let (ann, ben) = (member(&server, "Annabel").await, member(&server, "Benedikt").await);
    rename(&ann, "Carla").await.ok();
    for name in ["Annabel", "ANNABEL", "Annábel"] {
        register(&stranger, name).await.refused(409, "name_taken");
        rename(&ben, name).await.refused(409, "name_taken");
        assert_ne!(Visitor::guest(&server, name).await.name, name);
    }
    // Nobody signs in by it, or is found by it.
    sign_in(&stranger, "Annabel", PASSWORD).await.refused(401, "wrong_credentials");
    assert_eq!(at_home(&stranger, &sign_in(&stranger, "carla", PASSWORD).await).id, ann.id);
    assert_eq!(stranger.get("/players?name=annabel").await.ok(), json!({"players": []}));
    // Even when it is not shown any more.
    age(&server, 200 * DAY).await;
    assert_eq!(former(&stranger, &ann).await, Vec::<String>::new());
    register(&stranger, "Annabel").await.refused(409, "name_taken");
}

async fn a_name_of_before_is_shown_for_half_a_year(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    let ann = member(&server, "Annabel").await;
    let before = crate::server::now();
    rename(&ann, "Bella").await.ok();
    let profile = stranger.get(&format!("/players/{}", ann.id)).await.ok();
    let until = profile["former_names"][0]["until"].as_i64().unwrap();
    assert!((before..=crate::server::now()).contains(&until), "{profile}");
    age(&server, 181 * DAY).await;
    rename(&ann, "Carla").await.ok();
    assert_eq!(former(&stranger, &ann).await, ["Bella", "Annabel"]);
    age(&server, DAY).await;
    assert_eq!(former(&stranger, &ann).await, ["Bella"]);
    age(&server, 182 * DAY).await;
    assert_eq!(former(&stranger, &ann).await, Vec::<String>::new());
    // At most ten are shown, the latest first.
    for number in 0..12 {
        tamper(server.data(), &format!("UPDATE accounts SET renamed_at = renamed_at - {}", 30 * DAY)).await;
        rename(&ann, &format!("Dora {}", char::from(b'a' + number))).await.ok();
    }
    let shown = former(&stranger, &ann).await;
    assert_eq!((shown.len(), shown[0].as_str()), (10, "Dora k"), "{shown:?}");
}

async fn a_member_goes_back_to_the_own_old_name(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    let ann = member(&server, "Annabel").await;
    rename(&ann, "Bella").await.ok();
    age(&server, 30 * DAY).await;
    assert_eq!(rename(&ann, "ANNABEL").await.ok()["player"]["name"], "ANNABEL");
    // What is the name now was never another one.
    assert_eq!(former(&stranger, &ann).await, ["Bella"]);
    assert_eq!(at_home(&stranger, &sign_in(&stranger, "annabel", PASSWORD).await).id, ann.id);
    register(&stranger, "bella").await.refused(409, "name_taken");
    let found = stranger.get("/players?name=anna").await.ok();
    assert_eq!(found["players"][0]["name"], "ANNABEL");
}

async fn the_same_name_in_another_look_is_a_change(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    let ann = member(&server, "Ian").await;
    // It looks the same as written, and is another one in small letters.
    assert_eq!(rename(&ann, "lan").await.ok()["player"]["name"], "lan");
    rename(&ann, "Ian").await.refused(409, "renamed_lately");
    assert_eq!(at_home(&stranger, &sign_in(&stranger, "lan", PASSWORD).await).id, ann.id);
    register(&stranger, "LAN").await.refused(409, "name_taken");
    register(&stranger, "Ian").await.refused(409, "name_taken");
}

async fn a_name_of_before_that_looks_like_the_new_one_is_nobody_elses(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    let ann = member(&server, "Ian").await;
    rename(&ann, "lan").await.ok();
    register(&stranger, "ian").await.refused(409, "name_taken");
    assert_eq!(former(&stranger, &ann).await, ["Ian"]);
}

async fn two_members_who_want_one_name_get_it_once(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    let (ann, ben) = (member(&server, "Annabel").await, member(&server, "Benedikt").await);
    let guest = Visitor::guest(&server, "Carla").await;
    let answers = tokio::join!(rename(&ann, "Carla"), rename(&ben, "CARLA"), register(&stranger, "carla"));
    let mut answers = [answers.0, answers.1, answers.2];
    answers.sort_by_key(|answer| answer.status);
    assert!(matches!(answers[0].status, 200 | 201), "{}", answers[0].text());
    answers[1].refused(409, "name_taken");
    answers[2].refused(409, "name_taken");
    soon("the guest gives way", async || name_of(&stranger, &guest.id).await == "Carla 2").await;
    // Whoever did not get it has changed nothing, and may choose another name at once.
    for member in [&ann, &ben] {
        let name = member.get("/me").await.ok()["player"]["name"].as_str().unwrap().to_lowercase();
        if name != "carla" {
            rename(member, &format!("{name} the second")).await.ok();
        }
    }
}

async fn a_change_that_is_refused_changes_nothing_else(database: Database) {
    let server = Server::start(database).await;
    let ann = member(&server, "Annabel").await;
    member(&server, "Bella").await;
    let before = ann.get("/me").await.ok();
    let preferences = json!({"board": "wood"});
    for (change, status, code) in [
        (json!({"name": "admin", "preferences": preferences}), 422, "name_refused"),
        (json!({"name": "x".repeat(33), "preferences": preferences}), 422, "invalid_name"),
        (json!({"name": "Carla", "password": "password1234"}), 422, "password_refused"),
        (json!({"name": "Carla", "preferences": {"": "x"}}), 422, "invalid_preferences"),
        (json!({"name": "Carla", "kind": "bot"}), 400, "malformed"),
    ] {
        ann.patch("/me", change).await.refused(status, code);
        assert_eq!(ann.get("/me").await.ok(), before);
    }
    // Nothing to change is no error.
    assert_eq!(ann.patch("/me", json!({})).await.ok(), before);
    let guest = Visitor::guest(&server, "Carla").await;
    rename(&guest, "Dora").await.refused(403, "account_needed");
    let program = ann.with_token(&["read", "play"]).await;
    rename(&program, "Dora").await.refused(403, "own_token_needed");
    rename(&Visitor::stranger(&server), "Dora").await.refused(401, "unauthenticated");
}

async fn a_new_name_shows_everywhere(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    let ann = member(&server, "Annabel").await;
    let table = Table::between(ann.clone(), Visitor::guest(&server, "Ben").await, json!({})).await;
    let mut watcher = Socket::open(&server, &stranger).await;
    watcher.subscribe(&table.game).await;
    rename(&ann, "Bella").await.ok();
    let mut bella = ann.clone();
    "Bella".clone_into(&mut bella.name);
    soon("the open game shows it", async || {
        stranger.snapshot(&table.game).await["players"]["black"] == card(&bella)
    })
    .await;
    let list = format!("/players/{}/games", ann.id);
    soon("lists show it", async || {
        stranger.get(&list).await.ok()["games"][0]["players"]["black"] == card(&bella)
    })
    .await;
    let sgf = ann.get(&format!("/games/{}/sgf", table.game)).await;
    assert!(sgf.text().contains("PB[Bella]") && !sgf.text().contains("Annabel"), "{}", sgf.text());
    assert_ne!(stranger.get("/games").await.ok()["games"], Value::Null);
}
