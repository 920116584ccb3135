//! A server of several that leaves: what goes on meanwhile, and who is asked to go when.

use std::time::Duration;

use futures_util::future::select_all;
use serde_json::json;
use tengen_testbed::{Nats, found, until};
use tokio::process::Command;

use crate::by_hand::ServerByHand;
use crate::metrics;
use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases, once};
use crate::socket::{Ended, Socket};
use crate::table::Table;

on_both_databases! {
    sockets_are_asked_to_come_back_one_after_the_other
    a_stop_that_was_asked_for_is_no_error
}

once! {
    whoever_is_asked_to_go_is_not_away
    a_server_whose_sockets_have_gone_stops_early
    a_second_signal_ends_the_drain
    a_drain_is_told_to_those_who_watch_it
}

/// The code of a server that restarts.
const COME_BACK: Ended = Ended(Some(1012));
/// The code of a server that goes away.
const AWAY: Ended = Ended(Some(1001));
/// How many watch in the test of many.
const WATCHERS: usize = 10;

/// Waits until a server says that it drains.
async fn drains(server: &Server) {
    let stranger = Visitor::stranger(server);
    let answer = found(async || {
        let answer = stranger.get_page("/readyz").await;
        (answer.status != 200).then_some(answer)
    });
    assert_eq!(answer.await.refused(503, "draining"), json!({}));
}

/// The sockets that are still open: those that answer.
async fn still_open(sockets: Vec<Socket>) -> Vec<Socket> {
    let mut open = Vec::new();
    for mut socket in sockets {
        let lobby = json!({"type": "subscribe_lobby"}).to_string();
        // One that is closed may refuse to send, or may say how it was closed.
        let _ = socket.try_send(lobby.into()).await;
        let answered = loop {
            match socket.read().await {
                Ok(frame) if frame["type"] == "lobby" => break Ok(()),
                Ok(_) => {}
                Err(ended) => break Err(ended),
            }
        };
        match answered {
            Ok(()) => open.push(socket),
            Err(ended) => assert!([COME_BACK, Ended(None)].contains(&ended), "{ended:?}"),
        }
    }
    open
}

async fn sockets_are_asked_to_come_back_one_after_the_other(database: Database) {
    let mut by_hand = ServerByHand::with_options(database, &["--drain", "10"]).await;
    let mut table = Table::new(&by_hand.server, json!({})).await;
    let mut black = Socket::open(&by_hand.server, &table.black).await;
    black.subscribe(&table.game).await;
    let mut stream = table.white.stream(&table.game, "?since=1", "text/event-stream").await;
    let stranger = Visitor::stranger(&by_hand.server);
    let mut watchers = Vec::new();
    for _ in 0..WATCHERS {
        watchers.push(Socket::open(&by_hand.server, &stranger).await);
    }
    by_hand.ask_to_end();
    drains(&by_hand.server).await;
    assert_eq!(stranger.get_page("/livez").await.status, 200);

    // In the first three seconds all goes on, also for those who come now.
    by_hand.pass(Duration::from_millis(2_900)).await;
    watchers.push(Socket::open(&by_hand.server, &stranger).await);
    watchers = still_open(watchers).await;
    assert_eq!(watchers.len(), WATCHERS + 1);
    let play = table.move_command("D4");
    assert_eq!(black.accepted(&table.game, play).await, 2);
    black.event(&table.game, 2).await;
    assert_eq!(table.white.look(&table.game).await["seq"], 2);

    // In the middle of the next five some have gone, and others are still there.
    by_hand.pass(Duration::from_millis(2_600)).await;
    while watchers.len() > WATCHERS - 2 {
        let reads = watchers.iter_mut().map(|watcher| Box::pin(watcher.read()));
        let (read, place, _) = select_all(reads).await;
        // Lines of the lobby may come before.
        if let Err(ended) = read {
            assert_eq!(ended, COME_BACK);
            watchers.remove(place);
        }
    }
    let open = still_open(watchers).await;
    assert!((2..=WATCHERS - 2).contains(&open.len()), "{} of {WATCHERS} are open", open.len());

    by_hand.pass(Duration::from_millis(2_600)).await;
    assert_eq!(black.ended().await, COME_BACK);
    for watcher in open {
        assert_eq!(watcher.ended().await, COME_BACK);
    }
    while stream.chunk().await.unwrap().is_some() {}
    by_hand.pass(Duration::from_secs(2)).await;
    by_hand.ended().await;
}

async fn whoever_is_asked_to_go_is_not_away() {
    let by_hand = ServerByHand::with_options(Database::Sqlite, &["--drain", "300"]).await;
    let table = Table::new(&by_hand.server, json!({})).await;
    let mut black = Socket::open(&by_hand.server, &table.black).await;
    black.subscribe(&table.game).await;
    // Somebody for whom the server stays.
    let _watcher = Socket::open(&by_hand.server, &Visitor::stranger(&by_hand.server)).await;
    by_hand.ask_to_end();
    drains(&by_hand.server).await;
    // The first socket of a server is the first that goes.
    by_hand.pass(Duration::from_secs(3)).await;
    assert_eq!(black.ended().await, COME_BACK);
    let is_here = async || {
        let presence = table.white.look(&table.game).await["presence"].clone();
        presence["black"]["here"].as_bool().unwrap()
    };
    assert!(is_here().await);
    // Who has not come back by now is away.
    until(async || {
        by_hand.pass(Duration::from_secs(1)).await;
        !is_here().await
    })
    .await;
}

async fn a_server_whose_sockets_have_gone_stops_early() {
    let mut by_hand = ServerByHand::with_options(Database::Sqlite, &["--drain", "300"]).await;
    let stranger = Visitor::stranger(&by_hand.server);
    let _first = Socket::open(&by_hand.server, &stranger).await;
    let second = Socket::open(&by_hand.server, &stranger).await;
    by_hand.ask_to_end();
    drains(&by_hand.server).await;
    by_hand.pass(Duration::from_secs(4)).await;
    // The second one has a long time left, and leaves by itself.
    assert_eq!(still_open(vec![second]).await.len(), 1);
    by_hand.ended().await;
}

async fn a_second_signal_ends_the_drain() {
    let mut server = Server::with_options(Database::Sqlite, &["--drain", "300"]).await;
    let stranger = Visitor::stranger(&server);
    let socket = Socket::open(&server, &stranger).await;
    let id = server.process_id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().await.unwrap().success());
    drains(&server).await;
    let (ended, status) = tokio::join!(socket.ended(), server.stop());
    assert_eq!((ended, status.code()), (AWAY, Some(0)));
}

async fn a_stop_that_was_asked_for_is_no_error(database: Database) {
    // An SQLite file has no other servers.
    let nats = if database == Database::Postgres { Some(Nats::start().await) } else { None };
    let url = nats.as_ref().map(Nats::url);
    let mut options = vec!["--drain", "300"];
    options.extend(url.iter().flat_map(|url| ["--nats-url", url.as_str()]));
    let mut server = Server::with_options(database, &options).await;
    let mut table = Table::new(&server, json!({})).await;
    table.moves("Q16 D4").await;
    let mut black = Socket::open(&server, &table.black).await;
    black.subscribe(&table.game).await;
    let mut stream = table.white.stream(&table.game, "?since=1", "text/event-stream").await;
    if nats.is_some() {
        until(async || server.log().contains("NATS is there")).await;
    }
    let id = server.process_id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().await.unwrap().success());
    drains(&server).await;
    let streamed = async { while stream.chunk().await.unwrap().is_some() {} };
    let (_, (), (status, log)) = tokio::join!(black.ended(), streamed, server.stop_and_tell());
    assert_eq!(status.code(), Some(0), "{log}");
    assert!(log.contains("the server drains") && log.contains("stopped"), "{log}");
    assert!(!log.contains("ERROR"), "{log}");
}

async fn a_drain_is_told_to_those_who_watch_it() {
    let options = ["--drain", "300", "--metrics-listen", "127.0.0.1:0"];
    let server = Server::with_options(Database::Sqlite, &options).await;
    let draining = async || metrics::value(&metrics::figures(&server).await, "tengen_draining");
    assert!(draining().await < 0.5);
    let id = server.process_id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().await.unwrap().success());
    drains(&server).await;
    assert!(draining().await > 0.5);
    assert!(server.log().contains("the server drains"), "{}", server.log());
}
