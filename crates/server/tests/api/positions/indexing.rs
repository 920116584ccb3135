//! Games of earlier releases, crashes, and several servers: each game is indexed once.

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};

use super::{games, indexed, resigned, search};
use crate::rest::Visitor;
use crate::server::{Data, Database, Server, on_both_databases};

on_both_databases! {
    games_of_an_earlier_release_are_indexed
    a_crash_while_games_are_indexed_costs_nothing
    a_damaged_log_keeps_no_other_game_from_being_found
}

/// Takes back what the migration has done.
const EARLIER: [&str; 6] = [
    "DROP TABLE positions",
    "DROP TABLE position_index",
    "DROP INDEX games_by_number",
    "DROP INDEX games_to_index",
    "ALTER TABLE games DROP COLUMN number",
    "DELETE FROM _sqlx_migrations WHERE version >= 6",
];

/// Lets everything be indexed anew.
const FORGET: [&str; 3] =
    ["DELETE FROM positions", "UPDATE games SET number = NULL", "UPDATE position_index SET games = 0"];

/// Does something to the database while no server is there.
async fn change(data: &Data, statements: &[&str]) {
    macro_rules! execute {
        ($connection:expr) => {{
            let mut connection = $connection;
            for statement in statements {
                sqlx::query(AssertSqlSafe(*statement)).execute(&mut connection).await.unwrap();
            }
            connection.close().await.unwrap();
        }};
    }
    if let Some(url) = data.database_url() {
        execute!(PgConnection::connect(url).await.unwrap());
    } else {
        execute!(SqliteConnection::connect(&file(data)).await.unwrap());
    }
}

/// How many rows the table of positions has, and how many games have a number.
async fn rows(data: &Data) -> (i64, i64) {
    let count = "SELECT (SELECT COUNT(*) FROM positions), (SELECT COUNT(*) FROM games WHERE number > 0)";
    if let Some(url) = data.database_url() {
        let mut connection = PgConnection::connect(url).await.unwrap();
        return sqlx::query_as(count).fetch_one(&mut connection).await.unwrap();
    }
    let mut connection = SqliteConnection::connect(&file(data)).await.unwrap();
    sqlx::query_as(count).fetch_one(&mut connection).await.unwrap()
}

fn file(data: &Data) -> String {
    format!("sqlite://{}/tengen.sqlite", data.directory().display())
}

fn nine() -> Value {
    json!({"board": {"width": 9, "height": 9}, "rules": "chinese"})
}

/// So many games that all begin on a star point and go on elsewhere.
async fn some_games(server: &Server, count: usize) -> Vec<String> {
    let (ann, ben) = (Visitor::guest(server, "Ann").await, Visitor::guest(server, "Ben").await);
    let mut made = Vec::new();
    for number in 0..count {
        let first = ["C3", "C7", "G3", "G7"][number % 4];
        let second = ["E5", "A1", "J9", "E6", "F5", "pass"][number % 6];
        made.push(resigned(&ann, &ben, nine(), &format!("{first} {second}")).await);
    }
    made
}

async fn games_of_an_earlier_release_are_indexed(database: Database) {
    let mut server = Server::start(database).await;
    let made = some_games(&server, 12).await;
    let visitor = Visitor::stranger(&server);
    indexed(&visitor, "9x9", 81, 12).await;
    let query = format!("game={}&move=1", made[0]);
    let before = search(&visitor, &query).await;
    assert_eq!((games(&before).len(), &before["games_total"]), (10, &json!(12)));
    server.stop().await;
    change(server.data(), &EARLIER).await;
    server.start_again().await;
    indexed(&visitor, "9x9", 81, 12).await;
    let after = search(&visitor, &query).await;
    assert_eq!(after["continuations"], before["continuations"]);
    assert_eq!(games(&after), games(&before), "in the order in which they were made");
    // Nothing is done twice.
    server.stop().await;
    let rows_before = rows(server.data()).await;
    server.start_again().await;
    resigned(&Visitor::guest(&server, "Ann").await, &Visitor::guest(&server, "Ben").await, nine(), "C3")
        .await;
    indexed(&visitor, "9x9", 81, 13).await;
    assert_eq!(rows(server.data()).await, (rows_before.0 + 2, rows_before.1 + 1));
}

async fn a_crash_while_games_are_indexed_costs_nothing(database: Database) {
    let mut server = Server::start(database).await;
    let made = some_games(&server, 130).await;
    // Perhaps in the middle of the first look.
    server.kill().await;
    server.start_again().await;
    let visitor = Visitor::stranger(&server);
    indexed(&visitor, "9x9", 81, 130).await;
    let query = format!("game={}&move=1", made[0]);
    let expected = search(&visitor, &query).await;
    let mut caught = 0;
    for round in 0..8 {
        server.stop().await;
        change(server.data(), &FORGET).await;
        server.start_again().await;
        // Each time somewhat later, up to when everything is done.
        tokio::time::sleep(std::time::Duration::from_millis(5 * round)).await;
        server.kill().await;
        let (positions, numbered) = rows(server.data()).await;
        // Never a game without its positions, or the other way round.
        assert_eq!(positions, 3 * numbered);
        caught += usize::from(numbered > 0 && numbered < 130);
        server.start_again().await;
        indexed(&visitor, "9x9", 81, 130).await;
        assert_eq!(rows(server.data()).await, (3 * 130, 130));
        let found = search(&visitor, &query).await;
        assert_eq!(found["continuations"], expected["continuations"]);
    }
    println!("{caught} of 8 were in the middle");
}

async fn a_damaged_log_keeps_no_other_game_from_being_found(database: Database) {
    let mut server = Server::start(database).await;
    let made = some_games(&server, 3).await;
    let visitor = Visitor::stranger(&server);
    indexed(&visitor, "9x9", 81, 3).await;
    server.stop().await;
    // What is no event, and what are no settings.
    let damage = [
        format!("UPDATE events SET body = '{{' WHERE game_id = '{}' AND seq = 2", made[0]),
        format!("UPDATE games SET settings = '{{}}' WHERE id = '{}'", made[1]),
    ];
    change(server.data(), &FORGET).await;
    change(server.data(), &damage.iter().map(String::as_str).collect::<Vec<_>>()).await;
    server.start_again().await;
    indexed(&visitor, "9x9", 81, 1).await;
    let answer = search(&visitor, &format!("game={}&move=1", made[2])).await;
    assert_eq!(games(&answer), [made[2].clone()]);
    // Nor does one that is damaged later keep the others from being shown.
    some_games(&server, 1).await;
    indexed(&visitor, "9x9", 81, 2).await;
    server.stop().await;
    let damage = format!("UPDATE events SET seq = 9 WHERE game_id = '{}' AND seq = 2", made[2]);
    change(server.data(), &[&damage]).await;
    server.start_again().await;
    let answer = search(&visitor, &format!("board=9x9&stones={}&to_move=black", ".".repeat(81))).await;
    assert_eq!((games(&answer).len(), &answer["games_total"]), (1, &json!(2)));
}

#[tokio::test(flavor = "multi_thread")]
async fn several_servers_index_each_game_once() {
    let one = Server::start(Database::Postgres).await;
    let any = "127.0.0.1:0".parse().unwrap();
    let two = Server::on(one.data().clone(), any, &[]).await;
    let made = some_games(&one, 60).await;
    some_games(&two, 60).await;
    for server in [&one, &two] {
        let visitor = Visitor::stranger(server);
        indexed(&visitor, "9x9", 81, 120).await;
    }
    assert_eq!(rows(one.data()).await, (3 * 120, 120));
    // All at once, with both at work.
    for round in 1..=3 {
        change(one.data(), &FORGET[..2]).await;
        let visitor = Visitor::stranger(&two);
        let began = std::time::Instant::now();
        while rows(one.data()).await != (3 * 120, 120) {
            assert!(began.elapsed() < super::PATIENCE);
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        let answer = search(&visitor, &format!("game={}&move=1&limit=50", made[0])).await;
        assert_eq!((games(&answer).len(), &answer["games_total"]), (50, &json!(120)), "round {round}");
    }
}
