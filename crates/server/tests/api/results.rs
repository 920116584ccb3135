//! How the games of a player ended.

use std::time::Duration;

use reqwest::Method;
use reqwest::header::{ETAG, IF_NONE_MATCH};
use serde_json::{Value, json};
use tengen_testbed::found;

use crate::by_hand::ServerByHand;
use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, on_both_databases};
use crate::table::Table;

on_both_databases! {
    results_are_added_up_by_colour_and_board
    results_tell_no_more_than_everybody_may_find
    results_against_one_opponent
    results_against_nobody
}

/// A game in which Black makes a move, White makes one, and then somebody gives up.
async fn resigned(black: &Visitor, white: &Visitor, mut settings: Value, loser: &str) -> Table {
    if settings["board"].is_null() {
        settings["board"] = json!({"width": 9, "height": 9});
    }
    let mut table = Table::between(black.clone(), white.clone(), settings).await;
    table.moves("C3 G7").await;
    table.does(loser, json!({"type": "resign"})).await.ok();
    table
}

async fn results(visitor: &Visitor, player: &Visitor) -> Value {
    visitor.get(&format!("/players/{}/results", player.id)).await.ok()
}

fn count(board: &str, color: &str, [won, lost, drawn, no_result]: [u32; 4]) -> Value {
    json!({"board": board, "color": color, "won": won, "lost": lost, "drawn": drawn, "no_result": no_result})
}

async fn results_are_added_up_by_colour_and_board(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let stranger = Visitor::stranger(&server);
    assert_eq!(results(&stranger, &ann).await, json!({"results": [], "complete": true}));
    resigned(&ann, &ben, json!({"board": {"width": 13, "height": 13}}), "black").await;
    resigned(&ann, &ben, json!({}), "white").await;
    resigned(&ann, &ben, json!({}), "black").await;
    resigned(&ann, &ben, json!({}), "white").await;
    resigned(&ben, &ann, json!({"board": {"name": "torus 9x9"}}), "black").await;
    // Nobody owns anything and there is no komi: a draw.
    let drawn = json!({"board": {"width": 3, "height": 3}, "komi": 0, "rules": "japanese"});
    let mut table = Table::between(ann.clone(), ben.clone(), drawn).await;
    table.moves("pass pass").await;
    if table.state["phase"] == "scoring" {
        table.agree(json!([])).await;
    }
    assert_eq!(table.state["result"]["text"], "0");
    // A game that goes on and one that was called off are no results.
    Table::between(ann.clone(), ben.clone(), json!({})).await.moves("C3").await;
    let open = ann.new_game(json!({})).await;
    ann.command(open["id"].as_str().unwrap(), json!({"type": "abort", "id": "a"})).await.ok();

    let expected = [
        count("grid 9x9", "black", [2, 1, 0, 0]),
        count("grid 13x13", "black", [0, 1, 0, 0]),
        count("grid 3x3", "black", [0, 0, 1, 0]),
        count("torus 9x9", "white", [1, 0, 0, 0]),
    ];
    assert_eq!(results(&stranger, &ann).await, json!({"results": expected, "complete": true}));
    let of_ben = results(&ann, &ben).await;
    assert_eq!(of_ben["results"][0], count("torus 9x9", "black", [0, 1, 0, 0]));
    assert_eq!(of_ben["results"][1], count("grid 9x9", "white", [1, 2, 0, 0]));
    stranger.get("/players/4t9x2m8q6w1k5c7v/results").await.refused(404, "no_such_player");

    let path = format!("/api/v1/players/{}/results", ann.id);
    let get = async |tag: &str| {
        Answer::read(stranger.request(Method::GET, &path).header(IF_NONE_MATCH, tag).send().await.unwrap())
            .await
    };
    let tag = get("\"\"").await.header(ETAG.as_str()).to_owned();
    assert_eq!(get(&tag).await.status, 304);
    resigned(&ann, &ben, json!({}), "white").await;
    assert_eq!(get(&tag).await.ok()["results"][0], count("grid 9x9", "black", [3, 1, 0, 0]));
}

async fn results_tell_no_more_than_everybody_may_find(database: Database) {
    const DELAY: i64 = 4_000;
    let by_hand = ServerByHand::start(database).await;
    let server = &by_hand.server;
    let (ann, ben) = (Visitor::guest(server, "Ann").await, Visitor::guest(server, "Ben").await);
    let nothing = json!({"results": [], "complete": true});
    resigned(&ann, &ben, json!({"private": true}), "white").await;
    for visitor in [&ann, &Visitor::stranger(server)] {
        assert_eq!(results(visitor, &ann).await, nothing);
    }
    let delayed = resigned(&ann, &ben, json!({"delay": DELAY}), "white").await;
    let ended_at = ann.events(&delayed.game).await.last().unwrap()["at"].as_i64().unwrap();
    // Its players know the end; the numbers do not, before spectators have seen it.
    assert_eq!(results(&ann, &ann).await, nothing);
    by_hand.pass_until(ended_at + DELAY - 1).await;
    assert_eq!(results(&ann, &ann).await, nothing);
    let counted = found(async || {
        by_hand.pass(Duration::from_millis(100)).await;
        let counted = results(&ann, &ann).await;
        (counted != nothing).then_some(counted)
    })
    .await;
    assert_eq!(counted["results"], json!([count("grid 9x9", "black", [1, 0, 0, 0])]));
    let path = format!("/games?phase=finished&player={}", ann.id);
    let listed = ann.get(&path).await.ok()["games"].take();
    assert!(listed.as_array().unwrap().iter().any(|game| game["id"] == delayed.game), "{listed}");
}

async fn against(visitor: &Visitor, player: &Visitor, opponent: &Visitor) -> Value {
    visitor.get(&format!("/players/{}/results?against={}", player.id, opponent.id)).await.ok()
}

async fn results_against_one_opponent(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let cleo = Visitor::guest(&server, "Cleo").await;
    let stranger = Visitor::stranger(&server);
    let nothing = json!({"results": [], "complete": true});
    assert_eq!(against(&stranger, &ann, &ben).await, nothing);
    resigned(&ann, &ben, json!({}), "white").await;
    resigned(&ann, &ben, json!({}), "black").await;
    resigned(&ann, &ben, json!({}), "white").await;
    resigned(&ben, &ann, json!({"board": {"width": 13, "height": 13}}), "black").await;
    resigned(&ben, &ann, json!({"board": {"width": 13, "height": 13}}), "white").await;
    // Nobody owns anything and there is no komi: a draw.
    let drawn = json!({"board": {"width": 3, "height": 3}, "komi": 0, "rules": "japanese"});
    let mut table = Table::between(ann.clone(), ben.clone(), drawn).await;
    table.moves("pass pass").await;
    if table.state["phase"] == "scoring" {
        table.agree(json!([])).await;
    }
    // Games with somebody else, private ones, running ones and those that were called off are none of these.
    resigned(&ann, &cleo, json!({}), "white").await;
    resigned(&cleo, &ben, json!({}), "white").await;
    resigned(&ann, &ben, json!({"private": true}), "white").await;
    resigned(&ann, &ben, json!({"delay": 3_600_000}), "white").await;
    Table::between(ann.clone(), ben.clone(), json!({})).await.moves("C3").await;
    let mut early = Table::between(ann.clone(), ben.clone(), json!({})).await;
    early.does("black", json!({"type": "abort"})).await.ok();

    let of_ann = [
        count("grid 9x9", "black", [2, 1, 0, 0]),
        count("grid 3x3", "black", [0, 0, 1, 0]),
        count("grid 13x13", "white", [1, 1, 0, 0]),
    ];
    let of_ben = [
        count("grid 13x13", "black", [1, 1, 0, 0]),
        count("grid 9x9", "white", [1, 2, 0, 0]),
        count("grid 3x3", "white", [0, 0, 1, 0]),
    ];
    for viewer in [&stranger, &ann, &ben] {
        assert_eq!(against(viewer, &ann, &ben).await, json!({"results": of_ann, "complete": true}));
        assert_eq!(against(viewer, &ben, &ann).await, json!({"results": of_ben, "complete": true}));
    }
    let of_both = [count("grid 9x9", "black", [1, 0, 0, 0])];
    assert_eq!(against(&ann, &ann, &cleo).await["results"], json!(of_both));
    // A field without value is as good as none.
    let all = stranger.get(&format!("/players/{}/results?against=", ann.id)).await.ok();
    assert_eq!(all, results(&stranger, &ann).await);
    assert_eq!(all["results"][0], count("grid 9x9", "black", [3, 1, 0, 0]));
}

async fn results_against_nobody(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    resigned(&ann, &ben, json!({}), "white").await;
    assert_eq!(against(&ann, &ann, &ann).await, json!({"results": [], "complete": true}));
    let ask = async |id: &str, query: &str| ann.get(&format!("/players/{id}/results?{query}")).await;
    ask(&ann.id, "against=4t9x2m8q6w1k5c7v").await.refused(404, "no_such_player");
    ask("4t9x2m8q6w1k5c7v", &format!("against={}", ann.id)).await.refused(404, "no_such_player");
    ask(&ann.id, "against=Ben").await.refused(400, "malformed");
    ask(&ann.id, "opponent=4t9x2m8q6w1k5c7v").await.refused(400, "malformed");
}
