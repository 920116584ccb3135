//! A member whom an owner deletes, and whose data an owner takes along.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{REASON, act, entries, grant, holds, is_done, kinds, run_by};
use crate::leaving_for_good::{export, exported};
use crate::member::{PASSWORD, bot, member, name_of, register, sign_in, soon, texts};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, on_both_databases};
use crate::socket::{Ended, Socket};
use crate::table::Table;
use crate::tamper::tamper;

on_both_databases! {
    an_owner_deletes_a_member_for_good
    a_deletion_that_fails_changes_nothing
    nobody_is_deleted_by_mistake
    of_two_deletions_at_once_one_is_written_down
    an_owner_takes_along_what_a_member_would
    nobody_learns_by_an_export_who_has_reported_oneself
    nobody_is_deleted_in_an_own_cause_of_an_owner
}

const RECORD: &[u8] = b"(;GM[1]FF[4]SZ[9];B[ee];W[gc])";
/// The close code for a breach of the rules.
const POLICY: Ended = Ended(Some(1008));

async fn delete(visitor: &Visitor, member: &Visitor, name: &str) -> Answer {
    act(visitor, member, json!({"act": "delete", "name": name, "reason": REASON})).await
}

async fn an_owner_deletes_a_member_for_good(database: Database) {
    let (server, ann) = run_by(database).await;
    let carl = member(&server, "Carlotta").await;
    let ben = Visitor::guest(&server, "Ben").await;
    let robot = bot(&carl, "Robot of Carlotta").await;
    carl.bring(RECORD).await.ok();
    let mut table = Table::between(carl.clone(), ben.clone(), json!({})).await;
    table.moves("Q16 D4 C3").await;
    let open = carl.new_game(json!({})).await["id"].as_str().unwrap().to_owned();
    let program = carl.with_token(&["read"]).await;
    let socket = Socket::open(&server, &carl).await;

    // Blanks around the name are none of it.
    is_done(&delete(&ann, &carl, " Carlotta ").await);
    assert_eq!(socket.ended().await, POLICY);
    for left in [&carl, &program, &robot] {
        left.get("/me").await.refused(401, "unauthenticated");
    }
    let stranger = Visitor::stranger(&server);
    sign_in(&stranger, "Carlotta", PASSWORD).await.refused(401, "wrong_credentials");
    for id in [&carl.id, &robot.id] {
        assert_eq!(name_of(&stranger, id).await, "Deleted player");
    }
    assert_eq!(ben.look(&table.game).await["result"]["winner"], "white");
    assert_eq!(ben.look(&open).await["result"]["by"], "abort");
    for (table, column) in [("accounts", "player_id"), ("names", "player_id"), ("records", "owner")] {
        let query = format!("SELECT {column} FROM {table} WHERE {column} = '{}'", carl.id);
        assert!(texts(server.data(), &query).await.is_empty(), "{table}");
    }
    // The entry knows the id, the reason, and nothing else.
    let log = entries(&ann).await;
    assert_eq!(log.len(), 1);
    let entry = &log[0];
    assert_eq!((&entry["kind"], &entry["actor"]), (&json!("delete_member"), &json!(ann.id)));
    assert_eq!(entry["subject"], json!({"kind": "player", "id": carl.id}));
    assert_eq!((&entry["facts"], &entry["reason"]), (&json!({}), &json!(REASON)));
    assert!(!ann.get("/staff/audit").await.text().contains("Carlotta"));
    assert!(holds(&ann).await);
    // Once is enough, and the name is free.
    delete(&ann, &carl, "Deleted player").await.refused(404, "no_such_player");
    ann.get(&format!("/staff/players/{}", carl.id)).await.refused(404, "no_such_player");
    assert_eq!(register(&stranger, "Carlotta").await.status, 201);
    assert_eq!(kinds(&ann).await, ["delete_member"]);
}

async fn a_deletion_that_fails_changes_nothing(database: Database) {
    let (server, ann) = run_by(database).await;
    let (carl, ben) = (member(&server, "Carlotta").await, Visitor::guest(&server, "Ben").await);
    let robot = bot(&carl, "Robot of Carlotta").await;
    let mut tables = Vec::new();
    for player in [&carl, &robot] {
        let mut table = Table::between(player.clone(), ben.clone(), json!({})).await;
        table.moves("Q16 D4").await;
        tables.push(table);
    }
    // The database refuses one statement of the deletion.
    let held = format!(
        "CREATE TABLE holds (player_id TEXT NOT NULL REFERENCES accounts (player_id)); INSERT INTO holds VALUES ('{}')",
        carl.id
    );
    tamper(server.data(), &held).await;
    delete(&ann, &carl, "Carlotta").await.refused(503, "unavailable");
    for stays in [&carl, &robot] {
        assert_eq!(stays.get("/me").await.status, 200, "{}", stays.name);
    }
    for table in &tables {
        assert_eq!(ben.look(&table.game).await["phase"], "playing");
    }
    assert!(kinds(&ann).await.is_empty());

    tamper(server.data(), "DROP TABLE holds").await;
    is_done(&delete(&ann, &carl, "Carlotta").await);
    for gone in [&carl, &robot] {
        gone.get("/me").await.refused(401, "unauthenticated");
    }
    for table in &tables {
        assert_eq!(ben.look(&table.game).await["result"]["winner"], "white");
    }
    assert_eq!(kinds(&ann).await, ["delete_member"]);
}

async fn nobody_is_deleted_by_mistake(database: Database) {
    let (server, ann) = run_by(database).await;
    let (bella, carl) = (member(&server, "Bella").await, member(&server, "Carlotta").await);
    let robot = bot(&carl, "Robot of Carlotta").await;
    is_done(&grant(&ann, &bella, "moderator").await);
    for name in ["carlotta", "Carl", "Bella", carl.id.as_str(), " "] {
        let params = delete(&ann, &carl, name).await.refused(422, "invalid_act");
        assert_eq!(params, json!({"field": "name"}), "{name}");
    }
    let wish = json!({"act": "delete", "name": "Carlotta", "reason": " "});
    assert_eq!(act(&ann, &carl, wish).await.refused(422, "invalid_act")["field"], "reason");
    for wish in [
        json!({"act": "delete", "reason": REASON}),
        json!({"act": "delete", "name": "Carlotta"}),
        json!({"act": "delete", "name": "Carlotta", "reason": REASON, "role": "owner"}),
    ] {
        act(&ann, &carl, wish).await.refused(400, "malformed");
    }
    // A moderator deletes nobody, and an owner neither bots, which have owners of their own, nor oneself there.
    delete(&bella, &carl, "Carlotta").await.refused(403, "not_allowed");
    delete(&ann, &robot, "Robot of Carlotta").await.refused(422, "not_a_member");
    delete(&ann, &ann, "Annabel").await.refused(409, "oneself");
    // Nor a group its only leader.
    let wish = json!({"kind": "club", "name": "Go in town"});
    let club = carl.post("/groups", wish).await.ok()["id"].as_str().unwrap().to_owned();
    delete(&ann, &carl, "Carlotta").await.refused(409, "last_leader");
    assert_eq!(robot.get("/me").await.status, 200, "nothing has begun");
    assert_eq!(kinds(&ann).await, ["grant"]);
    assert_eq!(carl.delete(&format!("/groups/{club}")).await.status, 204);
    is_done(&delete(&ann, &carl, "Carlotta").await);
    is_done(&act(&ann, &bella, json!({"act": "ban", "ground": "abuse", "reason": REASON})).await);
    is_done(&delete(&ann, &bella, "Bella").await);
    assert_eq!(kinds(&ann).await, ["grant", "delete_member", "ban", "delete_member"]);
    // What is left does not say that somebody was banned.
    let banned = "SELECT id FROM players WHERE suspended_until IS NOT NULL";
    assert!(texts(server.data(), banned).await.is_empty());
    assert_eq!(ann.get("/staff").await.ok()["staff"].as_array().unwrap().len(), 1);
}

async fn of_two_deletions_at_once_one_is_written_down(database: Database) {
    let (server, ann) = run_by(database).await;
    let other = member(&server, "Ophelia").await;
    is_done(&grant(&ann, &other, "owner").await);
    for round in 0..3 {
        let carl = member(&server, &format!("Carlotta {round}")).await;
        let (one, two) = tokio::join!(delete(&ann, &carl, &carl.name), delete(&other, &carl, &carl.name));
        let mut statuses = [one.status, two.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [204, 404]);
        assert_eq!(kinds(&ann).await.len(), round + 2);
    }
    assert!(holds(&ann).await);
}

async fn an_owner_takes_along_what_a_member_would(database: Database) {
    let (server, ann) = run_by(database).await;
    let (bella, carl) = (member(&server, "Bella").await, member(&server, "Carlotta").await);
    is_done(&grant(&ann, &bella, "moderator").await);
    let ben = Visitor::guest(&server, "Ben").await;
    let mut table = Table::between(carl.clone(), ben, json!({"private": true, "delay": 60_000})).await;
    table.moves("Q16 D4 C3").await;
    table.does("white", json!({"type": "resign"})).await.ok();
    carl.bring(RECORD).await.ok();
    carl.with_token(&["read"]).await;

    let path = format!("/staff/players/{}/export", carl.id);
    let wish = json!({"reason": REASON});
    bella.post(&path, wish.clone()).await.refused(403, "not_allowed");
    ann.post(&path, json!({"reason": ""})).await.refused(422, "invalid_act");
    for wrong in [json!({}), json!({"reason": REASON, "name": "Carlotta"})] {
        ann.post(&path, wrong).await.refused(400, "malformed");
    }
    ann.post(&format!("/staff/players/{}/export", ann.id), wish.clone()).await.refused(409, "oneself");
    // Nobody reads what the opponent has tried in a game that goes on.
    let mut with_ann = Table::between(ann.clone(), carl.clone(), json!({})).await;
    with_ann.moves("Q16 D4").await;
    ann.post(&path, wish.clone()).await.refused(403, "not_during_the_game");
    with_ann.does("black", json!({"type": "resign"})).await.ok();
    assert_eq!(kinds(&ann).await, ["grant"]);
    soon("the end is stored", async || {
        let playing = ann.get(&format!("/games?player={}&phase=playing", carl.id)).await.ok();
        playing["games"] == json!([])
    })
    .await;
    let taken = exported(ann.post(&path, wish).await);
    let own = export(&carl).await;
    assert_eq!(taken.keys().collect::<Vec<_>>(), own.keys().collect::<Vec<_>>());
    for (name, content) in &own {
        if name != "tengen-account.json" {
            assert_eq!(&taken[name], content, "{name}");
        }
    }
    // The account is the same but for what belongs to the session of whoever asks, and what is left out for whoever asks.
    let account = |files: &BTreeMap<String, String>| -> Value {
        let mut account: Value = serde_json::from_str(&files["tengen-account.json"]).unwrap();
        account["account"]["fresh_until"] = Value::Null;
        account
    };
    let (mut taken, own) = (account(&taken), account(&own));
    let left_out = taken.as_object_mut().unwrap().remove("left_out");
    // It is said whether there is anything or not, since it would tell that there is.
    assert_eq!(left_out, Some(json!({"concerning": ann.id, "of": ["reports", "blocks"]})));
    assert_eq!(taken, own);
    let log = entries(&ann).await;
    assert_eq!((&log[0]["kind"], &log[0]["actor"]), (&json!("export_member"), &json!(ann.id)));
    assert_eq!(log[0]["subject"], json!({"kind": "player", "id": carl.id}));
    assert_eq!((&log[0]["facts"], &log[0]["reason"]), (&json!({}), &json!(REASON)));
    assert_eq!(kinds(&ann).await, ["grant", "export_member"]);
    // The member is none the wiser, and signed in as before.
    assert_eq!(carl.get("/me").await.status, 200);
}

/// Carl has reported an owner and a bot of that owner, and somebody else, and blocks all of them.
async fn reported_by(carl: &Visitor, others: [&Visitor; 3]) {
    for other in others {
        let wish =
            json!({"about": "player", "id": other.id, "ground": "abuse", "words": "Insults everybody."});
        assert_eq!(carl.post("/reports", wish).await.status, 201);
        assert_eq!(carl.put(&format!("/players/{}/block", other.id), json!({})).await.status, 204);
    }
}

async fn nobody_learns_by_an_export_who_has_reported_oneself(database: Database) {
    let (server, ann) = run_by(database).await;
    let (other, carl) = (member(&server, "Ophelia").await, member(&server, "Carlotta").await);
    is_done(&grant(&ann, &other, "owner").await);
    let robot = bot(&ann, "Robot of Annabel").await;
    let ben = Visitor::guest(&server, "Ben").await;
    reported_by(&carl, [&ann, &robot, &ben]).await;

    let ids = |account: &Value, list: &str| -> Vec<String> {
        let entries = account[list].as_array().unwrap().iter();
        let mut ids: Vec<_> = entries.map(|entry| entry["id"].as_str().unwrap().to_owned()).collect();
        ids.sort_unstable();
        ids
    };
    let sorted = |visitors: &[&Visitor]| {
        let mut ids: Vec<_> = visitors.iter().map(|visitor| visitor.id.clone()).collect();
        ids.sort_unstable();
        ids
    };
    let path = format!("/staff/players/{}/export", carl.id);
    for (owner, seen) in [(&ann, sorted(&[&ben])), (&other, sorted(&[&ann, &robot, &ben]))] {
        let files = exported(owner.post(&path, json!({"reason": REASON})).await);
        let account: Value = serde_json::from_str(&files["tengen-account.json"]).unwrap();
        assert_eq!(ids(&account, "reports"), seen, "{}", owner.name);
        assert_eq!(ids(&account, "blocks"), seen, "{}", owner.name);
        assert_eq!(account["left_out"], json!({"concerning": owner.id, "of": ["reports", "blocks"]}));
    }
    let account: Value = serde_json::from_str(&export(&carl).await["tengen-account.json"]).unwrap();
    assert_eq!(ids(&account, "reports"), sorted(&[&ann, &robot, &ben]));
    assert!(account.get("left_out").is_none());
}

async fn nobody_is_deleted_in_an_own_cause_of_an_owner(database: Database) {
    let (server, ann) = run_by(database).await;
    let (other, carl) = (member(&server, "Ophelia").await, member(&server, "Carlotta").await);
    is_done(&grant(&ann, &other, "owner").await);
    let robot = bot(&ann, "Robot of Annabel").await;
    // Nobody wins a game by that.
    let mut table = Table::between(ann.clone(), carl.clone(), json!({})).await;
    table.moves("Q16 D4").await;
    delete(&ann, &carl, "Carlotta").await.refused(403, "not_during_the_game");
    table.does("black", json!({"type": "resign"})).await.ok();
    soon("the end is stored", async || {
        let playing = ann.get(&format!("/games?player={}&phase=playing", carl.id)).await.ok();
        playing["games"] == json!([])
    })
    .await;
    // Nor takes a report away that waits, and that of a bot is one's own.
    let wish = json!({"about": "player", "id": robot.id, "ground": "abuse", "words": "Insults everybody."});
    assert_eq!(carl.post("/reports", wish).await.status, 201);
    delete(&ann, &carl, "Carlo").await.refused(422, "invalid_act");
    delete(&ann, &carl, "Carlotta").await.refused(403, "not_allowed");
    assert_eq!(carl.get("/me").await.status, 200);
    assert_eq!(kinds(&ann).await, ["grant"]);
    let case = other.get("/staff/cases").await.ok()["cases"][0]["id"].as_str().unwrap().to_owned();
    let answer = json!({"act": "answer", "outcome": "dismissed", "reason": REASON});
    is_done(&other.post(&format!("/staff/cases/{case}/acts"), answer).await);
    is_done(&delete(&ann, &carl, "Carlotta").await);
    assert_eq!(kinds(&ann).await, ["grant", "answer_case", "delete_member"]);
}
