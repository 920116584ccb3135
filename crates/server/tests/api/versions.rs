//! Version 2 of the protocol beside version 1: the same games, told by their changes.

use std::time::Duration;

use serde_json::{Map, Value, json};
use tengen_testbed::until;
use tokio::time::timeout;

use crate::by_hand::ServerByHand;
use crate::rest::Visitor;
use crate::server::{Database, Server, on_sqlite_and_long_on_postgres};
use crate::socket::Socket;
use crate::stream::{NDJSON, Reader, SSE};
use crate::table::Table;

/// How long the server has to notice something.
const PATIENCE: Duration = Duration::from_mins(1);

on_sqlite_and_long_on_postgres! {
    both_versions_tell_the_same_game
    the_player_to_move_is_told_the_illegal_points
    whoever_comes_back_misses_nothing
    spectators_of_a_delayed_game_see_no_change_early
    streams_and_lists_speak_both_versions
    a_version_that_there_is_not_is_named
}

/// A ko on a small board in the upper left corner: White takes with the last move, and Black may not take back at once.
const KO: &str = "B5 C5 A4 D4 B3 C3 C4 B4";

/// The members of a state that events may change.
fn state(snapshot: &Value, of: &Value) -> Map<String, Value> {
    let names = of.as_object().unwrap().keys();
    let told = names.map(|name| (name.clone(), snapshot[name].clone()));
    let ko = snapshot.get("ko").map(|ko| ("ko".to_owned(), ko.clone()));
    told.chain(ko).collect()
}

/// A reader of version 2, who began with a snapshot and adds up the changes.
struct Adds {
    socket: Socket,
    game: String,
    seq: u64,
    state: Map<String, Value>,
}

impl Adds {
    async fn open(server: &Server, visitor: &Visitor, table: &Table) -> Self {
        let mut socket = Socket::speaking(server, visitor, "?protocol=2", 2).await;
        let snapshot = socket.look(&table.game).await;
        let seq = snapshot["seq"].as_u64().unwrap();
        let state = state(&snapshot, &any_state(table).await);
        Self { socket, game: table.game.clone(), seq, state }
    }

    /// Adds up the changes of the next event.
    async fn next(&mut self) -> Value {
        let event = self.socket.event(&self.game, self.seq + 1).await;
        self.takes(&event);
        event
    }

    fn takes(&mut self, event: &Value) {
        assert_eq!(event["seq"], self.seq + 1);
        self.seq += 1;
        assert_eq!((event.get("state"), event.get("command")), (None, None), "{event}");
        let changed = event["changed"].as_object().unwrap();
        for (name, value) in changed {
            // A ko stands only where there is one.
            assert!(name == "ko" || self.state.contains_key(name), "{name}");
            let before = self.state.get(name).unwrap_or(&Value::Null);
            assert!(name == "illegal" || before != value, "{name} is the same in {event}");
        }
        if changed.contains_key("turn") || changed.contains_key("to_move") {
            self.state["illegal"] = json!([]);
        }
        self.state.extend(changed.clone());
    }

    /// Whether this is the state of version 1, but for the illegal points; everybody is told which of them is a ko.
    fn agrees(&self, whole: &Value) {
        let mut whole = whole.as_object().unwrap().clone();
        let ko = whole["illegal"].as_array().unwrap().iter().find(|point| point["rule"] == "ko");
        whole.insert("ko".to_owned(), ko.map_or(Value::Null, |point| point["at"].clone()));
        whole["illegal"] = self.state["illegal"].clone();
        let mut state = self.state.clone();
        state.entry("ko").or_insert(Value::Null);
        assert_eq!(state, whole);
    }
}

/// The state of some event: its members are those of every state.
async fn any_state(table: &Table) -> Value {
    table.black.events(&table.game).await[0]["state"].clone()
}

async fn both_versions_tell_the_same_game(database: Database) {
    let server = Server::start(database).await;
    let clock = json!({"system": "fischer", "main": 600_000, "increment": 5_000});
    let settings = json!({"board": {"width": 4, "height": 5}, "clock": clock});
    let mut table = Table::new(&server, settings).await;
    let mut white = Adds::open(&server, &table.white, &table).await;
    let mut stranger = Adds::open(&server, &Visitor::stranger(&server), &table).await;
    // A socket that asks for version 1 gets what one gets that asks for nothing.
    let mut first = Socket::open(&server, &table.black).await;
    let mut asked = Socket::speaking(&server, &table.black, "?protocol=1", 1).await;
    assert_eq!(first.subscribe(&table.game).await, asked.subscribe(&table.game).await);

    table.moves("B3 C3 B2 C2 B4 C4 B1 C1 B5 C5 A3 D3").await;
    table.does("white", json!({"type": "undo", "turn": table.turn()})).await.ok();
    table.does("black", json!({"type": "undo_accept", "request": table.seq})).await.ok();
    table.does("black", json!({"type": "pause"})).await.ok();
    table.does("black", json!({"type": "unpause"})).await.ok();
    table.moves("D3 pass A1 pass pass").await;
    table.resumes("white").await.ok();
    table.moves("pass pass").await;
    table.agree(json!(["A1"])).await;
    let log = table.black.events(&table.game).await;
    let types: Vec<_> = log.iter().map(|event| event["type"].as_str().unwrap()).collect();
    for kind in ["undo_requested", "undo_accepted", "paused", "unpaused", "passed", "resumed", "accepted"] {
        assert!(types.contains(&kind), "{kind} in {types:?}");
    }
    for whole in &log[1..] {
        let seq = whole["seq"].as_u64().unwrap();
        assert_eq!(first.event(&table.game, seq).await, *whole);
        assert_eq!(asked.event(&table.game, seq).await, *whole);
        for reader in [&mut white, &mut stranger] {
            let brief = reader.next().await;
            reader.agrees(&whole["state"]);
            for (name, value) in brief.as_object().unwrap().iter().filter(|(name, _)| *name != "changed") {
                assert_eq!(*value, whole[name], "{name}");
            }
        }
    }
    // What is over is read from the log.
    for visitor in [&table.white, &Visitor::stranger(&server)] {
        let mut late = Socket::speaking(&server, visitor, "?protocol=2", 2).await;
        let events = late.subscribe_since(&table.game, 0).await;
        let read = visitor.get(&format!("/games/{}/events?protocol=2", table.game)).await.ok();
        assert_eq!(read, json!({"events": events, "seq": table.seq}));
        assert_eq!(late.look(&table.game).await["result"], log.last().unwrap()["state"]["result"]);
    }
}

async fn the_player_to_move_is_told_the_illegal_points(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({"board": {"width": 5, "height": 5}})).await;
    let mut black = Adds::open(&server, &table.black, &table).await;
    let mut white = Adds::open(&server, &table.white, &table).await;
    let mut stranger = Adds::open(&server, &Visitor::stranger(&server), &table).await;
    for at in KO.split_whitespace() {
        table.moves(at).await;
        let illegal = table.state["illegal"].clone();
        let mover = table.to_move();
        for (reader, color) in [(&mut black, "black"), (&mut white, "white"), (&mut stranger, "")] {
            let event = reader.next().await;
            reader.agrees(&table.state);
            let expected = if color == mover { illegal.clone() } else { json!([]) };
            assert_eq!(reader.state["illegal"], expected, "{color} after {at}");
            let is_told = event["changed"].get("illegal").is_some();
            assert_eq!(is_told, expected != json!([]), "{color} after {at}");
        }
    }
    assert_eq!((table.to_move().as_str(), &table.state["illegal"][0]["rule"]), ("black", &json!("ko")));
    // Snapshots tell the same.
    for (visitor, told) in [(&table.black, true), (&table.white, false)] {
        let mut socket = Socket::speaking(&server, visitor, "?protocol=2", 2).await;
        let expected = if told { table.state["illegal"].clone() } else { json!([]) };
        let snapshot = socket.look(&table.game).await;
        assert_eq!((&snapshot["illegal"], &snapshot["ko"]), (&expected, &table.state["illegal"][0]["at"]));
        let path = format!("/games/{}?protocol=2", table.game);
        assert_eq!(visitor.get(&path).await.ok()["illegal"], expected);
        let whole = visitor.look(&table.game).await;
        assert_eq!((&whole["illegal"], whole.get("ko")), (&table.state["illegal"], None));
        assert_eq!(table.state.get("ko"), None, "version 1 has no such member");
    }
    // A request changes no turn: what was told still holds, and is not told again.
    table.does("white", json!({"type": "undo", "turn": table.turn()})).await.ok();
    assert_eq!(black.next().await["changed"].get("illegal"), None);
    assert_eq!(black.state["illegal"], table.state["illegal"]);
    // Whoever comes back is told with the last event.
    let mut back = Socket::speaking(&server, &table.black, "?protocol=2", 2).await;
    let missed = back.subscribe_since(&table.game, 3).await;
    let (last, earlier) = missed.split_last().unwrap();
    assert_eq!(last["changed"]["illegal"], table.state["illegal"]);
    assert!(earlier.iter().all(|event| event["changed"].get("illegal").is_none()));
}

async fn whoever_comes_back_misses_nothing(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({})).await;
    // Somebody of version 2 stays, so that the last events are kept.
    let mut stays = Adds::open(&server, &table.white, &table).await;
    let stranger = Visitor::stranger(&server);
    let mut leaves = vec![Adds::open(&server, &stranger, &table).await];
    for number in 0..30 {
        let column = b"ABCDEFGHJKLMNOPQRST"[number % 19] as char;
        table.moves(&format!("{column}{}", 1 + 2 * (number / 19))).await;
        stays.next().await;
        if number % 5 == 0 {
            leaves.push(Adds::open(&server, &stranger, &table).await);
        }
    }
    assert_eq!(table.seq, 31);
    // Some of them have missed more than is kept, and some less.
    for reader in &mut leaves {
        let mut back = Socket::speaking(&server, &stranger, "?protocol=2", 2).await;
        for event in back.subscribe_since(&table.game, reader.seq).await {
            reader.takes(&event);
        }
        reader.agrees(&table.state);
    }
    // Kept or read, the events are the same.
    let read = stranger.get(&format!("/games/{}/events?protocol=2", table.game)).await.ok();
    for since in 0..=31usize {
        let mut back = Socket::speaking(&server, &stranger, "?protocol=2", 2).await;
        let missed = back.subscribe_since(&table.game, since as u64).await;
        assert_eq!(json!(missed), json!(read["events"].as_array().unwrap()[since..]), "since {since}");
    }
    // Everybody is away, for fewer events than are kept and then for more; these come back after the gap.
    let (mut away, mut others) = (stays, leaves);
    let many = "A9 B9 C9 D9 E9 F9 G9 H9 J9 K9 L9 M9 N9 O9 P9 Q9 R9 S9 T9 A7 B7 C7 D7";
    for (moves, next) in [("T19 T18", "T17"), (many, "E7")] {
        let (seq, state) = (away.seq, away.state.clone());
        drop((away, others));
        nobody_follows(&stranger, &table).await;
        table.moves(moves).await;
        let mut socket = Socket::speaking(&server, &table.white, "?protocol=2", 2).await;
        let missed = socket.subscribe_since(&table.game, seq).await;
        assert_eq!(missed.len(), moves.split(' ').count());
        away = Adds { socket, game: table.game.clone(), seq, state };
        for event in &missed {
            away.takes(event);
        }
        away.agrees(&table.state);
        others = Vec::new();
        table.moves(next).await;
        away.next().await;
        away.agrees(&table.state);
    }
    // A number above the last one.
    let mut ahead = Socket::speaking(&server, &stranger, "?protocol=2", 2).await;
    ahead.send(json!({"type": "subscribe", "game": table.game, "since": 99})).await;
    assert_eq!(ahead.next_of("subscribed").await["seq"], table.seq);
}

/// Waits until the server knows that nobody follows the game any more.
async fn nobody_follows(asks: &Visitor, table: &Table) {
    let gone = until(async || is_left(asks, table).await);
    timeout(PATIENCE, gone).await.expect("the server notices that nobody follows");
}

async fn is_left(asks: &Visitor, table: &Table) -> bool {
    let presence = asks.look(&table.game).await["presence"].take();
    let here = ["black", "white"].map(|color| presence[color]["here"].as_bool().unwrap());
    here == [false; 2] && presence["watching"] == 0
}

async fn spectators_of_a_delayed_game_see_no_change_early(database: Database) {
    const DELAY: i64 = 3_000;
    let by_hand = ServerByHand::start(database).await;
    let server = &by_hand.server;
    let mut table = Table::new(server, json!({"board": {"width": 5, "height": 5}, "delay": DELAY})).await;
    let mut black = Adds::open(server, &table.black, &table).await;
    let mut stranger = Adds::open(server, &Visitor::stranger(server), &table).await;
    for at in KO.split_whitespace() {
        by_hand.pass(Duration::from_millis(100)).await;
        table.moves(at).await;
        black.next().await;
    }
    black.agrees(&table.state);
    assert_eq!(black.state["illegal"], table.state["illegal"]);
    let log = table.black.events(&table.game).await;
    for (shown, whole) in log.iter().enumerate().skip(1) {
        let at = whole["at"].as_i64().unwrap();
        by_hand.pass_until(at + DELAY - 1).await;
        // Whoever comes while the events are kept for the players sees no more of them.
        let mut late = Socket::speaking(server, &Visitor::stranger(server), "?protocol=2", 2).await;
        assert_eq!(late.subscribe_since(&table.game, 0).await.len(), shown);
        by_hand.pass_until(at + DELAY).await;
        stranger.next().await;
        stranger.agrees(&whole["state"]);
        assert_eq!(stranger.state["illegal"], json!([]));
    }
}

async fn streams_and_lists_speak_both_versions(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({"board": {"width": 9, "height": 9}})).await;
    table.moves("E5").await;
    let game = table.game.clone();
    let stranger = Visitor::stranger(&server);
    let mut lines = Reader::new(stranger.stream(&game, "?protocol=2", NDJSON).await);
    let mut messages = Reader::new(table.white.stream(&game, "?protocol=2&since=1", SSE).await);
    let mut first = Reader::new(table.white.stream(&game, "?protocol=1", NDJSON).await);
    assert_eq!(lines.line().await.unwrap()["type"], "joined");
    assert_eq!(first.line().await.unwrap()["type"], "joined");
    let mut told = Vec::new();
    for (at, seq) in [("", 2), ("C3", 3), ("pass", 4), ("pass", 5)] {
        table.moves(at).await;
        let event = lines.line().await.unwrap();
        assert_eq!(event["seq"], seq);
        let (id, message) = messages.message().await.unwrap();
        assert_eq!((id, &message), (seq, &event));
        assert!(event["changed"].is_object() && event.get("state").is_none(), "{event}");
        assert!(first.line().await.unwrap()["state"].is_object());
        told.push(event);
    }
    table.does("white", json!({"type": "resign"})).await.ok();
    told.push(lines.line().await.unwrap());
    assert_eq!(told.last().unwrap()["changed"]["result"]["text"], "B+R");
    assert_eq!(lines.line().await, None);

    let list = stranger.get(&format!("/games/{game}/events?since=1&protocol=2")).await.ok();
    assert_eq!(list, json!({"events": told, "seq": 6}));
    let mut all = Reader::new(stranger.open(&format!("/games/{game}?protocol=2"), NDJSON).await);
    assert_eq!(all.line().await.unwrap()["type"], "joined");
    for event in &told {
        assert_eq!(all.line().await.as_ref(), Some(event));
    }
    let mut export = Reader::new(stranger.open("/games?with=events&protocol=2", NDJSON).await);
    let events = export.line().await.unwrap()["events"].take();
    assert_eq!(json!(events.as_array().unwrap()[1..]), json!(told));
    let mut export = Reader::new(stranger.open("/games?with=events&protocol=1", NDJSON).await);
    assert!(export.line().await.unwrap()["events"][0]["state"].is_object());
}

async fn a_version_that_there_is_not_is_named(database: Database) {
    let server = Server::start(database).await;
    let table = Table::new(&server, json!({})).await;
    let (game, stranger) = (&table.game, Visitor::stranger(&server));
    for path in [
        format!("/games/{game}?protocol=3"),
        format!("/games/{game}/events?protocol=3"),
        format!("/games/{game}/events?protocol="),
        format!("/games/{game}/events?protocol=02"),
        "/ws?protocol=3".to_owned(),
        "/ws?protocol=two".to_owned(),
        "/ws?protocol=".to_owned(),
    ] {
        let answer = stranger.get(&path).await;
        assert_eq!(answer.json()["params"], json!({"versions": [1, 2]}), "{path}");
        answer.refused(400, "unknown_protocol");
    }
    let lines = stranger.request(reqwest::Method::GET, "/api/v1/games?with=events&protocol=3");
    let lines = lines.header("accept", NDJSON).send().await.unwrap();
    crate::rest::Answer::read(lines).await.refused(400, "unknown_protocol");
    // A list without events has no version.
    stranger.get("/games?protocol=2").await.refused(400, "malformed");
    stranger.get(&format!("/games/{game}/events?protocol=2&protocol=2")).await.refused(400, "malformed");
}
