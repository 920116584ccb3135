//! An operator answers reports, voids games, announces, and rules groups, with a running server and without.

use std::fs;

use serde_json::{Value, json};

use super::{admin, done, refused};
use crate::member::{at_home, member, soon};
use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases};
use crate::table::Table;

on_both_databases! {
    reports_are_listed_and_answered
    a_game_that_has_ended_is_void_until_it_counts_again
    a_line_stands_on_every_page_and_is_taken_back
    a_class_gets_accounts_from_a_table_and_ends
}

const NOBODY: &str = "4t9x2m8q6w1k5c7v";

async fn kinds(server: &Server) -> Vec<Value> {
    let owner = member(server, "Reader of the log").await;
    done(server.data(), &["owner", &owner.id]).await;
    let log = owner.get("/staff/audit").await.ok();
    let entries = log["entries"].as_array().unwrap().iter().rev();
    entries.map(|entry| entry["kind"].clone()).filter(|kind| kind != "grant").collect()
}

async fn reports_are_listed_and_answered(database: Database) {
    let mut server = Server::start(database).await;
    let (ann, ben) = (member(&server, "Annabel").await, member(&server, "Benedict").await);
    assert_eq!(done(server.data(), &["cases"]).await, "No report waits.\n");
    let wish = json!({"about": "player", "id": ben.id, "ground": "abuse", "words": "Rude\nwords."});
    assert_eq!(ann.post("/reports", wish).await.status, 201);
    let listed = done(server.data(), &["cases"]).await;
    assert!(listed.contains(&format!(": player {} (Benedict), 1 reports, since ", ben.id)), "{listed}");
    let case = listed.split(':').next().unwrap().to_owned();
    let shown = done(server.data(), &["case", &case]).await;
    assert!(shown.contains(&format!("  abuse, by Annabel ({}), ", ann.id)), "{shown}");
    assert!(shown.contains("\n    Rude\n    words.\n"), "{shown}");
    server.stop().await;
    let words = ["case", &case, "--answer", "acted", "--words", "Thank you.", "--reason", "seen"];
    assert!(done(server.data(), &words).await.ends_with("  answered: acted\n"));
    assert!(refused(server.data(), &words).await.contains("is answered already"));
    for nobody in [NOBODY, "none"] {
        let said = refused(server.data(), &["case", nobody]).await;
        assert!(said.contains(&format!("there is no case with the id {nobody}")), "{said}");
    }
    assert_eq!(admin(server.data(), &["case", &case, "--words", "Why?"]).await.status.code(), Some(2));
    server.start_again().await;
    let reports = ann.at(&server).get("/reports").await.ok();
    assert_eq!(reports["reports"][0]["answer"]["words"], "Thank you.");
    assert_eq!(kinds(&server).await, ["answer_case"]);
}

async fn a_game_that_has_ended_is_void_until_it_counts_again(database: Database) {
    let server = Server::start(database).await;
    let table = Table::new(&server, json!({})).await;
    let said = refused(server.data(), &["game", &table.game, "--void"]).await;
    assert!(said.contains("goes on, or spectators have not seen its end yet"), "{said}");
    table.black.command(&table.game, json!({"type": "resign", "id": "r-1"})).await.ok();
    let words = |mark| ["game", table.game.as_str(), mark, "--reason", "two programs"];
    let line = |end: &str| format!("The game {} {end}.\n", table.game);
    soon("the end is stored", async || admin(server.data(), &words("--void")).await.status.success()).await;
    assert_eq!(done(server.data(), &words("--void")).await, line("was void already"));
    assert!(table.black.look(&table.game).await["voided_at"].is_i64());
    assert_eq!(done(server.data(), &words("--restore")).await, line("counts again"));
    assert_eq!(done(server.data(), &words("--restore")).await, line("was not void"));
    assert!(table.black.look(&table.game).await["voided_at"].is_null());
    for wrong in [&["game", table.game.as_str()][..], &["game", &table.game, "--void", "--restore"]] {
        assert_eq!(admin(server.data(), wrong).await.status.code(), Some(2), "{wrong:?}");
    }
    let said = refused(server.data(), &["game", NOBODY, "--void"]).await;
    assert!(said.contains("there is no game with the id"), "{said}");
    assert_eq!(kinds(&server).await, ["void", "restore"]);
}

async fn a_line_stands_on_every_page_and_is_taken_back(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    assert_eq!(done(server.data(), &["announcements"]).await, "No line stands on the pages.\n");
    let words = ["announce", "en=We stop on Sunday = soon.", "ja=日曜日に停止します。", "--days", "2"];
    let said = done(server.data(), &words).await;
    assert!(said.contains("\n  en: We stop on Sunday = soon.\n  ja: 日曜日に停止します。\n"), "{said}");
    soon("the line is shown", async || {
        stranger.get("/announcements").await.ok()["announcements"][0]["texts"]["en"]
            == "We stop on Sunday = soon."
    })
    .await;
    let listed = done(server.data(), &["announcements"]).await;
    let id = listed.split(':').next().unwrap().to_owned();
    done(server.data(), &["announcements", "--take-back", &id, "--reason", "it stays"]).await;
    soon("the line is gone", async || {
        stranger.get("/announcements").await.ok()["announcements"].as_array().unwrap().is_empty()
    })
    .await;
    let said = refused(server.data(), &["announcements", "--take-back", &id]).await;
    assert!(said.contains("there is no announcement with the id"), "{said}");
    for text in ["xx=Hallo", "en=", &format!("en={}", "x".repeat(301))] {
        let said = refused(server.data(), &["announce", text, "--days", "1"]).await;
        assert!(said.contains("a line of 1 to 300 characters"), "{said}");
    }
    for wrong in
        [&["announce", "en=Hello"][..], &["announce", "Hello", "--days", "1"], &["announce", "--days", "1"]]
    {
        assert_eq!(admin(server.data(), wrong).await.status.code(), Some(2), "{wrong:?}");
    }
    assert_eq!(kinds(&server).await, ["announce", "take_announcement_back"]);
}

async fn a_class_gets_accounts_from_a_table_and_ends(database: Database) {
    let server = Server::start(database).await;
    let ann = member(&server, "Annabel").await;
    done(server.data(), &["owner", "Annabel"]).await;
    assert_eq!(done(server.data(), &["groups"]).await, "There are no groups.\n");
    let found = async |wish| ann.post("/groups", wish).await.ok()["id"].as_str().unwrap().to_owned();
    let class = found(json!({"kind": "class", "name": "4 b"})).await;
    let club = found(json!({"kind": "club", "name": "Go in town"})).await;
    let listed = done(server.data(), &["groups"]).await;
    assert!(
        listed.starts_with(&format!("{club}: Go in town (club, request), 1 members, led by Annabel, since ")),
        "{listed}"
    );
    let folder = tempfile::tempdir().unwrap();
    let file = |text: &str| {
        let path = folder.path().join("class.csv");
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let table = file("number,name\n1,Ulrike\n2,\"Viktor, the second\"\n");
    let said = done(server.data(), &["group", &class, "--accounts", &table, "--reason", "a new class"]).await;
    let lines: Vec<_> = said.lines().collect();
    assert_eq!((lines.len(), lines[0]), (3, "name,address"), "{said}");
    assert!(lines[2].starts_with("\"Viktor, the second\",/card#"), "{said}");
    let secret = lines[1].strip_prefix("Ulrike,/card#").unwrap();
    let stranger = Visitor::stranger(&server);
    let ulrike = at_home(&stranger, &stranger.post("/sessions", json!({"card": secret})).await);
    assert_eq!(ulrike.get("/me").await.ok()["player"]["name"], "Ulrike");
    for (text, why) in [
        ("Wilma\nAnnabel\n", "line 2: another member has the name Annabel"),
        ("Wilma\n=1+1\n", "line 2: =1+1 can't be a name"),
        ("Wilma\n!\n", "line 2: nobody may have the name !"),
    ] {
        let said = refused(server.data(), &["group", &class, "--accounts", &file(text)]).await;
        assert!(said.contains(why), "{said}");
    }
    // As many and as long names as there may be come through the socket of a running server, and so do their cards.
    let large = found(json!({"kind": "class", "name": "All"})).await;
    let names: Vec<_> = (0..199).map(|number| format!("{number:03}{}", "碁".repeat(29))).collect();
    let said = done(server.data(), &["group", &large, "--accounts", &file(&names.join("\n"))]).await;
    assert_eq!(said.lines().filter(|line| line.contains("碁,/card#")).count(), 199);
    let said = refused(server.data(), &["group", &club, "--accounts", &file("Wilma\n")]).await;
    assert!(said.contains("is a club"), "{said}");
    for wrong in [file(""), "/nowhere/class.csv".to_owned()] {
        let words = ["group", class.as_str(), "--accounts", &wrong];
        assert_eq!(admin(server.data(), &words).await.status.code(), Some(2), "{wrong:?}");
    }
    assert_eq!(done(server.data(), &["group", &class, "--rename", "5 b"]).await, "The name is 5 b now.\n");
    assert_eq!(
        done(server.data(), &["group", &class, "--rename", "5 b"]).await,
        "The name is 5 b already.\n"
    );
    assert!(done(server.data(), &["group", &class]).await.contains(": 5 b (class, closed), 3 members, "));
    assert_eq!(done(server.data(), &["group", &class, "--end"]).await, "5 b has ended.\n");
    soon("the session has ended", async || ulrike.get("/me").await.status == 401).await;
    let said = refused(server.data(), &["group", &class, "--end"]).await;
    assert!(said.contains("there is no group with the id"), "{said}");
    let made = ["found_class", "make_accounts", "found_class", "make_accounts", "rename_group", "end_group"];
    assert_eq!(kinds(&server).await, made);
}
