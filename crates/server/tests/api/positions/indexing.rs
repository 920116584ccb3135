//! Games of earlier releases, crashes, and several servers: each game is indexed once.

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use tengen_rules::{BoardName, Color, KeyedStones, Symmetries};
use tengen_testbed::until;

use super::{games, indexed, resigned, search};
use crate::rest::Visitor;
use crate::server::{Data, Database, Server, on_both_databases, once};
use crate::tamper::{sixth_migration, tamper};

on_both_databases! {
    games_of_an_earlier_release_are_indexed
    a_crash_while_games_are_indexed_costs_nothing
    a_damaged_log_keeps_no_other_game_from_being_found
    what_was_counted_once_is_added_to
    a_game_with_the_same_key_and_another_position_is_not_shown
}

once! {
    several_servers_index_each_game_once
}

/// Takes back the sixth migration, which brought the index.
const EARLIER: [&str; 5] = [
    "DROP TABLE positions",
    "DROP TABLE position_index",
    "DROP INDEX games_by_number",
    "ALTER TABLE games DROP COLUMN number",
    "DELETE FROM _sqlx_migrations WHERE version >= 6",
];

/// Lets everything be indexed anew.
const FORGET: [&str; 4] = [
    "DELETE FROM positions",
    "UPDATE games SET number = NULL",
    "INSERT INTO jobs (kind, key, seq, due)
     SELECT 'index', id, seq, created_at FROM games WHERE phase = 'finished' ON CONFLICT DO NOTHING",
    "UPDATE position_index SET games = 0",
];

/// A trigger, and its end. While it is there, a batch fails that gives a game a number beyond 65: the batches before it are stored, and
/// none behind it.
const fn trigger(database: Database) -> [&'static str; 2] {
    match database {
        Database::Sqlite => [
            "CREATE TRIGGER hold BEFORE UPDATE OF number ON games WHEN NEW.number > 65
             BEGIN SELECT RAISE(ABORT, 'held'); END",
            "DROP TRIGGER hold",
        ],
        Database::Postgres => [
            "CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''held''; END';
             CREATE TRIGGER hold BEFORE UPDATE OF number ON games FOR EACH ROW WHEN (NEW.number > 65)
             EXECUTE FUNCTION hold()",
            "DROP FUNCTION hold CASCADE",
        ],
    }
}

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
    let statements: Vec<_> = sixth_migration(database).chain(EARLIER).collect();
    change(server.data(), &statements).await;
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
    let [hold, let_go] = trigger(database);
    for round in 0_i64..=8 {
        // Each time somewhat later, up to when everything is done. The last crash falls between two batches, however quick the server is.
        let is_held = round == 8;
        let enough = if is_held { 1 } else { 130 * round / 7 };
        server.stop().await;
        change(server.data(), &FORGET).await;
        if is_held {
            tamper(server.data(), hold).await;
        }
        server.start_again().await;
        until(async || rows(server.data()).await.1 >= enough).await;
        server.kill().await;
        let (positions, numbered) = rows(server.data()).await;
        // Never a game without its positions, or the other way round.
        assert_eq!(positions, 3 * numbered);
        if is_held {
            assert!((1..130).contains(&numbered), "{numbered} games have a number");
            tamper(server.data(), let_go).await;
        }
        server.start_again().await;
        indexed(&visitor, "9x9", 81, 130).await;
        assert_eq!(rows(server.data()).await, (3 * 130, 130));
        let found = search(&visitor, &query).await;
        assert_eq!(found["continuations"], expected["continuations"]);
    }
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
    for damage in ["seq = 9", "body = '{'"] {
        let damage = format!("UPDATE events SET {damage} WHERE game_id = '{}' AND seq IN (2, 9)", made[2]);
        change(server.data(), &[&damage]).await;
        server.start_again().await;
        let answer = search(&visitor, &format!("board=9x9&stones={}&to_move=black", ".".repeat(81))).await;
        assert_eq!((games(&answer).len(), &answer["games_total"]), (1, &json!(2)));
        server.stop().await;
    }
}

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
        change(one.data(), &FORGET[..3]).await;
        let visitor = Visitor::stranger(&two);
        until(async || rows(one.data()).await == (3 * 120, 120)).await;
        let answer = search(&visitor, &format!("game={}&move=1&limit=50", made[0])).await;
        assert_eq!((games(&answer).len(), &answer["games_total"]), (50, &json!(120)), "round {round}");
    }
}

async fn what_was_counted_once_is_added_to(database: Database) {
    let mut server = Server::start(database).await;
    some_games(&server, 2).await;
    let visitor = Visitor::stranger(&server);
    indexed(&visitor, "9x9", 81, 2).await;
    server.stop().await;
    let topology = BoardName::Grid { width: 9, height: 9 }.topology().unwrap();
    let symmetries = Symmetries::of(&topology);
    let key = KeyedStones::new(&topology, &symmetries).position(Color::Black).key.number().cast_signed();
    // As many games as nobody could play here: they are counted, though there is none of them to show. Each of the steps
    // is a pass, by a player who has won in one of four of them.
    let add = async |from: i64, to: i64, data: &Data| {
        let digits =
            "(SELECT 0 AS d UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5
                       UNION SELECT 6 UNION SELECT 7 UNION SELECT 8 UNION SELECT 9)";
        let rows = format!(
            "INSERT INTO positions (key, game, step, move_number)
             SELECT {key}, game, 8 + CASE WHEN game % 4 = 0 THEN 1 ELSE 2 END, 0
             FROM (SELECT 1 + a.d + 10 * b.d + 100 * c.d + 1000 * e.d AS game
                   FROM {digits} AS a, {digits} AS b, {digits} AS c, {digits} AS e) AS numbers
             WHERE game > {from} AND game <= {to}"
        );
        change(data, &[&rows, &format!("UPDATE position_index SET games = {to}")]).await;
    };
    let query = format!("board=9x9&stones={}&to_move=black", ".".repeat(81));
    let check = async |total: u64, shown: usize| {
        let answer = search(&visitor, &query).await;
        assert_eq!((&answer["games_total"], games(&answer).len()), (&json!(total), shown));
        let ways = answer["continuations"].as_array().unwrap();
        let passes = ways.iter().find(|way| way["at"] == "pass").unwrap();
        let won = total / 4;
        assert_eq!(passes["games"], total - 2);
        assert_eq!((&passes["black_wins"], &passes["white_wins"]), (&json!(won), &json!(total - 2 - won)));
        assert_eq!(ways.iter().map(|way| way["games"].as_u64().unwrap()).sum::<u64>(), total);
    };
    add(2, 900, server.data()).await;
    server.start_again().await;
    check(900, 0).await;
    server.stop().await;
    add(900, 3_500, server.data()).await;
    server.start_again().await;
    for _ in 0..3 {
        check(3_500, 0).await;
    }
    // More are added while the server remembers: few, many, and few again.
    if database == Database::Postgres {
        for (from, to) in [(3_500, 3_600), (3_600, 6_000), (6_000, 6_004)] {
            add(from, to, server.data()).await;
            check(to.cast_unsigned(), 0).await;
            check(to.cast_unsigned(), 0).await;
        }
    }
    // The two that are there come last.
    let page = search(&visitor, &format!("{query}&cursor=3&limit=1")).await;
    assert_eq!((games(&page).len(), page["next"].as_str()), (1, Some("2")));
}

async fn a_game_with_the_same_key_and_another_position_is_not_shown(database: Database) {
    let mut server = Server::start(database).await;
    let made = some_games(&server, 2).await;
    let visitor = Visitor::stranger(&server);
    indexed(&visitor, "9x9", 81, 2).await;
    server.stop().await;
    // As if the centre had the key of the star point in the corner.
    let topology = BoardName::Grid { width: 9, height: 9 }.topology().unwrap();
    let symmetries = Symmetries::of(&topology);
    let key = |at: &str| {
        let mut stones = KeyedStones::new(&topology, &symmetries);
        stones.set(topology.point(at.parse().unwrap()).unwrap(), Some(Color::Black));
        stones.position(Color::White).key.number().cast_signed()
    };
    let mistake = format!("UPDATE positions SET key = {} WHERE key = {} AND game = 1", key("E5"), key("C3"));
    change(server.data(), &[&mistake]).await;
    server.start_again().await;
    let ask = async |place: usize| {
        let query =
            format!("board=9x9&stones={}B{}&to_move=white", ".".repeat(place), ".".repeat(80 - place));
        games(&search(&visitor, &query).await)
    };
    assert_eq!(ask(40).await, Vec::<String>::new());
    assert_eq!(ask(20).await, [made[1].clone()]);
}
