//! The audit log: complete, in a chain, and never rewritten by the program.

use serde::Deserialize;
use serde_json::{Value, json};
use tengen_audit::{Aside, Chain, Link};

use super::{REASON, act, at, entries, grant, holds, is_done, kinds, rename, revoke, run_by};
use crate::member::{member, texts};
use crate::rest::Visitor;
use crate::server::{Database, on_both_databases, once};
use crate::tamper::tamper;

on_both_databases! {
    every_act_is_an_entry
    the_log_is_read_page_by_page
    the_log_is_exported_with_its_chain
    a_reason_can_be_removed_and_that_is_written_down
    the_database_keeps_the_log_from_being_changed
    a_change_and_a_gap_are_found
    what_the_command_line_does_is_in_the_log
    a_deleted_player_stays_in_the_log_by_the_id
}

once! {
    two_servers_write_one_chain
}

/// A line of the export.
#[derive(Deserialize)]
struct Line {
    #[serde(flatten)]
    link: Link,
    beside: Option<Aside>,
}

async fn export(owner: &Visitor) -> Vec<Line> {
    let answer = owner.get("/staff/audit/export").await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/x-ndjson"));
    assert_eq!(answer.header("cache-control"), "no-store");
    answer.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

async fn every_act_is_an_entry(database: Database) {
    let (server, ann) = run_by(database).await;
    let bella = member(&server, "Bella").await;
    is_done(&grant(&ann, &bella, "moderator").await);
    is_done(&rename(&ann, &bella, "Isabella").await);
    let made = ann.post("/invitations", json!({"note": "Class 5b", "places": 3})).await.ok();
    let invitation = made["invitation"]["id"].as_str().unwrap();
    assert_eq!(ann.delete(&format!("/invitations/{invitation}")).await.status, 204);
    ann.delete(&format!("/invitations/{invitation}")).await.refused(404, "no_such_invitation");
    ann.with_token(&["staff"]).await;
    // Tokens for other things are no act of the staff.
    ann.with_token(&["read", "play"]).await;
    is_done(&revoke(&ann, &bella, "moderator").await);
    let all = ["grant", "rename", "invite", "take_invitation_back", "make_staff_token", "revoke"];
    assert_eq!(kinds(&ann).await, all);
    let entries = entries(&ann).await;
    for (entry, seq) in entries.iter().rev().zip(1..) {
        assert_eq!((&entry["seq"], &entry["actor"]), (&json!(seq), &json!(ann.id)), "{entry}");
        assert_eq!(entry["reason_erased"], false);
    }
    assert_eq!((&entries[3]["reason"], &entries[3]["facts"]["places"]), (&json!("Class 5b"), &json!(3)));
    assert_eq!(
        (&entries[0]["reason"], &entries[0]["facts"]),
        (&json!(REASON), &json!({"role": "moderator"}))
    );
    assert_eq!(entries[0]["previous"], entries[1]["hash"]);
    let check = ann.get("/staff/audit/check").await.ok();
    assert_eq!(check, json!({"entries": 6, "head": entries[0]["hash"], "broken": null}));
}

async fn the_log_is_read_page_by_page(database: Database) {
    let (server, ann) = run_by(database).await;
    let (bella, carl) = (member(&server, "Bella").await, member(&server, "Carlotta").await);
    is_done(&grant(&ann, &bella, "owner").await);
    for _ in 0..3 {
        is_done(&grant(&ann, &carl, "moderator").await);
        is_done(&revoke(&bella, &carl, "moderator").await);
    }
    let (mut seen, mut before) = (Vec::new(), String::new());
    loop {
        let page = ann.get(&format!("/staff/audit?limit=2&before={before}")).await.ok();
        let entries = page["entries"].as_array().unwrap();
        seen.extend(entries.iter().map(|entry| entry["seq"].as_i64().unwrap()));
        match page["next"].as_i64() {
            Some(next) => before = next.to_string(),
            None => break,
        }
    }
    assert_eq!(seen, (1..=7).rev().collect::<Vec<i64>>());
    let of = async |query: &str| {
        let page = ann.get(&format!("/staff/audit?{query}")).await.ok();
        page["entries"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| entry["seq"].as_i64().unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(of(&format!("player={}", bella.id)).await, [1]);
    assert_eq!(of(&format!("actor={}", bella.id)).await, [7, 5, 3]);
    assert_eq!(of(&format!("actor={}&player={}&before=5", ann.id, carl.id)).await, [4, 2]);
    for query in [
        "limit=0",
        "limit=101",
        "limit=x",
        "before=x",
        "player=x",
        "actor=x",
        "other=1",
        "before=99999999999999999999",
    ] {
        ann.get(&format!("/staff/audit?{query}")).await.refused(400, "malformed");
    }
}

async fn the_log_is_exported_with_its_chain(database: Database) {
    let (server, ann) = run_by(database).await;
    let bella = member(&server, "Bella").await;
    for name in ["Isabella", "Belinda", "Bertha"] {
        is_done(&rename(&ann, &bella, name).await);
    }
    let mut chain = Chain::default();
    for Line { link, beside } in export(&ann).await {
        chain.next_with(&link, beside.as_ref()).unwrap();
        assert_eq!(beside.map(|beside| beside.reason).as_deref(), Some(REASON));
    }
    let check = ann.get("/staff/audit/check").await.ok();
    assert_eq!((json!(chain.seq()), json!(chain.hash())), (check["entries"].clone(), check["head"].clone()));
}

async fn a_reason_can_be_removed_and_that_is_written_down(database: Database) {
    let (server, ann) = run_by(database).await;
    let bella = member(&server, "Bella").await;
    let secret = "she told me of her illness";
    is_done(&act(&ann, &bella, json!({"act": "grant", "role": "moderator", "reason": secret})).await);
    let erase = async |seq: i64| {
        ann.post("/staff/audit/acts", json!({"act": "erase_reason", "seq": seq, "reason": "she asks for it"}))
            .await
    };
    bella
        .post("/staff/audit/acts", json!({"act": "erase_reason", "seq": 1, "reason": REASON}))
        .await
        .refused(403, "not_allowed");
    for seq in [0, -1, 2, i64::MAX] {
        erase(seq).await.refused(404, "no_such_entry");
    }
    is_done(&erase(1).await);
    erase(1).await.refused(404, "no_such_entry");
    let page = ann.get("/staff/audit").await;
    assert!(!page.text().contains(secret));
    let entries = page.ok()["entries"].clone();
    assert_eq!((&entries[1]["reason"], &entries[1]["reason_erased"]), (&Value::Null, &json!(true)));
    assert_eq!(
        (&entries[0]["kind"], &entries[0]["subject"]),
        (&json!("erase_reason"), &json!({"kind": "entry", "id": "1"}))
    );
    assert!(holds(&ann).await);
    assert!(export(&ann).await[0].beside.is_none());
}

async fn the_database_keeps_the_log_from_being_changed(database: Database) {
    let (server, ann) = run_by(database).await;
    let bella = member(&server, "Bella").await;
    is_done(&grant(&ann, &bella, "moderator").await);
    let data = server.data();
    for statement in ["UPDATE audit SET at = 1", "DELETE FROM audit"] {
        let refused = refused_by_database(data, statement).await;
        assert!(refused.contains("append-only"), "{refused}");
    }
    assert!(holds(&ann).await);
}

async fn a_change_and_a_gap_are_found(database: Database) {
    let (mut server, ann) = run_by(database).await;
    let bella = member(&server, "Bella").await;
    for name in ["Isabella", "Belinda", "Bertha", "Beate"] {
        is_done(&rename(&ann, &bella, name).await);
    }
    server.stop().await;
    let drop = match database {
        Database::Sqlite => "DROP TRIGGER audit_is_not_changed; DROP TRIGGER audit_is_not_shortened",
        Database::Postgres => "ALTER TABLE audit DISABLE TRIGGER USER",
    };
    tamper(server.data(), drop).await;
    let broken = async |server: &mut crate::server::Server| {
        server.start_again().await;
        let ann = ann.at(server);
        let check = ann.get("/staff/audit/check").await.ok();
        let said = crate::admin::refused(server.data(), &["audit"]).await;
        server.stop().await;
        let said_without_a_server = crate::admin::refused(server.data(), &["audit"]).await;
        assert_eq!(said, said_without_a_server);
        let found = format!("does not hold: entry {}", check["broken"]["seq"]);
        assert!(said.contains(&found), "{said}");
        (check["entries"].clone(), check["broken"].clone())
    };
    // The last entry and the hash beside it, in agreement with each other, but not with the head.
    let hash = texts(server.data(), "SELECT hash FROM audit_head").await.remove(0);
    tamper(server.data(), &format!("UPDATE audit_head SET hash = '{}'", hash.replace(&hash[..1], "x"))).await;
    assert_eq!(broken(&mut server).await.1, json!({"seq": 4, "how": "torn"}));
    tamper(server.data(), &format!("UPDATE audit_head SET hash = '{hash}'")).await;
    tamper(server.data(), "CREATE TABLE kept AS SELECT * FROM audit_asides WHERE seq = 3").await;
    tamper(server.data(), "DELETE FROM audit_asides WHERE seq = 3").await;
    assert_eq!(broken(&mut server).await.1, json!({"seq": 3, "how": "reason_missing"}));
    tamper(server.data(), "INSERT INTO audit_asides SELECT * FROM kept; DROP TABLE kept").await;
    tamper(server.data(), "UPDATE audit_asides SET reason = 'another one' WHERE seq = 2").await;
    assert_eq!(broken(&mut server).await.1, json!({"seq": 2, "how": "reason_changed"}));
    tamper(server.data(), "UPDATE audit SET actor = NULL WHERE seq = 2").await;
    assert_eq!(broken(&mut server).await, (json!(1), json!({"seq": 2, "how": "changed"})));
    tamper(server.data(), "DELETE FROM audit_asides WHERE seq = 2").await;
    tamper(server.data(), "DELETE FROM audit WHERE seq = 2").await;
    assert_eq!(broken(&mut server).await, (json!(1), json!({"seq": 3, "how": "gap"})));
    tamper(server.data(), "DELETE FROM audit_asides WHERE seq > 1").await;
    tamper(server.data(), "DELETE FROM audit WHERE seq > 1").await;
    assert_eq!(broken(&mut server).await, (json!(1), json!({"seq": 2, "how": "gap"})));
}

async fn what_the_command_line_does_is_in_the_log(database: Database) {
    let (server, ann) = run_by(database).await;
    let bella = member(&server, "Bella").await;
    let data = server.data();
    crate::admin::done(data, &["role", "Bella", "moderator", "--reason", "she knows the club"]).await;
    crate::admin::done(data, &["player", "Bella", "--rename", "Isabella", "--end-sessions"]).await;
    crate::admin::done(data, &["player", "Isabella", "--reset"]).await;
    crate::admin::done(data, &["invite", "--note", "for the school"]).await;
    let said = crate::admin::done(data, &["role", "Isabella", "moderator", "--revoke"]).await;
    assert!(said.contains("no longer is a moderator"), "{said}");
    assert_eq!(kinds(&ann).await, ["grant", "rename", "end_sessions", "reset_ways_in", "invite", "revoke"]);
    let entries = entries(&ann).await;
    assert!(entries.iter().all(|entry| entry["actor"].is_null()), "{entries:?}");
    assert_eq!(
        (&entries[5]["reason"], &entries[5]["subject"]["id"]),
        (&json!("she knows the club"), &json!(bella.id))
    );
    assert_eq!(entries[4]["reason"], Value::Null);
    let said = crate::admin::done(data, &["audit"]).await;
    assert!(
        said.contains("holds. Entries: 6.") && said.contains(entries[0]["hash"].as_str().unwrap()),
        "{said}"
    );
    // The last owner stays, also for whoever has the machine.
    let said = crate::admin::refused(data, &["role", "Annabel", "owner", "--revoke"]).await;
    assert!(said.contains("nobody else runs the server"), "{said}");
    let guest = Visitor::guest(&server, "Gustav").await;
    let said = crate::admin::refused(data, &["role", &guest.id, "moderator"]).await;
    assert!(said.contains("is no member"), "{said}");
}

async fn a_deleted_player_stays_in_the_log_by_the_id(database: Database) {
    let (server, ann) = run_by(database).await;
    let bella = member(&server, "Bella").await;
    is_done(&rename(&ann, &bella, "Isabella").await);
    assert_eq!(bella.delete("/me").await.status, 204);
    let page = ann.get("/staff/audit").await.ok();
    assert_eq!(page["entries"][0]["subject"]["id"], json!(bella.id));
    assert!(!page.to_string().contains("Isabella"));
    assert!(holds(&ann).await);
    assert_eq!(texts(server.data(), "SELECT subject FROM audit").await, [bella.id]);
}

async fn two_servers_write_one_chain() {
    let (first, ann) = run_by(Database::Postgres).await;
    let second = at(first.data().clone()).await;
    let mut players = Vec::new();
    for number in 0..8 {
        players.push(member(&first, &format!("Member {number}")).await);
    }
    let servers = [&first, &second];
    let acts = players.iter().enumerate().flat_map(|(number, player)| {
        let ann = ann.at(servers[number % 2]);
        let other = ann.at(servers[(number + 1) % 2]);
        [
            Box::pin(async move { (grant(&ann, player, "moderator").await, 1) })
                as std::pin::Pin<Box<dyn Future<Output = _>>>,
            Box::pin(async move { (rename(&other, player, &format!("Other {number}")).await, 1) }),
        ]
    });
    let done = futures_util::future::join_all(acts).await;
    for (answer, _) in &done {
        is_done(answer);
    }
    let check = ann.get("/staff/audit/check").await.ok();
    assert_eq!((&check["entries"], &check["broken"]), (&json!(done.len()), &Value::Null));
}

/// The error by which the database refuses a statement.
async fn refused_by_database(data: &crate::server::Data, statement: &str) -> String {
    use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};

    let statement = AssertSqlSafe(statement.to_owned());
    let refused = if let Some(url) = data.database_url() {
        let mut connection = PgConnection::connect(url).await.unwrap();
        sqlx::raw_sql(statement).execute(&mut connection).await.map(|_| ())
    } else {
        let file = format!("sqlite://{}", data.directory().join("tengen.sqlite").display());
        let mut connection = SqliteConnection::connect(&file).await.unwrap();
        sqlx::raw_sql(statement).execute(&mut connection).await.map(|_| ())
    };
    refused.unwrap_err().to_string()
}
