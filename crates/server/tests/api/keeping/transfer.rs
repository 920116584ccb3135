//! `tengen transfer`: everything arrives, or nothing does.

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tempfile::TempDir;
use tengen_testbed::until;

use super::{done, refused, tengen, word};
use crate::rest::{Visitor, the_game};
use crate::server::{Data, Database, Server, once};
use crate::table::Table;
use crate::tamper::tamper;

once! {
    a_club_goes_on_with_postgres
    only_an_empty_postgres_is_filled
    an_interrupted_transfer_leaves_nothing
}

/// How many rows each table of a Postgres has, but for those that are never empty.
async fn rows(data: &Data) -> i64 {
    let mut connection = PgConnection::connect(data.database_url().unwrap()).await.unwrap();
    let mut rows = 0;
    for table in
        ["players", "tokens", "carries", "access_tokens", "games", "events", "records", "positions", "jobs"]
    {
        let sql = AssertSqlSafe(format!("SELECT count(*) FROM {table}"));
        let (count,): (i64,) = sqlx::query_as(sql).fetch_one(&mut connection).await.unwrap();
        rows += count;
    }
    connection.close().await.unwrap();
    rows
}

/// What a visitor is shown of some addresses.
async fn shown(visitor: &Visitor, paths: &[String]) -> Vec<Value> {
    let mut answers = Vec::new();
    for path in paths {
        let answer = visitor.get(path).await.ok();
        answers.push(if path.starts_with("/games/") { the_game(answer) } else { answer });
    }
    answers
}

/// The trees that links show.
async fn looked(visitor: &Visitor, links: &[Value]) -> Vec<Value> {
    let mut trees = Vec::new();
    for link in links {
        trees.push(visitor.post("/shared/look", link.clone()).await.ok());
    }
    trees
}

async fn a_club_goes_on_with_postgres() {
    let mut server = Server::start_to_come_back(Database::Sqlite).await;
    let small = json!({"board": {"width": 5, "height": 5}});
    let mut finished = Table::new(&server, small.clone()).await;
    finished.moves("C3 D3").await;
    finished.does("black", json!({"type": "resign"})).await.ok();
    let (ann, ben) = (finished.black.clone(), finished.white.clone());
    let rematch = ann.post(&format!("/games/{}/rematch", finished.game), json!({})).await.ok();
    let mut playing = Table::between(ben.clone(), ann.clone(), small).await;
    playing.moves("C3 D3").await;
    let file = "Two: (;GM[1]SZ[9]EV[\u{30b4}];B[ee])\n(;GM[3]) (;SZ[9];B[cc])\r\n".as_bytes();
    let record = ann.bring(file).await.ok();
    let record = record["records"][0]["id"].as_str().unwrap();
    let beside = [format!("/games/{}/variations", finished.game), format!("/records/{record}/variations")];
    let places = [json!({"move": 1, "event": 3}), json!({"node": 1})];
    let mut links = Vec::new();
    for ((beside, place), grows) in beside.iter().zip(places).zip([true, false]) {
        let first =
            json!({"id": "a", "from": place, "move": "D4", "marks": {"circle": ["D4"]}, "words": "or here"});
        let changes = json!([first, {"id": "b", "parent": "a", "order": -1}, {"id": "c", "from": place}]);
        ann.patch(beside, json!({"changes": changes})).await.ok();
        ann.patch(beside, json!({"changes": [{"id": "c", "gone": true}]})).await.ok();
        let made = ann.post(&format!("{beside}/share"), json!({"grows": grows})).await.json();
        links.push(json!({"secret": made["secret"]}));
    }
    let token = json!({"name": "bot", "scopes": ["read"]});
    ann.post("/tokens", token).await.ok();
    let asked = format!("/positions?game={}&move=2", finished.game);
    until(async || ann.get(&asked).await.ok()["games_total"] == 1).await;
    let paths = [
        format!("/games/{}", finished.game),
        "/tokens".to_owned(),
        format!("/records/{record}"),
        format!("{}?since=1", beside[1]),
        format!("{}/share", beside[1]),
        format!("/players/{}/results", ann.id),
        asked,
    ];
    let before = shown(&ann, &paths).await;
    let shared = looked(&ann, &links).await;
    let directory = server.data().directory().to_owned();
    let data = Data::empty(Database::Postgres).await;
    let words = ["transfer", "--from", word(&directory), "--to", data.database_url().unwrap()];
    assert!(refused(&words).await.contains("is in use by another tengen"));
    server.stop().await;
    let printed = done(&words).await;
    for (table, count) in [
        ("tokens", 2),
        ("games", 3),
        ("access_tokens", 1),
        ("record_files", 1),
        ("records", 2),
        ("variation_trees", 2),
        ("shared_variations", 2),
        ("tree_snapshots", 1),
    ] {
        let line = printed.lines().find(|line| line.starts_with(&format!("{table} "))).unwrap();
        assert_eq!(line.split_whitespace().nth(1).unwrap().parse(), Ok(count), "{printed}");
    }
    done(&["check-database", "--database-url", data.database_url().unwrap()]).await;
    // Nobody takes the old directory for that of the server, until somebody wants to go on there.
    let folder = TempDir::new().unwrap();
    let (copy, mark) = (folder.path().join("copy.sqlite"), directory.join("mark"));
    for words in [
        &["backup", word(&copy), "--data-dir", word(&directory)][..],
        &["admin", "groups", "--data-dir", word(&directory)],
        &words,
    ] {
        let said = refused(words).await;
        assert!(said.contains("go on in Postgres") && said.contains("moved-to-postgres"), "{said}");
    }
    let (status, said) = Server::refused_options(server.data(), &[]).await;
    assert!(!status.success() && said.contains("go on in Postgres"), "{said}");
    std::fs::rename(directory.join("moved-to-postgres"), &mark).unwrap();
    done(&["backup", word(&copy), "--data-dir", word(&directory)]).await;
    std::fs::rename(&mark, directory.join("moved-to-postgres")).unwrap();
    done(&["restore", word(&copy), "--replace", "--data-dir", word(&directory)]).await;
    assert!(!directory.join("moved-to-postgres").exists(), "it has a database of its own again");
    let (address, _sqlite) = (server.address(), server.data().clone());
    drop(server);
    // The same address, so that visitors find it.
    let _server = Server::on(data, address, &[]).await;
    assert_eq!(shown(&ann, &paths).await, before);
    assert_eq!(looked(&ann, &links).await, shared);
    assert_eq!(ann.get(&format!("/records/{record}/upload")).await.body, file);
    assert_eq!(playing.state["phase"], "playing");
    let command = json!({"type": "play", "id": "next", "turn": 2, "at": "B2"});
    ben.command(&playing.game, command).await.ok();
    let offered = ann.get(&format!("/games/{}", finished.game)).await.ok();
    assert_eq!(offered["rematch"]["game"], rematch["id"], "{offered}");
}

async fn only_an_empty_postgres_is_filled() {
    let mut server = Server::start(Database::Sqlite).await;
    Table::new(&server, json!({})).await;
    let directory = server.data().directory().to_owned();
    server.stop().await;
    let data = Data::empty(Database::Postgres).await;
    let url = data.database_url().unwrap();
    let words = ["transfer", "--from", word(&directory), "--to", url];
    let mut other = Server::on(data.clone(), "127.0.0.1:0".parse().unwrap(), &[]).await;
    let said = refused(&words).await;
    assert!(said.contains("servers are connected to the Postgres database"), "{said}");
    Visitor::guest(&other, "Cas").await;
    other.stop().await;
    let said = refused(&words).await;
    assert!(said.contains("is not empty: the table players has rows"), "{said}");
    let said = refused(&["transfer", "--from", "/nonexistent", "--to", url]).await;
    assert!(said.contains("/nonexistent has no tengen.sqlite"), "{said}");
    let said = refused(&["transfer", "--from", word(&directory), "--to", "mysql://db"]).await;
    assert!(said.contains("must begin with postgres://"), "{said}");
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("tengen.sqlite"), "(;GM[1]) and more than a hundred bytes".repeat(99))
        .unwrap();
    let said = refused(&["transfer", "--from", word(folder.path()), "--to", url]).await;
    assert!(said.contains("file is not a database"), "{said}");
}

async fn an_interrupted_transfer_leaves_nothing() {
    let mut server = Server::start(Database::Sqlite).await;
    Table::new(&server, json!({})).await;
    server.stop().await;
    let source = server.data().clone();
    let data = Data::empty(Database::Postgres).await;
    let words = ["transfer", "--from", word(source.directory()), "--to", data.database_url().unwrap()];
    // A row that Postgres can't keep, behind some that it can.
    tamper(&source, "INSERT INTO outages VALUES (1, 2); UPDATE players SET name = 'A' || char(0) || 'B'")
        .await;
    let said = refused(&words).await;
    assert!(said.contains("nothing was transferred: Postgres refuses rows of the table players"), "{said}");
    tamper(&source, "UPDATE players SET name = 'Ann'").await;
    // A table that the list of the transfer does not have.
    tamper(&source, "CREATE TABLE later (id INTEGER)").await;
    let said = refused(&words).await;
    assert!(said.contains("not those that this program knows: SQLite, later.id"), "{said}");
    tamper(&source, "DROP TABLE later").await;
    assert_eq!(rows(&data).await, 0);

    // Killed while it waits for a lock in the middle.
    let mut holder = PgConnection::connect(data.database_url().unwrap()).await.unwrap();
    let lock = "BEGIN; INSERT INTO players VALUES ((SELECT 'x'), 'X', TRUE, 0); SAVEPOINT held";
    sqlx::raw_sql(lock).execute(&mut holder).await.unwrap();
    let mut command = tokio::process::Command::from(tengen(&words));
    let mut child = command.kill_on_drop(true).spawn().unwrap();
    let waits = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    // Within a transaction the answer would stay the first one.
    let mut watcher = PgConnection::connect(data.database_url().unwrap()).await.unwrap();
    until(async || {
        let (waiting,): (i64,) = sqlx::query_as(waits).fetch_one(&mut watcher).await.unwrap();
        waiting > 0
    })
    .await;
    child.kill().await.unwrap();
    sqlx::raw_sql("ROLLBACK").execute(&mut holder).await.unwrap();
    holder.close().await.unwrap();
    until(async || is_done_alone(&words).await).await;
    assert!(rows(&data).await > 0);
}

/// Runs the command; answers whether the connections of the one before were gone.
async fn is_done_alone(words: &[&str]) -> bool {
    let output = super::run(tengen(words)).await;
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() || said.contains("servers are connected"), "{said}");
    output.status.success()
}
