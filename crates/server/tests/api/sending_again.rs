//! Commands that arrive twice, and two that want the same turn.

use serde_json::json;

use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases};
use crate::socket::Socket;
use crate::table::Table;

on_both_databases! {
    the_same_command_again_answers_the_first_result
    an_id_serves_one_command
    ids_are_each_players_own_in_each_game
    copies_sent_at_once_lead_to_one_event
    of_two_devices_one_wins_the_turn
}

async fn the_same_command_again_answers_the_first_result(database: Database) {
    let mut server = Server::start(database).await;
    let mut table = Table::new(&server, json!({})).await;
    let game = table.game.clone();
    let play = json!({"type": "play", "id": "once", "turn": 0, "at": "Q16"});
    let first = table.does("black", play.clone()).await.ok();
    table.moves("D4").await;
    let before = table.snapshot().await;

    assert_eq!(table.black.command(&game, play.clone()).await.ok(), first);
    let mut socket = Socket::open(&server, &table.black).await;
    assert_eq!(socket.accepted(&game, play.clone()).await, 2);
    // The same command may be written differently.
    let lower = json!({"at": "q16", "turn": 0, "type": "play", "id": "once"});
    assert_eq!(table.black.command(&game, lower).await.ok(), first);
    assert_eq!(table.snapshot().await, before);

    assert!(server.stop().await.success());
    server.start_again().await;
    // The time without a server is given back, by an event of its own.
    let before = table.snapshot().await;
    table.seq += 1;
    assert_eq!(before["seq"], table.seq);
    assert_eq!(table.black.command(&game, play.clone()).await.ok(), first);
    let mut socket = Socket::open(&server, &table.black).await;
    assert_eq!(socket.accepted(&game, play.clone()).await, 2);
    assert_eq!(table.snapshot().await, before);

    // Also when the game is over.
    table.does("white", json!({"type": "resign", "id": "enough"})).await.ok();
    assert_eq!(table.black.command(&game, play).await.ok(), first);
    assert_eq!(
        table.white.command(&game, json!({"type": "resign", "id": "enough"})).await.ok()["event"]["seq"],
        5
    );
    assert_eq!(table.black.events(&game).await.len(), 5);
}

async fn an_id_serves_one_command(database: Database) {
    let mut server = Server::start(database).await;
    let mut table = Table::new(&server, json!({})).await;
    let game = table.game.clone();
    table.does("black", json!({"type": "play", "id": "once", "turn": 0, "at": "Q16"})).await.ok();
    table.does("white", json!({"type": "play", "id": "free", "turn": 1, "at": "D4"})).await.ok();
    for round in 0..2 {
        let before = table.snapshot().await;
        let mut socket = Socket::open(&server, &table.black).await;
        for other in [
            json!({"type": "play", "id": "once", "turn": 0, "at": "Q17"}),
            json!({"type": "play", "id": "once", "turn": 1, "at": "Q16"}),
            json!({"type": "pass", "id": "once", "turn": 0}),
            json!({"type": "resign", "id": "once"}),
        ] {
            table.black.command(&game, other.clone()).await.refused(422, "command_id_reused");
            assert_eq!(socket.command(&game, other).await["problem"]["code"], "command_id_reused");
        }
        assert_eq!(table.snapshot().await, before);
        if round == 0 {
            server.kill().await;
            server.start_again().await;
            table.seq = table.snapshot().await["seq"].as_u64().unwrap();
        }
    }
    // Only accepted ids are remembered.
    table
        .does("black", json!({"type": "play", "id": "free", "turn": 2, "at": "Q16"}))
        .await
        .refused(422, "illegal_move");
    table.does("black", json!({"type": "play", "id": "free", "turn": 2, "at": "Q17"})).await.ok();
}

async fn ids_are_each_players_own_in_each_game(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({})).await;
    let mut other = Table::between(table.white.clone(), table.black.clone(), json!({})).await;
    table.does("black", json!({"type": "play", "id": "a", "turn": 0, "at": "Q16"})).await.ok();
    table.does("white", json!({"type": "play", "id": "a", "turn": 1, "at": "D4"})).await.ok();
    other.does("black", json!({"type": "pass", "id": "a", "turn": 0})).await.ok();
    let longest = "Z".repeat(64);
    table.does("black", json!({"type": "play", "id": longest, "turn": 2, "at": "C3"})).await.ok();
    assert_eq!(table.seq, 4);
}

async fn copies_sent_at_once_lead_to_one_event(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({})).await;
    for turn in 0..6 {
        let color = table.to_move();
        let command = table.move_command(["Q16", "D4", "D16", "Q4", "K10", "pass"][turn]);
        let player = table.player(&color).clone();
        let copies = (0..8).map(|_| {
            let (player, game, command) = (player.clone(), table.game.clone(), command.clone());
            tokio::spawn(async move { player.command(&game, command).await.ok() })
        });
        let mut answers = Vec::new();
        for copy in copies.collect::<Vec<_>>() {
            answers.push(copy.await.unwrap());
        }
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
        assert_eq!(answers[0]["event"]["seq"], turn + 2);
        table.state = answers[0]["event"]["state"].clone();
    }
    assert_eq!(table.black.events(&table.game).await.len(), 7);
}

async fn of_two_devices_one_wins_the_turn(database: Database) {
    let server = Server::start(database).await;
    let table = Table::new(&server, json!({})).await;
    let game = table.game.clone();
    for (turn, row) in (1..=6).enumerate() {
        let player = if turn % 2 == 0 { &table.black } else { &table.white };
        let mut phone = Socket::open(&server, player).await;
        let command = |device: &str, at: String| json!({"type": "play", "id": format!("{device}-{turn}"), "turn": turn, "at": at});
        let (on_desk, on_phone) = (command("desk", format!("D{row}")), command("phone", format!("P{row}")));
        let (by_desk, by_phone) =
            tokio::join!(player.command(&game, on_desk), phone.command(&game, on_phone));
        if by_desk.status == 200 {
            assert_eq!(by_phone["problem"]["code"], "stale_turn");
            assert_eq!(by_phone["problem"]["params"], json!({"turn": turn + 1}));
        } else {
            assert_eq!(by_desk.refused(409, "stale_turn"), json!({"turn": turn + 1}));
            assert_eq!(by_phone["type"], "ack");
        }
    }
    assert_eq!(Visitor::stranger(&server).events(&game).await.len(), 7);
}
