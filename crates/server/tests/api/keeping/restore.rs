//! `tengen restore`: what it takes, what it refuses, and what it leaves where it does not come to its end.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};
use tempfile::TempDir;

use super::backup::last_events;
use super::{done, names, on_a_full_disk, refusal, refused, run, tengen, word};
use crate::rest::{Visitor, the_game};
use crate::server::{Data, Database, Server, once};
use crate::table::Table;

once! {
    only_a_whole_database_of_tengen_is_restored
    a_database_that_is_there_is_kept
    a_full_disk_changes_nothing
    an_interrupted_restore_is_begun_again
}

/// A copy of a database with a game, and the game.
async fn copy_in(folder: &Path) -> (PathBuf, String) {
    let server = Server::start(Database::Sqlite).await;
    let mut table = Table::new(&server, json!({"board": {"width": 9, "height": 9}})).await;
    table.moves("E5 C3").await;
    let file = folder.join("copy");
    done(&["backup", word(&file), "--data-dir", word(server.data().directory())]).await;
    (file, table.game)
}

async fn execute(file: &Path, sql: &str) {
    let url = format!("sqlite://{}?mode=rwc", file.display());
    let mut connection = SqliteConnection::connect(&url).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

async fn only_a_whole_database_of_tengen_is_restored() {
    let folder = TempDir::new().unwrap();
    let (copy, _) = copy_in(folder.path()).await;
    let directory = folder.path().join("data");
    let foreign = |name: &str| folder.path().join(name);
    fs::write(foreign("text"), "(;GM[1]SZ[19])").unwrap();
    fs::write(foreign("empty"), "").unwrap();
    execute(&foreign("other"), "CREATE TABLE players (id TEXT)").await;
    for name in ["later", "cut", "scratched", "half"] {
        fs::copy(&copy, foreign(name)).unwrap();
    }
    execute(
        &foreign("later"),
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'later', TRUE, x'00', 0)",
    )
    .await;
    let bytes = fs::read(&copy).unwrap();
    fs::write(foreign("cut"), &bytes[..bytes.len() / 2]).unwrap();
    let mut scratched = bytes.clone();
    scratched[3 * 4_096..].fill(0x55);
    fs::write(foreign("scratched"), scratched).unwrap();
    fs::write(foreign("half-wal"), "the newest moves").unwrap();
    for (name, reason) in [
        ("missing", "No such file"),
        ("text", "is no SQLite database"),
        ("empty", "is no SQLite database"),
        ("other", "of another program: it has no table _sqlx_migrations"),
        ("later", "is of a later release: its tables are of version 9999"),
        ("cut", "is damaged: "),
        ("scratched", "is damaged: "),
        ("half", "is not whole: the newest of it is in the file beside it"),
    ] {
        let said = refused(&["restore", word(&foreign(name)), "--data-dir", word(&directory)]).await;
        assert!(said.contains(reason), "{name}: {said}");
        assert!(!directory.exists(), "{name}");
    }
}

async fn a_database_that_is_there_is_kept() {
    let folder = TempDir::new().unwrap();
    let (copy, game) = copy_in(folder.path()).await;
    let mut server = Server::start(Database::Sqlite).await;
    let other = Table::new(&server, json!({"board": {"width": 5, "height": 5}})).await;
    let data = server.data().clone();
    let directory = data.directory();
    let words = ["restore", word(&copy), "--data-dir", word(directory), "--replace"];
    assert!(refused(&words).await.contains("is in use by another tengen"));
    // Its newest events are in its log.
    server.kill().await;
    let said = refused(&words[..4]).await;
    assert!(said.contains("tengen.sqlite is there already; with --replace"), "{said}");
    for number in [1, 2] {
        done(&words).await;
        assert_eq!(last_events(&directory.join("tengen.sqlite")).await.len(), 1);
        assert!(last_events(&directory.join("tengen.sqlite")).await.contains_key(&game));
        let before = last_events(&directory.join(format!("tengen.sqlite.before-restore-{number}"))).await;
        let expected = if number == 1 { &other.game } else { &game };
        assert!(before.contains_key(expected), "{before:?}");
    }
    server.start_again().await;
    let shown = the_game(Visitor::stranger(&server).get(&format!("/games/{game}")).await.ok());
    assert_eq!(shown["phase"], "playing");
    // The time since the backup is given back by a further event.
    assert!(shown["seq"].as_u64().unwrap() >= 3, "{shown}");
}

async fn a_full_disk_changes_nothing() {
    let folder = TempDir::new().unwrap();
    let (copy, _) = copy_in(folder.path()).await;
    let data = Data::new(Database::Sqlite).await;
    let directory = data.directory();
    let words = ["restore", word(&copy), "--data-dir", word(directory), "--replace"];
    done(&words).await;
    let before = fs::read(directory.join("tengen.sqlite")).unwrap();
    let said = refusal(run(on_a_full_disk(&tengen(&words), 8_192)).await);
    assert!(said.contains("tengen.sqlite.part: File too large"), "{said}");
    assert_eq!(names(directory), ["lock", "tengen.sqlite"]);
    assert_eq!(fs::read(directory.join("tengen.sqlite")).unwrap(), before);
}

async fn an_interrupted_restore_is_begun_again() {
    let folder = TempDir::new().unwrap();
    let (copy, game) = copy_in(folder.path()).await;
    let data = Data::new(Database::Sqlite).await;
    let directory = data.directory();
    let words = ["restore", word(&copy), "--data-dir", word(directory)];
    // As it is between the two names.
    fs::write(directory.join("tengen.sqlite.part"), &fs::read(&copy).unwrap()[..10_000]).unwrap();
    let (status, said) = Server::refused_start(&data).await;
    assert_eq!(status.code(), Some(1));
    assert!(said.contains("run `tengen restore` again"), "{said}");
    let refused = refusal(run(on_a_full_disk(&tengen(&words), 8_192)).await);
    assert!(refused.contains("File too large"), "{refused}");
    let (_, said) = Server::refused_start(&data).await;
    assert!(said.contains("run `tengen restore` again"), "{said}");
    done(&words).await;
    assert_eq!(names(directory), ["lock", "tengen.sqlite"]);
    assert!(last_events(&directory.join("tengen.sqlite")).await.contains_key(&game));
}
