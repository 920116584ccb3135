//! The secrets that a search keeps.

use std::time::Duration;

use serde_json::json;

use super::{games, indexed, resigned, search};
use crate::by_hand::ServerByHand;
use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases};
use crate::table::Table;

on_both_databases! {
    games_are_found_when_they_have_ended
    private_games_are_never_found
    delayed_games_are_found_when_spectators_have_seen_their_end
    a_rematch_that_ends_before_it_is_shown_is_found_later
}

const DELAY: u64 = 4_000;
/// How often the server looks for games to index.
const LOOK: Duration = Duration::from_secs(1);

fn nine() -> serde_json::Value {
    json!({"board": {"width": 9, "height": 9}})
}

async fn games_are_found_when_they_have_ended(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, nine()).await;
    table.moves("C3 G7").await;
    let other = resigned(&table.black, &table.white, nine(), "C3").await;
    // Called off before it began: it has reached nothing, not even the empty board.
    let open = table.black.new_game(nine()).await;
    table.black.command(open["id"].as_str().unwrap(), json!({"type": "abort", "id": "a"})).await.ok();
    indexed(&table.black, "9x9", 81, 1).await;
    let query = format!("game={}&move=1", table.game);
    let found = games(&search(&table.black, &query).await);
    assert_eq!(found, std::slice::from_ref(&other));
    table.does("white", json!({"type": "resign"})).await.ok();
    indexed(&table.black, "9x9", 81, 2).await;
    assert_eq!(games(&search(&table.black, &query).await), [table.game, other]);
}

async fn private_games_are_never_found(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let private = json!({"board": {"width": 9, "height": 9}, "private": true});
    let hidden = resigned(&ann, &ben, private, "C3 G7").await;
    let kept = json!({"board": {"width": 9, "height": 9}, "opponent": ben.id});
    let offered = resigned(&ann, &ben, kept, "C3 G7").await;
    indexed(&ann, "9x9", 81, 1).await;
    for visitor in [&ann, &Visitor::stranger(&server)] {
        // A reader who knows the game may ask for its position, and finds others.
        for number in 0..=2 {
            let answer = search(visitor, &format!("game={hidden}&move={number}")).await;
            assert_eq!((games(&answer), &answer["games_total"]), (vec![offered.clone()], &json!(1)));
            assert_eq!(answer["continuations"][0]["games"], 1);
        }
    }
    let answer = Visitor::stranger(&server).get(&format!("/positions?game={hidden}")).await;
    assert_eq!(answer.header("cache-control"), "private, no-cache");
}

/// A delayed game that has ended, and of which spectators know nothing.
async fn delayed_game(server: &Server) -> Table {
    let delayed = json!({"board": {"width": 9, "height": 9}, "delay": DELAY});
    let mut table = Table::new(server, delayed).await;
    table.moves("C3 G7").await;
    table.does("white", json!({"type": "resign"})).await.ok();
    table
}

async fn delayed_games_are_found_when_spectators_have_seen_their_end(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let server = &by_hand.server;
    let table = delayed_game(server).await;
    let stranger = Visitor::stranger(server);
    let game = table.game.clone();
    let position = async |visitor: &Visitor, number: usize| {
        visitor.get(&format!("/positions?game={game}&move={number}")).await
    };
    // Another game is indexed meanwhile.
    resigned(&table.black, &table.white, nine(), "C3").await;
    by_hand.pass(LOOK).await;
    indexed(&stranger, "9x9", 81, 1).await;
    // Until the last moment before the delay is over.
    for wait in [0, DELAY - 1_001] {
        by_hand.pass(Duration::from_millis(wait)).await;
        // Spectators don't know yet that there was a move; the players do, and find no more than others.
        position(&stranger, 1).await.refused(400, "malformed");
        assert_eq!(position(&table.black, 1).await.ok()["games_total"], 1);
        assert_eq!(
            search(&stranger, &format!("board=9x9&stones={}&to_move=black", ".".repeat(81))).await["games_total"],
            1
        );
    }
    by_hand.pass(LOOK).await;
    indexed(&stranger, "9x9", 81, 2).await;
    assert!(games(&position(&stranger, 1).await.ok()).contains(&game));
}

async fn a_rematch_that_ends_before_it_is_shown_is_found_later(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let server = &by_hand.server;
    let table = delayed_game(server).await;
    let offer = async |visitor: &Visitor| {
        visitor.post(&format!("/games/{}/rematch", table.game), json!({})).await.ok()
    };
    let offered = offer(&table.black).await;
    offer(&table.white).await;
    let rematch = offered["id"].as_str().unwrap().to_owned();
    // The players have changed their colours.
    let first = json!({"type": "play", "id": "first", "turn": 0, "at": "C3"});
    table.white.command(&rematch, first).await.ok();
    table.black.command(&rematch, json!({"type": "resign", "id": "last"})).await.ok();
    let stranger = Visitor::stranger(server);
    by_hand.pass(Duration::from_millis(DELAY) + LOOK).await;
    indexed(&stranger, "9x9", 81, 2).await;
    assert!(games(&search(&stranger, &format!("game={rematch}&move=1")).await).contains(&rematch));
}
