//! What the staff does to groups, from outside.

use serde_json::{Value, json};

use super::{School, by_card, club, is_done};
use crate::member::member;
use crate::rest::Visitor;
use crate::server::{Database, on_both_databases};

on_both_databases! {
    the_staff_sees_all_groups_and_renames_and_ends_them
}

const REASON: &str = "because the club has decided so";

async fn the_staff_sees_all_groups_and_renames_and_ends_them(database: Database) {
    let school = School::open(database).await;
    let (bella, carl) = (member(&school.server, "Bella").await, member(&school.server, "Carlotta").await);
    let grant = json!({"act": "grant", "role": "moderator", "reason": REASON});
    is_done(&school.owner.post(&format!("/staff/players/{}/acts", bella.id), grant).await);
    let club = club(&carl, "closed").await;
    let made = school.pupils(&["Ulrike"]).await;
    let ulrike = school.pupil(&made[0]).await;
    let listed = bella.get("/staff/groups").await.ok();
    let names: Vec<_> =
        listed["groups"].as_array().unwrap().iter().map(|one| one["group"]["name"].clone()).collect();
    assert_eq!(names, [json!("Go in town"), json!("4 b")]);
    assert_eq!(listed["groups"][1]["leaders"][0]["name"], "Theodora");
    // A moderator sees a closed group, and does nothing inside.
    assert_eq!(bella.get(&format!("/groups/{club}")).await.ok()["role"], Value::Null);
    assert_eq!(bella.get(&school.path("/members")).await.ok()["members"].as_array().unwrap().len(), 2);
    bella.patch(&format!("/groups/{club}"), json!({"name": "Ours"})).await.refused(403, "not_allowed");
    bella.post(&school.path("/cards"), json!({})).await.refused(403, "not_allowed");
    bella.delete(&school.path("")).await.refused(403, "not_allowed");
    bella.post(&school.path("/members"), json!({})).await.refused(403, "not_allowed");
    let act = |group: &str| format!("/staff/groups/{group}/acts");
    let rename = json!({"act": "rename", "name": "A club", "reason": REASON});
    for (nobody, code) in
        [(&carl, "not_allowed"), (&ulrike, "not_in_class"), (&school.teacher, "not_allowed")]
    {
        nobody.post(&act(&club), rename.clone()).await.refused(403, code);
        nobody.get("/staff/groups").await.refused(403, code);
    }
    for reason in ["", " ", &"x".repeat(501)] {
        let wish = json!({"act": "end", "reason": reason});
        bella.post(&act(&club), wish).await.refused(422, "invalid_act");
    }
    bella
        .post(&act(&club), json!({"act": "rename", "name": "!", "reason": REASON}))
        .await
        .refused(422, "invalid_group");
    is_done(&bella.post(&act(&club), rename.clone()).await);
    assert_eq!(carl.get(&format!("/groups/{club}")).await.ok()["name"], "A club");
    // The same once more is no act.
    is_done(&bella.post(&act(&club), rename.clone()).await);
    is_done(&bella.post(&act(&school.class), json!({"act": "end", "reason": REASON})).await);
    ulrike.get("/me").await.refused(401, "unauthenticated");
    by_card(&Visitor::stranger(&school.server), &made[0]).await.refused(404, "no_such_card");
    bella.post(&act(&school.class), rename).await.refused(404, "no_such_group");
    let log = school.owner.get("/staff/audit").await.ok();
    let kinds: Vec<_> =
        log["entries"].as_array().unwrap().iter().map(|entry| entry["kind"].clone()).collect();
    assert_eq!(
        kinds,
        ["end_group", "rename_group", "make_accounts", "grant", "found_class"].map(Value::from)
    );
    assert_eq!(log["entries"][0]["reason"], REASON);
    assert_eq!(log["entries"][0]["subject"], json!({"kind": "group", "id": school.class}));
    let ended = bella.get("/staff/groups").await.ok()["groups"][1].clone();
    assert!(ended["ended_at"].is_i64() && ended["group"]["members"] == 0, "{ended}");
}
