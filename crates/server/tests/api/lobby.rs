//! The lobby: open and live games as they come and go.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases};
use crate::socket::Socket;
use crate::stream::{NDJSON, Reader};
use crate::table::Table;

on_both_databases! {
    games_come_change_and_go
    a_fast_game_is_told_at_most_twice_a_second
    in_version_2_a_move_is_told_by_what_it_changes
}

/// The next update about a game, and the game's summary in it.
async fn update_of(socket: &mut Socket, game: &str, fits: impl Fn(&Value) -> bool) -> Value {
    let said =
        |frame: &Value| frame["games"].as_array().unwrap().iter().find(|shown| shown["id"] == game).cloned();
    let frame = socket
        .next_where(|frame| frame["type"] == "lobby_update" && said(frame).is_some_and(|shown| fits(&shown)))
        .await;
    said(&frame).unwrap()
}

async fn games_come_change_and_go(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let ben = Visitor::guest(&server, "Ben").await;
    let hidden = Table::between(ann.clone(), ben.clone(), json!({"private": true})).await;
    let mut early = Socket::open(&server, &Visitor::stranger(&server)).await;
    early.send(json!({"type": "subscribe_lobby"})).await;
    assert_eq!(early.next_of("lobby").await["games"], json!([]));

    let made = ann.new_game(json!({"color": "black"})).await;
    let game = made["id"].as_str().unwrap();
    let shown = update_of(&mut early, game, |_| true).await;
    assert_eq!(
        (&shown["phase"], &shown["creator"], &shown["stones"]),
        (&json!("open"), &ann.card(), &Value::Null)
    );
    ben.join(game).await.ok();
    let shown = update_of(&mut early, game, |shown| shown["phase"] == "playing").await;
    assert_eq!((&shown["players"]["white"], &shown["to_move"]), (&ben.card(), &json!("black")));
    ann.command(game, json!({"type": "play", "id": "1", "turn": 0, "at": "Q16"})).await.ok();
    let shown = update_of(&mut early, game, |shown| shown["move_count"] == 1).await;
    assert_eq!(
        (&shown["last_move"], &shown["to_move"], &shown["seq"]),
        (&json!("Q16"), &json!("white"), &json!(2))
    );
    assert_eq!(shown["stones"].as_str().unwrap().find('B'), Some(3 * 19 + 15));

    // A later subscriber gets the lobby as it is, newest first.
    let newer = ben.new_game(json!({})).await;
    let listed = update_of(&mut early, newer["id"].as_str().unwrap(), |_| true).await;
    let mut late = Socket::open(&server, &ben).await;
    late.send(json!({"type": "subscribe_lobby"})).await;
    assert_eq!(late.next_of("lobby").await["games"], json!([listed, shown]));

    ann.command(game, json!({"type": "resign", "id": "2"})).await.ok();
    let gone = |frame: &Value| frame["type"] == "lobby_update" && frame["removed"] == json!([game]);
    for socket in [&mut early, &mut late] {
        assert_eq!(socket.next_where(gone).await["games"], json!([]));
    }
    late.send(json!({"type": "unsubscribe_lobby"})).await;
    let abort = json!({"type": "abort", "id": "3"});
    let off = newer["id"].as_str().unwrap();
    late.accepted(off, abort).await;
    early.next_where(|frame| frame["removed"] == json!([off])).await;
    // The answer to a new subscription is the first thing that the other one hears again.
    late.send(json!({"type": "subscribe_lobby"})).await;
    let next = late.next().await;
    assert_eq!((&next["type"], &next["games"]), (&json!("lobby"), &json!([])));
    assert_eq!(hidden.snapshot().await["phase"], "playing");
}

async fn a_fast_game_is_told_at_most_twice_a_second(database: Database) {
    const MOVES: usize = 60;
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({})).await;
    let mut watcher = Socket::open(&server, &Visitor::stranger(&server)).await;
    watcher.send(json!({"type": "subscribe_lobby"})).await;
    watcher.next_of("lobby").await;
    let began = Instant::now();
    for column in "ABCDEFGHJKLMNOPQRST".chars().cycle().take(MOVES / 2) {
        let row = table.turn() / 19 + 1;
        table.moves(&format!("{column}{row} {column}{}", 20 - row)).await;
    }
    let mut updates = 0;
    loop {
        let frame = watcher.next_of("lobby_update").await;
        updates += 1;
        if frame["games"][0]["move_count"] == MOVES {
            break;
        }
    }
    // One more for the tick at either end.
    let ticks = began.elapsed().as_millis() / Duration::from_millis(500).as_millis() + 1;
    assert!(updates <= ticks + 1, "{updates} updates in {ticks} half seconds");
}

async fn in_version_2_a_move_is_told_by_what_it_changes(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({})).await;
    let stranger = Visitor::stranger(&server);
    let mut watcher = Socket::speaking(&server, &stranger, "?protocol=2", 2).await;
    watcher.send(json!({"type": "subscribe_lobby"})).await;
    let mut lobby = watcher.next_of("lobby").await;
    while lobby["games"][0]["phase"] != "playing" {
        lobby = watcher.next_of("lobby_update").await;
    }
    let mut known = lobby["games"][0].clone();
    let mut stream = Reader::new(stranger.open("/lobby/stream?protocol=2", NDJSON).await);
    assert_eq!(stream.line().await.unwrap()["games"], json!([known]));
    // A stone is taken.
    table.moves("A2 A1 B1 D4 Q16 pass").await;
    while known["move_count"] != 6 {
        let update = watcher.next_of("lobby_update").await;
        assert_eq!((&update["games"], &update["removed"]), (&json!([]), &json!([])), "{update}");
        assert_eq!(stream.line().await.unwrap(), update);
        add_up(&mut known, &update["moved"][0]);
    }
    assert_eq!(json!([known]), stranger.get("/lobby").await.ok()["games"]);

    // Anything else is told with the whole game.
    table.black.command(&table.game, json!({"type": "resign", "id": "over"})).await.ok();
    assert_eq!(watcher.next_of("lobby_update").await["removed"], json!([table.game]));
}

/// Adds moves up to an entry that is known.
fn add_up(known: &mut Value, moved: &Value) {
    let mut stones: Vec<&str> =
        known["stones"].as_str().unwrap().split("").filter(|stone| !stone.is_empty()).collect();
    for point in moved["stones"].as_array().unwrap() {
        stones[usize::try_from(point["at"].as_u64().unwrap()).unwrap()] = point["is"].as_str().unwrap();
    }
    let stones = stones.concat();
    for (name, value) in moved.as_object().unwrap() {
        known[name] = if name == "stones" { json!(stones) } else { value.clone() };
    }
}
