//! `tengen check-database`: it finds what is damaged, mends what follows from the logs, and leaves all else alone.

use serde_json::{Value, json};
use tengen_testbed::on_both_databases;

use super::{refusal, run, tengen, word};
use crate::rest::Visitor;
use crate::server::{Data, Database, Server, once};
use crate::table::Table;
use crate::tamper::{copies, number, tamper};

on_both_databases! {
    games_of_all_kinds_are_as_their_logs_say
    damage_is_named_and_headlines_are_mended
    files_without_records_are_named_and_removed
}

once! {
    other_tables_and_used_ones_are_refused
}

/// What the command says of a database, and whether all is well.
pub(crate) async fn checked(data: &Data, options: &[&str]) -> (bool, Vec<Value>) {
    let mut words = vec!["check-database", "--data-dir", word(data.directory())];
    if let Some(url) = data.database_url() {
        words.extend(["--database-url", url]);
    }
    words.extend(options);
    let output = run(tengen(&words)).await;
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    (output.status.success(), lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

async fn games_of_all_kinds_are_as_their_logs_say(database: Database) {
    let mut server = Server::start(database).await;
    let small = json!({"board": {"width": 4, "height": 5}});
    let mut counted = Table::in_scoring(&server, "japanese").await;
    let open = counted.black.new_game(small.clone()).await["id"].as_str().unwrap().to_owned();
    Table::in_scoring(&server, "chinese").await;
    let mut resigned =
        Table::new(&server, json!({"board": {"width": 4, "height": 5}, "private": true})).await;
    resigned.moves("B3 C3").await;
    resigned.does("black", json!({"type": "resign"})).await.ok();
    let mut delayed = Table::new(&server, json!({"board": {"width": 9, "height": 9}, "delay": 60_000})).await;
    delayed.moves("E5 C3 pass G7 A1 A2 B1 B2 C1 C2 D1 D2").await;
    delayed.does("black", json!({"type": "resign"})).await.ok();
    // The row is written when the tenth move is made and when it is taken back.
    let mut undone = Table::new(&server, small).await;
    undone.moves("A1 B1 C1 D1 A2 B2 C2 D2 A3 B3").await;
    let turn = undone.turn();
    undone.does("white", json!({"type": "undo", "turn": turn})).await.ok();
    let request = undone.seq;
    undone.does("black", json!({"type": "undo_accept", "request": request})).await.ok();
    let version = counted.version();
    counted.does("black", json!({"type": "accept", "version": version})).await.ok();
    counted.does("white", json!({"type": "accept", "version": version})).await.ok();
    for is_running in [true, false] {
        if !is_running {
            server.stop().await;
        }
        let (is_well, lines) = checked(server.data(), &[]).await;
        assert!(is_well && lines.len() == 1, "{lines:?}");
        assert_eq!((&lines[0]["games"], &lines[0]["unreadable"]), (&json!(6), &json!(0)), "{open}");
    }
}

async fn damage_is_named_and_headlines_are_mended(database: Database) {
    let mut server = Server::start(database).await;
    let mut table = Table::new(&server, json!({"board": {"width": 5, "height": 5}})).await;
    table.moves("C3 D3 B2").await;
    table.does("white", json!({"type": "resign"})).await.ok();
    let data = server.data().clone();
    server.stop().await;
    // More games than are read at once.
    tamper(&data, &copies(database, &table.game, 40, 1_000)).await;
    let copied = "UPDATE games SET (board, rules, handicap, shown_at, result, winner, ended_by, opening)
                  = (SELECT board, rules, handicap, shown_at, result, winner, ended_by, opening
                     FROM games AS model WHERE model.id = ";
    tamper(&data, &format!("{copied}'{}') WHERE id LIKE '00000000%'", table.game)).await;
    let (is_well, lines) = checked(&data, &[]).await;
    assert!(is_well && lines.len() == 1 && lines[0]["games"] == 41, "{lines:?}");

    let id = |number: u32| format!("{number:016}");
    for (number, change) in [
        (1, "UPDATE games SET settings = '{' WHERE id"),
        (2, "UPDATE events SET body = 'no JSON' WHERE seq = 2 AND game_id"),
        (3, "DELETE FROM events WHERE seq = 3 AND game_id"),
        (4, "UPDATE games SET phase = 'playing', winner = 'white', opening = NULL WHERE id"),
        (17, "UPDATE games SET black = white, result = NULL, board = '' WHERE id"),
        (40, "UPDATE games SET updated_at = updated_at + 1, move_count = 7 WHERE id"),
    ] {
        tamper(&data, &format!("{change} = '{}'", id(number))).await;
    }
    let orphan = "INSERT INTO events (game_id, seq, v, at, actor, command_id, fingerprint, body)
                  SELECT '0000000000000999', seq, v, at, actor, command_id, fingerprint, body FROM events WHERE game_id = ";
    tamper(&data, &format!("{orphan}'{}'", table.game)).await;

    let unreadable = [1, 2, 3, 999].map(id);
    let headlines = [
        (4, json!(["phase", "winner", "opening"])),
        (17, json!(["board", "black", "result"])),
        (40, json!(["move_count", "updated_at"])),
    ];
    for (options, repaired) in [(&[][..], 0), (&["--repair"], 3)] {
        let (is_well, lines) = checked(&data, options).await;
        assert!(!is_well);
        let of = |problem: &str| lines.iter().filter(|line| line["problem"] == *problem).collect::<Vec<_>>();
        let named: Vec<_> = of("unreadable").iter().map(|line| line["game"].as_str().unwrap()).collect();
        assert_eq!(named, unreadable);
        let found: Vec<_> =
            of("headline").iter().map(|line| (line["game"].clone(), line["columns"].clone())).collect();
        assert_eq!(found, headlines.clone().map(|(number, columns)| (json!(id(number)), columns)));
        assert!(of("headline").iter().all(|line| line["repaired"] == json!(repaired > 0)));
        let numbers = lines.last().unwrap();
        assert_eq!(
            (&numbers["games"], &numbers["unreadable"], &numbers["headlines"], &numbers["repaired"]),
            (&json!(41), &json!(4), &json!(3), &json!(repaired)),
        );
    }
    let (_, lines) = checked(&data, &["--repair"]).await;
    assert_eq!(lines.len(), 5, "{lines:?}");
    // Without the damaged ones all is well.
    for id in unreadable {
        tamper(&data, &format!("DELETE FROM events WHERE game_id = '{id}'")).await;
        tamper(&data, &format!("DELETE FROM games WHERE id = '{id}'")).await;
    }
    let (is_well, lines) = checked(&data, &[]).await;
    assert!(is_well && lines.len() == 1, "{lines:?}");
}

async fn files_without_records_are_named_and_removed(database: Database) {
    let mut server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let data = server.data().clone();
    let mut files = Vec::new();
    for _ in 0..2 {
        let told = ann.bring(b"a(;SZ[9];B[ee])b(;SZ[9];B[cc])").await.ok();
        files.push([0, 1].map(|number| told["records"][number]["id"].as_str().unwrap().to_owned()));
    }
    server.stop().await;
    let (is_well, lines) = checked(&data, &[]).await;
    assert!(is_well && lines.len() == 1, "{lines:?}");
    let [left, lost] = [&files[0], &files[1]];
    tamper(&data, &format!("UPDATE records SET file_id = NULL WHERE file_id = '{}'", left[0])).await;
    tamper(&data, &format!("DELETE FROM record_files WHERE id = '{}'", lost[0])).await;
    let mut of_lost = lost.clone();
    of_lost.sort();
    let of_lost = of_lost.map(|id| json!({"record": id, "problem": "no_file"}));
    for (options, is_repaired) in [(&[][..], false), (&["--repair"], true)] {
        let (is_well, lines) = checked(&data, options).await;
        assert!(!is_well && lines.len() == 4, "{lines:?}");
        assert_eq!(lines[0], json!({"file": left[0], "problem": "left_over", "repaired": is_repaired}));
        assert_eq!(lines[1..3], of_lost);
        assert_eq!((&lines[3]["files"], &lines[3]["repaired"]), (&json!(3), &json!(u32::from(is_repaired))));
    }
    assert_eq!(number(&data, "SELECT COUNT(*) FROM record_files").await, 0);
    let (_, lines) = checked(&data, &[]).await;
    assert_eq!(lines[..2], of_lost);
    // What is left of the file is answered all the same.
    server.start_again().await;
    let rest = ann.at(&server).get(&format!("/records/{}/upload", lost[1])).await;
    assert_eq!((rest.text(), rest.header("tengen-bytes")), ("(;SZ[9];B[cc])", "in-part"));
}

async fn other_tables_and_used_ones_are_refused() {
    let mut server = Server::start(Database::Sqlite).await;
    let data = server.data().clone();
    let words = ["check-database", "--data-dir", word(data.directory())];
    let said = refusal(run(tengen(&[&words[..], &["--repair"]].concat())).await);
    assert!(said.contains("is in use by another tengen"), "{said}");
    server.stop().await;
    tamper(&data, "UPDATE _sqlx_migrations SET version = 9999 WHERE version = 11").await;
    let said = refusal(run(tengen(&words)).await);
    assert!(said.contains("the tables are of version 9999"), "{said}");
    let empty = Data::empty(Database::Postgres).await;
    let said =
        refusal(run(tengen(&["check-database", "--database-url", empty.database_url().unwrap()])).await);
    assert!(said.contains("the tables are of version 0"), "{said}");
    let said = refusal(run(tengen(&["check-database", "--data-dir", "/nonexistent"])).await);
    assert!(said.contains("/nonexistent has no tengen.sqlite"), "{said}");
}
