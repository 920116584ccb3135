//! A socket whose command waits for its commit goes on: it reads, measures, stamps and answers as if nothing waited.

use std::time::Duration;

use serde_json::{Value, json};
use tengen_testbed::{pause, until};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::held::{Held, next_sign};
use crate::rest::Visitor;
use crate::server::{Database, Server, once};
use crate::socket::Socket;
use crate::table::Table;

once! {
    a_socket_goes_on_while_a_commit_waits
    commands_in_one_game_keep_their_order_however_many_wait
    a_command_under_way_outlives_its_socket
    a_server_that_stops_answers_what_is_under_way
}

/// How long a commit waits here: much longer than any measured delay of the network, and too short for an outage.
const WAIT: Duration = Duration::from_millis(1_500);
/// The most that is given back for the network with one move.
const LAG_A_MOVE: i64 = 1_000;

/// Two games of the same players, in both of which Black is to make the third move.
async fn two_games(server: &Server) -> [Table; 2] {
    let timed = json!({"clock": {"system": "absolute", "main": 600_000}});
    let mut one = Table::new(server, timed.clone()).await;
    let mut other = Table::between(one.black.clone(), one.white.clone(), timed).await;
    one.moves("Q16 D4").await;
    other.moves("Q16 D4").await;
    next_sign(server.data()).await;
    [one, other]
}

fn play(id: &str, at: &str) -> Value {
    json!({"type": "play", "id": id, "turn": 2, "at": at})
}

async fn ask(socket: &mut Socket, game: &str, command: Value) {
    socket.send(json!({"type": "command", "game": game, "command": command})).await;
}

async fn a_socket_goes_on_while_a_commit_waits() {
    let server = Server::start(Database::Postgres).await;
    let [waits, goes_on] = two_games(&server).await;
    let mut held = Held::take(&waits, server.data()).await;
    let mut socket = Socket::open(&server, &waits.black).await;
    for table in [&waits, &goes_on] {
        socket.send(json!({"type": "subscribe", "game": table.game})).await;
    }
    // The server's first ping is under way. It is answered as soon as something is read here.
    ask(&mut socket, &waits.game, play("patient", "Q4")).await;
    socket.send_raw(Message::Ping("there?".into())).await;
    assert_eq!(socket.pong().await, b"there?");
    held.is_met().await;
    ask(&mut socket, &waits.game, json!({"type": "pause", "id": "later"})).await;
    assert_eq!(socket.accepted(&goes_on.game, play("quick", "Q4")).await, 4);
    let quick = socket.event(&goes_on.game, 4).await;
    assert_eq!(quick["command"], "quick");
    // The others were sent before it.
    let read_by = quick["at"].as_i64().unwrap();
    pause(WAIT, "a commit waits for longer than any delay of the network").await;
    held.release().await;
    for (id, seq) in [("patient", 4), ("later", 5)] {
        let ack = socket.next_where(|frame| frame["type"] != "snapshot").await;
        assert_eq!(ack, json!({"type": "ack", "game": waits.game, "id": id, "seq": seq}));
        let event = socket.event(&waits.game, seq).await;
        let at = event["at"].as_i64().unwrap();
        assert!(at <= read_by, "{event} came before {read_by}");
    }
    // The server tells its estimate of Black's lag with Black's next move.
    let white = json!({"type": "play", "id": "white", "turn": 3, "at": "D16"});
    goes_on.white.command(&goes_on.game, white).await.ok();
    socket.event(&goes_on.game, 5).await;
    let seq =
        socket.accepted(&goes_on.game, json!({"type": "play", "id": "next", "turn": 4, "at": "R14"})).await;
    let lag = socket.event(&goes_on.game, seq).await["lag"].as_i64().unwrap();
    assert!(lag < LAG_A_MOVE, "{lag} ms");
}

async fn commands_in_one_game_keep_their_order_however_many_wait() {
    let server = Server::start(Database::Postgres).await;
    let [waits, other] = two_games(&server).await;
    let mut held = Held::take(&waits, server.data()).await;
    let mut socket = Socket::open(&server, &waits.black).await;
    ask(&mut socket, &waits.game, play("c0", "Q4")).await;
    held.is_met().await;
    for number in 1..60 {
        // After the first move none of these is of any use.
        ask(&mut socket, &waits.game, play(&format!("c{number}"), "Q4")).await;
    }
    ask(&mut socket, &other.game, play("other", "Q4")).await;
    // All of them have been read by then.
    socket.send_raw(Message::Ping("there?".into())).await;
    assert_eq!(socket.pong().await, b"there?");
    held.release().await;
    let mut answers = Vec::new();
    for _ in 0..61 {
        answers.push(socket.next().await);
    }
    let of = |game: &str| answers.iter().filter(move |answer| answer["game"] == game).collect::<Vec<_>>();
    assert_eq!(of(&other.game)[0]["seq"], 4);
    for (number, answer) in of(&waits.game).iter().enumerate() {
        assert_eq!(answer["id"], format!("c{number}"));
        let code = if number == 0 { &Value::Null } else { &json!("stale_turn") };
        assert_eq!(&answer["problem"]["code"], code);
    }
}

async fn a_command_under_way_outlives_its_socket() {
    let server = Server::start(Database::Postgres).await;
    let [waits, _] = two_games(&server).await;
    let mut held = Held::take(&waits, server.data()).await;
    let mut socket = Socket::open(&server, &waits.black).await;
    ask(&mut socket, &waits.game, play("patient", "Q4")).await;
    ask(&mut socket, &waits.game, json!({"type": "pause", "id": "later"})).await;
    // Both have been read by then: bytes that nobody has read may go with their connection.
    socket.send_raw(Message::Ping("there?".into())).await;
    assert_eq!(socket.pong().await, b"there?");
    held.is_met().await;
    drop(socket);
    held.release().await;
    let stranger = Visitor::stranger(&server);
    until(async || stranger.events(&waits.game).await.len() >= 5).await;
}

async fn a_server_that_stops_answers_what_is_under_way() {
    let mut server = Server::start(Database::Postgres).await;
    let [waits, _] = two_games(&server).await;
    let mut held = Held::take(&waits, server.data()).await;
    let mut socket = Socket::open(&server, &waits.black).await;
    ask(&mut socket, &waits.game, play("patient", "Q4")).await;
    held.is_met().await;
    let address = server.address();
    let (status, ()) = tokio::join!(server.stop(), async {
        // A server that stops lets nobody in.
        until(async || TcpStream::connect(address).await.is_err()).await;
        held.release().await;
    });
    assert!(status.success());
    assert_eq!(socket.next_of("ack").await["id"], "patient");
    assert_eq!(socket.ended().await.0, Some(1001));
}
