//! Pages of a list while the list grows.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::{NDJSON, get_as, id, lines, resigned};
use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases};

on_both_databases! {
    each_game_is_found_once_while_others_are_added
}

async fn each_game_is_found_once_while_others_are_added(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let small = || json!({"board": {"width": 5, "height": 5}});
    let mut old = Vec::new();
    for number in 0..24 {
        let opening = if number % 2 == 0 { "A1" } else { "B2" };
        old.push(resigned(&ann, &ben, small(), opening).await);
    }
    let adding = {
        let (ann, ben, server) = (ann.clone(), ben.clone(), Visitor::stranger(&server));
        tokio::spawn(async move {
            let mut added = 0;
            loop {
                resigned(&ann, &ben, small(), "A1").await;
                added += 1;
                if server.get("/games?since=2999-01-01").await.status != 200 {
                    return added;
                }
            }
        })
    };
    for (query, wanted) in [
        ("", old.clone()),
        ("&phase=finished", old.clone()),
        ("&phase=finished&opening=A1", old.iter().step_by(2).cloned().collect()),
        ("&opening=B2&result=black", old.iter().skip(1).step_by(2).cloned().collect()),
        (&format!("&player={}", ann.id), old.clone()),
        (&format!("&player={}&opponent={}&color=black", ann.id, ben.id), old.clone()),
    ] {
        let mut seen = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = ben.get(&format!("/games?limit=3{query}&cursor={cursor}")).await.ok();
            let games = page["games"].as_array().unwrap();
            seen.extend(games.iter().map(id));
            assert!(games.len() == 3 || page["next"].is_null(), "{query}");
            match &page["next"] {
                Value::String(next) => cursor.clone_from(next),
                _ => break,
            }
        }
        let wanted: HashSet<_> = wanted.into_iter().collect();
        let found: HashSet<_> = seen.iter().cloned().collect();
        assert_eq!(found.len(), seen.len(), "{query}");
        assert!(wanted.is_subset(&found), "{query}: {} of {}", found.len(), wanted.len());
        // The same as one stream.
        let whole = lines(&get_as(&ben, &format!("/games?{}", query.trim_start_matches('&')), NDJSON).await);
        let streamed: HashSet<_> = whole.iter().map(id).collect();
        assert_eq!(streamed.len(), whole.len(), "{query}");
        assert!(wanted.is_subset(&streamed), "{query}");
        assert!(whole.is_sorted_by_key(|game| std::cmp::Reverse(game["created_at"].as_i64())), "{query}");
    }
    assert!(!adding.is_finished());
    adding.abort();
}
