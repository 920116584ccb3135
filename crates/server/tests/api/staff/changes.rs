//! Changes of what a player may do, while requests are on their way and while another server has not heard yet: they end only what began
//! before them.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::{REASON, act, is_done, run_by};
use crate::by_hand::ServerByHand;
use crate::member::{bot, member};
use crate::rest::Visitor;
use crate::server::{Database, Server, now, on_both_databases, once};
use crate::socket::{Ended, Socket};

on_both_databases! {
    a_body_on_its_way_is_judged_by_what_holds_when_it_arrives
}

once! {
    another_server_hears_later_and_ends_only_what_began_before
}

const POLICY: Ended = Ended(Some(1008));
const DAY: i64 = 86_400_000;
/// Longer than a server needs to hear of a change.
const HEARD: Duration = Duration::from_secs(1);
const PATIENCE: Duration = Duration::from_mins(1);

async fn suspend(staff: &Visitor, player: &Visitor) {
    let until = now() + DAY;
    let wish =
        json!({"act": "suspend", "ground": "stalling", "until": until, "words": "Enough.", "reason": REASON});
    is_done(&act(staff, player, wish).await);
}

async fn lift(staff: &Visitor, player: &Visitor) {
    is_done(&act(staff, player, json!({"act": "lift", "reason": REASON})).await);
}

/// A request whose caller the server has found, and whose body is still to come.
struct Asking {
    connection: BufReader<TcpStream>,
    body: String,
}

impl Asking {
    /// Asks for a new game.
    async fn for_a_game(server: &Server, visitor: &Visitor) -> Self {
        let body = json!({}).to_string();
        let head = format!(
            "POST /api/v1/games HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nExpect: 100-continue\r\n\r\n",
            server.address(),
            visitor.token.as_ref().unwrap(),
            body.len()
        );
        let mut connection = BufReader::new(TcpStream::connect(server.address()).await.unwrap());
        connection.write_all(head.as_bytes()).await.unwrap();
        let mut asking = Self { connection, body };
        // The server asks for the body when it knows the caller.
        assert_eq!(asking.line().await, "HTTP/1.1 100 Continue");
        assert_eq!(asking.line().await, "");
        asking
    }

    async fn line(&mut self) -> String {
        let mut line = String::new();
        timeout(PATIENCE, self.connection.read_line(&mut line)).await.expect("a line comes").unwrap();
        line.trim_end().to_owned()
    }

    /// Sends the body, and answers the status and the code of the problem, if there is one.
    async fn answered(mut self) -> (u16, Value) {
        self.connection.write_all(self.body.as_bytes()).await.unwrap();
        let status = self.line().await.split(' ').nth(1).unwrap().parse().unwrap();
        let mut rest = String::new();
        timeout(PATIENCE, self.connection.read_to_string(&mut rest)).await.expect("an answer comes").unwrap();
        let (_, body) = rest.split_once("\r\n\r\n").unwrap();
        let body: Value = serde_json::from_str(body).unwrap();
        (status, body["code"].clone())
    }
}

async fn a_body_on_its_way_is_judged_by_what_holds_when_it_arrives(database: Database) {
    let (server, ann) = run_by(database).await;
    let carl = member(&server, "Carlotta").await;
    let asking = Asking::for_a_game(&server, &carl).await;
    let longer = Asking::for_a_game(&server, &carl).await;
    suspend(&ann, &carl).await;
    assert_eq!(asking.answered().await, (403, json!("suspended")));
    lift(&ann, &carl).await;
    assert_eq!(longer.answered().await, (201, Value::Null), "the session goes on");
    let asking = Asking::for_a_game(&server, &carl).await;
    assert_eq!(carl.delete("/sessions/current").await.status, 204);
    assert_eq!(asking.answered().await, (401, json!("unauthenticated")));
}

async fn another_server_hears_later_and_ends_only_what_began_before() {
    let (first, ann) = run_by(Database::Postgres).await;
    let carl = member(&first, "Carlotta").await;
    let by_hand = ServerByHand::on(first.data().clone()).await;
    let second = &by_hand.server;
    let there = carl.at(second);
    let program = there.with_token(&["read", "play"]).await;
    let robot = bot(&there, "Robot of Carl").await;
    suspend(&ann, &carl).await;
    by_hand.pass(HEARD).await;
    let before = Socket::open(second, &there).await;
    // The clock of the second server stands still, so it hears of this when it is told to.
    lift(&ann, &carl).await;
    let mut after = Vec::new();
    for visitor in [&there, &program, &robot] {
        after.push((Socket::open(second, visitor).await, Asking::for_a_game(second, visitor).await));
    }
    for _ in 0..3 {
        by_hand.pass(HEARD).await;
    }
    assert_eq!(before.ended().await, POLICY);
    let mut sockets = Vec::new();
    for (mut socket, asking) in after {
        socket.send(json!({"type": "subscribe", "game": "0000000000000000"})).await;
        assert_eq!(socket.next_of("problem").await["problem"]["code"], "no_such_game");
        assert_eq!(asking.answered().await, (201, Value::Null));
        sockets.push(socket);
    }
    // The next change is for all of them.
    suspend(&ann, &carl).await;
    by_hand.pass(HEARD).await;
    for socket in sockets {
        assert_eq!(socket.ended().await, POLICY);
    }
}
