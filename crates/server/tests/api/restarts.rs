//! Starting, stopping and starting again.

use serde_json::{Value, json};

use crate::rest::Visitor;
use crate::server::{Data, Database, Server, on_both_databases, once};
use crate::socket::{Ended, Socket};
use crate::table::Table;
use crate::tamper::tamper;

on_both_databases! {
    everything_is_there_after_a_restart
    a_server_that_stops_says_goodbye
    a_database_of_a_later_release_is_refused
    a_damaged_game_is_the_servers_own_fault
}

once! {
    two_servers_do_not_share_a_directory
    a_file_that_is_no_database_is_refused
    an_address_of_another_kind_of_database_is_refused
    a_server_whose_log_nobody_reads_works_and_stops
}

/// A server's view of a game, without the parts that change when time without a server is given back.
fn but_for_credit(mut game: Value) -> Value {
    let fields = game.as_object_mut().unwrap();
    for field in ["seq", "updated_at", "waits", "clock_givable_at"] {
        fields.remove(field);
    }
    if let Some(scoring) = fields.get_mut("scoring").and_then(Value::as_object_mut) {
        scoring.remove("deadline");
    }
    game
}

async fn everything_is_there_after_a_restart(database: Database) {
    let mut server = Server::start(database).await;
    let mut playing = Table::new(&server, json!({})).await;
    playing.moves("Q16 D4 pass").await;
    let mut scoring = Table::in_scoring(&server, "japanese").await;
    scoring.proposes("white", json!([])).await.ok();
    let mut finished = Table::new(&server, json!({})).await;
    finished.does("black", json!({"type": "resign"})).await.ok();
    let (ann, ben) = (playing.black.clone(), playing.white.clone());
    let open = ann.new_game(json!({})).await["id"].as_str().unwrap().to_owned();
    let hidden = ann.new_game(json!({"private": true})).await["id"].as_str().unwrap().to_owned();
    let all = [&playing.game, &scoring.game, &finished.game, &open, &hidden];

    let mut before = Vec::new();
    for game in all {
        before.push((but_for_credit(ann.snapshot(game).await), ann.events(game).await));
    }
    let listed = async || {
        let mut list = ann.get("/games").await.ok();
        list["games"].as_array_mut().unwrap().iter_mut().for_each(|game| *game = but_for_credit(game.take()));
        list
    };
    let list = listed().await;
    for ending in ["stop", "kill"] {
        match ending {
            "stop" => assert_eq!(server.stop().await.code(), Some(0)),
            _ => server.kill().await,
        }
        server.start_again().await;
        assert_eq!(ann.get("/me").await.ok()["player"]["id"], ann.id);
        for (game, (snapshot, log)) in all.into_iter().zip(&before) {
            assert_eq!(but_for_credit(ann.snapshot(game).await), *snapshot, "after {ending}");
            let events = ann.events(game).await;
            let (known, new) = events.split_at(log.len());
            assert_eq!(known, log, "after {ending}");
            // The player who was waited for meanwhile has as much longer, and nothing else has happened.
            assert!(
                new.iter().all(|event| event["type"] == "credited" && event["actor"].is_null()),
                "{new:?}"
            );
            assert!(new.is_empty() || [&playing.game, &scoring.game].contains(&game), "{new:?}");
        }
        assert_eq!(listed().await, list);
        // The lobby has the open and the live games again, newest first, and no private one.
        let mut socket = Socket::open(&server, &ben).await;
        socket.send(json!({"type": "subscribe_lobby"})).await;
        let lobby = socket.next_of("lobby").await;
        let shown: Vec<&Value> = lobby["games"].as_array().unwrap().iter().map(|game| &game["id"]).collect();
        assert_eq!(shown, [&json!(open), &json!(scoring.game), &json!(playing.game)]);
    }
    // And it goes on.
    playing.seq = ann.events(&playing.game).await.len() as u64;
    playing.moves("C3").await;
    scoring.seq = ann.events(&scoring.game).await.len() as u64;
    scoring.agree(json!(["A1"])).await;
    ben.join(&open).await.ok();
}

async fn a_server_that_stops_says_goodbye(database: Database) {
    let mut server = Server::start(database).await;
    let table = Table::new(&server, json!({})).await;
    let mut player = Socket::open(&server, &table.black).await;
    player.subscribe(&table.game).await;
    let spectator = Socket::open(&server, &Visitor::stranger(&server)).await;
    let mut stream = table.white.stream(&table.game, "?since=1", "application/x-ndjson").await;
    let (ended, status) = tokio::join!(
        async { (player.ended().await, spectator.ended().await, stream.chunk().await.unwrap()) },
        server.stop()
    );
    assert_eq!(ended, (Ended(Some(1001)), Ended(Some(1001)), None));
    assert_eq!(status.code(), Some(0));
}

async fn a_database_of_a_later_release_is_refused(database: Database) {
    let mut server = Server::start(database).await;
    server.stop().await;
    let row = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)";
    let checksum = if database == Database::Sqlite { "x'00'" } else { "'\\x00'" };
    tamper(server.data(), &format!("{row} VALUES (9999, 'of a later release', true, {checksum}, 0)")).await;
    let is_refused = async |data: &Data, words: &[&str]| {
        let (status, said) = Server::refused_start(data).await;
        assert_eq!(status.code(), Some(1), "{said}");
        assert!(words.iter().all(|word| said.contains(word)) && !said.contains("panicked"), "{said}");
    };
    let can_not = "servers of earlier releases can't use";
    is_refused(server.data(), &["of version 9999", can_not, "a later one"]).await;
    // What a migration does to servers that don't know it is told by its own row.
    let says = "INSERT INTO migrations (number, release, only_adds) VALUES (9999, '9.0.0', FALSE)";
    tamper(server.data(), says).await;
    let version = env!("CARGO_PKG_VERSION");
    is_refused(server.data(), &["of version 9999", can_not, "9.0.0", version]).await;
    tamper(server.data(), "UPDATE migrations SET only_adds = TRUE WHERE number = 9999").await;
    server.start_again().await;
    assert!(server.log().contains("which has only added"), "{}", server.log());
    Table::new(&server, json!({})).await.moves("Q16").await;
    // Where nothing is told there may be anything.
    server.stop().await;
    tamper(server.data(), "DROP TABLE migrations").await;
    is_refused(server.data(), &["of version 9999", can_not]).await;
}

async fn a_damaged_game_is_the_servers_own_fault(database: Database) {
    let mut server = Server::start(database).await;
    let mut table = Table::new(&server, json!({})).await;
    table.moves("Q16").await;
    server.stop().await;
    tamper(server.data(), "UPDATE events SET body = '77' WHERE seq = 2").await;
    server.start_again().await;
    let answer = table.black.get(&format!("/games/{}", table.game)).await;
    assert_eq!(answer.refused(500, "internal"), json!({}));
    // The mistake stays in the log.
    assert!(!answer.text().contains("77"), "{}", answer.text());
    // Other games are as well as before.
    Table::new(&server, json!({})).await.moves("Q16").await;
}

async fn two_servers_do_not_share_a_directory() {
    let server = Server::start(Database::Sqlite).await;
    let (status, said) = Server::refused_start(server.data()).await;
    assert_eq!(status.code(), Some(1), "{said}");
    let expected = format!("{} is in use by another tengen", server.data().directory().display());
    assert!(said.contains(&expected), "{said}");
    assert_eq!(Visitor::stranger(&server).get_page("/readyz").await.status, 200);
}

async fn a_file_that_is_no_database_is_refused() {
    let data = Data::new(Database::Sqlite).await;
    std::fs::write(data.directory().join("tengen.sqlite"), "not a database, ".repeat(1_000)).unwrap();
    let (status, said) = Server::refused_start(&data).await;
    assert_eq!(status.code(), Some(1), "{said}");
    assert!(said.contains("file is not a database") && !said.contains("panicked"), "{said}");
}

async fn an_address_of_another_kind_of_database_is_refused() {
    for (url, reason) in [
        ("mysql://127.0.0.1/tengen", "must begin with postgres://"),
        ("postgres://tengen@127.0.0.1:1/tengen?sslmode=wrong", "can't open the database"),
    ] {
        let data = Data::new(Database::Sqlite).await.with_url(url);
        let (status, said) = Server::refused_start(&data).await;
        assert_eq!(status.code(), Some(1), "{said}");
        assert!(said.contains(reason) && !said.contains("panicked"), "{said}");
    }
}

async fn a_server_whose_log_nobody_reads_works_and_stops() {
    let mut server = Server::start(Database::Sqlite).await;
    let mut table = Table::new(&server, json!({})).await;
    server.stop_reading_log().await;
    table.moves("Q16 D4").await;
    // The last line of the log comes from the task that stops the server.
    assert_eq!(server.stop().await.code(), Some(0));
}
