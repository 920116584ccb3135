//! Players of one game who are at different servers of a database.

use std::time::Duration;

use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use tengen_testbed::{Nats, until};

use crate::by_hand::ServerByHand;
use crate::news::readiness;
use crate::server::{Data, Database, once};
use crate::socket::Socket;
use crate::table::Table;

once! {
    nobody_is_away_whose_socket_is_open_at_another_server
    whoever_asks_another_server_over_rest_was_there
    whoever_comes_or_goes_is_seen_at_once_with_nats
}

/// Longer than the game of these tests waits for somebody who has left, and shorter than a player may think.
const LONG: Duration = Duration::from_secs(200);

/// Two servers on one database, each with a clock of its own.
async fn two_servers() -> (ServerByHand, ServerByHand) {
    let data = Data::new(Database::Postgres).await;
    (ServerByHand::on(data.clone()).await, ServerByHand::on(data).await)
}

async fn table(first: &ServerByHand) -> Table {
    let clock = json!({"system": "byo-yomi", "main": 600_000, "periods": 5, "period": 30_000});
    let mut table = Table::new(&first.server, json!({"clock": clock})).await;
    table.moves("Q16 D4").await;
    table
}

/// Waits until the servers have told each other of a player that this holds: whether the player is at any server, and when the player was
/// last seen at one that was left.
async fn told(first: &ServerByHand, player: &str, holds: impl Fn(bool, i64) -> bool) {
    let mut connection = PgConnection::connect(first.server.data().database_url().unwrap()).await.unwrap();
    until(async || {
        let (here, left_at): (bool, i64) = sqlx::query_as(
            "SELECT COALESCE(bool_or(left_at IS NULL), FALSE), COALESCE(max(left_at), 0) FROM presence WHERE player_id = $1",
        )
        .bind(player)
        .fetch_one(&mut connection)
        .await
        .unwrap();
        holds(here, left_at)
    })
    .await;
    connection.close().await.unwrap();
}

/// Lets seconds pass until a server shows who is there.
async fn shows(server: &ServerByHand, table: &Table, expected: [bool; 2]) {
    let asks = table.white.at(&server.server);
    until(async || {
        let is_shown = here(&asks.look(&table.game).await["presence"]) == expected;
        if !is_shown {
            server.pass(Duration::from_secs(1)).await;
        }
        is_shown
    })
    .await;
}

fn here(presence: &Value) -> [bool; 2] {
    ["black", "white"].map(|color| presence[color]["here"].as_bool().unwrap())
}

fn claim() -> Value {
    json!({"type": "claim", "outcome": "win"})
}

async fn nobody_is_away_whose_socket_is_open_at_another_server() {
    let (first, second) = two_servers().await;
    let mut table = table(&first).await;
    let game = table.game.clone();
    let mut white = Socket::open(&first.server, &table.white).await;
    assert_eq!(here(&white.look(&game).await["presence"]), [false, true]);
    let black_there = table.black.at(&second.server);
    let mut black = Socket::open(&second.server, &black_there).await;
    // A room that opens asks who is elsewhere.
    told(&first, &table.white.id, |here, _| here).await;
    assert_eq!(here(&black.look(&game).await["presence"]), [true, true]);
    told(&first, &table.black.id, |here, _| here).await;
    // And an open one hears of it within a second.
    shows(&first, &table, [true, true]).await;
    white.presence(&game, |presence| here(presence) == [true, true]).await;

    first.pass(LONG).await;
    second.pass(LONG).await;
    let params = table.does("white", claim()).await.refused(422, "opponent_not_away");
    assert_eq!(params, json!({"claimable_at": null}));
    drop(black);
    told(&first, &table.black.id, |here, _| !here).await;
    // Black was there up to now.
    let params = table.does("white", claim()).await.refused(422, "opponent_not_away");
    let claimable_at = params["claimable_at"].as_i64().unwrap();
    let now = table.white.look(&game).await["now"].as_i64().unwrap();
    assert!((1..=120_000).contains(&(claimable_at - now)), "{claimable_at} at {now}");
    shows(&first, &table, [false, true]).await;
    white.presence(&game, |presence| here(presence) == [false, true]).await;
    first.pass_until(claimable_at).await;
    let claimed = table.does("white", claim()).await.ok();
    assert_eq!(claimed["event"]["state"]["result"]["by"], "absence");
}

async fn whoever_asks_another_server_over_rest_was_there() {
    let (first, second) = two_servers().await;
    let mut table = table(&first).await;
    let mut white = Socket::open(&first.server, &table.white).await;
    white.subscribe(&table.game).await;
    first.pass(LONG).await;
    second.pass(LONG).await;
    let now = table.black.at(&second.server).look(&table.game).await["now"].as_i64().unwrap();
    told(&first, &table.black.id, |_, left_at| left_at >= now).await;
    let params = table.does("white", claim()).await.refused(422, "opponent_not_away");
    assert!(params["claimable_at"].as_i64().unwrap() > now, "{params} at {now}");
}

async fn whoever_comes_or_goes_is_seen_at_once_with_nats() {
    let (nats, data) = (Nats::start().await, Data::new(Database::Postgres).await);
    let options = ["--nats-url", &nats.url()];
    let first = ServerByHand::launch(data.clone(), &options).await;
    let second = ServerByHand::launch(data, &options).await;
    for server in [&first, &second] {
        readiness(&server.server, &json!({"status": "ok"})).await;
    }
    let table = table(&first).await;
    let mut white = Socket::open(&first.server, &table.white).await;
    white.subscribe(&table.game).await;
    // Both clocks stand still, so that nobody looks each second.
    let shows = async |expected: [bool; 2]| {
        until(async || here(&table.white.look(&table.game).await["presence"]) == expected).await;
    };
    for _ in 0..2 {
        let mut black = Socket::open(&second.server, &table.black.at(&second.server)).await;
        black.subscribe(&table.game).await;
        shows([true, true]).await;
        drop(black);
        shows([false, true]).await;
    }
}
