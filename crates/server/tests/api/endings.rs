//! How each preset ends a game and counts it.

use serde_json::{Value, json};

use crate::server::{Database, Server, on_sqlite_and_long_on_postgres};
use crate::table::{SETTLED, Table};

on_sqlite_and_long_on_postgres! {
    each_preset_counts_in_its_way
    under_aga_rules_white_passes_last
    under_tromp_taylor_rules_the_game_is_scored_at_once
    suicide_takes_ones_own_stones
    a_long_cycle_ends_without_result
    no_game_goes_on_for_ever
}

fn line<'a>(scoring: &'a Value, name: &str) -> &'a Value {
    let lines = scoring["score"]["lines"].as_array().unwrap();
    lines.iter().find(|line| line["name"] == name).unwrap_or(&Value::Null)
}

/// The lines of a score must add up to its totals, and the totals to the margin.
pub(crate) fn assert_adds_up(scoring: &Value) {
    let score = &scoring["score"];
    let sum = |color: &str| -> f64 {
        score["lines"].as_array().unwrap().iter().map(|line| line[color].as_f64().unwrap()).sum()
    };
    let (black, white) = (sum("black"), sum("white"));
    assert_eq!(score["black"].as_f64(), Some(black), "{score}");
    assert_eq!(score["white"].as_f64(), Some(white), "{score}");
    assert_eq!(score["margin"].as_f64(), Some(black - white), "{score}");
}

async fn each_preset_counts_in_its_way(database: Database) {
    let server = Server::start(database).await;
    for (rules, resumptions, margin, prisoners) in [
        ("japanese", 2, 5.5, json!({"black": 0, "white": 0})),
        ("chinese", 2, 7.5, json!({"black": 0, "white": 0})),
        // Black has passed twice, White once.
        ("aga", 1, 7.5, json!({"black": 1, "white": 2})),
    ] {
        let mut table = Table::in_scoring(&server, rules).await;
        assert_eq!(table.state["resumptions_left"], resumptions);
        assert_eq!(table.state["prisoners"], prisoners, "{rules}");
        assert_eq!(table.scoring()["version"], 1);
        // A1 has one liberty among Black's, and every other chain is alive whatever happens.
        assert_eq!(table.scoring()["dead"], json!(["A1"]), "{rules}");
        assert_eq!(table.scoring()["unsettled"], json!([]));
        assert_adds_up(table.scoring());
        table.agree(json!(["A1"])).await;
        let result =
            json!({"winner": "white", "by": "score", "margin": margin, "text": format!("W+{margin}")});
        assert_eq!(table.state["result"], result, "{rules}");
        assert_adds_up(table.scoring());
        let snapshot = table.snapshot().await;
        assert_eq!(snapshot["settings"]["rules"]["preset"], rules);
        assert_eq!(snapshot["scoring"], *table.scoring());
        // Marked stones stay on the board; the owners say whose their points are.
        assert_eq!(snapshot["stones"], ".BW..BW.BBWW.BW.WBW.");
        let owners = if rules == "japanese" { "B..WB..W....B..WB..W" } else { "BBWWBBWWBBWWBBWWBBWW" };
        assert_eq!(snapshot["scoring"]["owners"], owners, "{rules}");
    }
}

async fn under_aga_rules_white_passes_last(database: Database) {
    let server = Server::start(database).await;
    let settings = json!({"board": {"width": 4, "height": 5}, "rules": "aga"});
    let mut table = Table::new(&server, settings).await;
    table.moves(SETTLED).await;
    table.moves("A2").await;
    assert_eq!((table.state["phase"].as_str(), table.to_move()), (Some("playing"), "white".to_owned()));

    table.moves("pass").await;
    let ending = table.moves("pass").await;
    // Two passes in a row, but the second was Black's.
    assert_eq!((&ending["color"], &table.state["phase"]), (&json!("black"), &json!("playing")));
    assert_eq!(table.to_move(), "white");
    table.moves("pass").await;
    assert_eq!(table.state["phase"], "scoring");
    // White's three passes less Black's two leave White's stones with Black, besides the one from A1.
    assert_eq!(table.state["prisoners"], json!({"black": 3, "white": 2}));
    table.agree(json!([])).await;
    // Pass stones do not count under area scoring.
    assert_eq!(table.state["result"]["text"], "W+7.5");
    assert_eq!(line(table.scoring(), "prisoners"), &Value::Null);
}

async fn under_tromp_taylor_rules_the_game_is_scored_at_once(database: Database) {
    let server = Server::start(database).await;
    let settings = json!({"board": {"width": 4, "height": 5}, "rules": "tromp-taylor"});
    let mut table = Table::new(&server, settings).await;
    table.moves(SETTLED).await;
    table.moves("pass").await;
    assert_eq!(table.state["phase"], "playing");
    let end = table.moves("pass").await;
    assert_eq!((&end["type"], &table.state["phase"]), (&json!("passed"), &json!("finished")));
    // White's stone on A1 is alive, so A2 is nobody's: 8 points against 11 and komi.
    assert_eq!(
        table.state["result"],
        json!({"winner": "white", "by": "score", "margin": 10.5, "text": "W+10.5"})
    );
    assert_eq!(table.scoring()["dead"], json!([]));
    assert_eq!(table.scoring()["accepted"], json!({"black": true, "white": true}));
    assert_eq!(table.state["resumptions_left"], 0);
    assert_adds_up(table.scoring());
    table.accepts("black").await.refused(409, "wrong_phase");
}

async fn suicide_takes_ones_own_stones(database: Database) {
    let server = Server::start(database).await;
    let settings = json!({"board": {"width": 5, "height": 5}, "rules": "tromp-taylor"});
    let mut table = Table::new(&server, settings).await;
    table.moves("A1 A2 pass B2 pass C1").await;
    let suicide = table.moves("B1").await;
    assert_eq!((&suicide["color"], &suicide["move"]), (&json!("black"), &json!("B1")));
    let mut captured: Vec<&str> =
        suicide["captured"].as_array().unwrap().iter().map(|vertex| vertex.as_str().unwrap()).collect();
    captured.sort_unstable();
    assert_eq!(captured, ["A1", "B1"]);
    assert_eq!(table.state["prisoners"], json!({"black": 0, "white": 2}));
    table.moves("pass").await;
    assert_eq!(table.snapshot().await["stones"], "...............WW.....W..");
}

async fn a_long_cycle_ends_without_result(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({"board": {"width": 12, "height": 4}})).await;
    // Three kos.
    table.moves("B4 C4 F4 G4 K4 L4 A3 B3 E3 D3 G3 H3 J3 K3 B2 M3 F2 C2 K2 G2 pass L2").await;
    // Each takes another ko than the opponent just before, so the position comes back after six moves.
    for _ in 0..2 {
        assert_eq!(table.state["phase"], "playing");
        table.moves("C3 F3 L3 B3 G3 K3").await;
    }
    let result = json!({"winner": null, "by": "no_result", "margin": null, "text": "Void"});
    assert_eq!((&table.state["result"], &table.state["phase"]), (&result, &json!("finished")));
    assert_eq!(table.state["scoring"], Value::Null);
}

async fn no_game_goes_on_for_ever(database: Database) {
    // Ten moves for each point, and a hundred.
    const MOST: u64 = 10 * 3 + 100;
    let server = Server::start(database).await;
    let mut table =
        Table::new(&server, json!({"board": {"width": 3, "height": 1}, "rules": "chinese"})).await;
    let mut stones = ['.'; 3];
    while table.state["phase"] == "playing" {
        assert!(table.turn() < MOST);
        // The first point from the left that is free and allowed, else a pass, after which the count of positions
        // that come again begins anew.
        let illegal = table.state["illegal"].to_string();
        let free = |column: &usize| stones[*column] == '.' && !illegal.contains(["A1", "B1", "C1"][*column]);
        let at = (0..3).find(free).map_or("pass", |column| ["A1", "B1", "C1"][column]);
        table.moves(at).await;
        let snapshot = table.snapshot().await;
        for (column, stone) in snapshot["stones"].as_str().unwrap().chars().enumerate() {
            stones[column] = stone;
        }
    }
    assert_eq!(table.turn(), MOST);
    let result = json!({"winner": null, "by": "no_result", "margin": null, "text": "Void"});
    assert_eq!((&table.state["phase"], &table.state["result"]), (&json!("finished"), &result));
}
