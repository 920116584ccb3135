//! Trees beside records of which nodes go.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tengen_protocol::VariationNode;
use tengen_protocol::record::Shown;
use tengen_trying::variations::followed;

fn shown(sgf: &str) -> Shown {
    tengen_records::show(sgf).unwrap()
}

fn after(sgf: &str, tree: Value, gone: &[u32]) -> Option<Value> {
    let tree: Vec<VariationNode> = serde_json::from_value(tree).unwrap();
    let gone: BTreeSet<u32> = gone.iter().copied().collect();
    followed(&tree, &shown(sgf), &gone).map(|nodes| serde_json::to_value(nodes).unwrap())
}

#[test]
fn moves_of_the_record_become_the_trees_own() {
    let sgf = "(;SZ[3];B[ba];W[aa];B[ab]C[takes];C[no move];W[cc](;B[bb])(;B[cb]))";
    let tree = json!([
        {"id": "stays", "from": {"node": 1}, "move": "white:B2", "order": 0},
        {"id": "a", "from": {"node": 4}, "move": "white:C3", "words": "mine", "order": 3},
        {"id": "b", "parent": "a", "move": "black:C2", "order": 0},
        {"id": "c", "from": {"node": 7}, "words": "a note", "order": 0},
        {"id": "d", "from": {"node": 4}, "move": "white:B2", "order": 4},
        {"id": "record-3", "from": {"node": 0}, "move": "black:C1", "order": 0},
    ]);
    let nodes = after(sgf, tree, &[2, 3, 4, 5, 6, 7]).unwrap();
    assert_eq!(
        nodes,
        json!([
            {"id": "record-2", "from": {"node": 1}, "move": "white:A3", "order": 0},
            {"id": "record-3-1", "parent": "record-2", "move": "black:A2", "captured": ["A3"], "order": 0},
            {"id": "record-5", "parent": "record-3-1", "move": "white:C1", "order": 0},
            {"id": "record-7", "parent": "record-5", "move": "black:C2", "order": 0},
            {"id": "stays", "from": {"node": 1}, "move": "white:B2", "order": 0},
            {"id": "a", "parent": "record-3-1", "move": "white:C3", "words": "mine", "order": 3},
            {"id": "b", "parent": "a", "move": "black:C2", "order": 0},
            {"id": "c", "parent": "record-7", "words": "a note", "order": 0},
            {"id": "d", "parent": "record-3-1", "move": "white:B2", "order": 4},
            {"id": "record-3", "from": {"node": 0}, "move": "black:C1", "order": 0},
        ])
    );
}

#[test]
fn a_tree_beside_other_nodes_stays_as_it_is() {
    let tree = json!([{"id": "a", "from": {"node": 1}, "move": "white:A1", "order": 0}]);
    assert_eq!(after("(;SZ[3];B[ba];W[aa])", tree, &[2]), None);
}

#[test]
fn a_node_without_a_move_leads_to_the_one_before_it() {
    let tree = json!([{"id": "a", "from": {"node": 2}, "move": "white:A1", "order": 0}]);
    let moved = json!([{"id": "a", "from": {"node": 1}, "move": "white:A1", "order": 0}]);
    assert_eq!(after("(;SZ[3];B[ba];C[a note])", tree, &[2]), Some(moved));
}

#[test]
fn no_move_leads_to_stones_that_were_set_up_over_a_forbidden_one_or_twice_by_a_player() {
    let tree = json!([{"id": "a", "from": {"node": 2}, "move": "white:C1", "order": 0}]);
    for sgf in [
        "(;SZ[3];AB[ba];W[aa])",
        "(;SZ[3];B[ba];W[ba])",
        "(;SZ[3];W[ba];AB[cc])",
        "(;SZ[3]HA[2];B[ba];B[cc])",
    ] {
        assert_eq!(after(sgf, tree.clone(), &[1, 2]), None, "{sgf}");
    }
}

#[test]
fn nodes_go_by_their_numbers() {
    let mut record = shown("(;SZ[3];B[ba];W[aa];B[ab])");
    record.nodes[1].node = Some(7);
    record.nodes[2].node = Some(1);
    let tree = json!([{"id": "a", "from": {"node": 1}, "move": "black:C1", "order": 0}]);
    let tree: Vec<VariationNode> = serde_json::from_value(tree).unwrap();
    let nodes = followed(&tree, &record, &[1, 3].into()).unwrap();
    assert_eq!(
        serde_json::to_value(nodes).unwrap(),
        json!([
            {"id": "record-1", "from": {"node": 7}, "move": "white:A3", "order": 0},
            {"id": "a", "parent": "record-1", "move": "black:C1", "order": 0},
        ])
    );
}
