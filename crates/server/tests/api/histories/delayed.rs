//! Whatever a list is asked for, it tells of a delayed game no more than spectators see.

use std::time::Duration;

use serde_json::{Value, json};

use super::{NDJSON, SGF, get_as, lines, listed};
use crate::by_hand::ServerByHand;
use crate::rest::Visitor;
use crate::server::{Database, on_both_databases};
use crate::table::Table;

on_both_databases! {
    lists_by_what_happened_are_behind_with_delayed_games
}

const DELAY: u64 = 8_000;

async fn lists_by_what_happened_are_behind_with_delayed_games(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let server = &by_hand.server;
    let other = Table::new(server, json!({"delay": DELAY})).await.game;
    // Lists show the newest game first.
    by_hand.pass(Duration::from_millis(1)).await;
    let mut table = Table::new(server, json!({"delay": DELAY})).await;
    let game = table.game.clone();
    let stranger = Visitor::stranger(server);
    let moves = "Q16 D4 Q4 D16 R14 C14 R6 C6 O3 F17 K10";
    table.moves(moves).await;
    table.does("white", json!({"type": "resign"})).await.ok();
    let opening = format!("opening={}", moves.split(' ').take(10).collect::<Vec<_>>().join(","));
    let both = vec![game.clone(), other.clone()];
    let one = vec![game.clone()];
    let with_player = format!("?player={}&result=black", table.black.id);
    let queries = [
        ("?phase=playing".to_owned(), both.clone(), vec![other.clone()]),
        ("?phase=finished".to_owned(), vec![], one.clone()),
        ("?phase=playing,finished".to_owned(), both.clone(), both.clone()),
        (String::new(), both.clone(), both.clone()),
        ("?result=black".to_owned(), vec![], one.clone()),
        ("?result=black,white,jigo,none".to_owned(), vec![], one.clone()),
        ("?result=resignation&phase=finished".to_owned(), vec![], one.clone()),
        ("?min_moves=1".to_owned(), vec![], one.clone()),
        ("?min_moves=11&phase=playing,finished".to_owned(), vec![], one.clone()),
        ("?opening=Q16".to_owned(), vec![], one.clone()),
        (format!("?{opening}"), vec![], one.clone()),
        (format!("?phase=finished&{opening}"), vec![], one.clone()),
        (with_player, vec![], one.clone()),
    ];
    // Until the last moment before it is over.
    for wait in [0, DELAY - 1] {
        by_hand.pass(Duration::from_millis(wait)).await;
        for (query, before, _) in &queries {
            let found = listed(&stranger, query).await;
            let of_player = listed(&table.black, query).await;
            let page = stranger
                .get(&format!("/games{query}{}limit=1", if query.is_empty() { "?" } else { "&" }))
                .await
                .ok();
            let whole = lines(&get_as(&stranger, &format!("/games{query}"), NDJSON).await);
            assert_eq!(&found, before, "{query}");
            assert_eq!(&of_player, before, "{query}");
            // A place in the list is that of a game that is shown.
            let shown = page["games"].as_array().unwrap();
            assert_eq!(shown.len(), before.len().min(1), "{query}");
            assert_eq!(page["next"].is_string(), before.len() > 1, "{query}");
            assert_eq!(whole.len(), before.len(), "{query}");
            assert!(
                whole.iter().all(|game| game["result"].is_null() && game["phase"] == "playing"),
                "{query}"
            );
        }
        let records = get_as(&stranger, "/games", SGF).await;
        let logs = lines(&get_as(&stranger, "/games?with=events", NDJSON).await);
        assert!(!records.text().contains("RE[") && !records.text().contains(";B["), "{}", records.text());
        assert_eq!((logs.len(), records.text().matches("(;GM[1]").count()), (both.len(), both.len()));
        assert!(logs.iter().all(|game| game["events"].as_array().unwrap().len() == 1));
    }
    by_hand.pass(Duration::from_millis(1)).await;
    for (query, _, after) in &queries {
        assert_eq!(&listed(&stranger, query).await, after, "{query}");
    }
    let logs = lines(&get_as(&stranger, "/games?phase=finished&with=events", NDJSON).await);
    assert_eq!(logs[0]["events"].as_array().unwrap().len(), 13);
    assert_eq!(logs[0]["result"]["text"], Value::from("B+R"));
}
