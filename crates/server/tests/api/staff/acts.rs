//! Acts: each needs a reason, does what it says, and is written down.

use serde_json::{Value, json};

use super::{REASON, act, entries, grant, holds, is_done, kinds, rename, run_by};
use crate::member::{bot, member, name_of, soon};
use crate::overtaken::{Ending, are_waiting};
use crate::rest::Visitor;
use crate::server::{Database, on_both_databases, once};

on_both_databases! {
    the_staff_is_listed
    nothing_is_done_without_a_reason
    a_name_that_is_taken_away_is_shown_nowhere
    bots_and_guests_get_other_names
    a_record_is_removed
    a_moderator_sees_what_was_done_to_a_player
}

once! {
    a_guest_who_is_deleted_meanwhile_is_not_there
}

async fn the_staff_is_listed(database: Database) {
    let (server, ann) = run_by(database).await;
    let (bella, zoe) = (member(&server, "Bella").await, member(&server, "Zoe").await);
    for (player, role) in [(&zoe, "moderator"), (&zoe, "owner"), (&bella, "moderator")] {
        is_done(&grant(&ann, player, role).await);
    }
    // A second time it changes nothing, and is not written down.
    is_done(&grant(&ann, &bella, "moderator").await);
    let answer = bella.get("/staff").await;
    // No cache keeps what the staff sees.
    assert_eq!(answer.header("cache-control"), "no-store");
    let staff = answer.ok()["staff"].clone();
    let shown: Vec<_> = staff
        .as_array()
        .unwrap()
        .iter()
        .map(|each| (each["player"]["name"].clone(), each["roles"].clone()))
        .collect();
    let expected = [
        (json!("Annabel"), json!(["owner"])),
        (json!("Zoe"), json!(["owner", "moderator"])),
        (json!("Bella"), json!(["moderator"])),
    ];
    assert_eq!(shown, expected);
    assert_eq!(kinds(&ann).await, ["grant", "grant", "grant"]);
}

async fn nothing_is_done_without_a_reason(database: Database) {
    let (server, ann) = run_by(database).await;
    let bella = member(&server, "Bella").await;
    for reason in ["", "   ", "\u{7}", "a\0b", &"x".repeat(501)] {
        let wish = json!({"act": "grant", "role": "moderator", "reason": reason});
        let params = act(&ann, &bella, wish).await.refused(422, "invalid_act");
        assert_eq!(params, json!({"field": "reason", "min": 1, "max": 500}));
    }
    for wish in [
        json!({"act": "grant", "role": "moderator"}),
        json!({"act": "grant", "role": "king", "reason": REASON}),
        json!({"act": "grant", "role": "moderator", "reason": REASON, "until": 1}),
        json!({"act": "bewitch", "reason": REASON}),
        json!({"role": "moderator", "reason": REASON}),
    ] {
        act(&ann, &bella, wish).await.refused(400, "malformed");
    }
    assert!(entries(&ann).await.is_empty());
    // Any letters, and as many as may be.
    for reason in ["x".repeat(500), "<b>\"吴\" & 'co'</b>\n=1+1".to_owned()] {
        is_done(&act(&ann, &bella, json!({"act": "grant", "role": "moderator", "reason": reason})).await);
        assert_eq!(entries(&ann).await[0]["reason"], json!(reason));
        is_done(&super::revoke(&ann, &bella, "moderator").await);
    }
    assert!(holds(&ann).await);
}

async fn a_name_that_is_taken_away_is_shown_nowhere(database: Database) {
    let (server, ann) = run_by(database).await;
    let rude = member(&server, "Rude word").await;
    rename(&ann, &rude, "Annabel").await.refused(409, "name_taken");
    rename(&ann, &rude, "Computer 3").await.refused(422, "name_refused");
    rename(&ann, &rude, "").await.refused(422, "invalid_name");
    is_done(&rename(&ann, &rude, "Rudolf").await);
    let profile = rude.get(&format!("/players/{}", rude.id)).await.ok();
    assert_eq!((&profile["player"]["name"], &profile["former_names"]), (&json!("Rudolf"), &json!([])));
    assert!(!ann.get(&format!("/staff/players/{}", rude.id)).await.text().contains("Rude word"));
    assert!(!ann.get("/staff/audit").await.text().contains("Rude word"), "the log has no names");
    // The same name again is no act.
    is_done(&rename(&ann, &rude, "Rudolf").await);
    assert_eq!(kinds(&ann).await, ["rename"]);
    // It is free for nobody, and the player may change the name at once, but not back.
    for name in ["Rude word", "RUDE WORD", "Rúde word"] {
        rude.patch("/me", json!({"name": name})).await.refused(409, "name_taken");
    }
    let stranger = Visitor::stranger(&server);
    crate::member::register(&stranger, "Rude word").await.refused(409, "name_taken");
    assert_eq!(rude.patch("/me", json!({"name": "Rudolfo"})).await.status, 200);
    let former = rude.get(&format!("/players/{}", rude.id)).await.ok()["former_names"].clone();
    assert_eq!(former.as_array().unwrap().len(), 1, "{former}");
    assert_eq!(former[0]["name"], "Rudolf");
}

async fn bots_and_guests_get_other_names(database: Database) {
    let (server, ann) = run_by(database).await;
    let dora = member(&server, "Dorothea").await;
    let robot = bot(&dora, "Robot of Dora").await;
    let (guest, other) = (Visitor::guest(&server, "Gustav").await, Visitor::guest(&server, "Gast").await);
    is_done(&rename(&ann, &robot, "Machine").await);
    is_done(&rename(&ann, &guest, "Gast").await);
    let stranger = Visitor::stranger(&server);
    assert_eq!(name_of(&stranger, &robot.id).await, "Machine");
    // Another guest has that name, so it has a number.
    let name = name_of(&stranger, &guest.id).await;
    assert!(name.starts_with("Gast") && name != "Gast", "{name}");
    assert_eq!(name_of(&stranger, &other.id).await, "Gast");
    assert_eq!(guest.get("/me").await.ok()["player"]["name"], json!(name));
    // It is shown in games as well.
    let made = guest.new_game(json!({})).await;
    let game = made["id"].as_str().unwrap();
    soon("the game shows the new name", async || {
        let shown = stranger.get(&format!("/games/{game}")).await.ok();
        shown.to_string().contains(&name)
    })
    .await;
    assert_eq!(kinds(&ann).await, ["rename", "rename"]);
}

async fn a_guest_who_is_deleted_meanwhile_is_not_there() {
    let (server, ann) = run_by(Database::Postgres).await;
    let guest = Visitor::guest(&server, "Gustav").await;
    let deleting = Ending::of_player(server.data(), &guest.id).await;
    let asked = tokio::spawn({
        let (ann, guest) = (ann.clone(), guest.clone());
        async move { rename(&ann, &guest, "Gast").await }
    });
    are_waiting(server.data(), 1).await;
    deleting.done().await;
    asked.await.unwrap().refused(404, "no_such_player");
    assert!(entries(&ann).await.is_empty());
}

async fn a_record_is_removed(database: Database) {
    let (server, ann) = run_by(database).await;
    let (bella, carl) = (member(&server, "Bella").await, member(&server, "Carlotta").await);
    is_done(&grant(&ann, &bella, "moderator").await);
    let path = async |player: &Visitor| {
        let brought = player.bring(b"(;GM[1]FF[4]SZ[9];B[ee])").await.ok();
        format!("/records/{}", brought["records"][0]["id"].as_str().unwrap())
    };
    let (of_carl, of_bella, of_ann) = (path(&carl).await, path(&bella).await, path(&ann).await);
    let remove = async |visitor: &Visitor, path: &str, reason: &str| {
        visitor.post(&format!("/staff{path}/acts"), json!({"act": "remove", "reason": reason})).await
    };
    remove(&carl, &of_carl, REASON).await.refused(403, "not_allowed");
    remove(&bella, &of_bella, REASON).await.refused(409, "oneself");
    remove(&bella, &of_ann, REASON).await.refused(403, "equal_or_higher");
    remove(&bella, &of_carl, "").await.refused(422, "invalid_act");
    remove(&bella, "/records/0000000000000000", REASON).await.refused(404, "no_such_record");
    assert_eq!(carl.get(&of_carl).await.status, 200);
    is_done(&remove(&bella, &of_carl, REASON).await);
    carl.get(&of_carl).await.refused(404, "no_such_record");
    let entry: Value = entries(&ann).await[0].clone();
    assert_eq!((&entry["kind"], &entry["actor"]), (&json!("remove_record"), &json!(bella.id)));
    assert_eq!(entry["facts"], json!({"brought_by": carl.id}));
    assert_eq!(entry["subject"], json!({"kind": "record", "id": of_carl.strip_prefix("/records/")}));
}

async fn a_moderator_sees_what_was_done_to_a_player(database: Database) {
    let (server, ann) = run_by(database).await;
    let (bella, carl) = (member(&server, "Bella").await, member(&server, "Carlotta").await);
    is_done(&grant(&ann, &bella, "moderator").await);
    is_done(&rename(&ann, &carl, "Carla").await);
    is_done(&rename(&bella, &carl, "Carlina").await);
    let seen = bella.get(&format!("/staff/players/{}", carl.id)).await.ok();
    let done: Vec<_> =
        seen["entries"].as_array().unwrap().iter().map(|entry| entry["actor"].clone()).collect();
    assert_eq!(done, [json!(bella.id), json!(ann.id)]);
    assert_eq!(seen["entries"][0]["reason"], REASON);
    let cards: Vec<_> = seen["players"].as_array().unwrap().iter().map(|card| card["id"].clone()).collect();
    assert!([&ann, &bella, &carl].iter().all(|player| cards.contains(&json!(player.id))), "{cards:?}");
    assert_eq!((&seen["player"]["name"], &seen["roles"]), (&json!("Carlina"), &json!([])));
}
