//! Time without a server costs no player anything: it is given back once, by an event that everybody can read.

use std::time::Duration;

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use tengen_testbed::{found, until};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::by_hand::ServerByHand;
use crate::rest::Visitor;
use crate::server::{Data, Database, Server, on_both_databases, once};
use crate::table::Table;
use crate::tamper::{played_earlier, tamper};

on_both_databases! {
    byo_yomi_stands_still_while_there_is_no_server
    a_game_in_which_nothing_runs_is_left_alone
    a_game_that_may_get_a_clock_later_is_not_hurried
    a_server_that_takes_its_time_to_stop_is_not_there
}

once! {
    idleness_is_no_outage
}

fn credits(events: &[Value]) -> Vec<i64> {
    let credits = events.iter().filter(|event| event["type"] == "credited");
    credits.map(|event| event["millis"].as_i64().unwrap()).collect()
}

fn file(data: &Data) -> String {
    format!("sqlite://{}", data.directory().join("tengen.sqlite").display())
}

/// Waits until Postgres has noticed that the only server is gone. A file is free as soon as its server has ended.
pub(crate) async fn is_gone(data: &Data) {
    let Some(url) = data.database_url() else { return };
    let mut connection = PgConnection::connect(url).await.unwrap();
    let connected = "SELECT count(*) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'tengen'";
    until(async || sqlx::query_scalar::<_, i64>(connected).fetch_one(&mut connection).await.unwrap() == 0)
        .await;
    connection.close().await.unwrap();
}

/// The rows of two numbers that a query answers.
async fn rows(data: &Data, query: &str) -> Vec<(i64, i64)> {
    let query = AssertSqlSafe(query.to_owned());
    if let Some(url) = data.database_url() {
        let mut connection = PgConnection::connect(url).await.unwrap();
        return sqlx::query_as(query).fetch_all(&mut connection).await.unwrap();
    }
    let mut connection = SqliteConnection::connect(&file(data)).await.unwrap();
    sqlx::query_as(query).fetch_all(&mut connection).await.unwrap()
}

/// When a server left its last sign of life.
async fn last_sign(data: &Data) -> i64 {
    rows(data, "SELECT max(alive_at), count(*) FROM service").await[0].0
}

/// The rows of the outages that ended after a moment: the beginning and the end of each.
pub(crate) async fn rows_since(data: &Data, moment: i64) -> Vec<(i64, i64)> {
    rows(data, &format!("SELECT began_at, ended_at FROM outages WHERE ended_at > {moment}")).await
}

/// The outage after a moment: its beginning and its end, which is not before `earliest`. It may be in several rows, for it is written
/// down in parts, and each cause has a row of its own. The last row may come after the answer to the command that waited.
pub(crate) async fn outage_since(data: &Data, moment: i64, earliest: i64) -> (i64, i64) {
    found(async || {
        let rows = rows_since(data, moment).await;
        let began = rows.iter().map(|(began, _)| *began).min()?;
        let ended = rows.iter().map(|(_, ended)| *ended).max()?;
        (ended >= earliest).then_some((began, ended))
    })
    .await
}

/// Moves all events of a game and the last sign of life into the past, by milliseconds: the only server has been away for so much longer.
async fn away_for_longer(data: &Data, game: &str, millis: i64) {
    let statements = format!(
        "UPDATE events SET at = at - {millis} WHERE game_id = '{game}';
         UPDATE games SET created_at = created_at - {millis}, updated_at = updated_at - {millis},
                          deadline = deadline - {millis} WHERE id = '{game}';
         UPDATE service SET alive_at = alive_at - {millis}"
    );
    tamper(data, &statements).await;
}

async fn byo_yomi_stands_still_while_there_is_no_server(database: Database) {
    const PERIOD: i64 = 60_000;
    const AWAY: i64 = 3_000;
    let mut server = Server::start(database).await;
    let clock = json!({"system": "byo-yomi", "main": 0, "periods": 3, "period": PERIOD});
    let mut table = Table::new(&server, json!({"clock": clock})).await;
    table.moves("Q16 D4").await;
    let thinks_since = table.state["clock"]["at"].as_i64().unwrap() - AWAY;
    for restart in 1..=3 {
        if restart == 3 {
            assert!(server.stop().await.success());
        } else {
            server.kill().await;
        }
        is_gone(server.data()).await;
        if restart == 1 {
            away_for_longer(server.data(), &table.game, AWAY).await;
        }
        let sign = last_sign(server.data()).await;
        server.start_again().await;
        // However often the game is asked for, each time without a server is given back once.
        for _ in 0..3 {
            Visitor::stranger(&server).snapshot(&table.game).await;
        }
        let events = table.black.events(&table.game).await;
        let given = credits(&events);
        assert_eq!((events.len(), given.len()), (3 + restart, restart), "{events:#?}");
        let (last, before) = (&events[2 + restart], &events[1 + restart]);
        assert_eq!((&last["actor"], &last["command"]), (&Value::Null, &Value::Null));
        // No more is given back than the time since the last event; the time before was given back with that event.
        let [earlier, later] = [before, last].map(|event| event["at"].as_i64().unwrap());
        assert!((1..=later - earlier).contains(&given[restart - 1]), "{last}");
        let (began, ended) = outage_since(server.data(), earlier, earlier).await;
        assert_eq!((began, given[restart - 1]), (sign, ended - began.max(earlier)), "{last}");
        if restart == 1 {
            assert!(given[0] >= AWAY, "{last}");
        }
        let clock = &last["state"]["clock"];
        let thought = later - thinks_since - given.iter().sum::<i64>();
        assert_eq!(clock["black"], json!({"main": 0, "period": PERIOD - thought, "periods": 3, "stones": 0}));
        assert_eq!((&clock["running"], &last["state"]["waits"]["for"]), (&json!("black"), &json!("move")));
        println!("{database:?}: {} ms given back of {}", given[restart - 1], later - earlier);
        table.seq += 1;
    }
    // The move makes the period whole again, as any move within a period does.
    table.moves("Q4").await;
    assert_eq!(table.state["clock"]["black"]["period"], PERIOD);
    assert_eq!(table.state["clock"]["black"]["periods"], 3);
}

async fn a_game_in_which_nothing_runs_is_left_alone(database: Database) {
    let mut server = Server::start(database).await;
    let mut untimed = Table::new(&server, json!({})).await;
    untimed.moves("Q16 D4").await;
    played_earlier(&mut server, &untimed.game, 16 * 60_000).await;
    let mut finished = Table::new(&server, json!({"clock": {"system": "simple", "period": 60_000}})).await;
    finished.moves("Q16 D4").await;
    finished.does("black", json!({"type": "resign"})).await.ok();
    let open = untimed.black.new_game(json!({"clock": {"system": "simple", "period": 60_000}})).await;
    let open = open["id"].as_str().unwrap();
    // This game waits for the first moves, and then for agreement.
    let mut waits = Table::new(&server, json!({"board": {"width": 3, "height": 3}})).await;
    for round in 0..2 {
        server.kill().await;
        is_gone(server.data()).await;
        server.start_again().await;
        for (game, count) in [(untimed.game.as_str(), 3), (&finished.game, 4), (open, 0)] {
            assert_eq!(untimed.black.events(game).await.len(), count);
        }
        let events = waits.black.events(&waits.game).await;
        let last = events.last().unwrap();
        assert_eq!((&last["type"], credits(&events).len()), (&json!("credited"), round + 1));
        let until = |state: &Value| state["waits"]["until"].as_i64().unwrap();
        let before = &events[events.len() - 2]["state"];
        assert_eq!(before["waits"]["for"], ["first_move", "agreement"][round]);
        assert_eq!(until(&last["state"]), until(before) + last["millis"].as_i64().unwrap());
        (waits.seq, waits.state) = (events.len() as u64, last["state"].clone());
        if round == 0 {
            waits.moves("B2 pass pass").await;
        } else {
            assert_eq!(last["state"]["scoring"]["deadline"], until(&last["state"]));
        }
    }
}

async fn a_game_that_may_get_a_clock_later_is_not_hurried(database: Database) {
    let mut server = Server::start(database).await;
    let mut table = Table::new(&server, json!({})).await;
    table.moves("Q16 D4").await;
    // Nobody has played for fourteen minutes, and then the server is away.
    played_earlier(&mut server, &table.game, 14 * 60_000).await;
    for _ in 0..3 {
        Visitor::stranger(&server).snapshot(&table.game).await;
    }
    let events = table.black.events(&table.game).await;
    let given = credits(&events);
    assert_eq!((events.len(), given.len()), (4, 1), "{events:#?}");
    let givable = |event: &Value| event["state"]["clock_givable_at"].as_i64().unwrap();
    assert_eq!(givable(&events[3]), givable(&events[2]) + given[0]);
    assert_eq!(events[3]["state"]["waits"], Value::Null);
}

async fn a_server_that_takes_its_time_to_stop_is_not_there(database: Database) {
    let mut server = Server::start(database).await;
    let mut table = Table::new(&server, json!({"clock": {"system": "absolute", "main": 600_000}})).await;
    table.moves("Q16 D4").await;
    // The body of this request never comes. The server waits for it as long as it waits for any request.
    let mut slow = TcpStream::connect(server.address()).await.unwrap();
    let head = "POST /api/v1/guests HTTP/1.1\r\nHost: tengen\r\nContent-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n";
    slow.write_all(head.as_bytes()).await.unwrap();
    let mut asks = [0; 12];
    slow.read_exact(&mut asks).await.unwrap();
    assert_eq!(&asks, b"HTTP/1.1 100", "it waits for the body");
    assert!(server.stop().await.success());
    // The last sign of life was left when the server was asked to stop.
    let sign = last_sign(server.data()).await;
    server.start_again().await;
    Visitor::stranger(&server).snapshot(&table.game).await;
    let events = table.black.events(&table.game).await;
    let given = credits(&events);
    let moved = events[2]["at"].as_i64().unwrap();
    let (began, ended) = outage_since(server.data(), moved, moved).await;
    println!("{database:?}: {given:?} ms given back, of {}", ended - began);
    assert!(ended - began > 4_000, "{began} to {ended}");
    assert_eq!((began, given.iter().sum::<i64>()), (sign, ended - began.max(moved)), "{events:#?}");
}

async fn idleness_is_no_outage() {
    let by_hand = ServerByHand::start(Database::Sqlite).await;
    let server = &by_hand.server;
    // While no time counts, no sign of life is left, and here that lasts longer than the greatest gap between two signs
    // where time counts.
    by_hand.pass(Duration::from_secs(13)).await;
    let mut table = Table::new(server, json!({"clock": {"system": "absolute", "main": 600_000}})).await;
    table.moves("Q16 D4").await;
    by_hand.pass(Duration::from_secs(6)).await;
    let mut connection = SqliteConnection::connect(&file(server.data())).await.unwrap();
    let outages: (i64,) =
        sqlx::query_as("SELECT count(*) FROM outages").fetch_one(&mut connection).await.unwrap();
    let signs: (i64,) = sqlx::query_as("SELECT count(*) FROM service WHERE alive_at > $1")
        .bind(table.state["clock"]["at"].as_i64())
        .fetch_one(&mut connection)
        .await
        .unwrap();
    assert_eq!((signs.0, outages.0), (1, 0));
    connection.close().await.unwrap();
}
