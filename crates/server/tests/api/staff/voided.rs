//! The staff declares games void, and has them count again.

use std::io::{Cursor, Read};
use std::time::Duration;

use serde_json::{Value, json};

use super::{REASON, grant, is_done, kinds, run_by};
use crate::by_hand::ServerByHand;
use crate::member::{bot, make_owner, member, soon};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, on_both_databases};
use crate::table::Table;

on_both_databases! {
    a_void_game_is_in_no_list_and_at_its_address
    what_is_not_over_is_not_void
    a_delayed_game_is_void_when_everybody_has_seen_its_end
    nobody_declares_a_game_of_ones_own_void
}

async fn mark(visitor: &Visitor, game: &str, act: &str) -> Answer {
    visitor.post(&format!("/staff/games/{game}/acts"), json!({"act": act, "reason": REASON})).await
}

/// A game on a small board in which Black gives up after two moves.
async fn resigned(black: &Visitor, white: &Visitor, mut settings: Value) -> String {
    settings["board"] = json!({"width": 9, "height": 9});
    let mut table = Table::between(black.clone(), white.clone(), settings).await;
    table.moves("C3 G7").await;
    table.does("black", json!({"type": "resign"})).await.ok();
    table.game
}

/// How many games each list has.
async fn listed(stranger: &Visitor, player: &Visitor) -> Vec<usize> {
    let mut counts = Vec::new();
    for path in [
        "/games".to_owned(),
        format!("/players/{}/games", player.id),
        "/games?result=white&phase=finished".to_owned(),
    ] {
        counts.push(stranger.get(&path).await.ok()["games"].as_array().unwrap().len());
    }
    counts.push(stranger.get("/games?format=ndjson").await.text().lines().count());
    counts
}

async fn lost(stranger: &Visitor, player: &Visitor, against: &str) -> Value {
    stranger.get(&format!("/players/{}/results{against}", player.id)).await.ok()["results"][0]["lost"].clone()
}

async fn a_void_game_is_in_no_list_and_at_its_address(database: Database) {
    let (server, ann) = run_by(database).await;
    let (bella, carl, dora) = (
        member(&server, "Bella").await,
        member(&server, "Carlotta").await,
        member(&server, "Dorothea").await,
    );
    is_done(&grant(&ann, &bella, "moderator").await);
    let stranger = Visitor::stranger(&server);
    let game = resigned(&carl, &dora, json!({})).await;
    resigned(&carl, &dora, json!({})).await;
    let against = format!("?against={}", dora.id);
    // The games with a position, how many there are, and how many went on in the one way that there is.
    let found = async || {
        let path = format!("/positions?game={game}&move=1");
        let answer = stranger.get(&path).await.ok();
        let ways = answer["continuations"].as_array().unwrap();
        assert!(ways.len() < 2, "{ways:?}");
        let counts = [&answer["games_total"], &answer["continuations"][0]["games"]].map(Value::as_u64);
        (answer["games"].as_array().unwrap().len(), counts.map(Option::unwrap_or_default))
    };
    let both = (2, [2, 2]);
    soon("lists have both", async || listed(&stranger, &carl).await == [2, 2, 2, 2] && found().await == both)
        .await;
    let (events, record) = (stranger.events(&game).await, format!("/games/{game}/sgf"));
    assert_eq!(stranger.snapshot(&game).await.get("voided_at"), None);

    is_done(&mark(&bella, &game, "void").await);
    assert_eq!(listed(&stranger, &carl).await, [1, 1, 1, 1]);
    // Not even to those who played it.
    assert_eq!(listed(&carl, &carl).await, [1, 1, 1, 1]);
    assert_eq!(found().await, (1, [1, 1]));
    for against in ["", &against] {
        assert_eq!(lost(&stranger, &carl, against).await, 1);
    }
    assert_eq!(lost(&stranger, &carl, &format!("?against={}", ann.id)).await, Value::Null);
    // The log stays, and whoever has the address sees the mark.
    assert!(stranger.snapshot(&game).await["voided_at"].is_i64());
    assert_eq!(stranger.events(&game).await, events);
    assert!(stranger.get(&record).await.text().contains("RE[W+R]"));
    // It is still among one's own data.
    let archive = carl.get("/me/export").await;
    let mut zip = zip::ZipArchive::new(Cursor::new(archive.body)).unwrap();
    let mut all = String::new();
    for at in 0..zip.len() {
        zip.by_index(at).unwrap().read_to_string(&mut all).unwrap();
    }
    assert!(all.contains(&game), "the export has the game");
    // A second time nothing is written down.
    is_done(&mark(&bella, &game, "void").await);
    is_done(&mark(&bella, &game, "restore").await);
    is_done(&mark(&bella, &game, "restore").await);
    assert_eq!(listed(&stranger, &carl).await, [2, 2, 2, 2]);
    assert_eq!((lost(&stranger, &carl, "").await, found().await), (json!(2), both));
    assert_eq!(stranger.snapshot(&game).await.get("voided_at"), None);
    assert_eq!(kinds(&ann).await, ["grant", "void", "restore"]);
    // Whoever has the address of a private game sees its mark as well.
    let private = resigned(&carl, &dora, json!({"private": true})).await;
    is_done(&mark(&bella, &private, "void").await);
    assert!(stranger.snapshot(&private).await["voided_at"].is_i64());
}

async fn what_is_not_over_is_not_void(database: Database) {
    let (server, ann) = run_by(database).await;
    let guest = Visitor::guest(&server, "Gustav").await;
    mark(&ann, "0000000000000000", "void").await.refused(404, "no_such_game");
    let open = guest.new_game(json!({})).await["id"].as_str().unwrap().to_owned();
    let table = Table::new(&server, json!({})).await;
    for act in ["void", "restore"] {
        assert_eq!(mark(&ann, &open, act).await.refused(409, "wrong_phase"), json!({"phase": "open"}));
        assert_eq!(
            mark(&ann, &table.game, act).await.refused(409, "wrong_phase"),
            json!({"phase": "playing"})
        );
        let wish = json!({"act": act, "reason": " "});
        let game = resigned(&guest, &Visitor::guest(&server, "Gast").await, json!({})).await;
        ann.post(&format!("/staff/games/{game}/acts"), wish).await.refused(422, "invalid_act");
        let wish = json!({"act": act, "winner": "black", "reason": REASON});
        ann.post(&format!("/staff/games/{game}/acts"), wish).await.refused(400, "malformed");
    }
    assert!(kinds(&ann).await.is_empty());
}

async fn a_delayed_game_is_void_when_everybody_has_seen_its_end(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let server = &by_hand.server;
    let (ann, carl, dora) =
        (member(server, "Annabel").await, member(server, "Carlotta").await, member(server, "Dorothea").await);
    make_owner(server.data(), &ann).await;
    let game = resigned(&carl, &dora, json!({"delay": 300_000})).await;
    // The staff learns no sooner than others that the game is over.
    let stranger = Visitor::stranger(server);
    let seen = stranger.snapshot(&game).await["phase"].clone();
    assert_ne!(seen, "finished");
    assert_eq!(mark(&ann, &game, "void").await.refused(409, "wrong_phase"), json!({"phase": seen}));
    by_hand.pass(Duration::from_millis(300_001)).await;
    is_done(&mark(&ann, &game, "void").await);
    assert!(stranger.snapshot(&game).await["voided_at"].is_i64());
}

async fn nobody_declares_a_game_of_ones_own_void(database: Database) {
    let (server, ann) = run_by(database).await;
    let (bella, carl) = (member(&server, "Bella").await, member(&server, "Carlotta").await);
    is_done(&grant(&ann, &bella, "moderator").await);
    let robot = bot(&bella, "Robot of Bella").await;
    let guest = Visitor::guest(&server, "Gustav").await;
    for (one, code, status) in
        [(&bella, "oneself", 409), (&robot, "oneself", 409), (&ann, "equal_or_higher", 403)]
    {
        let game = resigned(one, &guest, json!({})).await;
        for act in ["void", "restore"] {
            mark(&bella, &game, act).await.refused(status, code);
            mark(&carl, &game, act).await.refused(403, "not_allowed");
            mark(&guest, &game, act).await.refused(403, "not_allowed");
        }
    }
    assert_eq!(kinds(&ann).await, ["grant"]);
}
