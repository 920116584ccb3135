//! Joining a game and leaving it early.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::rest::{Visitor, the_game};
use crate::server::{Database, Server, on_both_databases, on_sqlite_and_long_on_postgres};
use crate::table::Table;

on_both_databases! {
    joining_twice_at_once_is_joining_once
}

on_sqlite_and_long_on_postgres! {
    a_game_has_two_seats
    colours_are_as_the_creator_asked
    whoever_resigns_loses
    an_open_game_is_called_off_by_its_creator
    a_game_is_called_off_before_two_moves
}

async fn a_game_has_two_seats(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let carl = Visitor::guest(&server, "Carl").await;
    let made = ann.new_game(json!({"private": true})).await;
    assert_eq!((&made["phase"], &made["seq"], &made["to_move"]), (&json!("open"), &json!(0), &Value::Null));
    assert_eq!(made["players"], json!({"black": null, "white": null}));
    assert_eq!(made["creator"], ann.card());
    let game = made["id"].as_str().unwrap();
    assert_eq!(ann.snapshot(game).await, made);

    ann.join(game).await.refused(409, "own_game");
    Visitor::stranger(&server).join(game).await.refused(401, "unauthenticated");
    assert_eq!(ann.snapshot(game).await, made);

    // Without a body at all.
    let path = format!("/api/v1/games/{game}/join");
    let joined = ben.request(reqwest::Method::POST, &path).send().await.unwrap();
    assert_eq!(joined.status(), 200);
    let begun = the_game(serde_json::from_slice(&joined.bytes().await.unwrap()).unwrap());
    assert_eq!(
        (&begun["phase"], &begun["seq"], &begun["to_move"]),
        (&json!("playing"), &json!(1), &json!("black"))
    );
    let event = ben.events(game).await.remove(0);
    assert_eq!(
        (&event["type"], &event["actor"], &event["command"]),
        (&json!("joined"), &json!(ben.id), &Value::Null)
    );
    assert_eq!(event["players"], begun["players"]);

    // Joining again changes nothing for those who sit there, and somebody else is too late.
    assert_eq!(the_game(ben.join(game).await.ok()), begun);
    assert_eq!(the_game(ann.join(game).await.ok()), begun);
    carl.join(game).await.refused(409, "seat_taken");
    assert_eq!(carl.snapshot(game).await, begun);
}

async fn joining_twice_at_once_is_joining_once(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let carl = Visitor::guest(&server, "Carl").await;
    for _ in 0..5 {
        let game = ann.new_game(json!({})).await["id"].as_str().unwrap().to_owned();
        let clicks = (0..8).map(|click| if click % 2 == 0 { ben.join(&game) } else { carl.join(&game) });
        let answers = join_all(clicks).await;
        // One of the two has the seat, however often both of them ask.
        let seated: Vec<bool> = answers.iter().map(|answer| answer.status == 200).collect();
        assert!(seated == [true, false].repeat(4) || seated == [false, true].repeat(4), "{seated:?}");
        for answer in answers.iter().filter(|answer| answer.status != 200) {
            answer.refused(409, "seat_taken");
        }
        assert_eq!(ann.events(&game).await.len(), 1);
    }
}

async fn colours_are_as_the_creator_asked(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    for (wish, black) in [("black", Some(&ann)), ("white", Some(&ben)), ("random", None)] {
        let game = ann.new_game(json!({"color": wish})).await;
        let begun = ben.join(game["id"].as_str().unwrap()).await.ok();
        assert_eq!(begun["settings"]["color"], wish);
        let players = &begun["players"];
        match black {
            Some(black) => assert_eq!(players["black"], black.card()),
            None => assert!(players["black"] == ann.card() || players["black"] == ben.card()),
        }
        assert_ne!(players["black"], players["white"]);
    }
}

async fn whoever_resigns_loses(database: Database) {
    let server = Server::start(database).await;
    for (loser, winner, text) in [("black", "white", "W+R"), ("white", "black", "B+R")] {
        let mut table = Table::new(&server, json!({})).await;
        // Resigning needs no turn.
        let event = table.does(loser, json!({"type": "resign"})).await.ok()["event"].take();
        assert_eq!((&event["type"], &event["color"]), (&json!("resigned"), &json!(loser)));
        let result = json!({"winner": winner, "by": "resignation", "margin": null, "text": text});
        assert_eq!((&table.state["result"], &table.state["phase"]), (&result, &json!("finished")));
        assert_eq!(table.state["scoring"], Value::Null);
        for command in
            [json!({"type": "resign"}), json!({"type": "abort"}), json!({"type": "pass", "turn": 0})]
        {
            assert_eq!(
                table.does(winner, command).await.refused(409, "wrong_phase"),
                json!({"phase": "finished"})
            );
        }
    }
}

async fn an_open_game_is_called_off_by_its_creator(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let made = ann.new_game(json!({})).await;
    let game = made["id"].as_str().unwrap();
    let abort = json!({"type": "abort", "id": "off"});
    ben.command(game, abort.clone()).await.refused(403, "not_a_player");
    Visitor::stranger(&server).command(game, abort.clone()).await.refused(401, "unauthenticated");
    assert_eq!(ann.snapshot(game).await, made);
    let event = ann.command(game, abort).await.ok()["event"].take();
    assert_eq!((&event["type"], &event["color"]), (&json!("aborted"), &Value::Null));
    let result = json!({"winner": null, "by": "abort", "margin": null, "text": "Void"});
    assert_eq!((&event["state"]["result"], &event["state"]["phase"]), (&result, &json!("finished")));
    assert_eq!(ben.join(game).await.status, 409);
}

async fn a_game_is_called_off_before_two_moves(database: Database) {
    let server = Server::start(database).await;
    for (moves, who) in [("", "black"), ("", "white"), ("C3", "white"), ("pass", "black")] {
        let mut table = Table::new(&server, json!({})).await;
        table.moves(moves).await;
        let event = table.does(who, json!({"type": "abort"})).await.ok()["event"].take();
        assert_eq!((&event["color"], &event["state"]["result"]["text"]), (&json!(who), &json!("Void")));
    }
    let mut table = Table::new(&server, json!({})).await;
    table.moves("C3 D3").await;
    let params = table.does("black", json!({"type": "abort"})).await.refused(409, "too_late_to_abort");
    assert_eq!(params, json!({"moves": 2}));
    assert_eq!(table.snapshot().await["phase"], "playing");
}
