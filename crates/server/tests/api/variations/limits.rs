//! The limits of a tree, and what can be no change.

use serde_json::{Value, json};

use super::{address, change, ids, tree};
use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases, once};
use crate::table::Table;
use crate::tamper::tamper;

on_both_databases! {
    a_tree_has_so_many_nodes_and_bytes
    a_player_has_so_many_trees_and_bytes
}

once! {
    what_can_be_no_change_is_refused
}

async fn a_tree_has_so_many_nodes_and_bytes(database: Database) {
    let server = Server::start(database).await;
    let table = Table::new(&server, json!({"board": {"width": 4, "height": 3}})).await;
    let (game, ann) = (&table.game, Visitor::guest(&server, "Zoe").await);
    let place = json!({"move": 0, "event": 1});
    let note = |number: u32, words: &str| json!({"id": format!("n{number}"), "from": place, "words": words});
    let notes = |numbers: std::ops::Range<u32>, words: &str| -> Vec<Value> {
        numbers.map(|number| note(number, words)).collect()
    };
    ann.put(&address(game), json!({"nodes": notes(0..4_990, "")})).await.ok();
    let full = json!({"max": 5_000, "max_bytes": 1 << 20});
    assert_eq!(change(&ann, game, json!(notes(4_990..5_001, ""))).await.refused(409, "tree_full"), full);
    change(&ann, game, json!(notes(4_990..5_000, ""))).await.ok();
    assert_eq!(change(&ann, game, json!([note(5_000, "")])).await.refused(409, "tree_full"), full);
    change(&ann, game, json!([{"id": "n0", "gone": true}, note(5_000, "")])).await.ok();
    assert_eq!(ids(&tree(&ann, game).await).len(), 5_000);
    assert_eq!(
        ann.put(&address(game), json!({"nodes": notes(0..5_001, "")})).await.refused(409, "tree_full"),
        full
    );
    // A MiB of words, and no more.
    let long = "x".repeat(4_000);
    ann.put(&address(game), json!({"nodes": notes(0..261, &long)})).await.ok();
    assert_eq!(change(&ann, game, json!(notes(261..263, &long))).await.refused(409, "tree_full"), full);
    change(&ann, game, json!([{"id": "n7", "words": ""}, note(261, &long)])).await.ok();
    assert_eq!(
        change(&ann, game, json!([{"id": "n7", "words": long}])).await.refused(409, "tree_full"),
        full
    );
    assert_eq!(ids(&tree(&ann, game).await).len(), 262);
    // As many as may be gone are told one by one.
    ann.put(&address(game), json!({"nodes": notes(0..5_000, "")})).await.ok();
    let before = tree(&ann, game).await["revision"].as_u64().unwrap();
    for from in (0..5_000).step_by(500) {
        let gone: Vec<_> =
            (from..from + 500).map(|number| json!({"id": format!("n{number}"), "gone": true})).collect();
        change(&ann, game, json!(gone)).await.ok();
    }
    assert_eq!(super::since(&ann, game, before).await["gone"].as_array().unwrap().len(), 5_000);
    change(&ann, game, json!([note(1, "")])).await.ok();
    change(&ann, game, json!([note(7_000, "")])).await.ok();
    change(&ann, game, json!([{"id": "n1", "gone": true}, {"id": "n7000", "gone": true}])).await.ok();
    // Behind more of them the whole tree is told to whoever is that far behind.
    let told = super::since(&ann, game, before).await;
    assert_eq!((&told["nodes"], told.get("gone")), (&json!([]), None));
    let overflow = told["revision"].as_u64().unwrap();
    assert_eq!(super::since(&ann, game, overflow - 1).await.get("gone"), None);
    change(&ann, game, json!([note(8_000, "")])).await.ok();
    change(&ann, game, json!([{"id": "n8000", "gone": true}])).await.ok();
    assert_eq!(super::since(&ann, game, overflow).await["gone"], json!(["n8000"]));
}

async fn what_can_be_no_change_is_refused() {
    let server = Server::start(Database::Sqlite).await;
    let table = Table::new(&server, json!({"board": {"width": 4, "height": 3}})).await;
    let (game, ann) = (&table.game, Visitor::guest(&server, "Zoe").await);
    let place = json!({"move": 0, "event": 1});
    for (wish, field) in [
        (json!({"id": "a", "from": place, "move": "B"}), "move"),
        (json!({"id": "a", "from": place, "marks": {"star": ["B2"]}}), "marks"),
        (json!({"id": "a", "from": place, "marks": {"circle": ["E5"]}}), "marks"),
        (json!({"id": "a", "from": place, "words": "x".repeat(4_001)}), "words"),
        (json!({"id": "a", "from": place, "words": "\u{0}"}), "words"),
        (json!({"id": "a", "gone": true, "from": place}), "gone"),
    ] {
        let refused = change(&ann, game, json!([wish])).await.refused(422, "invalid_node");
        assert_eq!(refused, json!({"node": "a", "field": field}), "{wish}");
    }
    for malformed in [
        json!([{"id": "a b", "from": place}]),
        json!([{"from": place}]),
        json!([{"id": "a", "from": [0, 1]}]),
        json!([{"id": "a", "from": place, "captured": ["B2"]}]),
        json!({"id": "a"}),
        json!(vec![json!({"id": "a", "gone": true}); 501]),
    ] {
        change(&ann, game, malformed).await.refused(400, "malformed");
    }
    for since in ["-1", "9223372036854775808"] {
        ann.get(&format!("{}?since={since}", address(game))).await.refused(400, "malformed");
    }
    let missing = change(&ann, game, json!([{"id": "a", "words": "x"}])).await.refused(404, "no_such_node");
    assert_eq!(missing, json!({"node": "a", "missing": "a"}));
    let long = json!({"changes": [], "x": "x".repeat(256 * 1024)});
    assert_eq!(
        ann.patch(&address(game), long).await.refused(413, "too_large"),
        json!({"limit_bytes": 256 * 1024})
    );
    let long = json!({"nodes": [], "x": "x".repeat(2 << 20)});
    assert_eq!(
        ann.put(&address(game), long).await.refused(413, "too_large"),
        json!({"limit_bytes": 2 << 20})
    );
    assert_eq!(change(&ann, game, json!([])).await.ok(), json!({"revision": 0, "behind": 0, "captured": {}}));
    assert_eq!(ann.put(&address(game), json!({"nodes": []})).await.ok()["revision"], 0);
    assert_eq!(tree(&ann, game).await["revision"], 0);
}

async fn a_player_has_so_many_trees_and_bytes(database: Database) {
    let mut server = Server::start(database).await;
    let (table, other) = (Table::new(&server, json!({})).await, Table::new(&server, json!({})).await);
    let (game, ann) = (&table.game, Visitor::guest(&server, "Zoe").await);
    let note = |id: &str| json!([{"id": id, "from": {"move": 0, "event": 1}, "words": ""}]);
    for game in [game, &other.game] {
        change(&ann, game, note("n0")).await.ok();
    }
    let full = json!({"max_trees": 10_000, "max_bytes": 64 << 20});
    // Each of its nodes counts with 200 bytes more than its content.
    let bytes = |free: u32| {
        let bytes = (64 << 20) - free;
        format!("UPDATE variation_trees SET bytes = {bytes} - 200 WHERE game_id = '{}'", other.game)
    };
    tampered(&mut server, &bytes(300)).await;
    assert_eq!(change(&ann, game, note("n1")).await.refused(409, "tree_full"), full);
    change(&ann, game, json!([{"id": "n0", "gone": true}])).await.ok();
    tampered(&mut server, &bytes(10_000)).await;
    // The first comes to a tree that remembers one that is gone, the second to one that only grows.
    for id in ["n0", "n1"] {
        change(&ann, game, note(id)).await.ok();
    }
    tampered(&mut server, &bytes(300)).await;
    assert_eq!(change(&ann, game, note("n2")).await.refused(409, "tree_full"), full);
    let owner = format!("SELECT player_id FROM variation_trees WHERE game_id = '{game}'");
    let small = format!("UPDATE variation_trees SET bytes = 0 WHERE game_id = '{}'", other.game);
    let many = format!(
        "{small};
         WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 9998)
         INSERT INTO variation_trees (id, player_id, revision, told_from, last_number, nodes, bytes, gone)
         SELECT 'tree' || n, ({owner}), 1, 0, 1, 1, 0, 0 FROM numbers"
    );
    tampered(&mut server, &many).await;
    change(&ann, game, note("n2")).await.ok();
    let one_more = format!(
        "INSERT INTO variation_trees (id, player_id, revision, told_from, last_number, nodes, bytes, gone)
         SELECT 'tree', ({owner}), 1, 0, 1, 1, 0, 0"
    );
    tampered(&mut server, &one_more).await;
    assert_eq!(change(&ann, game, note("n3")).await.refused(409, "tree_full"), full);
    assert_eq!(ids(&tree(&ann, game).await), ["n0", "n1", "n2"]);
}

/// Changes the database of a server that is down meanwhile.
async fn tampered(server: &mut Server, statement: &str) {
    server.stop().await;
    tamper(server.data(), statement).await;
    server.start_again().await;
}
