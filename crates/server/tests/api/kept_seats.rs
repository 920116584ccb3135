//! A game that is offered to one player.

use serde_json::{Value, json};

use crate::rest::{Visitor, the_game};
use crate::server::{Database, Server, on_both_databases};
use crate::socket::Socket;

on_both_databases! {
    only_the_invited_player_may_join
    the_invited_player_may_decline
    an_offer_is_listed_to_whom_it_was_made
}

async fn three(server: &Server) -> [Visitor; 3] {
    [
        Visitor::guest(server, "Ann").await,
        Visitor::guest(server, "Ben").await,
        Visitor::guest(server, "Carl").await,
    ]
}

fn id(game: &Value) -> &str {
    game["id"].as_str().unwrap()
}

async fn only_the_invited_player_may_join(database: Database) {
    let mut server = Server::start(database).await;
    let [ann, ben, carl] = three(&server).await;
    let made = ann.new_game(json!({"opponent": ben.id, "color": "white"})).await;
    assert_eq!((&made["settings"]["opponent"], &made["opponent"]), (&json!(ben.id), &ben.card()));
    let game = id(&made);
    carl.join(game).await.refused(403, "not_invited");
    ann.join(game).await.refused(409, "own_game");
    carl.command(game, json!({"type": "abort", "id": "x"})).await.refused(403, "not_a_player");
    assert_eq!(carl.snapshot(game).await, made);

    // The seat is kept over a restart, too; an open game has nothing to be given back.
    server.kill().await;
    server.start_again().await;
    assert_eq!(ben.snapshot(game).await, made);
    carl.join(game).await.refused(403, "not_invited");
    let begun = the_game(ben.join(game).await.ok());
    assert_eq!(begun["players"], json!({"black": ben.card(), "white": ann.card()}));
    carl.join(game).await.refused(409, "seat_taken");
}

async fn the_invited_player_may_decline(database: Database) {
    let server = Server::start(database).await;
    let [ann, ben, _] = three(&server).await;
    let made = ann.new_game(json!({"opponent": ben.id})).await;
    let mut creator = Socket::open(&server, &ann).await;
    creator.subscribe(id(&made)).await;
    let unknown = json!({"type": "abort", "id": "no", "reason": "because"});
    ben.command(id(&made), unknown).await.refused(400, "malformed");
    let decline = json!({"type": "abort", "id": "no", "reason": "too_many_games"});
    let event = ben.command(id(&made), decline).await.ok()["event"].take();
    assert_eq!(
        (&event["type"], &event["color"], &event["actor"], &event["reason"]),
        (&json!("aborted"), &Value::Null, &json!(ben.id), &json!("too_many_games"))
    );
    let told = creator.event(id(&made), 1).await;
    assert_eq!((&told["actor"], &told["state"]["result"]["text"]), (&json!(ben.id), &json!("Void")));
    assert_eq!(told["reason"], "too_many_games");
    ben.join(id(&made)).await.refused(409, "wrong_phase");

    // The creator of the game may take it back.
    let made = ann.new_game(json!({"opponent": ben.id})).await;
    ann.command(id(&made), json!({"type": "abort", "id": "back"})).await.ok();
    ben.join(id(&made)).await.refused(409, "wrong_phase");
}

async fn an_offer_is_listed_to_whom_it_was_made(database: Database) {
    let server = Server::start(database).await;
    let [ann, ben, carl] = three(&server).await;
    let made = ann.new_game(json!({"opponent": ben.id})).await;
    let hidden = ann.new_game(json!({"opponent": ben.id, "private": true})).await;
    let listed = async |visitor: &Visitor, of: &Visitor| -> Vec<String> {
        let list = visitor.get(&format!("/players/{}/games?phase=open", of.id)).await.ok();
        list["games"].as_array().unwrap().iter().map(|game| id(game).to_owned()).collect()
    };
    let all = [id(&hidden).to_owned(), id(&made).to_owned()];
    for of in [&ann, &ben] {
        assert_eq!(listed(&ann, of).await, all);
        assert_eq!(listed(&ben, of).await, all);
        // Nobody else could do anything with it.
        assert_eq!(listed(&carl, of).await, [""; 0]);
        assert_eq!(listed(&Visitor::stranger(&server), of).await, [""; 0]);
    }
    assert_eq!(listed(&carl, &carl).await, [""; 0]);
    // The list says for whom it is.
    let list = ben.get("/games").await.ok();
    assert_eq!(list["games"][0]["settings"]["opponent"], json!(ben.id));

    // A game that was joined is listed once, and to everybody.
    ben.join(id(&made)).await.ok();
    let list = carl.get(&format!("/players/{}/games?phase=playing", ben.id)).await.ok();
    assert_eq!(list["games"][0]["id"], made["id"]);
    let list = ben.get(&format!("/players/{}/games?phase=playing", ben.id)).await.ok();
    assert_eq!(list["games"].as_array().unwrap().len(), 1);
}
