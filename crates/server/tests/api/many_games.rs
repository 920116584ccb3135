//! Ten thousand games of days a move, all of them due at once: each is ended, and none of them stays in memory.

use std::time::Instant;

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use tengen_testbed::until;

use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases};
use crate::table::Table;
use crate::tamper::copies;

on_both_databases! {
    ten_thousand_games_come_due_while_there_is_no_server
}

const GAMES: u64 = 10_000;
const DAY: i64 = 86_400_000;

enum Tables {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Tables {
    async fn open(server: &Server) -> Self {
        if let Some(url) = server.data().database_url() {
            return Self::Postgres(PgConnection::connect(url).await.unwrap());
        }
        let file = format!("sqlite://{}", server.data().directory().join("tengen.sqlite").display());
        Self::Sqlite(SqliteConnection::connect(&file).await.unwrap())
    }

    async fn run(&mut self, statements: String) {
        let statements = sqlx::raw_sql(AssertSqlSafe(statements));
        let outcome = match self {
            Self::Sqlite(tables) => statements.execute(tables).await.map(|_| ()),
            Self::Postgres(tables) => statements.execute(tables).await.map(|_| ()),
        };
        outcome.unwrap();
    }

    async fn count(&mut self, query: &'static str) -> u64 {
        let (count,): (i64,) = match self {
            Self::Sqlite(tables) => sqlx::query_as(query).fetch_one(tables).await.unwrap(),
            Self::Postgres(tables) => sqlx::query_as(query).fetch_one(tables).await.unwrap(),
        };
        u64::try_from(count).unwrap()
    }
}

/// The memory of a process in MB: now, and at most.
fn memory(process: u32) -> (u64, u64) {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let field = |name: &str| -> u64 {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.split_whitespace().next().unwrap().parse::<u64>().unwrap() / 1_024
    };
    (field("VmRSS:"), field("VmHWM:"))
}

async fn ten_thousand_games_come_due_while_there_is_no_server(database: Database) {
    let mut server = Server::start(database).await;
    let clock = json!({"system": "simple", "period": DAY});
    let mut table = Table::new(&server, json!({"clock": clock, "private": true})).await;
    table.moves("Q16 D4").await;
    assert!(server.stop().await.success());
    let mut tables = Tables::open(&server).await;
    tables.run(copies(database, &table.game, GAMES, 2 * DAY)).await;

    server.start_again().await;
    let began = Instant::now();
    let (at_start, _) = memory(server.process_id());
    until(async || tables.count("SELECT count(*) FROM games WHERE phase = 'finished'").await >= GAMES).await;
    let took = began.elapsed();
    let (now, most) = memory(server.process_id());
    println!(
        "{database:?}: {GAMES} games ended by time in {:.1} s, {at_start} MB at the start, {now} MB afterwards, \
         {most} MB at most",
        took.as_secs_f64()
    );
    // Each once, and the game whose time has not come goes on.
    assert_eq!(tables.count("SELECT count(*) FROM events WHERE body LIKE '%timed_out%'").await, GAMES);
    assert_eq!(tables.count("SELECT count(*) FROM games WHERE deadline IS NOT NULL").await, 1);
    let stranger = Visitor::stranger(&server);
    for id in ["0000000000000001", "0000000000010000"] {
        let snapshot = stranger.snapshot(id).await;
        assert_eq!((&snapshot["phase"], &snapshot["result"]["text"]), (&json!("finished"), &json!("W+T")));
    }
    let last = table.black.events(&table.game).await;
    table.seq = last.len() as u64;
    assert_eq!(last.last().unwrap()["state"]["result"], Value::Null);
    table.moves("Q4").await;
}
