//! One game from the first stone to the result, however the players talk to the server.

use serde_json::{Value, json};

use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases};
use crate::socket::Socket;
use crate::table::Table;

on_both_databases! {
    over_rest
    over_two_sockets_with_a_spectator
    one_player_over_rest_and_one_over_a_socket
}

/// Walls in the middle of a board of 5 by 5; a stone taken on A1; a stone on B4 that can't live.
const MOVES: &str = "C3 D3 C2 D2 C4 D4 C1 D1 C5 D5 B1 A1 A2 B4 pass pass";

const STONES: &str = "..BW.\
                      .WBW.\
                      ..BW.\
                      B.BW.\
                      .BBW.";

fn settings() -> Value {
    json!({"board": {"width": 5, "height": 5}, "color": "black"})
}

/// Black: 8 points, 1 prisoner, 1 dead stone. White: 5 points and komi.
fn result() -> Value {
    json!({"winner": "white", "by": "score", "margin": 1.5, "text": "W+1.5"})
}

async fn over_rest(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, settings()).await;
    let begun = table.snapshot().await;
    assert_eq!(begun["stones"], ".".repeat(25));
    assert_eq!(
        (&begun["turn"], &begun["to_move"], &begun["clock"]),
        (&json!(0), &json!("black"), &Value::Null)
    );
    assert_eq!(begun["players"], json!({"black": table.black.card(), "white": table.white.card()}));
    assert_eq!(begun["creator"], table.black.card());

    let moves: Vec<&str> = MOVES.split(' ').collect();
    for (index, at) in moves.iter().enumerate() {
        let color = table.to_move();
        assert_eq!(color, if index % 2 == 0 { "black" } else { "white" });
        let actor = table.player(&color).id.clone();
        let event = table.moves(at).await;
        assert_eq!(event["seq"], index + 2);
        assert_eq!((&event["actor"], &event["color"]), (&json!(actor), &json!(color)));
        assert_eq!(event["command"], format!("c-{}", index + 1));
        assert_eq!(event["state"]["turn"], index + 1);
        if *at == "A2" {
            assert_eq!((&event["type"], &event["move"]), (&json!("played"), &json!("A2")));
            assert_eq!(event["captured"], json!(["A1"]));
            assert_eq!(event["state"]["prisoners"], json!({"black": 1, "white": 0}));
            assert_eq!(event["state"]["illegal"], json!([{"at": "A1", "rule": "suicide"}]));
        }
    }
    assert_eq!((&table.state["phase"], &table.state["to_move"]), (&json!("scoring"), &Value::Null));
    table.agree(json!(["B4"])).await;

    let end = table.snapshot().await;
    assert_eq!(
        (&end["phase"], &end["result"], &end["stones"]),
        (&json!("finished"), &result(), &json!(STONES))
    );
    assert_eq!(end["scoring"]["owners"], "BB..WBB..WBB..W.B..WB...W");
    let lines = json!([
        {"name": "territory", "black": 8, "white": 5},
        {"name": "prisoners", "black": 1, "white": 0},
        {"name": "dead_stones", "black": 1, "white": 0},
        {"name": "komi", "black": 0, "white": 6.5},
    ]);
    assert_eq!(end["scoring"]["score"], json!({"black": 10, "white": 11.5, "margin": -1.5, "lines": lines}));
    let made: Vec<&str> =
        end["moves"].as_array().unwrap().iter().map(|made| made["at"].as_str().unwrap()).collect();
    assert_eq!(made, moves);
    let events = table.black.events(&table.game).await;
    assert_eq!(end["seq"], events.len());
    assert_eq!(events.last().unwrap()["state"]["result"], result());
}

async fn over_two_sockets_with_a_spectator(database: Database) {
    let server = Server::start(database).await;
    let table = Table::new(&server, settings()).await;
    let game = table.game.as_str();
    let mut sockets = [Socket::open(&server, &table.black).await, Socket::open(&server, &table.white).await];
    let mut spectator = Socket::open(&server, &Visitor::stranger(&server)).await;
    for socket in sockets.iter_mut().chain([&mut spectator]) {
        assert_eq!(socket.subscribe(game).await, table.snapshot().await);
    }

    let mut commands: Vec<(usize, Value)> = MOVES
        .split(' ')
        .enumerate()
        .map(|(turn, at)| match at {
            "pass" => (turn % 2, json!({"type": "pass", "id": format!("m-{turn}"), "turn": turn})),
            at => (turn % 2, json!({"type": "play", "id": format!("m-{turn}"), "turn": turn, "at": at})),
        })
        .collect();
    commands.push((0, json!({"type": "propose", "id": "end-1", "version": 1, "dead": ["B4"]})));
    commands.push((1, json!({"type": "accept", "id": "end-2", "version": 2})));
    commands.push((0, json!({"type": "accept", "id": "end-3", "version": 2})));
    for (index, (who, command)) in commands.iter().enumerate() {
        let seq = index as u64 + 2;
        assert_eq!(sockets[*who].accepted(game, command.clone()).await, seq);
        let mut own = sockets[*who].event(game, seq).await;
        assert_eq!(own["command"], command["id"]);
        let others = sockets[1 - who].event(game, seq).await;
        assert_eq!(spectator.event(game, seq).await, others);
        // Only the sender sees the command's id; all else is the same.
        assert_eq!(others["command"], Value::Null);
        own["command"] = Value::Null;
        assert_eq!(own, others);
    }

    let end = table.snapshot().await;
    assert_eq!((&end["result"], &end["stones"]), (&result(), &json!(STONES)));
    let again = json!({"type": "resign", "id": "late"});
    let refused = sockets[0].command(game, again).await;
    assert_eq!(refused["problem"]["code"], "wrong_phase");
}

async fn one_player_over_rest_and_one_over_a_socket(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, settings()).await;
    let game = table.game.clone();
    let mut white = Socket::open(&server, &table.white).await;
    white.subscribe(&game).await;
    for at in MOVES.split(' ') {
        let seq = table.seq + 1;
        if table.to_move() == "black" {
            table.moves(at).await;
            white.event(&game, seq).await;
        } else {
            let command = table.move_command(at);
            assert_eq!(white.accepted(&game, command).await, seq);
            table.state = white.event(&game, seq).await["state"].take();
            table.seq = seq;
        }
    }
    table.agree(json!(["B4"])).await;
    for seq in 18..=table.seq {
        white.event(&game, seq).await;
    }
    assert_eq!(table.snapshot().await["result"], result());
}
