//! An operator lists members, takes the data of one along, and deletes one: with a running server and without.

use std::fs;

use serde_json::{Value, json};

use super::{admin, done, refused};
use crate::leaving_for_good::{export, files_of};
use crate::member::{bot, member, name_of, soon};
use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases};
use crate::table::Table;
use crate::tamper::tamper;

on_both_databases! {
    members_are_listed_and_searched
    the_data_of_a_member_are_written_into_a_file
    a_member_is_deleted_whose_name_is_typed_twice
}

async fn members_are_listed_and_searched(database: Database) {
    let mut server = Server::start(database).await;
    assert_eq!(done(server.data(), &["members"]).await, "There are no such members.\n");
    let (ann, ben) = (member(&server, "Annabel").await, member(&server, "Benedict").await);
    bot(&ben, "Robot of Ben").await;
    Visitor::guest(&server, "Gustav").await;
    done(server.data(), &["owner", "Annabel"]).await;
    done(server.data(), &["ban", "Benedict", "--ground", "abuse"]).await;
    let mail = format!("INSERT INTO mails VALUES ('{}', 'Ann@example.org', 'ann@example.org', 1)", ann.id);
    tamper(server.data(), &mail).await;
    for is_running in [true, false] {
        if !is_running {
            server.stop().await;
        }
        let said = done(server.data(), &["members"]).await;
        let lines: Vec<_> = said.lines().collect();
        assert_eq!(lines.len(), 2, "{said}");
        assert!(lines[0].starts_with(&format!("Benedict ({}): since 20", ben.id)), "{said}");
        assert!(lines[0].contains(", may not play any more, last there 20"), "{said}");
        assert!(
            lines[1].contains(", owner, last there 20") && lines[1].ends_with(", Ann@example.org"),
            "{said}"
        );
        for (words, found) in [
            (&["members", "ANN"][..], "Annabel"),
            (&["members", "--mail", "ann@EXAMPLE"], "Annabel"),
            (&["members", "--role", "owner", "--state", "active"], "Annabel"),
            (&["members", "--state", "banned"], "Benedict"),
            (&["members", "b", "--limit", "1"], "Benedict"),
        ] {
            let said = done(server.data(), words).await;
            assert!(said.starts_with(found) && said.lines().count() == 1, "{words:?}: {said}");
        }
        for nobody in
            [&["members", "c"][..], &["members", "--unseen-days", "1"], &["members", "--role", "moderator"]]
        {
            assert_eq!(done(server.data(), nobody).await, "There are no such members.\n", "{nobody:?}");
        }
        // The rest is behind the place that the last line tells.
        let said = done(server.data(), &["members", "--limit", "1"]).await;
        let (first, place) = said.trim_end().split_once("\nThere may be more: --after ").unwrap();
        assert!(first.starts_with("Benedict"), "{said}");
        let said = done(server.data(), &["members", "--limit", "1", "--after", place]).await;
        assert!(said.starts_with("Annabel") && said.lines().count() == 1, "{said}");
        for elsewhere in [&["members", "a", "--after", place][..], &["members", "--after", "7"]] {
            assert!(refused(server.data(), elsewhere).await.contains("is no place in this list"));
        }
    }
    for wrong in
        [&["members", "--state", "gone"][..], &["members", "--limit", "0"], &["members", "--role", "king"]]
    {
        assert_eq!(admin(server.data(), wrong).await.status.code(), Some(2), "{wrong:?}");
    }
}

async fn the_data_of_a_member_are_written_into_a_file(database: Database) {
    let mut server = Server::start(database).await;
    let ann = member(&server, "Annabel").await;
    let ben = Visitor::guest(&server, "Ben").await;
    let mut table = Table::between(ann.clone(), ben.clone(), json!({"private": true})).await;
    table.moves("Q16 D4 C3").await;
    table.does("white", json!({"type": "resign"})).await.ok();
    ann.bring(b"(;GM[1]FF[4]SZ[9];B[ee])").await.ok();
    let own = export(&ann).await;
    let folder = tempfile::tempdir().unwrap();
    for (is_running, name) in [(true, "running.zip"), (false, "stopped.zip")] {
        if !is_running {
            server.stop().await;
        }
        let path = folder.path().join(name);
        let file = path.to_str().unwrap();
        let said = done(server.data(), &["export", "Annabel", file, "--reason", "asked by letter"]).await;
        let archive = fs::read(&path).unwrap();
        assert_eq!(said, format!("{file}: {} bytes\n", archive.len()));
        let written = files_of(archive);
        assert_eq!(written.keys().collect::<Vec<_>>(), own.keys().collect::<Vec<_>>());
        for (name, content) in own.iter().filter(|(name, _)| *name != "tengen-account.json") {
            assert_eq!(&written[name], content, "{name}");
        }
        assert!(written["tengen-account.json"].contains("Annabel"));
        // Nobody else may read it, and nothing lies beside it.
        #[cfg(unix)]
        assert_eq!(
            std::os::unix::fs::PermissionsExt::mode(&path.metadata().unwrap().permissions()) & 0o777,
            0o600
        );
        assert!(
            refused(server.data(), &["export", "Annabel", file])
                .await
                .contains("is there already, and stays")
        );
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    // A part that a killed command has left is named, and stays.
    let (file, part) = (folder.path().join("a.zip"), folder.path().join("a.zip.part"));
    fs::write(&part, "PK").unwrap();
    let said = refused(server.data(), &["export", "Annabel", file.to_str().unwrap()]).await;
    assert!(said.contains("a.zip.part is there already: another export"), "{said}");
    fs::remove_file(&part).unwrap();
    let nowhere = folder.path().join("none/a.zip");
    let said = refused(server.data(), &["export", "Annabel", nowhere.to_str().unwrap()]).await;
    assert!(said.contains("can't be written"), "{said}");
    let file = folder.path().join("guest.zip");
    for (player, why) in [(ben.id.as_str(), "is no member"), ("Nobody", "there is no member with the name")] {
        let said = refused(server.data(), &["export", player, file.to_str().unwrap()]).await;
        assert!(said.contains(why), "{said}");
    }
    server.start_again().await;
    assert_eq!(kinds(&server).await, ["export_member", "export_member"]);
}

async fn a_member_is_deleted_whose_name_is_typed_twice(database: Database) {
    let mut server = Server::start(database).await;
    let (ann, ben) = (member(&server, "Annabel").await, member(&server, "Benedict").await);
    let robot = bot(&ben, "Robot of Ben").await;
    let carl = member(&server, "Carlotta").await;
    done(server.data(), &["owner", "Annabel"]).await;
    let club = json!({"kind": "club", "name": "Go in town"});
    let club = ben.post("/groups", club).await.ok()["id"].as_str().unwrap().to_owned();
    let stranger = Visitor::stranger(&server);
    for (words, why) in [
        (
            &["delete", "Benedict", "--confirm", "benedict"][..],
            "--confirm has to be the name of the member, Benedict",
        ),
        (&["delete", "Benedict", "--confirm", "Benedict"], "nobody else leads a group"),
        (&["delete", "Annabel", "--confirm", "Annabel"], "nobody else runs the server"),
        (&["delete", &robot.id, "--confirm", "Robot of Ben"], "is no member"),
        (&["delete", "Nobody", "--confirm", "Nobody"], "there is no member with the name"),
    ] {
        let said = refused(server.data(), words).await;
        assert!(said.contains(why), "{words:?}: {said}");
    }
    assert_eq!(admin(server.data(), &["delete", "Benedict"]).await.status.code(), Some(2));
    done(server.data(), &["group", &club, "--end"]).await;
    let words = ["delete", "Benedict", "--confirm", "Benedict", "--reason", "asked by letter"];
    let said = done(server.data(), &words).await;
    assert!(said.starts_with(&format!("Benedict ({}) is deleted.", ben.id)), "{said}");
    soon("the session has ended", async || ben.get("/me").await.status == 401).await;
    soon("the bot's token has ended", async || robot.get("/me").await.status == 401).await;
    for id in [&ben.id, &robot.id] {
        assert_eq!(name_of(&stranger, id).await, "Deleted player");
    }
    assert!(refused(server.data(), &words).await.contains("there is no member"));
    server.stop().await;
    done(server.data(), &["delete", &carl.id, "--confirm", "Carlotta"]).await;
    server.start_again().await;
    assert_eq!(name_of(&Visitor::stranger(&server), &carl.id).await, "Deleted player");
    let log = ann.at(&server).get("/staff/audit").await.ok();
    let deleted: Vec<_> =
        log["entries"].as_array().unwrap().iter().filter(|entry| entry["kind"] == "delete_member").collect();
    assert_eq!(deleted.len(), 2);
    for (entry, (id, reason)) in
        deleted.iter().zip([(&carl.id, Value::Null), (&ben.id, json!("asked by letter"))])
    {
        assert_eq!((&entry["actor"], &entry["facts"], &entry["reason"]), (&Value::Null, &json!({}), &reason));
        assert_eq!(entry["subject"], json!({"kind": "player", "id": id}));
    }
}

/// What was done, the earliest first, but for who was made an owner to read it.
async fn kinds(server: &Server) -> Vec<Value> {
    let owner = member(server, "Reader of the log").await;
    done(server.data(), &["owner", &owner.id]).await;
    let log = owner.get("/staff/audit").await.ok();
    let entries = log["entries"].as_array().unwrap().iter().rev();
    entries.map(|entry| entry["kind"].clone()).filter(|kind| kind != "grant").collect()
}
