//! In a game without a clock nobody waits for a move for ever: after a quarter of an hour either player gives it one.

use serde_json::{Value, json};
use tengen_testbed::{found, until};

use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases};
use crate::socket::Socket;
use crate::table::Table;
use crate::tamper::played_earlier;

on_both_databases! {
    either_player_gives_a_clock_and_everybody_sees_it
    a_given_clock_runs_out_with_nobody_there
    the_computer_plays_on_with_a_given_clock
}

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;
/// The time of a player for each move.
const THREE_DAYS: i64 = 3 * DAY;

fn give_clock() -> Value {
    json!({"type": "give_clock"})
}

async fn either_player_gives_a_clock_and_everybody_sees_it(database: Database) {
    let mut server = Server::start(database).await;
    for giver in ["black", "white"] {
        let mut table = Table::new(&server, json!({})).await;
        let game = table.game.clone();
        table.moves("Q16 D4").await;
        let moved = table.snapshot().await;
        let from = moved["updated_at"].as_i64().unwrap() + 15 * MINUTE;
        assert_eq!((&moved["clock"], &moved["clock_givable_at"]), (&Value::Null, &json!(from)));
        let params = table.does(giver, give_clock()).await.refused(422, "clock_too_soon");
        assert_eq!(params, json!({"clock_givable_at": from}));

        played_earlier(&mut server, &game, 16 * MINUTE).await;
        let carl = Visitor::guest(&server, "Carl").await;
        let command = json!({"type": "give_clock", "id": "mine"});
        carl.command(&game, command.clone()).await.refused(403, "not_a_player");
        let mut spectator = Socket::open(&server, &carl).await;
        spectator.subscribe(&game).await;
        let event = table.player(giver).command(&game, command.clone()).await.ok()["event"].take();
        assert_eq!((&event["type"], &event["color"]), (&json!("clock_given"), &json!(giver)));
        let (state, at) = (&event["state"], event["at"].as_i64().unwrap());
        let player = json!({"main": 0, "period": THREE_DAYS, "periods": 0, "stones": 0});
        let system = json!({"system": "simple", "period": THREE_DAYS});
        let clock = json!({"at": at, "system": system, "running": "black", "black": player, "white": player});
        assert_eq!(state["clock"], clock);
        assert_eq!(state["waits"], json!({"for": "move", "until": at + THREE_DAYS}));
        assert_eq!((&state["clock_givable_at"], &state["turn"]), (&Value::Null, &json!(2)));
        let seen = spectator.event(&game, 4).await;
        assert_eq!((&seen["state"], &seen["command"]), (state, &Value::Null));

        // Sent again it is the same, and once is all.
        assert_eq!(table.player(giver).command(&game, command).await.ok()["event"], event);
        table.does(giver, give_clock()).await.refused(409, "has_clock");
        // The settings stay as they were agreed, and the next move is measured.
        (table.seq, table.state) = (4, state.clone());
        table.moves("Q4").await;
        let after = table.snapshot().await;
        assert_eq!(
            (&after["settings"]["clock"], &after["clock"]["running"]),
            (&Value::Null, &json!("white"))
        );
        assert_eq!(after["moves"][2]["time_left"], player);
        assert_eq!(after["moves"][1]["time_left"], Value::Null);
    }
}

async fn a_given_clock_runs_out_with_nobody_there(database: Database) {
    let mut server = Server::start(database).await;
    let mut table = Table::new(&server, json!({})).await;
    table.moves("Q16 D4").await;
    played_earlier(&mut server, &table.game, 16 * MINUTE).await;
    table.does("white", give_clock()).await.ok();
    played_earlier(&mut server, &table.game, THREE_DAYS + MINUTE).await;
    // Nobody opens the game: the server finds it by its deadline.
    let stranger = Visitor::stranger(&server);
    until(async || {
        let finished = stranger.get("/games?phase=finished").await.ok();
        !finished["games"].as_array().unwrap().is_empty()
    })
    .await;
    let events = table.white.events(&table.game).await;
    let last = events.last().unwrap();
    assert_eq!((&last["type"], &last["color"]), (&json!("timed_out"), &json!("black")));
    assert_eq!(last["state"]["result"]["text"], "W+T");
}

async fn the_computer_plays_on_with_a_given_clock(database: Database) {
    let mut server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let computer = ann.get("/house").await.ok()["players"][0]["player"]["id"].take();
    let board = json!({"width": 5, "height": 5});
    let wish = json!({"board": board, "opponent": computer, "color": "black"});
    let game = ann.new_game(wish).await["id"].as_str().unwrap().to_owned();
    let answered = async |count: usize| {
        found(async || {
            let look = ann.look(&game).await;
            let is_answered = look["phase"] == "playing" && look["moves"].as_array().unwrap().len() == count;
            is_answered.then_some(look)
        })
        .await
    };
    answered(0).await;
    ann.command(&game, json!({"type": "play", "id": "one", "turn": 0, "at": "C3"})).await.ok();
    answered(2).await;
    played_earlier(&mut server, &game, 16 * MINUTE).await;
    ann.command(&game, json!({"type": "give_clock", "id": "clock"})).await.ok();
    let pass = json!({"type": "pass", "id": "two", "turn": 2});
    ann.command(&game, pass).await.ok();
    let look = answered(4).await;
    assert_eq!(look["clock"]["running"], "black");
    assert!(look["moves"][3]["time_left"]["period"] == THREE_DAYS, "{look}");
}
