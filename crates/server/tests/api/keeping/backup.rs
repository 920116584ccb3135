//! `tengen backup`, with a running server and without one.

use std::collections::HashMap;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;
use std::sync::{Arc, Mutex};

use serde_json::json;
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};
use tempfile::TempDir;
use tengen_testbed::until;

use super::{done, names, on_a_full_disk, refusal, refused, run, tengen, word};
use crate::obstacle::Obstacle;
use crate::rest::{Visitor, the_game};
use crate::server::{Data, Database, Server, once};
use crate::table::Table;
use crate::tamper::tamper;

once! {
    a_backup_has_all_that_was_acknowledged_before
    a_backup_of_a_killed_server_has_its_log
    a_file_that_is_there_stays
    copies_with_the_time_in_their_names_are_removed_when_newer_ones_are_kept
    the_socket_is_the_owners_and_goes_with_the_server
    a_full_disk_leaves_nothing_behind
    a_backup_that_is_called_off_leaves_nothing_behind
    a_server_that_dies_meanwhile_leaves_nothing_behind
    who_has_no_file_is_told
}

/// The number of the last event of each game in a file.
pub(super) async fn last_events(file: &Path) -> HashMap<String, u64> {
    let mut connection = SqliteConnection::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    let rows: Vec<(String, i64)> = sqlx::query_as("SELECT game_id, max(seq) FROM events GROUP BY game_id")
        .fetch_all(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    rows.into_iter().map(|(game, seq)| (game, seq.cast_unsigned())).collect()
}

/// Makes the database of a server that is not running so large that a copy takes a while.
async fn make_large(data: &Data) {
    let sql = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 150)
               INSERT INTO records (id, owner, created_at, headline, sgf, size)
               SELECT printf('%016d', n), (SELECT min(id) FROM players), n, '{}', randomblob(1000000), 0 FROM numbers";
    tamper(data, sql).await;
}

async fn a_backup_has_all_that_was_acknowledged_before() {
    let server = Server::start(Database::Sqlite).await;
    let folder = TempDir::new().unwrap();
    let acknowledged: Arc<Mutex<HashMap<String, u64>>> = Arc::default();
    let mut games = Vec::new();
    for _ in 0..8 {
        games.push(Table::new(&server, json!({"board": {"width": 19, "height": 19}})).await);
    }
    let backups = 3;
    let mut players = Vec::new();
    let (over, is_over) = tokio::sync::watch::channel(false);
    for mut table in games {
        let (acknowledged, is_over) = (acknowledged.clone(), is_over.clone());
        players.push(tokio::spawn(async move {
            'game: for letter in "ABCDEFGHJKLMNOPQRST".chars().step_by(2) {
                for row in 1..=19 {
                    table.moves(&format!("{letter}{row}")).await;
                    acknowledged.lock().unwrap().insert(table.game.clone(), table.seq);
                    if *is_over.borrow() {
                        break 'game;
                    }
                }
            }
        }));
    }
    until(async || acknowledged.lock().unwrap().len() == 8).await;
    for number in 0..backups {
        let file = folder.path().join(format!("backup-{number}"));
        let before = acknowledged.lock().unwrap().clone();
        let said = done(&["backup", word(&file), "--data-dir", word(server.data().directory())]).await;
        assert_eq!(said, format!("{}: {} bytes\n", file.display(), file.metadata().unwrap().len()));
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        let copied = last_events(&file).await;
        for (game, seq) in before {
            assert!(copied[&game] >= seq, "{game}: {} of {seq}", copied[&game]);
        }
    }
    over.send(true).unwrap();
    for player in players {
        player.await.unwrap();
    }
    assert_eq!(names(folder.path()).len(), backups);

    // A server goes on with the copy.
    let data = Data::new(Database::Sqlite).await;
    let file = folder.path().join("backup-2");
    done(&["restore", word(&file), "--data-dir", word(data.directory())]).await;
    let numbers = done(&["check-database", "--data-dir", word(data.directory())]).await;
    assert!(
        numbers.contains("\"games\":8,\"headlines\":0,\"later_release\":0,\"repaired\":0,\"unreadable\":0"),
        "{numbers}"
    );
    let restored = Server::on(data, "127.0.0.1:0".parse().unwrap(), &[]).await;
    for (game, seq) in last_events(&file).await {
        let shown = the_game(Visitor::stranger(&restored).get(&format!("/games/{game}")).await.ok());
        assert!(shown["seq"].as_u64().unwrap() >= seq, "{shown}");
    }
}

async fn a_backup_of_a_killed_server_has_its_log() {
    let mut server = Server::start(Database::Sqlite).await;
    let mut table = Table::new(&server, json!({"board": {"width": 9, "height": 9}})).await;
    table.moves("E5 C3").await;
    server.kill().await;
    let directory = server.data().directory();
    assert!(directory.join("tengen.sqlite-wal").metadata().unwrap().len() > 0);
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("copy");
    done(&["backup", word(&file), "--data-dir", word(directory)]).await;
    assert_eq!(last_events(&file).await[&table.game], table.seq);
    assert_eq!(names(folder.path()), ["copy"]);
}

async fn a_file_that_is_there_stays() {
    let mut server = Server::start(Database::Sqlite).await;
    let data = server.data().clone();
    let folder = TempDir::new().unwrap();
    let (file, part) = (folder.path().join("copy"), folder.path().join("other.part"));
    std::fs::write(&file, "mine").unwrap();
    std::fs::write(&part, "mine").unwrap();
    for is_running in [true, false] {
        if !is_running {
            server.stop().await;
        }
        let said = refused(&["backup", word(&file), "--data-dir", word(data.directory())]).await;
        assert!(said.contains("is there already, and stays as it is"), "{said}");
        let other = folder.path().join("other");
        let said = refused(&["backup", word(&other), "--data-dir", word(data.directory())]).await;
        assert!(said.contains("other.part is there already: another backup"), "{said}");
        let nowhere = folder.path().join("no/copy");
        let said = refused(&["backup", word(&nowhere), "--data-dir", word(data.directory())]).await;
        assert!(said.contains("no/copy can't be written: No such file"), "{said}");
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    assert_eq!(std::fs::read_to_string(&part).unwrap(), "mine");
    assert_eq!(names(folder.path()), ["copy", "other.part"]);
}

async fn copies_with_the_time_in_their_names_are_removed_when_newer_ones_are_kept() {
    let server = Server::start(Database::Sqlite).await;
    let folder = TempDir::new().unwrap();
    let older = [
        "tengen-2020-01-06T030000Z.sqlite",
        "tengen-2020-01-07T030000Z.sqlite",
        "tengen-2020-01-07T150000Z.sqlite",
    ];
    for name in older.iter().chain(&["notes", "tengen.sqlite"]) {
        std::fs::write(folder.path().join(name), "").unwrap();
    }
    let data = word(server.data().directory());
    let said =
        done(&["backup", "--into", word(folder.path()), "--keep-daily", "2", "--data-dir", data]).await;
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 3, "{said}");
    assert!(lines[0].ends_with(" bytes") && lines[1].ends_with("06T030000Z.sqlite: removed"), "{said}");
    let names = names(folder.path());
    let new =
        names.iter().find(|name| name.starts_with("tengen-") && !older.contains(&name.as_str())).unwrap();
    assert!(last_events(&folder.path().join(new)).await.is_empty());
    assert_eq!(names.len(), 4, "{names:?}");
    for stays in ["notes", "tengen.sqlite", older[2]] {
        assert!(names.iter().any(|name| name == stays), "{stays}: {names:?}");
    }
    let both = run(tengen(&["backup", "copy", "--into", word(folder.path())])).await;
    assert_eq!(both.status.code(), Some(2));
}

async fn the_socket_is_the_owners_and_goes_with_the_server() {
    let mut server = Server::start_to_come_back(Database::Sqlite).await;
    let directory = server.data().directory().to_owned();
    let socket = directory.join("tengen.sock");
    assert_eq!(socket.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    server.kill().await;
    assert!(socket.exists());
    server.start_again().await;
    let file = directory.join("copy");
    done(&["backup", word(&file), "--data-dir", word(&directory)]).await;
    server.stop().await;
    assert!(!socket.exists());
}

async fn a_full_disk_leaves_nothing_behind() {
    let mut server = Server::start(Database::Sqlite).await;
    let directory = server.data().directory().to_owned();
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("copy");
    let words = ["backup", word(&file), "--data-dir", word(&directory)];
    let full = Obstacle::full(&server);
    let said = refused(&words).await;
    assert!(said.contains("copy can't be written, and nothing was left behind: database: "), "{said}");
    assert_eq!(names(folder.path()), [""; 0]);
    full.remove().await;
    server.stop().await;
    let said = refusal(run(on_a_full_disk(&tengen(&words), 8_192)).await);
    assert!(said.contains("copy can't be written, and nothing was left behind: database: "), "{said}");
    assert_eq!(names(folder.path()), [""; 0]);
    done(&words).await;
    assert_eq!(names(folder.path()), ["copy"]);
}

async fn send(signal: &str, process: u32) {
    let words = ["-s", signal, &process.to_string()];
    assert!(tokio::process::Command::new("kill").args(words).status().await.unwrap().success());
}

/// Waits until a file has some bytes.
async fn begun(file: &Path) {
    until(async || file.metadata().is_ok_and(|file| file.len() > 0)).await;
}

async fn a_backup_that_is_called_off_leaves_nothing_behind() {
    let mut server = Server::start_to_come_back(Database::Sqlite).await;
    Table::new(&server, json!({})).await;
    server.stop().await;
    make_large(server.data()).await;
    let directory = server.data().directory().to_owned();
    let folder = TempDir::new().unwrap();
    let (file, part) = (folder.path().join("copy"), folder.path().join("copy.part"));
    for is_running in [false, true] {
        if is_running {
            server.start_again().await;
        }
        for signal in ["INT", "TERM"] {
            let mut command = tokio::process::Command::from(tengen(&[
                "backup",
                word(&file),
                "--data-dir",
                word(&directory),
            ]));
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
            let child = command.spawn().unwrap();
            begun(&part).await;
            send(signal, child.id().unwrap()).await;
            let said = refusal(child.wait_with_output().await.unwrap());
            assert!(said.contains("the backup was interrupted, and nothing was left behind"), "{said}");
            assert_eq!(names(folder.path()), [""; 0]);
        }
    }
    // Killed, it can't tell the server, which notices by itself.
    let mut command =
        tokio::process::Command::from(tengen(&["backup", word(&file), "--data-dir", word(&directory)]));
    let mut child = command.kill_on_drop(true).spawn().unwrap();
    begun(&part).await;
    child.kill().await.unwrap();
    until(async || !part.exists()).await;
    assert_eq!(names(folder.path()), [""; 0]);
    done(&["backup", word(&file), "--data-dir", word(&directory)]).await;
    assert_eq!(names(folder.path()), ["copy"]);
}

async fn a_server_that_dies_meanwhile_leaves_nothing_behind() {
    let mut server = Server::start_to_come_back(Database::Sqlite).await;
    Table::new(&server, json!({})).await;
    server.stop().await;
    make_large(server.data()).await;
    server.start_again().await;
    let directory = server.data().directory().to_owned();
    let folder = TempDir::new().unwrap();
    let (file, part) = (folder.path().join("copy"), folder.path().join("copy.part"));
    for is_killed in [true, false] {
        let mut command =
            tokio::process::Command::from(tengen(&["backup", word(&file), "--data-dir", word(&directory)]));
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        let child = command.spawn().unwrap();
        begun(&part).await;
        if is_killed {
            server.kill().await;
            let said = refusal(child.wait_with_output().await.unwrap());
            assert!(said.contains("the server has ended without an answer; no backup was made"), "{said}");
            server.start_again().await;
        } else {
            server.stop().await;
            let said = refusal(child.wait_with_output().await.unwrap());
            assert!(said.contains("the backup was interrupted"), "{said}");
        }
        assert_eq!(names(folder.path()), [""; 0]);
    }
    let mut connection =
        SqliteConnection::connect(&format!("sqlite://{}", directory.join("tengen.sqlite").display()))
            .await
            .unwrap();
    let (records,): (i64,) = sqlx::query_as(AssertSqlSafe("SELECT count(*) FROM records"))
        .fetch_one(&mut connection)
        .await
        .unwrap();
    assert_eq!(records, 150);
}

async fn who_has_no_file_is_told() {
    let folder = TempDir::new().unwrap();
    let (file, directory) = (folder.path().join("copy"), folder.path().join("data"));
    let words = ["backup", word(&file), "--data-dir", word(&directory)];
    let said = refused(&words).await;
    assert!(said.contains("data has no tengen.sqlite"), "{said}");
    assert!(!directory.exists());
    let mut command = tengen(&words);
    command.env("DATABASE_URL", "postgres://tengen:secret@db/tengen");
    let said = refusal(run(command).await);
    assert!(said.contains("pg_dump") && said.contains("docs/operations/backups.md"), "{said}");
    assert!(!said.contains("secret"), "{said}");
    // Somebody has the lock, and it is no server.
    std::fs::create_dir(&directory).unwrap();
    std::fs::write(directory.join("tengen.sqlite"), "").unwrap();
    let lock = std::fs::File::create(directory.join("lock")).unwrap();
    lock.try_lock().unwrap();
    let said = refused(&words).await;
    assert!(said.contains("in use by another tengen that takes no request for a backup"), "{said}");
    assert_eq!(names(folder.path()), ["data"]);
}
