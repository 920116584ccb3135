//! Time that a server alone has lost, or noticed: it dies while others go on, or nobody played at the others while the database was away.

use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use tengen_testbed::until;

use crate::by_hand::ServerByHand;
use crate::rest::Visitor;
use crate::server::{Data, Database, Server, once};
use crate::socket::Socket;
use crate::table::Table;

once! {
    whoever_was_thinking_at_a_server_that_died_gets_the_time_back_once
    a_flag_does_not_fall_while_a_server_may_have_died
    a_server_that_stops_is_no_loss
    an_outage_that_another_server_has_noticed_is_given_back
}

/// How much time is given back at most, in milliseconds.
const MOST: i64 = 10_000;

async fn connect(data: &Data) -> PgConnection {
    PgConnection::connect(data.database_url().unwrap()).await.unwrap()
}

/// Waits until a count is this.
async fn counts(data: &Data, query: &'static str, expected: i64) {
    let mut connection = connect(data).await;
    until(async || sqlx::query_scalar::<_, i64>(query).fetch_one(&mut connection).await.unwrap() == expected)
        .await;
    connection.close().await.unwrap();
}

const SERVERS: &str = "SELECT count(*) FROM servers";
const LOSSES: &str = "SELECT count(*) FROM losses";
const HERE: &str = "SELECT count(*) FROM presence WHERE left_at IS NULL";

fn credits(events: &[Value]) -> Vec<i64> {
    let credits = events.iter().filter(|event| event["type"] == "credited");
    credits.map(|event| event["millis"].as_i64().unwrap()).collect()
}

async fn two_servers() -> (Server, Server) {
    let (data, anywhere) = (Data::new(Database::Postgres).await, "127.0.0.1:0".parse().unwrap());
    (Server::on(data.clone(), anywhere, &[]).await, Server::on(data, anywhere, &[]).await)
}

async fn played(server: &Server) -> Table {
    let clock = json!({"system": "byo-yomi", "main": 600_000, "periods": 5, "period": 30_000});
    let mut table = Table::new(server, json!({"clock": clock})).await;
    table.moves("Q16 D4").await;
    table
}

async fn whoever_was_thinking_at_a_server_that_died_gets_the_time_back_once() {
    let (first, mut second) = two_servers().await;
    let (mut table, other) = (played(&first).await, played(&first).await);
    // Black has the move in both games, and thinks at the second server in one of them alone.
    let mut thinks = Socket::open(&second, &table.black.at(&second)).await;
    thinks.subscribe(&table.game).await;
    let mut waits = Socket::open(&second, &other.white.at(&second)).await;
    waits.subscribe(&other.game).await;
    let mut white = Socket::open(&first, &table.white).await;
    white.subscribe(&table.game).await;
    counts(first.data(), HERE, 3).await;
    second.kill().await;
    let credited = white.next_of("event").await["event"].take();
    assert_eq!((&credited["type"], &credited["seq"]), (&json!("credited"), &json!(4)));
    let millis = credited["millis"].as_i64().unwrap();
    assert!((1..=MOST).contains(&millis), "{millis}");
    counts(first.data(), SERVERS, 1).await;
    counts(first.data(), HERE, 1).await;
    // Black comes back to the other server, and the game goes on. However often it is looked at, the time was given back.
    let mut black = Socket::open(&first, &table.black).await;
    assert_eq!(black.subscribe(&table.game).await["seq"], 4);
    table.seq = 4;
    table.moves("D16 Q4").await;
    for game in [&table.game, &other.game] {
        Visitor::stranger(&first).snapshot(game).await;
    }
    assert_eq!(credits(&table.black.events(&table.game).await), [millis]);
    assert_eq!(credits(&other.black.events(&other.game).await), [0_i64; 0]);
}

async fn a_flag_does_not_fall_while_a_server_may_have_died() {
    let server = ServerByHand::on(Data::new(Database::Postgres).await).await;
    let data = server.server.data().clone();
    let mut table =
        Table::new(&server.server, json!({"clock": {"system": "absolute", "main": 600_000}})).await;
    table.moves("Q16 D4").await;
    // A server at which Black thinks, and which will not beat any more.
    let mut connection = connect(&data).await;
    sqlx::query(
        "INSERT INTO servers (id, release, started_at, alive_at)
         SELECT 42, 'gone', now, now + 300000 FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT AS now) AS moment",
    )
    .execute(&mut connection)
    .await
    .unwrap();
    sqlx::query("INSERT INTO presence (game_id, player_id, server) VALUES ($1, $2, 42)")
        .bind(&table.game)
        .bind(&table.black.id)
        .execute(&mut connection)
        .await
        .unwrap();
    let snapshot = table.black.look(&table.game).await;
    assert_eq!(snapshot["waits"]["for"], "move", "{snapshot}");
    server.pass_until(snapshot["waits"]["until"].as_i64().unwrap() + 2_000).await;
    assert_eq!(table.black.events(&table.game).await.len(), 3);
    let play = json!({"type": "play", "id": "late", "turn": 2, "at": "D16"});
    table.black.command(&table.game, play.clone()).await.refused(503, "unavailable");

    // It died when Black had just begun to think.
    sqlx::query("UPDATE servers SET alive_at = $1 WHERE id = 42")
        .bind(table.state["clock"]["at"].as_i64().unwrap())
        .execute(&mut connection)
        .await
        .unwrap();
    counts(&data, LOSSES, 1).await;
    table.black.command(&table.game, play).await.ok();
    let events = table.black.events(&table.game).await;
    let given = credits(&events);
    assert!(given.len() == 1 && (2_500..=MOST).contains(&given[0]), "{given:?}");
    assert_eq!((events.len(), &events[4]["type"]), (5, &json!("played")));
}

async fn a_server_that_stops_is_no_loss() {
    let (first, mut second) = two_servers().await;
    let table = played(&first).await;
    let mut thinks = Socket::open(&second, &table.black.at(&second)).await;
    thinks.subscribe(&table.game).await;
    counts(first.data(), HERE, 1).await;
    assert!(second.stop().await.success());
    counts(first.data(), SERVERS, 1).await;
    counts(first.data(), HERE, 0).await;
    counts(first.data(), LOSSES, 0).await;
    assert_eq!(credits(&table.black.events(&table.game).await), [0_i64; 0]);
}

async fn an_outage_that_another_server_has_noticed_is_given_back() {
    /// How long it was, in milliseconds.
    const OUTAGE: i64 = 5;
    let (first, second) = two_servers().await;
    let mut table = played(&second).await;
    let mut black = Socket::open(&second, &table.black).await;
    assert_eq!(black.subscribe(&table.game).await["seq"], 3);
    // Nobody has played at the second server meanwhile, and the first one writes it down.
    let began = table.state["clock"]["at"].as_i64().unwrap();
    let mut connection = connect(first.data()).await;
    sqlx::query("INSERT INTO outages (began_at, ended_at) VALUES ($1, $2)")
        .bind(began)
        .bind(began + OUTAGE)
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    let credited = black.next_of("event").await["event"].take();
    assert_eq!((&credited["type"], &credited["seq"]), (&json!("credited"), &json!(4)));
    let millis = credited["millis"].as_i64().unwrap();
    assert!((1..=OUTAGE).contains(&millis), "{millis}");
    // Once.
    table.seq = 4;
    table.moves("D16 Q4").await;
    assert_eq!(credits(&table.black.events(&table.game).await), [millis]);
}
