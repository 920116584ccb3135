//! Boards of every shape, and handicap stones on them.

use serde_json::{Value, json};

use crate::endings::assert_adds_up;
use crate::server::{Database, Server, on_sqlite_and_long_on_postgres};
use crate::table::Table;

on_sqlite_and_long_on_postgres! {
    boards_of_one_and_two_points
    boards_that_are_not_square
    handicap_stones_and_what_they_cost
    handicap_of_one_is_no_stone
}

async fn boards_of_one_and_two_points(database: Database) {
    let server = Server::start(database).await;
    let one = json!({"width": 1, "height": 1});
    let mut table = Table::new(&server, json!({"board": one})).await;
    assert_eq!(table.state["illegal"], json!([{"at": "A1", "rule": "suicide"}]));
    let refused = table.makes("black", "A1").await.refused(422, "illegal_move");
    assert_eq!(refused, json!({"rule": "suicide", "at": "A1"}));
    table.moves("pass pass").await;
    table.agree(json!([])).await;
    assert_eq!(table.state["result"]["text"], "W+6.5");

    let mut table = Table::new(&server, json!({"board": one, "rules": "tromp-taylor", "komi": 0})).await;
    assert_eq!(table.state["illegal"], json!([{"at": "A1", "rule": "superko"}]));
    table.moves("pass pass").await;
    assert_eq!(table.state["result"], json!({"winner": null, "by": "score", "margin": 0, "text": "0"}));

    let settings = json!({"board": {"width": 2, "height": 1}, "rules": "tromp-taylor", "komi": 0});
    let mut table = Table::new(&server, settings).await;
    let taken = table.moves("A1 B1").await;
    assert_eq!(taken["captured"], json!(["A1"]));
    assert_eq!(table.state["illegal"], json!([{"at": "A1", "rule": "ko"}]));
    let refused = table.makes("black", "a1").await.refused(422, "illegal_move");
    assert_eq!(refused, json!({"rule": "ko", "at": "A1"}));
    table.moves("pass pass").await;
    assert_eq!(table.state["result"]["text"], "W+2");
}

async fn boards_that_are_not_square(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({"board": {"width": 25, "height": 2}})).await;
    table.moves("Z2 a1").await;
    let refused = table.makes("black", "A3").await.refused(422, "illegal_move");
    assert_eq!(refused, json!({"rule": "off_board", "at": "A3"}));
    let snapshot = table.snapshot().await;
    assert_eq!(snapshot["settings"]["board"], json!({"width": 25, "height": 2, "name": "grid 25x2"}));
    let (top, bottom) = (format!("{}B", ".".repeat(24)), format!("W{}", ".".repeat(24)));
    assert_eq!(snapshot["stones"], top + &bottom);
    assert_eq!(
        snapshot["moves"][1],
        json!({"color": "white", "at": "A1", "captured": [], "time_left": null})
    );

    // Star points stand on the fourth line of the long side and on the third of the short one.
    let settings = json!({"board": {"width": 13, "height": 9}, "handicap": 9});
    let table = Table::new(&server, settings).await;
    let setup = json!(["D3", "K7", "D7", "K3", "G5", "D5", "K5", "G3", "G7"]);
    assert_eq!((&table.state["setup"], &table.state["to_move"]), (&setup, &json!("white")));
    assert_eq!(table.state["stones"].as_str().unwrap().matches('B').count(), 9);
}

async fn handicap_stones_and_what_they_cost(database: Database) {
    let server = Server::start(database).await;
    for (rules, komi, bonus, result) in [
        ("japanese", 0.5, Value::Null, "B+46.5"),
        ("chinese", 0.5, json!(2), "B+46.5"),
        ("aga", 0.5, json!(1), "B+47.5"),
        ("tromp-taylor", 7.5, Value::Null, "B+41.5"),
    ] {
        let settings = json!({"board": {"width": 7, "height": 7}, "rules": rules, "handicap": 2});
        let mut table = Table::new(&server, settings).await;
        let begun = table.snapshot().await;
        assert_eq!(begun["setup"], json!(["C3", "E5"]));
        assert_eq!(
            (&begun["to_move"], &begun["turn"], &begun["moves"]),
            (&json!("white"), &json!(0), &json!([]))
        );
        assert_eq!((&begun["settings"]["komi"], &begun["settings"]["handicap"]), (&json!(komi), &json!(2)));
        table.makes("black", "D4").await.refused(403, "not_your_turn");
        table.makes("white", "C3").await.refused(422, "illegal_move");

        table.moves("pass pass").await;
        if rules == "aga" {
            // White began, so Black's pass was the second one, and White has the last word.
            assert_eq!(table.to_move(), "white");
            table.moves("pass").await;
        }
        if table.state["phase"] == "scoring" {
            table.agree(json!([])).await;
        }
        assert_eq!(table.state["result"]["text"], result, "{rules}");
        assert_adds_up(table.scoring());
        let lines = table.scoring()["score"]["lines"].as_array().unwrap();
        let found = lines.iter().find(|line| line["name"] == "handicap_bonus").map(|line| &line["white"]);
        assert_eq!(
            found.filter(|points| points.as_f64() != Some(0.0)).unwrap_or(&Value::Null),
            &bonus,
            "{rules}"
        );
    }
}

async fn handicap_of_one_is_no_stone(database: Database) {
    let server = Server::start(database).await;
    let table = Table::new(&server, json!({"handicap": 1, "rules": "aga"})).await;
    assert_eq!((&table.state["setup"], &table.state["to_move"]), (&json!([]), &json!("black")));
    assert_eq!(table.state["settings"]["komi"], 0.5);
    // A creator who names komi gets that komi.
    let table = Table::new(&server, json!({"handicap": 4, "komi": -3})).await;
    assert_eq!(table.state["settings"]["komi"], -3);
    assert_eq!(table.state["setup"], json!(["D4", "Q16", "D16", "Q4"]));
}
