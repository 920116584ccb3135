//! Moves that are tried on positions which belong to no game, by HTTP and on a socket.

use serde_json::{Value, json};

use crate::member::member;
use crate::rest::Visitor;
use crate::server::{Database, Server, on_sqlite_and_long_on_postgres, once};
use crate::socket::Socket;
use crate::table::Table;

once! {
    a_move_is_judged_by_http_and_on_a_socket
    a_question_that_makes_no_sense_is_refused
    answers_come_in_the_order_of_the_questions
}

on_sqlite_and_long_on_postgres! {
    a_game_is_gone_on_with_and_hears_nothing_of_it
}

const PLAY: &str = "/positions/play";

/// A stone that takes the one behind it, and the move that would take it back.
fn ko() -> Value {
    json!({"board": {"width": 4, "height": 3}, "rules": "japanese", "moves": "B3,C3,A2,D2,B1,C1,C2,B2", "move": "C2"})
}

/// The answer of a socket to a question.
async fn tried(socket: &mut Socket, id: &str, line: &Value) -> Value {
    socket.send(json!({"type": "try", "id": id, "line": line})).await;
    socket.next_where(|frame| frame["id"] == id).await
}

async fn a_move_is_judged_by_http_and_on_a_socket() {
    let server = Server::start(Database::Sqlite).await;
    let stranger = Visitor::stranger(&server);
    let mut socket = Socket::open(&server, &stranger).await;
    let taken = json!({"stones": ".BW.BW.W.BW.", "to_move": "black", "captured": ["C2"],
                       "prisoners": {"black": 0, "white": 1}});
    let mut takes = ko();
    (takes["moves"], takes["move"]) = (json!("B3,C3,A2,D2,B1,C1,C2"), json!("B2"));
    let refused = json!({"stones": ".BW.BW.W.BW.", "to_move": "black", "captured": [], "illegal": "ko",
                         "prisoners": {"black": 0, "white": 1}});
    for (id, line, expected) in [("t-1", takes, taken), ("t-2", ko(), refused)] {
        assert_eq!(stranger.post(PLAY, line.clone()).await.ok(), expected);
        assert_eq!(
            tried(&mut socket, id, &line).await,
            json!({"type": "tried", "id": id, "position": expected})
        );
    }
    // Under other rules, on another board and from another position.
    let torus = json!({"board": {"name": "torus 3x3"}, "rules": {"preset": "chinese", "suicide": "allowed"},
                       "setup": {"stones": "BWWW.....", "to_move": "white"}, "move": "A1"});
    let answer = stranger.post(PLAY, torus).await.ok();
    assert_eq!((&answer["captured"], &answer["to_move"]), (&json!(["A3"]), &json!("black")));
    // Whoever has come in may ask as well, whatever the scopes.
    let guest = Visitor::guest(&server, "Gustav").await;
    assert_eq!(guest.post(PLAY, ko()).await.ok()["illegal"], "ko");
}

async fn a_question_that_makes_no_sense_is_refused() {
    let server = Server::start(Database::Sqlite).await;
    let stranger = Visitor::stranger(&server);
    let mut socket = Socket::open(&server, &stranger).await;
    let changed = |field: &str, value: Value| {
        let mut question = ko();
        question[field] = value;
        question
    };
    let cases = [
        (
            changed("moves", json!("B3,pass,B3")),
            422,
            "illegal_move",
            json!({"rule": "occupied", "at": "B3", "number": 3}),
        ),
        (
            changed("moves", json!("B3,black:pass")),
            422,
            "illegal_move",
            json!({"rule": "out_of_turn", "at": "pass", "number": 2}),
        ),
        (changed("setup", json!({"stones": "BBBBBBBBBBBB"})), 422, "invalid_position", json!({"at": "A3"})),
        (
            changed("setup", json!({"handicap": 2})),
            422,
            "invalid_settings",
            json!({"field": "setup.handicap"}),
        ),
        (
            changed("rules", json!({"preset": "japanese", "button": "first_pass"})),
            422,
            "invalid_settings",
            json!({"field": "rules.button"}),
        ),
        (
            changed("rules", json!({"preset": "japanese", "resumptions": 10})),
            422,
            "invalid_settings",
            Value::Null,
        ),
        (changed("board", json!({"width": 99, "height": 1})), 422, "invalid_settings", Value::Null),
        (changed("setup", json!({"stones": "B"})), 400, "malformed", Value::Null),
        (changed("moves", json!("B3,,C3")), 400, "malformed", Value::Null),
        (changed("move", json!("B3,C3")), 400, "malformed", Value::Null),
        (changed("rules", json!("klingon")), 400, "malformed", Value::Null),
        (changed("game", json!("4t9x2m8q6w1k5c7v")), 400, "malformed", Value::Null),
        (changed("setup", json!([])), 400, "malformed", Value::Null),
    ];
    for (number, (question, status, code, params)) in cases.into_iter().enumerate() {
        let refused = stranger.post(PLAY, question.clone()).await.refused(status, code);
        assert!(params.is_null() || refused == params, "{question}: {refused}");
        let id = format!("t-{number}");
        socket.send(json!({"type": "try", "id": id, "line": question})).await;
        let problem = socket.next_where(|frame| frame["type"] == "problem").await;
        assert_eq!(problem["problem"]["code"], code, "{question}");
        assert_eq!(problem["id"], id, "{problem}");
    }
    // The socket goes on.
    assert_eq!(tried(&mut socket, "last", &ko()).await["position"]["illegal"], "ko");
}

async fn answers_come_in_the_order_of_the_questions() {
    let server = Server::start(Database::Sqlite).await;
    let mut socket = Socket::open(&server, &Visitor::stranger(&server)).await;
    for at in 1..=9 {
        let line = json!({"board": {"width": 9, "height": 9}, "rules": "chinese", "move": format!("A{at}")});
        socket.send(json!({"type": "try", "id": format!("t-{at}"), "line": line})).await;
    }
    for at in 1..=9 {
        let answer = socket.next_where(|frame| frame["type"] == "tried").await;
        assert_eq!(answer["id"], format!("t-{at}"));
        assert_eq!(answer["position"]["stones"].as_str().unwrap().find('B'), Some((9 - at) * 9));
    }
}

async fn a_game_is_gone_on_with_and_hears_nothing_of_it(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (member(&server, "Annabel").await, member(&server, "Benedict").await);
    let settings = json!({"board": {"width": 5, "height": 5}, "rules": "chinese"});
    let mut table = Table::between(ann.clone(), ben, settings).await;
    table.moves("C3 pass pass").await;
    table.resumes("black").await.ok();
    let game = ann.snapshot(&table.game).await;
    let moves = game["moves"].as_array().unwrap().iter();
    let moves: Vec<String> = moves
        .map(|made| format!("{}:{}", made["color"].as_str().unwrap(), made["at"].as_str().unwrap()))
        .collect();
    let line = json!({"board": {"name": "grid 5x5"}, "rules": "chinese", "moves": moves.join(","),
                      "move": format!("{}:C2", game["to_move"].as_str().unwrap())});
    let answer = ann.post(PLAY, line).await.ok();
    let stones = answer["stones"].as_str().unwrap();
    assert_eq!((stones.matches('.').count(), answer.get("illegal")), (23, None), "{answer}");
    let after = ann.snapshot(&table.game).await;
    assert_eq!(
        (&after["seq"], &after["stones"], &after["moves"]),
        (&game["seq"], &game["stones"], &game["moves"])
    );
}
