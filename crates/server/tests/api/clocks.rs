//! Clocks: time runs, flags fall by themselves, and a move that comes in time counts.

use std::time::Duration;

use serde_json::{Value, json};
use tengen_testbed::{found, pause, until};

use crate::by_hand::ServerByHand;
use crate::lock::Lock;
use crate::outages::is_gone;
use crate::rest::Visitor;
use crate::server::{Database, Server, now, on_both_databases};
use crate::socket::Socket;
use crate::table::Table;

on_both_databases! {
    every_flag_falls_with_nobody_there
    a_snapshot_shows_the_time_as_it_runs
    a_move_in_time_is_never_beaten_by_the_flag
    a_move_that_waits_for_the_disk_came_in_time
    a_move_after_the_flag_is_refused
    absence_and_silence_end_games
}

/// Lets time pass until a moment.
async fn pause_until(at: i64, reason: &str) {
    pause(Duration::from_millis(u64::try_from(at - now()).unwrap_or(0)), reason).await;
}

/// When the flag is due, as the last event left it.
fn due(state: &Value) -> i64 {
    assert_eq!(state["waits"]["for"], "move", "{state}");
    state["waits"]["until"].as_i64().unwrap()
}

/// Every system with so little time that it is over in two seconds.
fn systems() -> [Value; 5] {
    [
        json!({"system": "absolute", "main": 2_000}),
        json!({"system": "fischer", "main": 2_000, "increment": 1_000}),
        json!({"system": "byo-yomi", "main": 0, "periods": 2, "period": 1_000}),
        json!({"system": "canadian", "main": 1_000, "stones": 3, "period": 1_000}),
        json!({"system": "simple", "period": 2_000}),
    ]
}

/// Waits until lists show all games as finished. Lists open no rooms: nobody looks at the games themselves.
async fn all_finished(server: &Server, count: usize) {
    let stranger = Visitor::stranger(server);
    until(async || {
        let list = stranger.get("/games?phase=finished").await.ok();
        list["games"].as_array().unwrap().len() >= count
    })
    .await;
}

async fn every_flag_falls_with_nobody_there(database: Database) {
    // First flags fall in the rooms that the moves have opened. Then they fall without rooms, because another process
    // finds the games by their deadline.
    for ending in ["", "stop", "kill"] {
        let mut server = Server::start(database).await;
        let mut tables = Vec::new();
        for clock in systems() {
            let mut table = Table::new(&server, json!({"clock": clock})).await;
            table.moves("Q16 D4").await;
            tables.push(table);
        }
        match ending {
            "stop" => assert!(server.stop().await.success()),
            "kill" => server.kill().await,
            _ => {}
        }
        if !ending.is_empty() {
            is_gone(server.data()).await;
            server.start_again().await;
        }
        all_finished(&server, tables.len()).await;
        for table in tables {
            let events = table.black.events(&table.game).await;
            let (flag, credits) = events[3..].split_last().unwrap();
            assert_eq!((&flag["type"], &flag["color"]), (&json!("timed_out"), &json!("black")));
            assert_eq!((&flag["actor"], &flag["command"]), (&Value::Null, &Value::Null));
            let result = json!({"winner": "white", "by": "time", "margin": null, "text": "W+T"});
            let state = &flag["state"];
            assert_eq!((&state["result"], &state["phase"]), (&result, &json!("finished")));
            assert_eq!((&state["waits"], &state["clock"]["running"]), (&Value::Null, &Value::Null));
            let nothing = json!({"main": 0, "period": 0, "periods": 0, "stones": 0});
            assert_eq!(state["clock"]["black"], nothing, "{ending} {state}");
            // A flag never falls too early, and falls later by the time that was given back for the gap without a
            // server.
            let given: i64 = credits.iter().map(|credit| credit["millis"].as_i64().unwrap()).sum();
            assert_eq!(credits.is_empty(), ending.is_empty(), "{credits:?}");
            assert!(flag["at"].as_i64().unwrap() > due(&table.state) + given, "{ending} {flag}");
            let record = table.black.get(&format!("/games/{}/sgf", table.game)).await;
            assert!(record.text().contains("RE[W+T]"), "{}", record.text());
            let late = json!({"type": "pass", "id": "late", "turn": 2});
            table.black.command(&table.game, late).await.refused(409, "wrong_phase");
        }
    }
}

async fn a_snapshot_shows_the_time_as_it_runs(database: Database) {
    let server = Server::start(database).await;
    let clock = json!({"system": "canadian", "main": 0, "stones": 3, "period": 600_000});
    let mut table = Table::new(&server, json!({"clock": clock})).await;
    let whole = json!({"main": 0, "period": 600_000, "periods": 0, "stones": 3});
    let begun = table.black.look(&table.game).await;
    assert_eq!((&begun["settings"]["clock"], &begun["clock"]["system"]), (&clock, &clock));
    // Time does not run before both have moved.
    for at in ["Q16", "D4"] {
        let look = table.black.look(&table.game).await;
        assert_eq!((&look["clock"]["running"], &look["clock"]["black"]), (&Value::Null, &whole));
        assert_eq!(look["waits"]["for"], "first_move");
        table.moves(at).await;
    }
    let moved = table.state["clock"]["at"].as_i64().unwrap();
    let mut seen = moved;
    for _ in 0..2 {
        let look = found(async || {
            let look = table.black.look(&table.game).await;
            (look["now"].as_i64().unwrap() > seen).then_some(look)
        })
        .await;
        let (clock, now) = (&look["clock"], look["now"].as_i64().unwrap());
        seen = now;
        assert_eq!(
            (&clock["running"], &clock["at"], &clock["white"]),
            (&json!("black"), &json!(now), &whole)
        );
        assert_eq!(clock["black"]["period"], 600_000 - (now - moved));
        assert_eq!(look["waits"], json!({"for": "move", "until": moved + 600_000}));
    }
    let event = table.moves("Q4").await;
    let thought = event["at"].as_i64().unwrap() - moved - event["lag"].as_i64().unwrap();
    let left = json!({"main": 0, "period": 600_000 - thought, "periods": 0, "stones": 2});
    assert_eq!(event["state"]["clock"]["black"], left);
    let snapshot = table.snapshot().await;
    assert_eq!(
        snapshot["moves"][2],
        json!({"color": "black", "at": "Q4", "captured": [], "time_left": left})
    );
    assert_eq!(snapshot["moves"][0]["time_left"], whole);
    let record = table.black.get(&format!("/games/{}/sgf", table.game)).await;
    assert!(
        record.text().contains("OT[3/600 canadian]") && record.text().contains("OB[2]"),
        "{}",
        record.text()
    );
}

async fn a_move_in_time_is_never_beaten_by_the_flag(database: Database) {
    const GAMES: i64 = 60;
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let games = (0..GAMES).map(|number| {
        let (server, ann, ben) = (&server, ann.clone(), ben.clone());
        async move {
            let settings = json!({"clock": {"system": "simple", "period": 2_000}});
            let mut table = Table::between(ann, ben, settings).await;
            table.moves("Q16 D4").await;
            let mut socket = Socket::open(server, &table.black).await;
            let (game, due) = (table.game.clone(), due(&table.state));
            pause_until(due - 50 + number * 45 / GAMES, "a move comes shortly before the flag").await;
            let play = json!({"type": "play", "id": "last", "turn": 2, "at": "Q4"});
            let answer = if number % 2 == 0 {
                let answer = table.black.command(&game, play).await;
                if answer.status == 200 { json!({"type": "ack"}) } else { json!({"problem": answer.json()}) }
            } else {
                socket.command(&game, play).await
            };
            let answered = now();
            let events = table.white.events(&game).await;
            if answer["type"] == "ack" {
                let played = &events[3];
                // The time at which the move counts as made is in time, however long the disk took afterwards.
                assert_eq!(played["type"], "played");
                assert!(played["at"].as_i64().unwrap() <= due + played["lag"].as_i64().unwrap(), "{played}");
                return true;
            }
            // Only a move that came too late is refused.
            let code = answer["problem"]["code"].as_str().unwrap();
            assert!(["time_is_up", "wrong_phase"].contains(&code), "{answer}");
            assert!(answered > due, "refused {} ms before the flag: {answer}", due - answered);
            false
        }
    });
    let in_time = futures_util::future::join_all(games).await.into_iter().filter(|in_time| *in_time).count();
    println!(
        "{database:?}: {in_time} of {GAMES} moves of the last 50 ms came in time, and all of those counted"
    );
    assert!(in_time > 0);
}

async fn a_move_that_waits_for_the_disk_came_in_time(database: Database) {
    let server = Server::start(database).await;
    // If this machine is too slow to send the move in time, the next game is tried.
    for _ in 0..10 {
        let mut table = Table::new(&server, json!({"clock": {"system": "simple", "period": 3_000}})).await;
        table.moves("Q16 D4").await;
        let (game, due) = (table.game.clone(), due(&table.state));
        let lock = Lock::take(server.data()).await;
        let black = table.black.clone();
        pause_until(due - 200, "a move comes shortly before the flag").await;
        let play = json!({"type": "play", "id": "slow", "turn": 2, "at": "Q4"});
        let answer = tokio::spawn(async move { black.command(&game, play).await });
        // The disk is locked until long after the flag would have fallen.
        pause_until(due + 2_000, "the flag would have fallen long ago").await;
        assert!(!answer.is_finished());
        lock.release().await;
        let answer = answer.await.unwrap();
        if answer.status == 200 {
            let event = answer.ok()["event"].take();
            assert!(event["at"].as_i64().unwrap() <= due && now() > due + 2_000, "{event}");
            let events = table.white.events(&table.game).await;
            assert_eq!(
                (events.len(), &events[3]),
                (4, &{
                    let mut seen = event.clone();
                    seen["command"] = Value::Null;
                    seen
                })
            );
            return;
        }
        answer.refused(422, "time_is_up");
    }
    panic!("no move was sent in time");
}

async fn a_move_after_the_flag_is_refused(database: Database) {
    let server = Server::start(database).await;
    // If this machine is so slow that the flag has fallen, the next game is tried.
    for _ in 0..10 {
        let mut table = Table::new(&server, json!({"clock": {"system": "absolute", "main": 1_000}})).await;
        table.moves("Q16 D4").await;
        let (game, due) = (table.game.clone(), due(&table.state));
        let asked = table.does("white", json!({"type": "undo", "turn": 2})).await;
        pause_until(due + 20, "the player's time is up, and what is on its way is still allowed for").await;
        let answer = table.makes("black", "Q4").await;
        let stop = table.does("black", json!({"type": "pause"})).await;
        let request = json!({"type": "undo_accept", "request": 4});
        let back = table.does("black", request).await;
        all_finished(&server, 1).await;
        if [&answer, &stop, &back].iter().all(|answer| answer.status == 422) {
            // Nothing saves a player whose time is up: no move, no pause and no move taken back.
            for answer in [&answer, &stop, &back] {
                answer.refused(422, "time_is_up");
            }
            assert_eq!(asked.status, 200);
            let events = table.black.events(&game).await;
            assert_eq!((events.len(), &events[4]["type"]), (5, &json!("timed_out")));
            return;
        }
        answer.refused(409, "wrong_phase");
    }
    panic!("every flag fell before a move could be sent");
}

/// The two shortest of the long waits: for a first move, and for a player who has left.
async fn absence_and_silence_end_games(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let server = &by_hand.server;
    let settings = json!({"clock": {"system": "absolute", "main": 100_000}});
    let silent = Table::new(server, settings.clone()).await;
    let mut left = Table::new(server, settings).await;
    left.moves("Q16 D4").await;
    let mut stays = Socket::open(server, &left.white).await;
    stays.subscribe(&left.game).await;
    let look = silent.white.look(&silent.game).await;
    assert_eq!(look["waits"]["for"], "first_move");
    let joined = look["updated_at"].as_i64().unwrap();
    assert_eq!(look["waits"]["until"], joined + 30_000);

    let claim = json!({"type": "claim", "outcome": "win"});
    let params = left.does("white", claim.clone()).await.refused(422, "opponent_not_away");
    let claimable_at = params["claimable_at"].as_i64().unwrap();
    by_hand.pass_until(claimable_at).await;
    let event = left.does("white", claim).await.ok()["event"].take();
    assert_eq!((&event["type"], &event["color"]), (&json!("claimed"), &json!("white")));
    assert!(event["at"].as_i64().unwrap() >= claimable_at, "{event}");
    let result = json!({"winner": "white", "by": "absence", "margin": null, "text": "W+F"});
    assert_eq!((&event["state"]["result"], &event["state"]["phase"]), (&result, &json!("finished")));

    by_hand.pass_until(joined + 31_000).await;
    all_finished(server, 2).await;
    let events = silent.black.events(&silent.game).await;
    let aborted = &events[1];
    assert_eq!(
        (&aborted["type"], &aborted["color"], &aborted["actor"]),
        (&json!("aborted"), &Value::Null, &Value::Null)
    );
    assert!(aborted["at"].as_i64().unwrap() > joined + 30_000, "{aborted}");
    assert_eq!(aborted["state"]["result"]["text"], "Void");
}
