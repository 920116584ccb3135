//! The clock stands still for a while.

use serde_json::{Value, json};

use crate::outages::is_gone;
use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases, on_sqlite_and_long_on_postgres};
use crate::socket::Socket;
use crate::table::Table;

on_both_databases! {
    pauses_are_counted
}

on_sqlite_and_long_on_postgres! {
    a_pause_stops_the_clock_and_the_game
    a_game_without_running_time_has_none
}

fn ten_minutes() -> Value {
    json!({"clock": {"system": "absolute", "main": 600_000}})
}

async fn a_pause_stops_the_clock_and_the_game(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, ten_minutes()).await;
    let game = table.game.clone();
    table.moves("Q16 D4").await;
    let mut spectator = Socket::open(&server, &Visitor::stranger(&server)).await;
    let mut white = Socket::open(&server, &table.white).await;
    spectator.subscribe(&game).await;
    white.subscribe(&game).await;

    // White pauses on Black's turn.
    let seq = white.accepted(&game, json!({"type": "pause", "id": "tea"})).await;
    let event = spectator.event(&game, seq).await;
    assert_eq!(
        (&event["type"], &event["color"], &event["actor"]),
        (&json!("paused"), &json!("white"), &json!(table.white.id))
    );
    let (at, state) = (event["at"].as_i64().unwrap(), &event["state"]);
    assert_eq!(state["pause"], json!({"color": "white", "since": at, "until": at + 300_000}));
    assert_eq!(state["waits"], json!({"for": "pause", "until": at + 300_000}));
    assert_eq!((&state["clock"]["running"], &state["to_move"]), (&Value::Null, &json!("black")));
    let stopped = state["clock"]["black"].clone();
    table.seq = seq;

    table.makes("black", "Q4").await.refused(409, "paused");
    table.makes("black", "pass").await.refused(409, "paused");
    table.does("black", json!({"type": "unpause"})).await.refused(403, "only_the_opponent");
    table.does("black", json!({"type": "pause"})).await.refused(409, "paused");
    // However long that was, the snapshot shows the time at which the clock stopped.
    let now = table.black.look(&game).await;
    assert_eq!(now["clock"]["black"], stopped);
    assert!(now["now"].as_i64().unwrap() >= at, "{now}");
    // Undo and resignation need no clock.
    let asked = table.does("black", json!({"type": "undo", "turn": 2})).await.ok();
    let request = &asked["event"]["seq"];
    table.does("white", json!({"type": "undo_reject", "request": request})).await.ok();

    let event = table.does("white", json!({"type": "unpause"})).await.ok()["event"].take();
    assert_eq!((&event["type"], &event["color"]), (&json!("unpaused"), &json!("white")));
    let state = &event["state"];
    assert_eq!((&state["pause"], &state["clock"]["running"]), (&Value::Null, &json!("black")));
    assert_eq!(state["clock"]["black"], stopped);
    // What was used of the budget is gone, from the one who paused only.
    let used = event["at"].as_i64().unwrap() - at;
    assert_eq!(
        state["pauses_left"],
        json!({"black": {"millis": 300_000, "times": 5}, "white": {"millis": 300_000 - used, "times": 4}})
    );
    table.moves("Q4").await;
    table.does("white", json!({"type": "unpause"})).await.refused(409, "not_paused");

    table.does("black", json!({"type": "pause"})).await.ok();
    table.does("white", json!({"type": "resign"})).await.ok();
    assert_eq!((&table.state["pause"], &table.state["waits"]), (&Value::Null, &Value::Null));
}

async fn pauses_are_counted(database: Database) {
    let mut server = Server::start(database).await;
    let mut table = Table::new(&server, ten_minutes()).await;
    table.moves("Q16 D4").await;
    for left in (0..5).rev() {
        table.does("black", json!({"type": "pause"})).await.ok();
        assert_eq!(table.state["pauses_left"]["black"]["times"], left);
        table.does("black", json!({"type": "unpause"})).await.ok();
    }
    table.does("black", json!({"type": "pause"})).await.refused(422, "no_pauses_left");
    table.does("white", json!({"type": "pause"})).await.ok();
    // A pause outlives the server, and its time without one does not count.
    let until = table.state["pause"]["until"].as_i64().unwrap();
    server.kill().await;
    is_gone(server.data()).await;
    server.start_again().await;
    let events = table.black.events(&table.game).await;
    let last = events.last().unwrap();
    assert_eq!((&last["type"], &last["actor"]), (&json!("credited"), &Value::Null));
    let millis = last["millis"].as_i64().unwrap();
    assert_eq!(last["state"]["pause"]["until"], until + millis);
    assert_eq!(last["state"]["waits"], json!({"for": "pause", "until": until + millis}));
}

async fn a_game_without_running_time_has_none(database: Database) {
    let server = Server::start(database).await;
    let mut untimed = Table::new(&server, json!({})).await;
    untimed.moves("Q16 D4").await;
    assert_eq!(untimed.state["pauses_left"]["black"], json!({"millis": 0, "times": 0}));
    untimed.does("black", json!({"type": "pause"})).await.refused(422, "nothing_to_pause");
    // The clock does not run before both have moved.
    let mut timed = Table::new(&server, ten_minutes()).await;
    for at in ["Q16", "D4"] {
        timed.does("black", json!({"type": "pause"})).await.refused(422, "nothing_to_pause");
        assert_eq!(timed.state["clock"]["running"], Value::Null);
        timed.moves(at).await;
    }
    timed.does("black", json!({"type": "pause"})).await.ok();
}
