//! Limits of clients at several servers of one Postgres.

use futures_util::future::join_all;
use serde_json::json;
use tengen_testbed::until;
use tokio_tungstenite::tungstenite::{self, http::StatusCode};

use crate::metrics::{figures, value};
use crate::rest::Visitor;
use crate::server::{Data, Database, Server, once};
use crate::socket::{self, Socket};
use crate::table::Table;

once! {
    three_servers_keep_open_at_most_twice_what_one_does
    three_servers_carry_out_at_most_twice_what_one_does
}

/// Servers of one database that know of each other.
async fn servers(limits: &[&str]) -> [Server; 3] {
    // They make its tables together.
    let data = Data::empty(Database::Postgres).await;
    let options = [&["--limit-loopback", "--metrics-listen", "127.0.0.1:0"], limits].concat();
    let anywhere = "127.0.0.1:0".parse().unwrap();
    let servers = [0; 3].map(|_| Server::on(data.clone(), anywhere, &options));
    let servers: [Server; 3] = join_all(servers).await.try_into().unwrap();
    for server in &servers {
        know_of(server, 3).await;
    }
    servers
}

/// Waits until a server knows that there are so many.
async fn know_of(server: &Server, servers: u32) {
    until(async || (value(&figures(server).await, "tengen_servers") - f64::from(servers)).abs() < 0.5).await;
}

/// Opens sockets until another one is refused, and a hundred at most.
async fn open_all(server: &Server, open: &mut Vec<Socket>) {
    for _ in 0..100 {
        match Socket::connect(socket::url(server)).await {
            Ok(socket) => open.push(socket),
            Err(tungstenite::Error::Http(answer)) => {
                return assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS);
            }
            Err(error) => panic!("{error}"),
        }
    }
}

async fn three_servers_keep_open_at_most_twice_what_one_does() {
    let [first, second, mut third] = servers(&["--connections-per-address", "9"]).await;
    let mut open = [Vec::new(), Vec::new(), Vec::new()];
    for (server, open) in [&first, &second, &third].into_iter().zip(&mut open) {
        open_all(server, open).await;
        assert_eq!(open.len(), 6);
    }
    // Where there are fewer servers each allows more; what is open stays.
    third.stop().await;
    know_of(&first, 2).await;
    let [at_first, ..] = &mut open;
    until(async || {
        open_all(&first, at_first).await;
        at_first.len() >= 9
    })
    .await;
    assert_eq!(at_first.len(), 9);
    let _third = Server::on(first.data().clone(), "127.0.0.1:0".parse().unwrap(), &[]).await;
    know_of(&first, 3).await;
    for socket in at_first {
        socket.send(json!({"type": "subscribe_lobby"})).await;
        socket.next_of("lobby").await;
    }
}

async fn three_servers_carry_out_at_most_twice_what_one_does() {
    let servers = servers(&["--commands-per-hour", "12"]).await;
    let table = Table::new(&servers[0], json!({})).await;
    let mut carried_out = 0;
    for (number, server) in servers.iter().enumerate() {
        let black = table.black.at(server);
        for attempt in 0..100 {
            let id = format!("m{number}-{attempt}");
            // It comes too late, and counts.
            let late = json!({"type": "pass", "id": id, "turn": 300});
            let answer = black.command(&table.game, late).await;
            if answer.status == 429 {
                break;
            }
            answer.refused(409, "stale_turn");
            carried_out += 1;
        }
    }
    assert_eq!(carried_out, 24);
    // Whoever is refused may look all the same.
    Visitor::stranger(&servers[2]).get(&format!("/games/{}", table.game)).await.ok();
}
