//! Accounts that a teacher makes: from a list, from a table, and lists that are refused.

use std::fmt::Write;

use serde_json::{Value, json};

use super::{School, asked_with, cards, club, is_done, members, table};
use crate::member::{PASSWORD, at_home, member, sign_in};
use crate::rest::Visitor;
use crate::server::{Database, on_both_databases};

on_both_databases! {
    a_class_is_made_of_a_list
    a_class_is_made_of_a_table
    a_list_with_a_bad_row_makes_nothing
    lists_are_bounded
    an_account_becomes_its_owners
}

async fn a_class_is_made_of_a_list(database: Database) {
    let school = School::open(database).await;
    let made = school.pupils(&["Ulrike", " Viktor "]).await;
    assert_eq!(
        (&made[0]["player"]["name"], &made[1]["player"]["name"]),
        (&json!("Ulrike"), &json!("Viktor"))
    );
    for card in &made {
        let secret = card["secret"].as_str().unwrap();
        assert_eq!(secret.len(), 43);
        assert!(card["address"].as_str().unwrap().ends_with(&format!("/card#{secret}")));
        assert!(card["code"].as_str().unwrap().starts_with("<svg "));
    }
    let ulrike = school.pupil(&made[0]).await;
    let me = ulrike.get("/me").await.ok();
    assert_eq!((&me["player"]["kind"], &me["account"]["password"]), (&json!("member"), &json!(false)));
    let seen = school.teacher.get(&school.path("/members")).await.ok();
    let account = |place: usize| seen["members"][place]["account"].clone();
    assert_eq!(
        account(0),
        json!({"made_here": false, "ruled": false, "card_made_at": null, "card_used_at": null})
    );
    let used =
        seen["members"].as_array().unwrap().iter().find(|member| member["player"]["id"] == json!(ulrike.id));
    let used = &used.unwrap()["account"];
    assert_eq!((&used["made_here"], &used["ruled"]), (&json!(true), &json!(true)));
    assert!(used["card_made_at"].is_i64() && used["card_used_at"].is_i64());
    // Nobody but the teacher sees that.
    let seen = ulrike.get(&school.path("/members")).await.ok();
    let members = seen["members"].as_array().unwrap();
    assert!(!members.is_empty() && members.iter().all(|member| member.get("account").is_none()));
    // No secret stands in the database.
    let secret = made[0]["secret"].as_str().unwrap();
    let hashes = crate::member::texts(school.server.data(), "SELECT hash FROM cards").await;
    assert!(hashes.len() == 2 && !hashes.iter().any(|hash| hash == secret));
    // It is in the audit log, with the ids alone.
    let log = school.owner.get("/staff/audit").await.ok();
    assert_eq!(
        (&log["entries"][0]["kind"], &log["entries"][1]["kind"]),
        (&json!("make_accounts"), &json!("found_class"))
    );
    let ids: Vec<_> = made.iter().map(|card| card["player"]["id"].clone()).collect();
    assert_eq!(log["entries"][0]["facts"], json!({"players": ids}));
    assert_eq!(log["entries"][0]["actor"], json!(school.teacher.id));
}

async fn a_class_is_made_of_a_table(database: Database) {
    let school = School::open(database).await;
    let list = "\u{feff}year,Name\r\n4,\"Ulrike \"\"Uli\"\" M\u{fc}ller\"\r\n\r\n5,<b>Viktor</b>\r\n";
    let made = cards(&table(&school.teacher, &school.path("/accounts"), list.as_bytes()).await);
    let names: Vec<_> = made.iter().map(|card| card["player"]["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Ulrike \"Uli\" M\u{fc}ller", "<b>Viktor</b>"]);
    let lines = cards(&table(&school.teacher, &school.path("/accounts"), b"Wanda\nXaver").await);
    assert_eq!(lines.len(), 2);
    assert_eq!(members(&school.teacher, &school.class).await.len(), 5);
}

async fn a_list_with_a_bad_row_makes_nothing(database: Database) {
    let school = School::open(database).await;
    let path = school.path("/accounts");
    let refused = async |names: Value| {
        school.teacher.post(&path, json!({"names": names})).await.refused(422, "invalid_accounts")["rows"]
            .clone()
    };
    assert_eq!(
        refused(json!(["Ulrike", "=1+1", "", "x".repeat(33), "Admin", "a\u{7}b", "+49", "@home", "-1"]))
            .await,
        json!([
            {"line": 2, "code": "name_refused", "reason": "formula"},
            {"line": 3, "code": "invalid_name"},
            {"line": 4, "code": "invalid_name"},
            {"line": 5, "code": "name_refused", "reason": "reserved"},
            {"line": 6, "code": "name_refused", "reason": "invisible"},
            {"line": 7, "code": "name_refused", "reason": "formula"},
            {"line": 8, "code": "name_refused", "reason": "formula"},
            {"line": 9, "code": "name_refused", "reason": "formula"},
        ])
    );
    // A name of somebody else in any look, and one that stands twice.
    assert_eq!(
        refused(json!(["Ulrike", "THEODORA", "Viktor", "ulrike"])).await,
        json!([{"line": 2, "code": "name_taken"}, {"line": 4, "code": "name_taken"}])
    );
    let list = b"name,year\nUlrike,4\n\"Vik\"tor,4\n=1+1,5\n";
    let rows = table(&school.teacher, &path, list).await.refused(422, "invalid_accounts")["rows"].clone();
    assert_eq!(
        rows,
        json!([{"line": 3, "code": "malformed"}, {"line": 4, "code": "name_refused", "reason": "formula"}])
    );
    for list in [&b""[..], b"\n\n", b"Ulrike,4\nViktor,5", b"M\xfcller"] {
        table(&school.teacher, &path, list).await.refused(400, "malformed");
    }
    assert_eq!(members(&school.teacher, &school.class).await.len(), 1);
    // Nobody has any of the names now.
    assert_eq!(school.pupils(&["Ulrike", "Viktor"]).await.len(), 2);
}

async fn lists_are_bounded(database: Database) {
    let school = School::open(database).await;
    let path = school.path("/accounts");
    // The server closes a connection on which it has not read everything: others go on with theirs.
    let apart = || Visitor::stranger(&school.server).with_secret(school.teacher.token.as_deref().unwrap());
    let over = "a\n".repeat(32 * 1024 + 1);
    table(&apart(), &path, over.as_bytes()).await.refused(413, "too_large");
    // Of far more it may do so before the answer is seen.
    let flood = asked_with(&apart(), &path).body("a\n".repeat(100_000)).send().await;
    assert!(flood.is_err() || flood.is_ok_and(|answer| answer.status() == 413));
    assert_eq!(members(&school.teacher, &school.class).await.len(), 1);
    let many = |count: usize| {
        (0..count).fold(String::new(), |mut list, number| {
            writeln!(list, "Pupil {number}").unwrap();
            list
        })
    };
    let over = table(&school.teacher, &path, many(201).as_bytes()).await;
    assert_eq!(over.refused(422, "invalid_accounts")["max"], 200);
    // The teacher is one of the two hundred.
    let full = table(&school.teacher, &path, many(200).as_bytes()).await;
    assert_eq!(full.refused(409, "group_full")["max"], 200);
    assert_eq!(cards(&table(&school.teacher, &path, many(199).as_bytes()).await).len(), 199);
    let one_more = school.teacher.post(&path, json!({"names": ["Somebody"]})).await;
    assert_eq!(one_more.refused(409, "group_full")["max"], 200);
    for names in [json!([]), json!(vec!["x"; 201])] {
        school.teacher.post(&path, json!({"names": names})).await.refused(422, "invalid_accounts");
    }
    school.teacher.post(&path, json!({"names": "Ulrike"})).await.refused(400, "malformed");
    let sgf = school.teacher.request(reqwest::Method::POST, &format!("/api/v1{path}"));
    let answer = sgf.header("content-type", "application/x-go-sgf").body("(;)").send().await.unwrap();
    assert_eq!(answer.status(), 415);
    // Accounts are a class's.
    let bella = member(&school.server, "Bella").await;
    let club = club(&bella, "open").await;
    let wish = json!({"names": ["Ulrike"]});
    bella.post(&format!("/groups/{club}/accounts"), wish.clone()).await.refused(409, "not_a_class");
    bella.post(&format!("/groups/{club}/cards"), json!({})).await.refused(409, "not_a_class");
    // A teacher of another class, and somebody from outside, make none here.
    for outside in [&bella, &school.owner] {
        let answer = outside.post(&path, wish.clone()).await;
        assert!(matches!(answer.status, 403 | 404), "{}", answer.text());
    }
    bella.post(&path, wish).await.refused(404, "no_such_group");
}

async fn an_account_becomes_its_owners(database: Database) {
    let school = School::open(database).await;
    let made = school.pupils(&["Ulrike"]).await;
    let ulrike = school.pupil(&made[0]).await;
    let of_ulrike = school.path(&format!("/members/{}", ulrike.id));
    is_done(&school.teacher.patch(&of_ulrike, json!({"name": "Ulrike M"})).await);
    assert_eq!(ulrike.get("/me").await.ok()["player"]["name"], "Ulrike M");
    let entry = school.owner.get("/staff/audit").await.ok()["entries"][0].clone();
    assert_eq!((&entry["kind"], &entry["facts"]), (&json!("rename"), &json!({"group": school.class})));
    // Whoever sets a password of the own is ruled by nobody any more.
    assert_eq!(ulrike.patch("/me", json!({"password": PASSWORD})).await.status, 200);
    let teacher = &school.teacher;
    teacher.patch(&of_ulrike, json!({"name": "Somebody"})).await.refused(409, "own_way_in");
    teacher.post(&school.path("/cards"), json!({"players": [ulrike.id]})).await.refused(409, "own_way_in");
    teacher.delete(&school.path(&format!("/cards/{}", ulrike.id))).await.refused(409, "own_way_in");
    assert_eq!(cards(&teacher.post(&school.path("/cards"), json!({})).await), Vec::<Value>::new());
    // The teacher has seen the card, so it is good for nothing now.
    let stranger = Visitor::stranger(&school.server);
    super::by_card(&stranger, &made[0]).await.refused(404, "no_such_card");
    let again = at_home(&stranger, &sign_in(&stranger, "Ulrike M", PASSWORD).await);
    // The account stays when its class ends.
    is_done(&teacher.delete(&school.path("")).await);
    assert_eq!(again.get("/me").await.ok()["player"]["id"], json!(ulrike.id));
    // An export has what the server keeps of it.
    assert_eq!(again.get("/me/export").await.status, 200);
}
