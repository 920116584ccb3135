//! The players disagree about dead stones, and play goes on.

use serde_json::{Value, json};

use crate::server::{Database, Server, on_sqlite_and_long_on_postgres};
use crate::table::Table;

on_sqlite_and_long_on_postgres! {
    the_rules_say_who_moves
    resumed_territory_play_uses_pass_stones_and_its_second_mover_passes_last
    after_the_last_resumption_everything_is_alive
    under_aga_rules_there_is_one_resumption
    a_pass_that_kills_nothing_needs_no_confirmation
}

async fn the_rules_say_who_moves(database: Database) {
    let server = Server::start(database).await;
    for (rules, requester, mover) in [
        ("japanese", "black", "white"),
        ("japanese", "white", "black"),
        // White passed last.
        ("chinese", "black", "black"),
        ("chinese", "white", "black"),
        ("aga", "white", "black"),
    ] {
        let mut table = Table::in_scoring(&server, rules).await;
        let (turn, left) = (table.turn(), table.state["resumptions_left"].as_u64().unwrap());
        let event = table.resumes(requester).await.ok()["event"].take();
        assert_eq!(event["type"], "resumed");
        assert_eq!((&event["color"], &event["to_move"]), (&json!(requester), &json!(mover)), "{rules}");
        assert_eq!((table.to_move().as_str(), table.turn()), (mover, turn + 1));
        assert_eq!(table.state["resumptions_left"], left - 1);
        let snapshot = table.snapshot().await;
        assert_eq!((&snapshot["phase"], &snapshot["scoring"]), (&json!("playing"), &Value::Null));
        // Every marked stone is back.
        assert_eq!(snapshot["stones"], ".BW..BW.BBWW.BW.WBW.");
        let stale = json!({"type": "pass", "turn": turn});
        assert_eq!(table.does(mover, stale).await.refused(409, "stale_turn"), json!({"turn": turn + 1}));
    }
}

async fn resumed_territory_play_uses_pass_stones_and_its_second_mover_passes_last(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::in_scoring(&server, "japanese").await;
    table.resumes("black").await.ok();
    // White is first, so Black must pass last.
    table.moves("D1 pass pass").await;
    assert_eq!((&table.state["phase"], table.to_move().as_str()), (&json!("playing"), "black"));
    assert_eq!(table.state["prisoners"], json!({"black": 1, "white": 1}));
    table.moves("pass").await;
    assert_eq!(table.state["phase"], "scoring");
    // Both made as many moves: White a stone and a pass, Black two passes.
    assert_eq!(table.state["prisoners"], json!({"black": 1, "white": 2}));
    // The mark of the ending pass, the resumption, and this ending.
    assert_eq!(table.version(), 3);
    table.agree(json!(["A1"])).await;
    // Before: 5 against 4 and komi. White lost a point by playing on D1 and got one more pass stone than Black.
    assert_eq!(table.state["result"]["text"], "W+5.5");
}

async fn after_the_last_resumption_everything_is_alive(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::in_scoring(&server, "japanese").await;
    table.resumes("white").await.ok();
    table.moves("pass pass").await;
    assert_eq!((&table.state["phase"], &table.state["resumptions_left"]), (&json!("scoring"), &json!(1)));
    table.resumes("black").await.ok();
    assert_eq!(table.state["resumptions_left"], 0);

    table.moves("pass").await;
    let before = table.snapshot().await;
    let pass = json!({"type": "pass", "id": "the-last", "turn": table.turn()});
    let params = table.does("black", pass.clone()).await.refused(422, "pass_needs_confirmation");
    assert_eq!(params, json!({"dead": ["A1"]}));
    table.does("black", pass).await.refused(422, "pass_needs_confirmation");
    assert_eq!(table.snapshot().await, before);

    // A refused id is free: the same one serves for the confirmed pass.
    let confirmed = json!({"type": "pass", "id": "the-last", "turn": table.turn(), "confirm": true});
    table.does("black", confirmed).await.ok();
    assert_eq!((&table.state["phase"], &table.scoring()["dead"]), (&json!("finished"), &json!([])));
    assert_eq!(table.scoring()["accepted"], json!({"black": true, "white": true}));
    // A1 lives now, so Black has one eye and no territory: pass stones alone count for Black.
    assert_eq!(table.state["prisoners"], json!({"black": 2, "white": 2}));
    assert_eq!(table.state["result"]["text"], "W+10.5");
    assert_eq!(table.scoring()["owners"], "...W...W.......W...W");
}

async fn under_aga_rules_there_is_one_resumption(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::in_scoring(&server, "aga").await;
    table.resumes("black").await.ok();
    assert_eq!((&table.state["resumptions_left"], table.to_move().as_str()), (&json!(0), "black"));
    // White, whose stone would live, could answer this pass with the last one: Black is asked, and then White.
    table.makes("black", "pass").await.refused(422, "pass_needs_confirmation");
    let pass = json!({"type": "pass", "turn": table.turn(), "confirm": true});
    table.does("black", pass).await.ok();
    table.makes("white", "pass").await.refused(422, "pass_needs_confirmation");
    // Whoever does not like it may still play.
    table.moves("D1 A2").await;
    assert_eq!(table.state["prisoners"]["black"], 2);
    table.moves("pass pass").await;
    assert_eq!(table.state["phase"], "playing", "Black passed last");
    let pass = json!({"type": "pass", "turn": table.turn(), "confirm": true});
    table.does("white", pass).await.ok();
    assert_eq!(
        (&table.state["phase"], &table.state["result"]["text"]),
        (&json!("finished"), &json!("W+7.5"))
    );
}

async fn a_pass_that_kills_nothing_needs_no_confirmation(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::in_scoring(&server, "aga").await;
    table.resumes("white").await.ok();
    // Black takes the stone in question.
    table.moves("A2 pass pass").await;
    table.moves("pass").await;
    assert_eq!(
        (&table.state["phase"], &table.state["result"]["text"]),
        (&json!("finished"), &json!("W+7.5"))
    );
    table.resumes("white").await.refused(409, "wrong_phase");
}
