//! A database of an earlier release is searched like one of this.

use serde_json::{Value, json};
use sqlx::{Connection, PgConnection, SqliteConnection};

use super::{listed, resigned};
use crate::rest::Visitor;
use crate::server::{Data, Database, Server, on_both_databases};
use crate::table::Table;
use crate::tamper::sixth_migration;

on_both_databases! {
    games_of_an_earlier_release_are_found
}

/// Takes back the migrations from the third to the sixth.
const EARLIER: &[&str] = &[
    "DROP TABLE records",
    "DROP TABLE access_tokens",
    "DROP INDEX games_changed_by_creator",
    "DROP INDEX games_changed_by_opponent",
    "DROP INDEX games_changed_by_black",
    "DROP INDEX games_changed_by_white",
    "DROP TABLE positions",
    "DROP TABLE position_index",
    "DROP INDEX games_by_number",
    "ALTER TABLE games DROP COLUMN number",
    "DROP INDEX games_by_age",
    "DROP INDEX games_by_shown",
    "ALTER TABLE games DROP COLUMN board",
    "ALTER TABLE games DROP COLUMN rules",
    "ALTER TABLE games DROP COLUMN handicap",
    "ALTER TABLE games DROP COLUMN shown_at",
    "ALTER TABLE games DROP COLUMN winner",
    "ALTER TABLE games DROP COLUMN ended_by",
    "ALTER TABLE games DROP COLUMN opening",
    "DELETE FROM _sqlx_migrations WHERE version >= 3",
];

const COLUMNS: &str =
    "SELECT id, board, rules, handicap, shown_at, winner, ended_by, opening FROM games ORDER BY id";

const LOG: &str =
    "SELECT game_id, seq, v, at, actor, command_id, fingerprint, body FROM events ORDER BY game_id, seq";

/// Everything by which the table of events is looked at or looks at others.
const KEYS: [&str; 2] = [
    "SELECT name FROM pragma_index_list('events') UNION ALL SELECT \"table\" FROM pragma_foreign_key_list('events')",
    "SELECT conname::text FROM pg_constraint WHERE conrelid = 'events'::regclass AND contype IN ('p', 'u', 'f')
     UNION ALL SELECT indexname::text FROM pg_indexes WHERE tablename = 'events' AND indexname <> 'events_pkey'",
];

type Logged = (String, i32, i32, i64, Option<String>, Option<String>, Option<i64>, String);

type Row = (String, String, String, i32, i64, Option<String>, Option<String>, Option<String>);

/// What the table says of all games.
async fn rows(data: &Data) -> Vec<Row> {
    if let Some(url) = data.database_url() {
        let mut connection = PgConnection::connect(url).await.unwrap();
        return sqlx::query_as(COLUMNS).fetch_all(&mut connection).await.unwrap();
    }
    let mut connection = SqliteConnection::connect(&file(data)).await.unwrap();
    sqlx::query_as(COLUMNS).fetch_all(&mut connection).await.unwrap()
}

/// The whole log, and the names of its keys.
async fn log(data: &Data) -> (Vec<Logged>, Vec<String>) {
    macro_rules! read {
        ($connection:expr, $keys:expr) => {{
            let mut connection = $connection;
            let log = sqlx::query_as(LOG).fetch_all(&mut connection).await.unwrap();
            let keys = sqlx::query_scalar($keys).fetch_all(&mut connection).await.unwrap();
            (log, keys)
        }};
    }
    if let Some(url) = data.database_url() {
        return read!(PgConnection::connect(url).await.unwrap(), KEYS[1]);
    }
    read!(SqliteConnection::connect(&file(data)).await.unwrap(), KEYS[0])
}

fn file(data: &Data) -> String {
    format!("sqlite://{}/tengen.sqlite", data.directory().display())
}

/// Makes the tables those of the release before, with settings as games had them before there were names of boards.
async fn go_back(data: &Data, old: &str) {
    let read = "SELECT settings FROM games WHERE id = $1";
    let write = "UPDATE games SET settings = $1 WHERE id = $2";
    macro_rules! change {
        ($connection:expr, $database:expr) => {{
            let mut connection = $connection;
            for statement in sixth_migration($database).chain(EARLIER.iter().copied()) {
                sqlx::query(statement).execute(&mut connection).await.unwrap();
            }
            let (settings,): (String,) =
                sqlx::query_as(read).bind(old).fetch_one(&mut connection).await.unwrap();
            let mut settings: Value = serde_json::from_str(&settings).unwrap();
            settings["board"].as_object_mut().unwrap().remove("name").unwrap();
            settings.as_object_mut().unwrap().remove("delay").unwrap();
            settings.as_object_mut().unwrap().remove("clock").unwrap();
            let settings = settings.to_string();
            sqlx::query(write).bind(settings).bind(old).execute(&mut connection).await.unwrap();
            connection.close().await.unwrap();
        }};
    }
    if let Some(url) = data.database_url() {
        change!(PgConnection::connect(url).await.unwrap(), Database::Postgres);
    } else {
        change!(SqliteConnection::connect(&file(data)).await.unwrap(), Database::Sqlite);
    }
}

async fn games_of_an_earlier_release_are_found(database: Database) {
    let mut server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let nine = json!({"board": {"width": 9, "height": 9}, "rules": "chinese", "handicap": 2});
    let handicap = resigned(&ann, &ben, nine, "E5 F5").await;
    let long = resigned(&ann, &ben, json!({}), "Q16 D4 Q4 D16 R14 C14 R6 C6 pass K3 O3 F17").await;
    let delayed = resigned(&ann, &ben, json!({"delay": 1}), "Q16").await;
    let open = ann.new_game(json!({"board": {"name": "hexagon 3"}, "delay": 60_000})).await;
    let start = async |settings| Table::between(ann.clone(), ben.clone(), settings).await;
    // Moves are taken back among the first ten, more than once, and others made.
    let mut undone = start(json!({})).await;
    let take_back = async |table: &mut Table, color: &str, other: &str| {
        let turn = table.turn();
        let asked = table.does(color, json!({"type": "undo", "turn": turn})).await.ok();
        table.does(other, json!({"type": "undo_accept", "request": asked["event"]["seq"]})).await.ok();
    };
    undone.moves("Q16 D4 Q4").await;
    take_back(&mut undone, "black", "white").await;
    undone.moves("R4 D16").await;
    take_back(&mut undone, "black", "white").await;
    undone.moves("R5 D17 R14 C14 R6").await;
    take_back(&mut undone, "black", "white").await;
    let mut taken_back = start(json!({})).await;
    taken_back.moves("C3 C4").await;
    take_back(&mut taken_back, "black", "white").await;
    taken_back.does("white", json!({"type": "resign"})).await.ok();
    let mut live = start(json!({})).await;
    live.moves("Q16 D4 Q4 D16 R14 C14 R6 C6 O3 F17 K10").await;
    let mut ended = start(json!({})).await;
    ended.moves("Q16 D4").await;
    undone.does("white", json!({"type": "resign"})).await.ok();
    let scored = async |komi: f64| {
        let mut table =
            start(json!({"board": {"width": 3, "height": 3}, "komi": komi, "rules": "chinese"})).await;
        table.moves("B2 pass pass").await;
        table
    };
    scored(9.0).await.agree(json!([])).await;
    scored(9.5).await.agree(json!([])).await;
    let scoring = scored(9.5).await.game;
    server.stop().await;

    let before = rows(server.data()).await;
    let events = log(server.data()).await.0;
    assert_eq!(before.len(), 11);
    let opening = |id: &str| before.iter().find(|row| row.0 == id).unwrap().7.as_deref();
    assert_eq!(opening(&undone.game), Some("bQ16 wD4 bR5 wD17 bR14 wC14 "));
    assert_eq!(opening(&taken_back.game), Some(""));
    assert_eq!(opening(&ended.game), None);
    assert_eq!(opening(&scoring), Some("bB2 wpass bpass "));
    go_back(server.data(), &handicap).await;
    let keys = log(server.data()).await.1;
    assert_eq!(keys.len(), 3 + usize::from(database == Database::Postgres), "{keys:?}");
    server.start_again().await;
    let after = rows(server.data()).await;
    assert_eq!(after, before);
    let (log, keys) = log(server.data()).await;
    assert!(events.iter().all(|event| log.contains(event)), "{log:?}");
    assert_eq!(keys.len(), 1, "{keys:?}");

    let (live, undone, ended) = (live.game, undone.game, ended.game);
    for (query, expected) in [
        ("?opening=Q16,D4,Q4,D16,R14,C14,R6,C6", vec![&live, &long]),
        ("?opening=Q16,D4,R5,D17", vec![&undone]),
        ("?opening=Q16,D4,R4", vec![]),
        ("?opening=Q16&phase=playing", vec![&ended, &live]),
        ("?size=9x9&handicap=2&rules=chinese", vec![&handicap]),
        ("?opening=white:E5", vec![&handicap]),
        ("?result=resignation", vec![&taken_back.game, &undone, &delayed, &long, &handicap]),
        ("?phase=scoring", vec![&scoring]),
    ] {
        let expected: Vec<_> = expected.into_iter().cloned().collect();
        assert_eq!(listed(&ben, query).await, expected, "{query}");
    }
    assert_eq!(listed(&ben, "?size=hexagon+3").await, [open["id"].as_str().unwrap()]);
    assert_eq!(listed(&ben, "?result=jigo").await.len(), 1);
    // A game that was under way goes on, and what happens in it is found.
    let resign = json!({"type": "resign", "id": "r"});
    ben.command(&live, resign).await.ok();
    assert_eq!(listed(&ben, "?opening=Q16,D4,Q4&result=black").await, [live, long]);
}
