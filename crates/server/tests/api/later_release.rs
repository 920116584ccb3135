//! Games that servers of a later release have gone on with: a server that can't read them leaves them alone.

use serde_json::json;
use tengen_testbed::until;

use crate::keeping::check_database::checked;
use crate::rest::Visitor;
use crate::server::{Data, Database, Server, on_both_databases, once};
use crate::socket::Socket;
use crate::table::Table;
use crate::tamper::{number, tamper};

on_both_databases! {
    a_game_of_a_later_release_is_left_alone
}

once! {
    a_room_that_meets_an_event_of_a_later_release_closes
}

/// Stores the next event of a game as a later release would.
async fn go_on(table: &Table, data: &Data, v: u32) {
    let (game, seq) = (&table.game, table.seq + 1);
    let body = r#"{"type":"teleported","color":"black","to":"moon"}"#;
    let statement = format!(
        "INSERT INTO events (game_id, seq, v, at, actor, command_id, fingerprint, body)
         SELECT game_id, {seq}, {v}, at, actor, NULL, NULL, '{body}' FROM events
         WHERE game_id = '{game}' AND seq = {}",
        table.seq
    );
    tamper(data, &statement).await;
}

async fn a_game_of_a_later_release_is_left_alone(database: Database) {
    let mut server = Server::start(database).await;
    let hour = json!({"clock": {"system": "simple", "period": 3_600_000}});
    let mut unread = Vec::new();
    for _ in 0..3 {
        let mut table = Table::new(&server, hour.clone()).await;
        table.moves("Q16 D4").await;
        unread.push(table);
    }
    let mut ended = Table::new(&server, json!({"board": {"width": 5, "height": 5}})).await;
    ended.moves("C3 D3").await;
    let mut whole = Table::new(&server, json!({"clock": {"system": "simple", "period": 3_000}})).await;
    whole.moves("Q16 D4").await;
    server.stop().await;
    let data = server.data().clone();
    // An event of another version; one of the same version and of an unknown kind; and a game that another engine has to judge.
    for (table, v) in [(&unread[0], 99), (&unread[1], 4), (&ended, 99)] {
        go_on(table, &data, v).await;
    }
    let engine = r#"settings = replace(settings, '"engine":2', '"engine":99')"#;
    tamper(&data, &format!("UPDATE games SET {engine} WHERE id = '{}'", unread[2].game)).await;
    // Time would have something to do in all of them, and so would the computer and whoever indexes.
    for table in &unread {
        tamper(&data, &format!("UPDATE games SET deadline = 1 WHERE id = '{}'", table.game)).await;
        let job = format!("('turn', '{}', 1, 0)", table.game);
        tamper(&data, &format!("INSERT INTO jobs (kind, key, seq, due) VALUES {job}")).await;
    }
    let job = format!("('index', '{}', 1, 0)", ended.game);
    tamper(&data, &format!("INSERT INTO jobs (kind, key, seq, due) VALUES {job}")).await;
    let before = number(&data, "SELECT count(*) FROM events").await;
    server.start_again().await;

    let stranger = Visitor::stranger(&server);
    for table in &unread {
        let pass = json!({"type": "pass", "id": "p", "turn": 2});
        for _ in 0..2 {
            table.black.command(&table.game, pass.clone()).await.refused(503, "later_release");
        }
        for path in ["", "/events", "/sgf"] {
            let answer = stranger.get(&format!("/games/{}{path}", table.game)).await;
            answer.refused(503, "later_release");
        }
        let mut socket = Socket::open(&server, &table.white).await;
        socket.send(json!({"type": "subscribe", "game": table.game})).await;
        assert_eq!(socket.next_of("problem").await["problem"]["code"], "later_release");
    }
    // Other games and the lists go on, while the deadlines are looked at once a second.
    let ids = async || {
        let list = stranger.get("/games?phase=finished").await.ok();
        list["games"].as_array().unwrap().iter().map(|game| game["id"].clone()).collect::<Vec<_>>()
    };
    until(async || ids().await == [whole.game.as_str()]).await;
    stranger.get("/lobby").await.ok();
    Table::between(whole.black.clone(), whole.white.clone(), json!({})).await.moves("Q16").await;
    // Each is named once, and is not the log's only subject.
    let log = server.log();
    for table in unread.iter().chain([&ended]) {
        let lines: Vec<_> = log.lines().filter(|line| line.contains(&table.game)).collect();
        let is_named =
            lines.len() == 1 && lines[0].contains("of a later release") && lines[0].contains("WARN");
        assert!(is_named, "{lines:#?}");
    }
    server.stop().await;

    let later = unread.iter().map(|table| format!("'{}'", table.game)).collect::<Vec<_>>().join(", ");
    let (is_well, lines) = checked(&data, &[]).await;
    let named = lines.iter().filter(|line| line["problem"] == "later_release");
    let mut named: Vec<_> = named.map(|line| line["game"].as_str().unwrap().to_owned()).collect();
    let mut expected: Vec<_> = unread.iter().chain([&ended]).map(|table| table.game.clone()).collect();
    named.sort();
    expected.sort();
    assert_eq!((is_well, named), (false, expected));
    let numbers = lines.last().unwrap();
    assert_eq!((&numbers["later_release"], &numbers["unreadable"]), (&json!(4), &json!(0)));
    // Nothing was written, and nothing was done that is another's to do.
    let of_them = format!("SELECT count(*) FROM events WHERE game_id IN ({later}, '{}')", ended.game);
    assert_eq!(number(&data, &of_them).await, 3 * 3 + 2 + 4);
    assert!(number(&data, "SELECT count(*) FROM events").await > before);
    // The computer's turns wait for a server of that release, which may take them at once.
    let turns =
        format!("SELECT count(*) FROM jobs WHERE key IN ({later}) AND due = 0 AND tries = 0 AND lease = 0");
    assert_eq!(number(&data, &turns).await, 3);
    let indexing = format!("SELECT count(*) FROM jobs WHERE kind = 'index' AND key = '{}'", ended.game);
    assert_eq!(number(&data, &indexing).await, 1);
    // A server that can read it goes on.
    tamper(&data, &format!("DELETE FROM events WHERE v = 99 AND game_id = '{}'", unread[0].game)).await;
    server.start_again().await;
    let play = json!({"type": "play", "id": "again", "turn": 2, "at": "D16"});
    unread[0].black.command(&unread[0].game, play).await.ok();
}

async fn a_room_that_meets_an_event_of_a_later_release_closes() {
    let server = Server::start(Database::Postgres).await;
    let mut table = Table::new(&server, json!({})).await;
    table.moves("Q16").await;
    let mut spectator = Socket::open(&server, &Visitor::stranger(&server)).await;
    spectator.subscribe(&table.game).await;
    go_on(&table, server.data(), 99).await;
    let late = table.does("white", json!({"type": "play", "turn": 1, "at": "D4"})).await;
    late.refused(503, "later_release");
    // Whoever follows the game is told that there is more, and why it can't be told.
    assert_eq!(spectator.next_of("lagged").await["seq"], 2);
    spectator.send(json!({"type": "subscribe", "game": table.game})).await;
    assert_eq!(spectator.next_of("problem").await["problem"]["code"], "later_release");
    tamper(server.data(), "DELETE FROM events WHERE v = 99").await;
    table.moves("D4").await;
    assert_eq!(spectator.subscribe(&table.game).await["seq"], 3);
}
