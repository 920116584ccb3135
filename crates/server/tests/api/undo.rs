//! Taking moves back, by agreement, over two sockets.

use serde_json::{Value, json};

use crate::server::{Database, Server, on_both_databases, on_sqlite_and_long_on_postgres};
use crate::socket::Socket;
use crate::table::Table;

on_both_databases! {
    moves_are_taken_back_when_the_opponent_agrees
}

on_sqlite_and_long_on_postgres! {
    a_request_is_turned_down_or_withdrawn
    a_request_ends_with_the_position
    time_that_was_used_does_not_come_back
    a_player_asks_a_hundred_times
}

/// A game with both players at their sockets.
struct Sockets {
    game: String,
    black: Socket,
    white: Socket,
    seq: u64,
    /// The state after the last event.
    state: Value,
}

impl Sockets {
    async fn at(server: &Server, table: &Table) -> Self {
        let mut black = Socket::open(server, &table.black).await;
        let mut white = Socket::open(server, &table.white).await;
        black.subscribe(&table.game).await;
        white.subscribe(&table.game).await;
        Self { game: table.game.clone(), black, white, seq: table.seq, state: table.state.clone() }
    }

    /// The event that both players hear after an action of one of them.
    async fn hear(&mut self, color: &str, mut command: Value) -> Value {
        let seq = self.seq + 1;
        command["id"] = json!(format!("c-{seq}"));
        let socket = if color == "black" { &mut self.black } else { &mut self.white };
        assert_eq!(socket.accepted(&self.game, command).await, seq);
        let (one, other) = (self.black.event(&self.game, seq).await, self.white.event(&self.game, seq).await);
        assert_eq!((&one["type"], &one["state"]), (&other["type"], &other["state"]));
        self.seq = seq;
        self.state = one["state"].clone();
        one
    }

    async fn refused(&mut self, color: &str, mut command: Value) -> Value {
        command["id"] = json!("refused");
        let socket = if color == "black" { &mut self.black } else { &mut self.white };
        socket.command(&self.game, command).await["problem"]["code"].take()
    }

    async fn plays(&mut self, moves: &str) {
        for at in moves.split(' ') {
            let color = self.state["to_move"].as_str().unwrap().to_owned();
            self.hear(&color, json!({"type": "play", "turn": self.state["turn"], "at": at})).await;
        }
    }

    async fn asks(&mut self, color: &str) -> Value {
        self.hear(color, json!({"type": "undo", "turn": self.state["turn"]})).await
    }

    async fn answers(&mut self, color: &str, answer: &str, request: u64) -> Value {
        self.hear(color, json!({"type": answer, "request": request})).await
    }
}

async fn moves_are_taken_back_when_the_opponent_agrees(database: Database) {
    let mut server = Server::start(database).await;
    let mut table = Table::new(&server, json!({"board": {"width": 5, "height": 5}})).await;
    table.moves("A1 B1 E5 A2").await;
    let mut sockets = Sockets::at(&server, &table).await;
    // Black asks after White's answer, so both go: with E5 the stone that A2 took comes back.
    assert_eq!(table.snapshot().await["prisoners"], json!({"black": 0, "white": 1}));
    let asked = sockets.asks("black").await;
    assert_eq!(
        (&asked["type"], &asked["color"], &asked["moves"]),
        (&json!("undo_requested"), &json!("black"), &json!(2))
    );
    assert_eq!(sockets.state["undo"], json!({"request": 6, "color": "black", "moves": 2}));
    assert_eq!((&sockets.state["turn"], &sockets.state["to_move"]), (&json!(4), &json!("black")));
    assert_eq!(table.snapshot().await["undo"], sockets.state["undo"]);

    assert_eq!(
        sockets.refused("black", json!({"type": "undo_accept", "request": 6})).await,
        "only_the_opponent"
    );
    assert_eq!(sockets.refused("white", json!({"type": "undo", "turn": 4})).await, "already_asked");
    assert_eq!(
        sockets.refused("white", json!({"type": "undo_accept", "request": 5})).await,
        "no_such_request"
    );
    let back = sockets.answers("white", "undo_accept", 6).await;
    assert_eq!((&back["color"], &back["request"], &back["moves"]), (&json!("white"), &json!(6), &json!(2)));
    assert_eq!(back["stones"], format!("{}BW...", ".".repeat(20)));
    // The turn goes on, so that a move meant for the old position is refused.
    assert_eq!((&sockets.state["turn"], &sockets.state["to_move"]), (&json!(5), &json!("black")));
    assert_eq!(
        (&sockets.state["undo"], &sockets.state["prisoners"]),
        (&Value::Null, &json!({"black": 0, "white": 0}))
    );
    assert_eq!(sockets.refused("black", json!({"type": "play", "turn": 4, "at": "C3"})).await, "stale_turn");
    let snapshot = table.snapshot().await;
    assert_eq!(snapshot["stones"], back["stones"]);
    assert_eq!(snapshot["moves"].as_array().unwrap().len(), 2);

    // The own last move goes back alone before it is answered, and a move that was taken back may be played again.
    sockets.plays("E5").await;
    assert_eq!(sockets.asks("black").await["moves"], 2);
    sockets.answers("white", "undo_accept", 9).await;
    sockets.plays("E5 A2").await;
    assert_eq!(
        sockets.refused("white", json!({"type": "undo_accept", "request": 9})).await,
        "no_such_request"
    );

    // The log has it all, and adds up to the same position after a restart, in which the time without a server is given back.
    let before = (table.snapshot().await["stones"].take(), table.white.events(&table.game).await);
    server.kill().await;
    server.start_again().await;
    let stones = table.snapshot().await["stones"].take();
    let mut log = table.white.events(&table.game).await;
    assert_eq!(log.pop().unwrap()["type"], "credited");
    assert_eq!((stones, log), before);
    let types: Vec<&Value> = before.1.iter().map(|event| &event["type"]).collect();
    let expected = [
        "joined",
        "played",
        "played",
        "played",
        "played",
        "undo_requested",
        "undo_accepted",
        "played",
        "undo_requested",
        "undo_accepted",
        "played",
        "played",
    ];
    assert_eq!(types, expected);
    // The record has the moves that stood in the end.
    let record = table.black.get(&format!("/games/{}/sgf", table.game)).await;
    assert!(record.text().ends_with("\n;B[ae]\n;W[be]\n;B[ea]\n;W[ad])\n"), "{}", record.text());
}

async fn a_request_is_turned_down_or_withdrawn(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({})).await;
    table.moves("Q16 D4").await;
    let mut sockets = Sockets::at(&server, &table).await;
    let before = table.snapshot().await;
    for (asks, answers) in [("black", "white"), ("white", "white")] {
        let request = sockets.asks(asks).await["seq"].as_u64().unwrap();
        let refused = sockets.answers(answers, "undo_reject", request).await;
        assert_eq!(
            (&refused["type"], &refused["color"], &refused["request"]),
            (&json!("undo_rejected"), &json!(answers), &json!(request))
        );
        assert_eq!(sockets.state["undo"], Value::Null);
        // Once in a position is enough, whichever player said no.
        let again = json!({"type": "undo", "turn": sockets.state["turn"]});
        assert_eq!(sockets.refused(asks, again).await, "already_asked");
    }
    let after = table.snapshot().await;
    for field in ["turn", "to_move", "stones", "moves", "undo"] {
        assert_eq!(after[field], before[field]);
    }
    // In the next position one may ask again.
    sockets.plays("Q4").await;
    sockets.asks("black").await;
}

async fn a_request_ends_with_the_position(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({"board": {"width": 3, "height": 3}})).await;
    assert_eq!(
        table.does("white", json!({"type": "undo", "turn": 0})).await.refused(422, "nothing_to_undo"),
        json!({})
    );
    table.moves("B2").await;
    let mut sockets = Sockets::at(&server, &table).await;
    let request = sockets.asks("black").await["seq"].as_u64().unwrap();
    sockets.plays("A1").await;
    assert_eq!(sockets.state["undo"], Value::Null);
    for (color, answer) in [("white", "undo_accept"), ("white", "undo_reject"), ("black", "undo_reject")] {
        let late = json!({"type": answer, "request": request});
        assert_eq!(sockets.refused(color, late).await, "no_such_request");
    }
    // So it does with the end of play, and of the game.
    for turn in 2..4 {
        let color = sockets.state["to_move"].as_str().unwrap().to_owned();
        if turn == 3 {
            sockets.asks("black").await;
        }
        sockets.hear(&color, json!({"type": "pass", "turn": turn})).await;
    }
    assert_eq!((&sockets.state["phase"], &sockets.state["undo"]), (&json!("scoring"), &Value::Null));
    // A resumption can't be taken back.
    sockets.hear("white", json!({"type": "resume", "version": 1})).await;
    let turn = sockets.state["turn"].clone();
    for color in ["black", "white"] {
        assert_eq!(sockets.refused(color, json!({"type": "undo", "turn": turn})).await, "nothing_to_undo");
    }
}

async fn time_that_was_used_does_not_come_back(database: Database) {
    let server = Server::start(database).await;
    let clock = json!({"system": "fischer", "main": 600_000, "increment": 1_000});
    let mut table = Table::new(&server, json!({"clock": clock})).await;
    table.moves("Q16 D4 Q4 D16").await;
    let mut sockets = Sockets::at(&server, &table).await;
    let before = sockets.state["clock"].clone();
    sockets.asks("black").await;
    sockets.answers("white", "undo_accept", 6).await;
    let after = &sockets.state["clock"];
    // It is Black's turn as before, and Black's time has gone on.
    assert_eq!((&before["running"], &after["running"]), (&json!("black"), &json!("black")));
    let [earlier, later] = [&before, after].map(|clock| clock["at"].as_i64().unwrap());
    let [had, has] = [&before, after].map(|clock| clock["black"]["main"].as_i64().unwrap());
    assert_eq!(had - has, later - earlier);
    // White's clock keeps the increments of moves that were taken back.
    assert_eq!(after["white"], before["white"]);
}

async fn a_player_asks_a_hundred_times(database: Database) {
    let server = Server::start(database).await;
    let table = Table::new(&server, json!({"board": {"width": 9, "height": 9}})).await;
    let mut sockets = Sockets::at(&server, &table).await;
    for _ in 0..100 {
        sockets.plays("E5").await;
        let request = sockets.asks("black").await["seq"].as_u64().unwrap();
        sockets.answers("white", "undo_accept", request).await;
    }
    sockets.plays("E5 C3").await;
    let ask = json!({"type": "undo", "turn": sockets.state["turn"]});
    assert_eq!(sockets.refused("black", ask).await, "no_undos_left");
    sockets.asks("white").await;
}
