//! Spectators of a delayed game are behind, whatever they look at, and catch up. Players are not.

use std::time::Duration;

use serde_json::{Value, json};
use tengen_testbed::{pause, until};

use crate::by_hand::ServerByHand;
use crate::rest::Visitor;
use crate::server::{Database, Server, now, on_sqlite_and_long_on_postgres};
use crate::socket::Socket;
use crate::table::Table;

on_sqlite_and_long_on_postgres! {
    spectators_are_behind_and_catch_up
    spectators_see_the_clock_as_it_was
    an_event_is_shown_in_its_turn_however_busy_the_game_is
    players_hear_at_once_of_the_end_of_time
}

const DELAY: i64 = 4_000;

fn seq(value: &Value) -> usize {
    usize::try_from(value["seq"].as_u64().unwrap()).unwrap()
}

/// The events that spectators have been shown of a game, and whether they were ever behind.
struct Watch {
    /// The log as the players see it.
    log: Vec<Value>,
    behind: usize,
}

impl Watch {
    /// Takes note that a spectator has now been shown everything up to this number.
    fn shown(&mut self, what: &str, seq: usize) {
        let moment = now();
        // That somebody has sat down is no secret.
        for event in self.log[1..].iter().take(seq.saturating_sub(1)) {
            let at = event["at"].as_i64().unwrap();
            assert!(at + DELAY <= moment, "{what} shows {} after {} ms", event["seq"], moment - at);
        }
        self.behind += usize::from(seq < self.log.len());
    }
}

async fn spectators_are_behind_and_catch_up(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({"delay": DELAY})).await;
    let game = table.game.clone();
    let stranger = Visitor::stranger(&server);
    let (mut black, mut white) =
        (Socket::open(&server, &table.black).await, Socket::open(&server, &table.white).await);
    let mut spectator = Socket::open(&server, &stranger).await;
    let mut lobby = Socket::open(&server, &stranger).await;
    black.subscribe(&game).await;
    white.subscribe(&game).await;
    assert_eq!(spectator.subscribe(&game).await["seq"], 1);
    lobby.send(json!({"type": "subscribe_lobby"})).await;
    let mut stream = stranger.stream(&game, "", "application/x-ndjson").await;

    table.moves("Q16 D4 Q4").await;
    table.does("white", json!({"type": "resign"})).await.ok();
    for seq in 2..=5 {
        black.event(&game, seq).await;
        white.event(&game, seq).await;
    }
    let log = table.white.events(&game).await;
    assert_eq!((log.len(), &table.snapshot().await["result"]["text"]), (5, &json!("B+R")));
    let mut watch = Watch { log, behind: 0 };

    // A late spectator is behind as well, and so are lists, records and streams.
    let listed = async |phase: &str| {
        let list = stranger.get(&format!("/games?phase={phase}")).await.ok();
        list["games"].as_array().unwrap().first().cloned()
    };
    loop {
        let snapshot = stranger.snapshot(&game).await;
        watch.shown("a snapshot", seq(&snapshot));
        assert_eq!(snapshot["moves"].as_array().unwrap().len(), seq(&snapshot).min(4) - 1);
        assert_eq!(snapshot["result"].is_null(), seq(&snapshot) < 5);
        let events = stranger.get(&format!("/games/{game}/events")).await.ok();
        watch.shown("a list of events", seq(&events));
        assert_eq!(events["events"].as_array().unwrap().len(), seq(&events));
        let record = stranger.get(&format!("/games/{game}/sgf")).await;
        let moves = record.text().matches("\n;").count();
        watch.shown("a record", if record.text().contains("RE[") { 5 } else { moves + 1 });
        let mut late = Socket::open(&server, &stranger).await;
        watch.shown("a late subscription", seq(&late.subscribe(&game).await));
        for phase in ["", "playing", "finished"] {
            if let Some(summary) = listed(phase).await {
                watch.shown("a list", seq(&summary));
                assert!(phase.is_empty() || summary["phase"] == phase, "{summary}");
            }
        }
        if snapshot["result"].is_object() {
            break;
        }
        pause(Duration::from_millis(200), "spectators look now and then until the delay is over").await;
    }
    assert!(watch.behind > 0, "everything was shown at once");
    println!("{database:?}: behind in {} views", watch.behind);

    // Spectators who stayed get each event in its turn, and the end.
    for number in 2..=5 {
        let event = spectator.event(&game, number).await;
        watch.shown("a socket", seq(&event));
        assert_eq!(event["state"], watch.log[seq(&event) - 1]["state"]);
    }
    let mut text = String::new();
    while let Some(piece) = stream.chunk().await.unwrap() {
        text.push_str(std::str::from_utf8(&piece).unwrap());
    }
    assert_eq!(text.lines().count(), 5);
    let gone =
        |frame: &Value| frame["removed"].as_array().is_some_and(|removed| removed.contains(&json!(game)));
    lobby.next_where(gone).await;
    watch.shown("the lobby", 5);
    assert_eq!(listed("finished").await.unwrap()["result"]["text"], "B+R");
    assert_eq!(stranger.snapshot(&game).await, table.snapshot().await);
}

async fn spectators_see_the_clock_as_it_was(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let server = &by_hand.server;
    let clock = json!({"system": "byo-yomi", "main": 0, "periods": 3, "period": 600_000});
    let mut table = Table::new(server, json!({"delay": DELAY, "clock": clock})).await;
    table.moves("Q16 D4").await;
    let stranger = Visitor::stranger(server);
    let since = table.state["clock"]["at"].as_i64().unwrap();
    for hidden in [true, false] {
        let look = stranger.look(&table.game).await;
        // Whether absence ends the game tells whether it goes on.
        assert_eq!(look["presence"]["black"]["claimable_at"], Value::Null);
        let (clock, moment) = (&look["clock"], look["now"].as_i64().unwrap() - DELAY);
        if hidden {
            assert_eq!(clock["running"], Value::Null);
            assert!(clock["at"].as_i64().unwrap() <= moment.max(look["updated_at"].as_i64().unwrap()));
            by_hand.pass_until(since + DELAY + 2_500).await;
        } else {
            assert_eq!((&clock["running"], &clock["at"]), (&json!("black"), &json!(moment)));
            assert_eq!((moment - since, &clock["black"]["period"]), (2_500, &json!(597_500)));
        }
    }
    let look = table.black.look(&table.game).await;
    assert_eq!(look["clock"]["at"], look["now"]);
    assert!(look["presence"]["white"]["claimable_at"].is_i64());
}

async fn an_event_is_shown_in_its_turn_however_busy_the_game_is(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let server = &by_hand.server;
    let mut table = Table::new(server, json!({"delay": DELAY})).await;
    let stranger = Visitor::stranger(server);
    let mut spectators = Vec::new();
    for version in [1, 2] {
        let mut socket = Socket::speaking(server, &stranger, &format!("?protocol={version}"), version).await;
        socket.subscribe(&table.game).await;
        spectators.push(socket);
    }
    for column in "ABCDEFGHJKLMNOPQRST".chars() {
        by_hand.pass(Duration::from_millis(100)).await;
        table.moves(&format!("{column}4")).await;
    }
    for event in table.black.events(&table.game).await.iter().skip(1) {
        let (seq, at) = (event["seq"].as_u64().unwrap(), event["at"].as_i64().unwrap());
        by_hand.pass_until(at + DELAY - 1).await;
        // The moment comes while the game answers others, and nothing happens after it.
        let mut late = Socket::speaking(server, &stranger, "?protocol=2", 2).await;
        let asked = json!({"type": "subscribe", "game": table.game, "since": 0});
        tokio::join!(
            async {
                for _ in 0..5 {
                    late.send(asked.clone()).await;
                }
            },
            stranger.look(&table.game),
            stranger.snapshot(&table.game),
            by_hand.pass_until(at + DELAY),
        );
        for spectator in &mut spectators {
            assert_eq!(spectator.event(&table.game, seq).await["at"], at);
        }
    }
}

async fn players_hear_at_once_of_the_end_of_time(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let server = &by_hand.server;
    let clock = json!({"system": "byo-yomi", "main": 0, "periods": 1, "period": 10_000});
    let mut table = Table::new(server, json!({"delay": DELAY, "clock": clock})).await;
    table.moves("Q16 D4").await;
    let mut players = Vec::new();
    for version in [1, 2] {
        for player in [&table.black, &table.white] {
            let mut socket = Socket::speaking(server, player, &format!("?protocol={version}"), version).await;
            socket.subscribe(&table.game).await;
            players.push(socket);
        }
    }
    let mut spectator = Socket::open(server, &Visitor::stranger(server)).await;
    let seen = spectator.subscribe(&table.game).await["seq"].as_u64().unwrap();
    by_hand.pass(Duration::from_secs(10)).await;
    // The server allows for what may be on its way.
    until(async || {
        by_hand.pass(Duration::from_secs(1)).await;
        !table.snapshot().await["result"].is_null()
    })
    .await;
    for player in &mut players {
        assert_eq!(player.event(&table.game, table.seq + 1).await["type"], "timed_out");
    }
    by_hand.pass(Duration::from_millis(DELAY.unsigned_abs())).await;
    for seq in seen + 1..=table.seq + 1 {
        spectator.event(&table.game, seq).await;
    }
}
